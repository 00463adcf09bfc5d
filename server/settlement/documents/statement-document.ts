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
import type { Translate } from '#lib/texts/catalog.ts'
import { movementTexts } from '#lib/texts/settlement-names.ts'
import { localeTimeZones } from '#server/platform/localized-text.ts'
import { joinContact } from '#server/platform/mail/contact.ts'
import { createTranslator, joinFacts, translate } from '#server/platform/texts.ts'
import type { Block, DocumentModel, TableRow, WaterfallStep } from './pdf/model.ts'

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
  t: Translate
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
  `${translate('statement-document:fileName', locale, { number: statement.number })}.pdf`

const defaultPrimary = '#5b5bd6'

export function createStatementModel(input: StatementDocument): DocumentModel {
  const { site, logo, locale } = input
  const statement = roundStatement(input.statement)
  const t = createTranslator(locale)
  const writer: Writer = {
    statement,
    locale,
    t,
    money: (amount) => formatMoney(amount, statement.currency, locale),
  }
  const name = cleanText(site.name)
  const title = t('statements:statement.title', { month: formatMonth(statement.month, locale) })
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
      { kind: 'heading', text: t('statement-document:summary.heading') },
      describeSummary(writer),
      { kind: 'heading', text: t('statement-document:details') },
      describeLines(writer),
      ...describeComparisons(writer),
      ...describePayments(writer),
      { kind: 'heading', text: t('statement-document:notes.heading') },
      describeNotes(writer, input),
    ],
    footer: {
      text: t('statement-document:footer', { site: name, number: statement.number }),
      formatPage: (page, pages) => t('statement-document:page', { page: String(page), pages: String(pages) }),
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

function describeFacts({ statement, locale, t }: Writer, { payee }: StatementDocument): Block {
  const { account, number, closedAt, paidOn, reference } = statement
  const nickname = account.nickname ? cleanText(account.nickname) : null
  const name = payee ? cleanText(payee.name) : (account.email ?? nickname ?? t('lists:deletedAccount'))
  const found: [string, string | null][] = [
    [t('statement-document:facts.payee'), account.isNetwork ? `${name} (${t('lists:network')})` : name],
    [t('statements:statement.number'), number],
    [t('statements:statement.closedAt'), formatDay(toLocalDay(closedAt, localeTimeZones[locale]), locale)],
    [t('payout:account'), payee && cleanText(payee.maskedAccount)],
    [t('settlement:paidOn'), paidOn && formatDay(paidOn, locale)],
    [t('settlement:reference'), reference && cleanText(reference)],
  ]
  return {
    kind: 'facts',
    facts: found.flatMap(([factName, value]) => (value ? { name: factName, value } : [])),
  }
}

function describeAnswer(writer: Writer): Block {
  const { statement, t, money } = writer
  return {
    kind: 'answer',
    label: t('settlement:amounts.payable'),
    value: money(statement.payable),
    state: t(`settlement:states.${statement.state}`),
    note: describeState(writer),
  }
}

function describeState({ statement, locale, t, money }: Writer): string {
  const { state, closing, payable, minimum, paidOn, reference, outstanding } = statement
  if (state === 'paid' || state === 'partly_paid')
    return t(`statement-document:answer.${state === 'paid' ? 'paid' : 'partlyPaid'}`, {
      outstanding: money(outstanding),
      day: paidOn ? formatDay(paidOn, locale) : missingValue,
      reference: reference ? cleanText(reference) : missingValue,
    })
  if (state === 'awaiting_payment' || state === 'exported') return t('statement-document:answer.awaiting')
  if (state === 'returned') return t('statement-document:answer.returned')
  if (state === 'forfeited') return t('statement-document:answer.forfeited')
  if (state === 'details_required')
    return t(`statement-document:answer.${payable > 0 ? 'detailsRequired' : 'detailsRequiredNext'}`)
  const values = { minimum: money(minimum), closing: money(closing) }
  if (closing > 0 && closing < minimum) return t('statement-document:answer.belowMinimum', values)
  return closing === 0
    ? t('statement-document:answer.nothing')
    : t('statement-document:answer.nothingButBalance', values)
}

/** Opening and closing balance always, of what is between only what is not 0. */
function describeSummary({ statement, locale, t, money }: Writer): Block {
  const { opening, payments, income, adjustments, tax, fee, corrections, manual, withholding } = statement
  const { closing, payable } = statement
  const changes: [string, number][] = [
    [t('statement-document:payments'), payments],
    [t('settlement:amounts.income'), income],
    [t('settlement:amounts.adjustments'), adjustments],
    [t('settlement:sources.tax'), tax],
    [getFeeName(statement, t), fee],
    [t('settlement:amounts.corrections'), corrections],
    [t('settlement:amounts.manual'), manual],
    [t('settlement:amounts.withholding'), withholding],
  ]
  const steps: WaterfallStep[] = [
    { label: t('settlement:amounts.opening'), value: money(opening), from: 0, to: opening, tone: 'total' },
  ]
  let sum = opening
  for (const [label, amount] of changes) {
    if (amount === 0) continue
    const tone = amount < 0 ? 'loss' : 'gain'
    steps.push({ label, value: money(amount), from: sum, to: sum + amount, tone })
    sum += amount
  }
  steps.push({
    label: t('settlement:amounts.closing'),
    value: money(closing),
    from: 0,
    to: closing,
    tone: 'total',
  })
  if (payable !== closing)
    steps.push({
      label: t('settlement:amounts.payable'),
      value: money(payable),
      from: 0,
      to: payable,
      tone: 'total',
    })
  const described = joinFacts(
    steps.map(({ label, value }) => `${label} ${value}`),
    locale,
  )
  return {
    kind: 'waterfall',
    columns: [t('statement-document:item'), t('settlement:amount')],
    alt: t('statement-document:summary.alt', { steps: described }),
    steps,
  }
}

const getFeeName = ({ account }: StatementDetail, t: Translate) =>
  account.isNetwork ? t('settlement:amounts.feeReceived') : t('settlement:amounts.fee')

function describeLines(writer: Writer): Block {
  const { statement, t, money } = writer
  const rows: TableRow[] = [
    { kind: 'group', cells: [t('settlement:amounts.opening'), money(statement.opening)] },
    ...describeLater(writer),
    ...describeIncome(writer),
    ...describeAdjustments(writer),
    ...describeTax(writer),
    ...describeFees(writer),
    ...describeCorrections(writer),
    ...describeManual(writer),
    { kind: 'sum', cells: [t('settlement:amounts.net'), money(statement.net)] },
    ...describeWithholding(writer),
    { kind: 'sum', cells: [t('settlement:amounts.closing'), money(statement.closing)] },
    { kind: 'sum', cells: [t('settlement:amounts.payable'), money(statement.payable)] },
  ]
  return {
    kind: 'table',
    columns: [
      { title: t('statement-document:item'), align: 'left', share: 0.74 },
      { title: t('settlement:amount'), align: 'right', share: 0.26 },
    ],
    rows,
  }
}

function describeLater(writer: Writer): TableRow[] {
  const { statement, t, locale } = writer
  const list = { lines: statement.laterLines, omitted: nothingOmitted }
  return describeGroup(
    writer,
    t('statement-document:payments'),
    statement.payments,
    list,
    ({ kind, day, reference }) => ({
      text: t(movementTexts[kind]),
      note: day && reference ? `${formatDay(day, locale)} · ${cleanText(reference)}` : undefined,
    }),
  )
}

function describeManual(writer: Writer): TableRow[] {
  const { statement, t } = writer
  const list = { lines: statement.manualLines, omitted: nothingOmitted }
  return describeGroup(
    writer,
    t('settlement:amounts.manual'),
    statement.manual,
    list,
    ({ kind, reason }) => ({
      text: t(`settlement:manualKinds.${kind}`),
      note: cleanText(reason),
    }),
  )
}

const describeChannel = ({ channelId, name }: StatementChannel, t: Translate) => ({
  text: (name && cleanText(name)) || (channelId ?? t('months:comparison.unnamed')),
  fallback: channelId ?? undefined,
})

interface LineList<Line> {
  lines: readonly Line[]
  omitted: { count: number; amount: number }
}

function describeGroup<Line extends { amount: number }>(
  { t, money, locale }: Writer,
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
      ? [
          {
            kind: 'line' as const,
            cells: [t('statement-document:omitted', { count }), money(omitted.amount)],
          },
        ]
      : []),
  ]
}

