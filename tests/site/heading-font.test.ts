import { glob, readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { openSync } from 'fontkit'
import { beforeAll, describe, expect, test } from 'vitest'
import { collectHeadingTexts, describeMissingCharacters, readFontCharacters } from '#build/heading-font.ts'
import { currencies } from '#contract/platform/currency.ts'
import { formatDay } from '#lib/format/day.ts'
import { formatCount, formatMoney } from '#lib/format/number.ts'
import { figureCharacters, headingFontFamily, headingFontWeights } from '#lib/page/prerender/heading-font.ts'

const font = openSync('src/styles/heading-font/headings.woff2')
const fontReference = /\/_astro\/[\w.-]+\.woff2/g
/** Addresses of the font in each page that refers to it, by file. */
const fonts = new Map<string, string[]>()
const pages: string[] = []

beforeAll(async () => {
  for await (const page of glob('**/*.html', { cwd: 'dist' })) {
    pages.push(page)
    const html = await readFile(`dist/${page}`, 'utf8')
    const found = [...new Set(html.match(fontReference) ?? [])]
    if (found.length > 0 || html.includes(headingFontFamily)) fonts.set(page, found)
  }
})

test('the font has every character of the headings it is for', async () => {
  const texts = await collectHeadingTexts(pathToFileURL('dist/'))
  expect(texts.map(({ text }) => text)).toContain('유튜브 쇼츠 음악 넣는 법 (iPhone)')
  const characters = await readFontCharacters(pathToFileURL('./'))
  expect(describeMissingCharacters(texts, characters)).toEqual([])
  expect(
    [...characters].filter((character) => !font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)),
  ).toEqual([])
})

test('the font has every character of figures', () => {
  const figures = [
    ...[0, 1, 12.5, 1234, 56_789, 1_234_567, 890_123_456, 7.5e12].map((value) => formatCount(value, 'ko')),
    ...currencies.flatMap((currency) =>
      [0, -1_234_567_890].map((amount) => formatMoney(amount, currency, 'ko')),
    ),
    formatDay('2026-11-19', 'ko'),
  ]
  expect([...new Set(figures.join(''))].filter((character) => !figureCharacters.includes(character))).toEqual(
    [],
  )
  for (const character of figureCharacters)
    expect(font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0), character).toBe(true)
})

test('a character that the font lacks is named with its heading', () => {
  expect(describeMissingCharacters([{ page: 'a.html', text: '가뷁가' }], '가')).toEqual([
    'a.html has “뷁” (U+BDC1) in “가뷁가”',
  ])
})

test('the font has the weights of headings and figures of one width', () => {
  expect(font.variationAxes.wght).toMatchObject(headingFontWeights)
  expect(font.availableFeatures).toContain('tnum')
})

test('its name is not the reserved one', () => {
  expect(`${font.familyName} ${font.fullName} ${font.postscriptName}`).not.toMatch(/pretendard/i)
  expect(font.copyright).toContain('Kil Hyung-jin')
})

describe('pages', () => {
  const isKorean = (page: string) => !/(?:^|\/)(?:en|zh-CN|zh-TW)[/.]/.test(page)

  test('only Korean public pages refer to it', () => {
    const known = [
      'index.html',
      'homes/mcn-3/index.html',
      'musics/index.html',
      'login/index.html',
      'join/index.html',
      'own-page/index.html',
    ]
    const guides = pages.filter((page) => /^guides[/.]/.test(page))
    expect([...fonts.keys()].sort()).toEqual([...known, ...guides].sort())
    expect([...fonts.keys()].filter((page) => !isKorean(page))).toEqual([])
  })

  test('no page loads more than 40 kB of fonts', async () => {
    for (const [page, urls] of fonts) {
      expect(urls, page).toHaveLength(1)
      const sizes = await Promise.all(urls.map(async (url) => (await readFile(`dist${url}`)).length))
      expect(
        sizes.reduce((sum, size) => sum + size, 0),
        page,
      ).toBeLessThanOrEqual(40_000)
    }
  })
})
