import { beforeAll, describe, expect, test } from 'vitest'
import { canDrawName, fillShareTemplate } from '#lib/share/share-template.ts'
import { readTypefaces, type Typefaces } from '#lib/share/typeface.ts'

let typefaces: Typefaces

beforeAll(async () => {
  typefaces = await readTypefaces(new URL('../../', import.meta.url))
})

const fill = (name: string, template = '<svg>{brand}</svg>') =>
  fillShareTemplate(template, { name, color_primary: '#0f7b6c', is_playist: false }, typefaces, 'en')
const countGlyphs = (svg: string) => svg.match(/<path transform="translate\(\d*\.?\d+ 0\)"/g)?.length ?? 0

describe('a name', () => {
  test.each(['Hookline', '훅라인 스튜디오', 'Café Ñandú', 'A & B <c>'])('%s is drawn', (name) => {
    expect(canDrawName(name, typefaces, 'en')).toBe(true)
    expect(countGlyphs(fill(name))).toBe([...name.replaceAll(' ', '')].length)
  })

  test.each(['', '  ', '🎧', 'Studio 🎧', '뷁', 'مرحبا', 'a\u202eb', 'a\u0000b', 'constructor\u0301\u0489'])(
    '%j is left out, as a whole',
    (name) => {
      expect(fill(name)).toBe('<svg></svg>')
    },
  )

  test('in parts is one in whole characters', () => {
    expect(fill('훅라인'.normalize('NFD'))).toBe(fill('훅라인'))
  })

  test('that is too long ends in dots', () => {
    expect(countGlyphs(fill('Very '.repeat(100)))).toBeLessThan(60)
  })

  test('cannot write into the picture', () => {
    expect(fill('"/><script>{face}{brand}$&')).not.toMatch(/script|[{}$]|\$&/)
  })
})

test('amounts of the other currency are hidden', () => {
  const template = '<g display="{won}"/><g display="{dollars}"/>'
  const brand = { name: '', color_primary: '#0f7b6c', is_playist: true }
  expect(fillShareTemplate(template, brand, typefaces, 'en')).toBe('<g display="none"/><g display="inline"/>')
  expect(fill('', template)).toBe('<g display="inline"/><g display="none"/>')
})

test('text in the color of a site can be read, however light the color is', () => {
  for (const color_primary of ['#ffffff', '#f5b301', '#ffff00'])
    expect(
      fillShareTemplate('{accent} {onFace}', { name: '', color_primary, is_playist: false }, typefaces, 'ko'),
    ).toMatch(/^#[0-9a-b][0-9a-f][0-9a-b][0-9a-f][0-9a-f]{2} #000000$/)
})