function describeIncome(writer: Writer): TableRow[] {
  const { statement, t, money } = writer
  return describeGroup(
    writer,
    t('settlement:amounts.income'),
    statement.income,
    statement.incomeLines,
    (line) => ({
      ...describeChannel(line, t),
      note:
        line.sources.length === 1
          ? line.sources.map(({ source }) => t(`settlement:sources.${source}`)).join('')
          : line.sources
              .map(({ source, amount }) =>
                keepTogether(`${t(`settlement:sources.${source}`)} ${money(amount)}`),
              )
              .join(' · '),
    }),
  )
}

/** Keeps words on one line, where there is room. */
const keepTogether = (text: string) => text.replaceAll(' ', '\u00a0')

function describeAdjustments(writer: Writer): TableRow[] {
  const { statement, t } = writer
  return describeGroup(
    writer,
    t('settlement:amounts.adjustments'),
    statement.adjustments,
    statement.adjustmentLines,
    (line) => ({
      ...describeChannel(line, t),
      note: t(`settlement:sources.${line.source}`),
    }),
  )
}

function describeTax(writer: Writer): TableRow[] {
  const { statement, t } = writer
  return describeGroup(writer, t('settlement:sources.tax'), statement.tax, statement.taxLines, (line) => ({
    ...describeChannel(line, t),
    ...(line.source === 'tax_refund' && { note: t(`settlement:sources.${line.source}`) }),
  }))
}

