import { parseColor, white } from '#contract/platform/color.ts'
import type { Locale } from '#contract/platform/locale.ts'
import type { PaymentInfo } from '#contract/settlement/payment-info.ts'
import type { MonthComparison, StatementDetail } from '#contract/settlement/statement-detail.ts'
import { getTaxRatio, type StatementChannel } from '#contract/settlement/statements.ts'
import { formatRate, formatSignedPercent } from '#lib/format/amount.ts'
import { toLocalDay } from '#lib/format/date-math.ts'
import { formatDay, formatMonth } from '#lib/format/day.ts'
import { formatMoney, formatRatio, missingValue } from '#lib/format/number.ts'
import { roundStatement } from '#lib/format/whole-statement.ts'
import { localeTimeZones } from '#server/platform/localized-text.ts'
import { joinContact } from '#server/platform/mail/contact.ts'
import { fillText } from '#server/platform/mail/values.ts'
import { getEntryKindName, getSourceName, getStatementStateName } from '#server/platform/messages.ts'
import type { Block, DocumentModel, TableRow, WaterfallStep } from './pdf/model.ts'
import { statementTexts } from './texts/index.ts'
import type { StatementTexts } from './texts/types.ts'

export interface StatementDocument {
  statement: StatementDetail
  /** Taken from the confirmed payout account; its number is masked. */
  payee: { name: string; maskedAccount: string } | null
  site: {
    name: string
    colorPrimary: string
    colorPrimaryDim: string
  }
  /** Opaque PNG. */
  logo: { png: Uint8Array; alt: string } | null
  sender: PaymentInfo | null
  locale: Locale
}

interface Writer {
  statement: StatementDetail
  locale: Locale
  texts: StatementTexts
  money: (amount: number) => string
}

/** A PDF; the same input has the same bytes. */
export async function renderStatement(input: StatementDocument): Promise<Buffer> {
  const { renderDocument } = await import('./pdf/render.ts')
  return renderDocument(createStatementModel(input))
}

export const getStatementFileName = ({
  statement,
  locale,
}: Pick<StatementDocument, 'statement' | 'locale'>) =>
  `${fillText(statementTexts[locale].fileName, { number: statement.number })}.pdf`

const defaultPrimary = '#5b5bd6'

export function createStatementModel(input: StatementDocument): DocumentModel {
  const { site, logo, locale } = input
  const statement = roundStatement(input.statement)
  const texts = statementTexts[locale]
  const writer: Writer = {
    statement,
    locale,
    texts,
    money: (amount) => formatMoney(amount, statement.currency, locale),
  }
  const name = cleanText(site.name)
  const title = fillText(texts.title, { month: formatMonth(statement.month, locale) })
  return {
    locale,
    title: `${title} ${statement.number}`,
    author: name,
    createdAt: new Date(statement.closedAt),
    brand: {
      primary: parseColor(site.colorPrimary) ?? parseColor(defaultPrimary) ?? white,
      tint: parseColor(site.colorPrimaryDim) ?? white,
    },
    head: { logo, name, sender: listSender(input) },
    blocks: [
      { kind: 'title', text: title },
      describeFacts(writer, input),
      describeAnswer(writer),
      { kind: 'heading', text: texts.summary.heading },
      describeSummary(writer),
      { kind: 'heading', text: texts.details },
      describeLines(writer),
      ...describeComparisons(writer),
      ...describePayments(writer),
      { kind: 'heading', text: texts.notes.heading },
      describeNotes(writer, input),
    ],
    footer: {
      text: fillText(texts.footer, { site: name, number: statement.number }),
      formatPage: (page, pages) => fillText(texts.page, { page: String(page), pages: String(pages) }),
    },
  }
}

/** People's own words on one line: without controls and marks that turn the direction of what follows. */
const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '')
    .trim()

function listSender({ sender, logo, site }: StatementDocument): string[] {
  if (!sender) return logo ? [cleanText(site.name)] : []
  const { company_name, company_address, business_number } = sender
  return [company_name, company_address, business_number].map(cleanText).filter((text) => text !== '')
}

