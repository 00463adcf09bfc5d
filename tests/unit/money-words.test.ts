import { glob, readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { readAllTexts } from '#build/text-files.ts'
import { type Locale, locales } from '#contract/platform/locale.ts'

// Holds the texts to the money words of GLOSSARY.md. This file is the only list of the words that they replaced.

const root = pathToFileURL(`${process.cwd()}/`)

/** A catalog and the path of its text, such as `settlement:amounts.net`. */
type Texts = ReadonlyMap<string, string>

const flatten = (name: string, value: unknown): [string, string][] => {
  if (typeof value === 'string') return [[name, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) =>
    flatten(`${name}${name.includes(':') ? '.' : ':'}${key}`, child),
  )
}

async function readFiles(pattern: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  for await (const file of glob(pattern)) files[file] = await readFile(file, 'utf8')
  return files
}

async function readCatalogs(locale: Locale): Promise<Texts> {
  const english =
    locale === 'en'
      ? {
          docs: await readFiles('{README.md,docs/{,operating/**/}*.md}'),
          commands: await readFiles('server/**/commands/*.ts'),
          endpoints: await readFiles('contract/**/*.ts'),
        }
      : {}
  const catalogs = [
    ...(await readAllTexts(root, locale)),
    ['content', await readFiles(`src/content/*/${locale}/**/*.mdx`)],
    ...Object.entries(english),
  ] as const
  return new Map(catalogs.flatMap(([name, texts]) => flatten(name, texts)))
}

/** Reads the table “Money words”: the words of each term by language. */
async function readGlossary(): Promise<Map<string, Record<Locale, string>>> {
  const [, table = ''] = (await readFile('GLOSSARY.md', 'utf8')).split('## Money words')
  const [rows = ''] = table.split('\n## ')
  return new Map(
    rows.split('\n').flatMap((row) => {
      const [, term, , , , words] = row.split('|').map((cell) => cell.trim())
      const [ko, en, zhCn, zhTw] = words?.split(' · ') ?? []
      return term && ko && en && zhCn && zhTw && term !== 'term'
        ? [[term, { ko, en, 'zh-CN': zhCn, 'zh-TW': zhTw }] as const]
        : []
    }),
  )
}

const required: Record<string, readonly string[]> = {
  'estimated gross': ['common:profit', 'common:profit', 'members:export', 'csv:columns.grossProfit'],
  'after fee': [
    'lists:afterFee',
    'lists:afterFee',
    'reports:figures.memberProfit',
    'reports:videos.net',
    'csv:columns.netProfit',
    'csv:columns.netPremiumProfit',
  ],
  'opening balance': ['settlement:amounts.opening', 'settlement:amounts.opening', 'csv:columns.opening'],
  "YouTube's tax": [
    'settlement:sources.tax',
    'settlement:sources.tax',
    'csv:columns.tax',
    'settlement:sources.tax',
  ],
  'final net': ['settlement:amounts.net', 'settlement:net', 'settlement:net', 'csv:columns.net'],
  withholding: [
    'settlement:amounts.withholding',
    'settlement:amounts.withholding',
    'csv:columns.withholding',
    'settlement:amounts.withholding',
  ],
  'closing balance': ['settlement:amounts.closing', 'settlement:amounts.closing', 'csv:columns.closing'],
  payable: [
    'settlement:amounts.payable',
    'settlement:amounts.payable',
    'settlement:amounts.payable',
    'settlement:amounts.payable',
    'csv:columns.payable',
  ],
  'minimum payment': ['settlement:amounts.minimum'],
  'payout account': ['payout:account', 'payout:account', 'mails:kinds.payee-changed.title'],
  'payment info': ['shell:views.payment-info', 'shell:views.payment-info'],
}

/** Ignores case, unbreakable spaces, the unit of a column, and what a narrow column leaves out at the start. */
function hasWord(text: string, word: string): boolean {
  const stem = (value: string) =>
    value
      .toLowerCase()
      .replaceAll('\u00a0', ' ')
      .replace(/\s?[（(]?[,，]?\s?\{\{unit\}\}[)）]|[)）]$/g, '')
  return stem(text).includes(stem(word)) || stem(word).endsWith(stem(text))
}

test.each(locales)('a place that names an amount has the word of the glossary in %s', async (locale) => {
  const texts = await readCatalogs(locale)
  const glossary = await readGlossary()
  expect([...glossary.keys()]).toEqual(expect.arrayContaining(Object.keys(required)))
  const wrong = Object.entries(required).flatMap(([term, places]) =>
    places.flatMap((place) => {
      const word = glossary.get(term)?.[locale] ?? ''
      const text = texts.get(place) ?? 'nothing'
      return hasWord(text, word) ? [] : [`${place} is “${text}”, not “${word}”`]
    }),
  )
  expect(wrong).toEqual([])
})

interface Forbidden {
  words: RegExp
  /** Catalogs, or the beginning of a path; by default all. */
  places?: RegExp
}

/** Catalogs of daily estimates. */
const estimates = new RegExp(
  `^(${[
    ...[
      'reports:',
      'breakdown:',
      'first-run:',
      'channel-page:',
      'channel-report:',
      'video-',
      'home',
      'musics:',
    ],
    ...['members:column', 'members:totals', 'members:sort', 'members:export', 'members:month', 'auth'],
  ].join('|')})`,
)

const forbidden: Record<Locale, readonly Forbidden[]> = {
  ko: [
    { words: /순수익|순이익/ },
    { words: /남은 잔액|기말 잔액/ },
    { words: /원천징수 ?세금/ },
    { words: /지급 정보|정산 정보|입금 계좌/ },
    { words: /정산 확정일/ },
    // Tax papers call the gross amount 지급액.
    { words: /(?<!실|최소 )지급액/ },
    { words: /(?<!실제 )정산(?! 계좌|과 다를 수)/, places: estimates },
  ],
  en: [
    { words: /net (premium )?profit/i },
    { words: /net of the month/i },
    { words: /payment details/i },
    { words: /\bstates?\b/i, places: /^(months|payee):/ },
    { words: /(?<!US)\$1 =/ },
    { words: /(?<!actual )settlement/i, places: estimates },
  ],
  'zh-CN': [
    { words: /净收益|净利/ },
    { words: /付款摘要/ },
    { words: /预扣/ },
    { words: /月末余额|期末余额(?!（付款前)/, places: /^(?!statements:(lines|statement))/ },
    { words: /负责人/ },
    { words: /(?<!实际)结算(?!金额不同)/, places: estimates },
  ],
  'zh-TW': [
    { words: /淨收益|淨利/ },
    { words: /代扣/ },
    { words: /月底餘額|期末餘額(?!（付款前)/, places: /^(?!statements:(lines|statement))/ },
    { words: /驗證碼/, places: /^(statements|statement-document|months):/ },
    { words: /負責人/ },
    { words: /(?<!實際)結算(?!金額不同)/, places: estimates },
  ],
}

const findForbidden = (texts: Texts, locale: Locale): string[] =>
  [...texts].flatMap(([place, text]) =>
    forbidden[locale].flatMap(({ words, places }) => {
      const found = !places || places.test(place) ? words.exec(text) : null
      return found
        ? [`${place} says “${found[0]}”: ${text.slice(Math.max(0, found.index - 40), found.index + 80)}`]
        : []
    }),
  )

test.each(locales)('no catalog has a word that the glossary has replaced in %s', async (locale) => {
  expect(findForbidden(await readCatalogs(locale), locale)).toEqual([])
})
