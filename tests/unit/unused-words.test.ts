import { glob, readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readAllTexts } from '#build/text-files.ts'
import { type Locale, locales } from '#contract/platform/locale.ts'
import type { Strings } from '#lib/texts/translate.ts'

// Holds the catalogs and public pages to the words of GLOSSARY.md, and to the punctuation of each language.

const root = pathToFileURL(`${process.cwd()}/`)
const notUsed = /## Words that are not used[\s\S]*/.exec(await readFile('GLOSSARY.md', 'utf8'))?.[0] ?? ''

const listTexts = (tree: Strings, path: string): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${path}${key}`, value] as [string, string]]
      : listTexts(value, `${path}${key}.`),
  )

/** Names in YouTube and Android that have such a word. */
const properNames = /數據分析|數據節省模式/g

/** The texts by key, and the lines of the pages by file and number, without addresses and markup. */
async function readTexts(locale: Locale): Promise<Map<string, string>> {
  const texts = [...(await readAllTexts(root, locale))].flatMap(([name, tree]) => listTexts(tree, `${name}:`))
  for await (const file of glob(`src/content/*/${locale}/**/*.mdx`)) {
    const lines = (await readFile(file, 'utf8')).split('\n')
    texts.push(...lines.map((line, at) => [`${file}:${at + 1}`, line] as [string, string]))
  }
  const strip = (text: string) =>
    text.replace(properNames, ' ').replace(/\]\([^)]*\)|\$t\([^)]*\)|^\w+:|\{\{\w+\}\}/g, ' ')
  return new Map(texts.map(([key, text]) => [key, strip(text)]))
}

/** Rows of the table: the words of a language. */
const listWords = (locale: Locale): string[] =>
  notUsed.split('\n').flatMap((row) => {
    const [, language, words] = row.split('|').map((cell) => cell.trim())
    return language === locale && words ? words.split(', ') : []
  })

const findTexts = (texts: ReadonlyMap<string, string>, pattern: RegExp) =>
  [...texts].flatMap(([key, text]) => (pattern.test(text) ? [`${key}: ${text.trim()}`] : []))

describe.each(locales)('texts in %s', (locale) => {
  test('use no word that the glossary replaces', async () => {
    const words = listWords(locale)
    expect(words.length).toBeGreaterThan(3)
    const texts = await readTexts(locale)
    const found = words.flatMap((word) => findTexts(texts, new RegExp(word.replaceAll('-', '[-]'), 'i')))
    expect(found).toEqual([])
  })
})

test('zh-TW says 此 in labels and 這 in sentences', async () => {
  const isCatalog = ([key]: [string, string]) => !key.startsWith('src/content/')
  const texts = [...(await readTexts('zh-TW'))].filter(isCatalog)
  const isSentence = ([, text]: [string, string]) => /[。？！]/.test(text)
  const sentences = new Map(texts.filter(isSentence))
  const labels = new Map(texts.filter((entry) => !isSentence(entry)))
  // In words such as 因此 and 此外, it does not point at anything.
  expect(findTexts(sentences, /(?<![因在於由照依如彼與據])此(?![外時處後前])/u)).toEqual([])
  expect(findTexts(labels, /這[個筆份位部家則項段首](?!月)(?=\p{Script=Han})/u)).toEqual([])
})

test.each(['zh-CN', 'zh-TW'] as const)(
  'texts in %s have full-width punctuation beside Chinese characters',
  async (locale) => {
    const besideHan = /\p{Script=Han}[,;?!()]|[,;?!(]\p{Script=Han}/u
    expect(findTexts(await readTexts(locale), besideHan)).toEqual([])
  },
)