function describeFacts({ statement, locale, texts }: Writer, { payee }: StatementDocument): Block {
  const { account, number, closedAt, paidOn, reference } = statement
  const { facts, network, removedAccount } = texts
  const nickname = account.nickname ? cleanText(account.nickname) : null
  const name = payee ? cleanText(payee.name) : (account.email ?? nickname ?? removedAccount)
  const found: [string, string | null][] = [
    [facts.payee, account.isNetwork ? `${name} (${network})` : name],
    [facts.number, number],
    [facts.closedOn, formatDay(toLocalDay(closedAt, localeTimeZones[locale]), locale)],
    [facts.account, payee && cleanText(payee.maskedAccount)],
    [facts.paidOn, paidOn && formatDay(paidOn, locale)],
    [facts.reference, reference && cleanText(reference)],
  ]
  return {
    kind: 'facts',
    facts: found.flatMap(([factName, value]) => (value ? { name: factName, value } : [])),
  }
}

function describeAnswer(writer: Writer): Block {
  const { statement, texts, money } = writer
  return {
    kind: 'answer',
    label: texts.answer.payable,
    value: money(statement.payable),
    state: getStatementStateName(statement.state, writer.locale),
    note: describeState(writer),
  }
}

function describeState({ statement, locale, texts: { answer }, money }: Writer): string {
  const { state, closing, payable, minimum, paidOn, reference, outstanding } = statement
  if (state === 'paid' || state === 'partly_paid')
    return fillText(state === 'paid' ? answer.paid : answer.partlyPaid, {
      outstanding: money(outstanding),
      day: paidOn ? formatDay(paidOn, locale) : missingValue,
      reference: reference ? cleanText(reference) : missingValue,
    })
  if (state === 'awaiting_payment' || state === 'exported') return answer.awaiting
  if (state === 'returned') return answer.returned
  if (state === 'forfeited') return answer.forfeited
  if (state === 'details_required') return payable > 0 ? answer.detailsRequired : answer.detailsRequiredNext
  const values = { minimum: money(minimum), closing: money(closing) }
  if (closing > 0 && closing < minimum) return fillText(answer.belowMinimum, values)
  return closing === 0 ? answer.nothing : fillText(answer.nothingButBalance, values)
}

/** Opening and closing balance always, of what is between only what is not 0. */
function describeSummary({ statement, texts, money }: Writer): Block {
  const { opening, payments, income, adjustments, tax, fee, corrections, manual, withholding } = statement
  const { closing, payable } = statement
  const changes: [string, number][] = [
    [texts.payments, payments],
    [texts.income, income],
    [texts.adjustments, adjustments],
    [texts.tax, tax],
    [getFeeName(statement, texts), fee],
    [texts.corrections, corrections],
    [texts.manual, manual],
    [texts.withholding, withholding],
  ]
  const steps: WaterfallStep[] = [
    { label: texts.opening, value: money(opening), from: 0, to: opening, tone: 'total' },
  ]
  let sum = opening
  for (const [label, amount] of changes) {
    if (amount === 0) continue
    const tone = amount < 0 ? 'loss' : 'gain'
    steps.push({ label, value: money(amount), from: sum, to: sum + amount, tone })
    sum += amount
  }
  steps.push({ label: texts.closing, value: money(closing), from: 0, to: closing, tone: 'total' })
  if (payable !== closing)
    steps.push({ label: texts.payable, value: money(payable), from: 0, to: payable, tone: 'total' })
  const described = steps.map(({ label, value }) => `${label} ${value}`).join(', ')
  return {
    kind: 'waterfall',
    columns: [texts.item, texts.amount],
    alt: fillText(texts.summary.alt, { steps: described }),
    steps,
  }
}

const getFeeName = ({ account }: StatementDetail, texts: StatementTexts) =>
  account.isNetwork ? texts.feeOfMembers : texts.fee

function describeLines(writer: Writer): Block {
  const { statement, texts, money } = writer
  const rows: TableRow[] = [
    { kind: 'group', cells: [texts.opening, money(statement.opening)] },
    ...describeLater(writer),
    ...describeIncome(writer),
    ...describeAdjustments(writer),
    ...describeTax(writer),
    ...describeFees(writer),
    ...describeCorrections(writer),
    ...describeManual(writer),
    { kind: 'sum', cells: [texts.net, money(statement.net)] },
    ...describeWithholding(writer),
    { kind: 'sum', cells: [texts.closing, money(statement.closing)] },
    { kind: 'sum', cells: [texts.payable, money(statement.payable)] },
  ]
  return {
    kind: 'table',
    columns: [
      { title: texts.item, align: 'left', share: 0.74 },
      { title: texts.amount, align: 'right', share: 0.26 },
    ],
    rows,
  }
}

