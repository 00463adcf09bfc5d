// @module-tag extended
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readAllTexts } from '#build/text-files.ts'
import { locales } from '#contract/platform/locale.ts'
import { formatMonth } from '#lib/format/day.ts'
import { formatMoney } from '#lib/format/number.ts'
import { roundStatement } from '#lib/format/whole-statement.ts'
import { precedenceOfPerson } from '#server/platform/http/admission/precedence.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { createTranslator } from '#server/platform/texts.ts'
import { loadTypeface, weights } from '#server/settlement/documents/pdf/fonts.ts'
import { createPdfQueue, pdfLimits } from '#server/settlement/documents/pdf-queue.ts'
import { renderStatement, type StatementDocument } from '#server/settlement/documents/statement-document.ts'
import {
  countEmbeddedFonts,
  listFontNames,
  listGlyphs,
  readPdf,
  withoutSpaces,
} from '#tests/support/pdf-text.ts'
import { createDocumentFixture, createStatementFixture } from '#tests/support/statement-fixture.ts'

/** Formats amounts as screens do. */
const format = (amount: number, { statement, locale }: StatementDocument) =>
  formatMoney(amount, statement.currency, locale).replace('-', '−')

async function readText(document: StatementDocument): Promise<string> {
  const { texts } = await readPdf(await renderStatement(document))
  return texts.join('\n')
}

const toCell = (label: string, amount: number, document: StatementDocument) =>
  withoutSpaces(label + format(amount, document))

describe.each(locales)('a statement in %s', (locale) => {
  const t = createTranslator(locale)
  const document = createDocumentFixture(createStatementFixture(3), { locale })
  const statement = roundStatement(document.statement)

  test('says every amount beside its name, in the language', async () => {
    const text = await readText(document)
    const { opening, payments, income, adjustments, tax, fee, corrections, withholding, closing, net } =
      statement
    for (const [label, amount] of [
      [t('settlement:amounts.opening'), opening],
      [t('statement-document:payments'), payments],
      [t('settlement:amounts.income'), income],
      [t('settlement:amounts.adjustments'), adjustments],
      [t('settlement:sources.tax'), tax],
      [t('settlement:amounts.fee'), fee],
      [t('settlement:amounts.corrections'), corrections],
      [t('settlement:amounts.withholding'), withholding],
      [t('settlement:amounts.closing'), closing],
      [t('settlement:amounts.net'), net],
    ] as const)
      expect(text).toContain(toCell(label, amount, document))
    expect(text).toContain(
      withoutSpaces(
        t('settlement:amounts.payable') + t('settlement:states.paid') + format(statement.payable, document),
      ),
    )
    for (const { name, amount, sources } of statement.incomeLines.lines) {
      if (name && !name.includes('🍲')) expect(text).toContain(withoutSpaces(name))
      expect(text).toContain(format(amount, document))
      for (const { source, amount: part } of sources)
        expect(text).toContain(toCell(t(`settlement:sources.${source}`), part, document))
    }
    for (const { source, amount } of statement.taxLines.lines)
      if (source === 'tax_refund')
        expect(text).toContain(toCell(t(`settlement:sources.${source}`), amount, document))
    for (const { estimated, final } of statement.comparisons)
      expect(text).toContain(format(estimated ?? 0, document) + format(final ?? 0, document))
    expect(text).toContain('202602-000007')
    expect(text).toContain('1,380.521')
    expect(text).toContain('Bank4711')
    expect(/국민은행.{0,12}/u.exec(text)?.[0]).toMatch(/^국민은행···4821/)
  })

  test('has all characters of all sentences, in embedded subsets of fonts', async () => {
    const pdf = await renderStatement(document)
    const fonts = listFontNames(pdf)
    expect(fonts.length).toBeGreaterThan(3)
    expect(new Set(fonts).size).toBe(fonts.length)
    expect(countEmbeddedFonts(pdf)).toBe(fonts.length)
    for (const font of fonts) expect(font).toMatch(/^[A-Z]{6}\+NotoSans(?:KR|SC|TC)-(?:400|700)-/)
    const glyphs = listGlyphs(pdf)
    expect(glyphs.length).toBeGreaterThan(500)
    expect(glyphs).not.toContain(0)
    const documentTexts = await readAllTexts(pathToFileURL(`${process.cwd()}/`), locale)
    for (const weight of weights) {
      const all = JSON.stringify([documentTexts.get('statement-document'), documentTexts.get('settlement')])
      const typeface = await loadTypeface([{ text: all, weight }], locale)
      expect([...all].filter((character) => !typeface.has(character, weight))).toEqual([])
    }
  })

  test('has a structure, a language and a title for people who do not see it', async () => {
    const { title, language, roles } = await readPdf(await renderStatement(document))
    expect(title).toContain(formatMonth('2026-03', locale))
    expect(title).toContain('202603-000012')
    expect(language).toBe(locale)
    expect(roles).toEqual(
      expect.arrayContaining(['H1', 'H2', 'L', 'LI', 'Figure', 'Table', 'TR', 'TH', 'TD']),
    )
  })
})