const nothingOmitted = { count: 0, amount: 0 }

function describeFees(writer: Writer): TableRow[] {
  const { statement, t, locale } = writer
  const list = { lines: statement.feeLines, omitted: nothingOmitted }
  return describeGroup(writer, getFeeName(statement, t), statement.fee, list, ({ permille }) => ({
    text: t('statement-document:feeRate', { rate: formatRatio(permille / 1_000, locale) }),
  }))
}

function describeCorrections(writer: Writer): TableRow[] {
  const { statement, t, locale } = writer
  return describeGroup(
    writer,
    t('settlement:amounts.corrections'),
    statement.corrections,
    statement.correctionLines,
    (line) => {
      const what = line.source ? t(`settlement:sources.${line.source}`) : t(movementTexts[line.kind])
      const month = formatMonth(line.earnedMonth, locale)
      const corrects = line.corrects
        ? t('statement-document:corrects', { number: line.corrects.number })
        : t('statement-document:correctsNothing')
      return {
        ...describeChannel(line, t),
        note: `${t('statement-document:correction', { month, what })} · ${corrects}`,
      }
    },
  )
}

function describeWithholding(writer: Writer): TableRow[] {
  const { statement, t, locale } = writer
  const lines = statement.withholdingLines
  const list = { lines, omitted: nothingOmitted }
  return describeGroup(writer, t('settlement:amounts.withholding'), statement.withholding, list, (line) => ({
    text: t(`statement-document:withholdingLines.${line.name}`, {
      rate: formatRatio(getTaxRatio(line, lines), locale),
      part: formatRatio(line.permille / 1_000, locale),
    }),
  }))
}

function describeComparisons({ statement, locale, t, money }: Writer): Block[] {
  const comparisons = statement.comparisons.filter(
    ({ estimated, final }) => estimated !== null || final !== null,
  )
  if (comparisons.length === 0) return []
  const orMissing = (amount: number | null) => (amount === null ? missingValue : money(amount))
  return [
    { kind: 'heading', text: t('settlement:comparison.title') },
    {
      kind: 'table',
      columns: [
        { title: t('lists:month'), align: 'left', share: 0.37 },
        { title: t('settlement:comparison.estimated'), align: 'right', share: 0.23 },
        { title: t('settlement:comparison.final'), align: 'right', share: 0.23 },
        { title: t('settlement:comparison.difference'), align: 'right', share: 0.17 },
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
            ? t('statement-document:comparison.covered', {
                covered: String(one.coveredDays),
                days: String(one.days),
              })
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

function describePayments({ statement, locale, t, money }: Writer): Block[] {
  if (statement.recentPayments.length === 0) return []
  return [
    { kind: 'heading', text: t('statement-document:recentPayments.heading') },
    {
      kind: 'table',
      columns: [
        { title: t('settlement:paidOn'), align: 'left', share: 0.2 },
        { title: t('statements:statement.number'), align: 'left', share: 0.23 },
        { title: t('settlement:reference'), align: 'left', share: 0.34 },
        { title: t('settlement:amount'), align: 'right', share: 0.23 },
      ],
      rows: statement.recentPayments.map(({ paidOn, number, reference, amount, returned }) => ({
        kind: 'line',
        cells: [formatDay(paidOn, locale), number, cleanText(reference), money(amount)],
        note: returned
          ? t('statement-document:recentPayments.returned', {
              day: formatDay(returned.day, locale),
              reason: cleanText(returned.reason),
            })
          : undefined,
      })),
    },
  ]
}

function describeNotes({ statement, t, money, locale }: Writer, input: StatementDocument): Block {
  const { number, currency, krwMicros, minimum, fingerprint } = statement
  return {
    kind: 'notes',
    texts: [
      ...(currency === 'KRW'
        ? [t('statement-document:notes.rate', { rate: formatRate(krwMicros, locale, 2) })]
        : []),
      ...(minimum > 0 ? [t('statement-document:notes.minimum', { minimum: money(minimum) })] : []),
      t('statement-document:notes.rounding'),
      t('statement-document:notes.final'),
      describeContact(input, number),
      t('statement-document:notes.fingerprint', { fingerprint }),
    ],
  }
}

function describeContact({ sender, site, locale }: StatementDocument, number: string): string {
  const t = createTranslator(locale)
  const contact = joinContact(sender, cleanText, locale)
  return contact === ''
    ? t('statement-document:notes.ask', { number, site: cleanText(site.name) })
    : t('statement-document:notes.contact', { number, contact })
}