function describeLater(writer: Writer): TableRow[] {
  const { statement, texts, locale } = writer
  const list = { lines: statement.laterLines, omitted: nothingOmitted }
  return describeGroup(writer, texts.payments, statement.payments, list, ({ kind, day, reference }) => ({
    text: getEntryKindName(kind, locale),
    note: day && reference ? `${formatDay(day, locale)} · ${cleanText(reference)}` : undefined,
  }))
}

function describeManual(writer: Writer): TableRow[] {
  const { statement, texts } = writer
  const list = { lines: statement.manualLines, omitted: nothingOmitted }
  return describeGroup(writer, texts.manual, statement.manual, list, ({ kind, reason }) => ({
    text: texts.manualKinds[kind],
    note: cleanText(reason),
  }))
}

const describeChannel = ({ channelId, name }: StatementChannel, texts: StatementTexts) => ({
  text: (name && cleanText(name)) || (channelId ?? texts.unknownChannel),
  fallback: channelId ?? undefined,
})

interface LineList<Line> {
  lines: readonly Line[]
  omitted: { count: number; amount: number }
}

function describeGroup<Line extends { amount: number }>(
  { texts, money, locale }: Writer,
  name: string,
  amount: number,
  { lines, omitted }: LineList<Line>,
  describe: (line: Line) => Pick<TableRow, 'note' | 'fallback'> & { text: string },
): TableRow[] {
  if (lines.length === 0 && amount === 0) return []
  const rows = lines.map((line): TableRow => {
    const { text, ...others } = describe(line)
    return { kind: 'line', cells: [text, money(line.amount)], ...others }
  })
  const count = omitted.count.toLocaleString(locale)
  return [
    { kind: 'group', cells: [name, money(amount)] },
    ...rows,
    ...(omitted.count > 0
      ? [{ kind: 'line' as const, cells: [fillText(texts.omitted, { count }), money(omitted.amount)] }]
      : []),
  ]
}

function describeIncome(writer: Writer): TableRow[] {
  const { statement, texts, money } = writer
  return describeGroup(writer, texts.income, statement.income, statement.incomeLines, (line) => ({
    ...describeChannel(line, texts),
    note:
      line.sources.length === 1
        ? line.sources.map(({ source }) => getSourceName(source, writer.locale)).join('')
        : line.sources
            .map(({ source, amount }) =>
              keepTogether(`${getSourceName(source, writer.locale)} ${money(amount)}`),
            )
            .join(' · '),
  }))
}

/** Keeps words on one line, where there is room. */
const keepTogether = (text: string) => text.replaceAll(' ', '\u00a0')

function describeAdjustments(writer: Writer): TableRow[] {
  const { statement, texts } = writer
  return describeGroup(
    writer,
    texts.adjustments,
    statement.adjustments,
    statement.adjustmentLines,
    (line) => ({
      ...describeChannel(line, texts),
      note: getSourceName(line.source, writer.locale),
    }),
  )
}

function describeTax(writer: Writer): TableRow[] {
  const { statement, texts } = writer
  return describeGroup(writer, texts.tax, statement.tax, statement.taxLines, (line) => ({
    ...describeChannel(line, texts),
    ...(line.source === 'tax_refund' && { note: getSourceName(line.source, writer.locale) }),
  }))
}

const nothingOmitted = { count: 0, amount: 0 }

function describeFees(writer: Writer): TableRow[] {
  const { statement, texts, locale } = writer
  const list = { lines: statement.feeLines, omitted: nothingOmitted }
  return describeGroup(writer, getFeeName(statement, texts), statement.fee, list, ({ permille }) => ({
    text: fillText(texts.feeRate, { rate: formatRatio(permille / 1_000, locale) }),
  }))
}