test('has the same bytes for the same input, and others for another', async () => {
  const render = (change?: Partial<StatementDocument>) =>
    renderStatement(createDocumentFixture(createStatementFixture(2), change))
  const first = await render()
  expect(first.equals(await render())).toBe(true)
  // Taiwan's font has one glyph for both dots.
  for (const account of ['은행 ····', '은행 ••••', '은행 ····']) {
    const document = await render({ locale: 'zh-TW', payee: { name: '한입', maskedAccount: account } })
    expect((await readPdf(document)).texts.join('')).toContain(withoutSpaces(account))
  }
  expect(
    first.equals(await render({ site: { name: '다른 곳', colorPrimary: '#0a7', colorPrimaryDim: '#dfe' } })),
  ).toBe(false)
})

test('300 channels go over pages, each with the head of the table and its number', async () => {
  const document = createDocumentFixture(createStatementFixture(300), { locale: 'en' })
  const { texts } = await readPdf(await renderStatement(document))
  expect(texts.length).toBeGreaterThan(10)
  expect(texts.length).toBeLessThan(20)
  for (const [index, text] of texts.entries()) expect(text).toContain(`Page${index + 1}of${texts.length}`)
  for (const text of texts.slice(1, -2)) expect(text.startsWith('ItemAmount')).toBe(true)
  const all = texts.join('\n')
  for (const { amount } of roundStatement(document.statement).incomeLines.lines)
    expect(all).toContain(format(amount, document))
})

test('keeps its notes on one page', async () => {
  const t = createTranslator('ko')
  const heading = t('statement-document:notes.heading')
  const last = t('statement-document:notes.fingerprint', { fingerprint: '9f2c41d07b3a' })
  for (const channels of [1, 2, 3, 4, 5, 6]) {
    const { texts } = await readPdf(
      await renderStatement(createDocumentFixture(createStatementFixture(channels))),
    )
    expect(texts.at(-1)).toContain(withoutSpaces(heading))
    expect(texts.at(-1)).toContain(withoutSpaces(last))
  }
})

test.each([
  ['Korean', '한글 채널'],
  ['Polish', 'Kanał łódź, ŻÓŁĆ'],
  ['Turkish', 'ŞşĞğİı Türkçe'],
  ['Vietnamese', 'Tiếng Việt của Nguyễn Đặng, ơ ư'],
  ['Thai', 'ครัวคุณยาย ทุ่งใหญ่ กี่ปี'],
  ['Greek', 'Ελληνικά'],
  ['Ukrainian', 'Ґанок її'],
])('writes names in %s, composed or not', async (_, name) => {
  const statement = createStatementFixture(2)
  const [first, second] = statement.incomeLines.lines
  if (first) first.name = name.normalize('NFC')
  if (second) second.name = name.normalize('NFD')
  const pdf = await renderStatement(createDocumentFixture(statement, { locale: 'en' }))
  const text = (await readPdf(pdf)).texts.join('\n')
  expect(text.split(withoutSpaces(name))).toHaveLength(3)
  expect(text).not.toContain('□')
  expect(listGlyphs(pdf)).not.toContain(0)
})

