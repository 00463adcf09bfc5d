import { describe, expect, test } from 'vitest'
import { formatAttachment } from '#server/platform/http/export-route.ts'
import { createTrackFileName } from '#server/portal/track-files/file-name.ts'

const create = (artist: string, name: string) => createTrackFileName({ artist, name, format: 'wav' })

describe('the name of a file', () => {
  test.each([
    ['하루기타', '비 갠 오후', '하루기타 – 비 갠 오후.wav'],
    ['夜', '雨後的午後', '夜 – 雨後的午後.wav'],
    ['AC/DC', 'Who: "Me"?', 'AC-DC – Who- -Me--.wav'],
    ['..hidden', 'The end...', 'hidden – The end.wav'],
    ['a\u202Eb', 'line\nbreak', 'a-b – line break.wav'],
    ['CON.fused', 'x', '_CON.fused – x.wav'],
    ['Constance', 'x', 'Constance – x.wav'],
    // Decomposed, as macOS writes it.
    ['하루'.normalize('NFD'), 'x', '하루 – x.wav'],
  ])('of %j and %j', (artist, name, expected) => {
    expect(create(artist, name)).toBe(expected)
  })

  test('is cut to what every file system takes, between characters', () => {
    const long = create('가'.repeat(200), '나')
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(204)
    expect(long).toMatch(/^가+\.wav$/)
    const family = '👨‍👩‍👧'
    expect(create('a', family.repeat(50))).not.toContain('\uFFFD')
  })
})

test('a program that knows ASCII only gets the ISRC instead of dashes', () => {
  expect(formatAttachment('하루 – 비.wav', 'KRA402000111.wav')).toBe(
    `attachment; filename="KRA402000111.wav"; filename*=UTF-8''${encodeURIComponent('하루 – 비.wav')}`,
  )
  expect(formatAttachment('plain.wav', 'KRA402000111.wav')).toBe('attachment; filename="plain.wav"')
  expect(formatAttachment('월.csv')).toBe(`attachment; filename="-.csv"; filename*=UTF-8''%EC%9B%94.csv`)
})