function describeCorrections(writer: Writer): TableRow[] {
  const { statement, texts, locale } = writer
  return describeGroup(
    writer,
    texts.corrections,
    statement.corrections,
    statement.correctionLines,
    (line) => {
      const what = line.source
        ? getSourceName(line.source, writer.locale)
        : getEntryKindName(line.kind, locale)
      const month = formatMonth(line.earnedMonth, locale)
      const corrects = line.corrects
        ? fillText(texts.corrects, { number: line.corrects.number })
        : texts.correctsNothing
      return {
        ...describeChannel(line, texts),
        note: `${fillText(texts.correction, { month, what })} · ${corrects}`,
      }
    },
  )
}

function describeWithholding(writer: Writer): TableRow[] {
  const { statement, texts, locale } = writer
  const lines = statement.withholdingLines
  const list = { lines, omitted: nothingOmitted }
  return describeGroup(writer, texts.withholding, statement.withholding, list, (line) => ({
    text: fillText(texts.withholdingLines[line.name], {
      rate: formatRatio(getTaxRatio(line, lines), locale),
      part: formatRatio(line.permille / 1_000, locale),
    }),
  }))
}

function describeComparisons({ statement, locale, texts, money }: Writer): Block[] {
  const { comparison } = texts
  const comparisons = statement.comparisons.filter(
    ({ estimated, final }) => estimated !== null || final !== null,
  )
  if (comparisons.length === 0) return []
  const orMissing = (amount: number | null) => (amount === null ? missingValue : money(amount))
  return [
    { kind: 'heading', text: comparison.heading },
    {
      kind: 'table',
      columns: [
        { title: comparison.month, align: 'left', share: 0.37 },
        { title: comparison.estimated, align: 'right', share: 0.23 },
        { title: comparison.final, align: 'right', share: 0.23 },
        { title: comparison.difference, align: 'right', share: 0.17 },
      ],
      rows: comparisons.map((one) => ({
        kind: 'line',
        cells: [
          formatMonth(one.month, locale),
          orMissing(one.estimated),
          orMissing(one.final),
          formatDifference(one, locale),
        ],
        note:
          one.estimated !== null && one.coveredDays < one.days
            ? fillText(comparison.covered, { covered: String(one.coveredDays), days: String(one.days) })
            : undefined,
      })),
    },
  ]
}

/** Returns the difference of the final amount from the estimate; only where the estimate covers the whole month. */
function formatDifference({ estimated, final, coveredDays, days }: MonthComparison, locale: Locale): string {
  if (estimated === null || final === null || estimated <= 0 || coveredDays < days) return missingValue
  return formatSignedPercent(final / estimated - 1, locale)
}

function describePayments({ statement, locale, texts: { recentPayments }, money }: Writer): Block[] {
  if (statement.recentPayments.length === 0) return []
  return [
    { kind: 'heading', text: recentPayments.heading },
    {
      kind: 'table',
      columns: [
        { title: recentPayments.day, align: 'left', share: 0.2 },
        { title: recentPayments.number, align: 'left', share: 0.23 },
        { title: recentPayments.reference, align: 'left', share: 0.34 },
        { title: recentPayments.amount, align: 'right', share: 0.23 },
      ],
      rows: statement.recentPayments.map(({ paidOn, number, reference, amount, returned }) => ({
        kind: 'line',
        cells: [formatDay(paidOn, locale), number, cleanText(reference), money(amount)],
        note: returned
          ? fillText(recentPayments.returned, {
              day: formatDay(returned.day, locale),
              reason: cleanText(returned.reason),
            })
          : undefined,
      })),
    },
  ]
}

function describeNotes(
  { statement, texts: { notes }, money, locale }: Writer,
  input: StatementDocument,
): Block {
  const { number, currency, krwMicros, minimum, fingerprint } = statement
  return {
    kind: 'notes',
    texts: [
      ...(currency === 'KRW' ? [fillText(notes.rate, { rate: formatRate(krwMicros, locale, 2) })] : []),
      ...(minimum > 0 ? [fillText(notes.minimum, { minimum: money(minimum) })] : []),
      notes.rounding,
      notes.final,
      describeContact(input, number),
      fillText(notes.fingerprint, { fingerprint }),
    ],
  }
}

function describeContact({ sender, site, locale }: StatementDocument, number: string): string {
  const { notes } = statementTexts[locale]
  const contact = joinContact(sender, cleanText)
  return contact === ''
    ? fillText(notes.ask, { number, site: cleanText(site.name) })
    : fillText(notes.contact, { number, contact })
}