describe('a typeface', () => {
  const load = (text: string) => loadTypeface([{ text, weight: 400 }], 'ko')

  test('writes a word in one family, and the others in that of the language', async () => {
    const typeface = await load('łódź city')
    const runs = typeface.split('łódź city', 400)
    expect(runs.map(({ face, text }) => [face.family, text])).toEqual([
      ['latin', 'ł'],
      ['latin', 'ód'],
      ['latin', 'ź'],
      ['kr', ' city'],
    ])
  })

  test('writes the ring of a Thai AM below the tone', async () => {
    const typeface = await load('น้ำ')
    expect(typeface.split('น้ำ', 400)).toMatchObject([
      { face: { family: 'thai' }, text: 'น\u0e4d\u0e49\u0e32' },
    ])
  })
})

test('shows characters that no font has as squares, with the channel’s id', async () => {
  const document = createDocumentFixture(createStatementFixture(7), { locale: 'en' })
  const text = await readText(document)
  expect(text).toContain(`할매레시피□UC${'1'.padStart(22, 'x')}`)
  expect(text).toContain(`□□□□□□□□□UC${'6'.padStart(22, 'x')}`)
  // Names keep the characters of other languages.
  expect(text).toContain('街頭小吃日記')
  expect(text).toContain('街头小吃日记')
  expect(text).toContain('りんごのうた')
})

test('takes any name, amount and color', async () => {
  const statement = createStatementFixture(1, 8_000_000)
  const wild = '\u0000‮evil\n\ud800 '.concat('Wort'.repeat(200))
  const document = createDocumentFixture(
    {
      ...statement,
      currency: 'USD',
      state: 'carried_over',
      paidOn: null,
      reference: wild,
      payable: 0,
      closing: -9_007_199_254_740_991,
      account: { ...statement.account, nickname: wild, email: null, isNetwork: true },
      incomeLines: { amount: 1, lines: [], omitted: { count: 1_200, amount: -1 } },
    },
    {
      payee: null,
      sender: null,
      site: { name: wild, colorPrimary: 'none', colorPrimaryDim: '#fff' },
      locale: 'en',
    },
  )
  const text = await readText(document)
  expect(text).toContain('−$9,007,199,254.74')
  expect(text).toContain('Closingbalancebeforepayment−$9,007,199,254.74')
  expect(text).toContain('Payable$0.00')
  expect(text).toContain('Others:1,200')
  expect(text).toContain('Feesfrommembers')
  expect(text.replaceAll('\n', '')).not.toMatch(/\p{C}/u)
})

test('shows a logo instead of the name', async () => {
  const png = await sharp({ create: { width: 300, height: 60, channels: 3, background: '#c03' } })
    .png()
    .toBuffer()
  const document = createDocumentFixture(createStatementFixture(1), { logo: { png, alt: '훅라인 로고' } })
  const pdf = await renderStatement(document)
  expect(Buffer.from(pdf).toString('latin1')).toContain('/Subtype /Image')
  expect(pdf.equals(await renderStatement(document))).toBe(true)
})

describe('the queue', () => {
  const person = precedenceOfPerson({ id: 1, networkId: 2 })

  test('draws on a thread, in order, what the renderer draws', async () => {
    const queue = createPdfQueue()
    const inputs = [1, 2].map((channels) => createDocumentFixture(createStatementFixture(channels)))
    const drawn = await Promise.all(inputs.map((input) => queue.render(person, input)))
    for (const [index, input] of inputs.entries())
      expect(Buffer.from(drawn[index] ?? []).equals(await renderStatement(input))).toBe(true)
  })

  test('refuses at once when too many wait, and goes on after an error', async () => {
    const queue = createPdfQueue()
    const broken = { ...createDocumentFixture(createStatementFixture(1)), statement: null as never }
    const waiting = Array.from({ length: pdfLimits.waiting + 1 }, () => queue.render(person, broken))
    await expect(queue.render(person, broken)).rejects.toEqual(
      new Refusal('unavailable', { control: 'admission', retryAfterSeconds: 5 }),
    )
    for (const one of waiting) await expect(one).rejects.toThrow('null')
    expect(
      (await queue.render(person, createDocumentFixture(createStatementFixture(1)))).length,
    ).toBeGreaterThan(10_000)
  })
})
