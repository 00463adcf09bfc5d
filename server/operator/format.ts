import { basename } from 'node:path'
import { amountUnits, type Currency } from '#contract/platform/currency.ts'
import type { LineError } from '#server/platform/files/csv-table.ts'
import type { ReportedDay } from '#server/reports/completeness/completeness.ts'
import type { FileOutcome, ImportSummary } from '#server/reports/ingest/import-files.ts'

export const formatInteger = (value: number) => value.toLocaleString('en-US')

/** "4,466.63" */
export const formatDollars = (micros: number, maximumFractionDigits = 2) =>
  new Intl.NumberFormat('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits,
    signDisplay: 'negative',
  }).format(micros / 1_000_000)

/** "12,345.678 KRW", "12.345678 USD": exact. */
export function formatAmount(amount: number, currency: Currency): string {
  const units = amountUnits[currency]
  const rest = String(Math.abs(amount) % units).padStart(Math.log10(units), '0')
  return `${amount < 0 ? '-' : ''}${formatInteger(Math.floor(Math.abs(amount) / units))}.${rest} ${currency}`
}

/** "1 file", "2 files" */
export const formatCount = (count: number, singular: string) =>
  `${formatInteger(count)} ${singular}${count === 1 ? '' : 's'}`

export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** "2026-03-02 09:30" (UTC) */
export const formatMinute = (time: string) => time.slice(0, 16).replace('T', ' ')

export const formatResult = <Value>(
  json: true | undefined,
  value: Value,
  formatText: (value: Value) => string | readonly string[],
) => (json ? JSON.stringify(value, null, 1) : formatText(value))

/** The first `textColumns` are aligned left, numbers right. */
export function formatColumns(rows: readonly (readonly string[])[], textColumns: number): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, at) => (at < textColumns ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}

const maxPrintedErrors = 1_000

export function formatLineErrors(name: string, errors: readonly LineError[]): string[] {
  const lineCount = new Set(errors.map(({ line }) => line)).size
  const omitted = errors.length - maxPrintedErrors
  return [
    `${name}: ${formatCount(lineCount, 'invalid line')}, so nothing was changed:`,
    ...errors
      .slice(0, maxPrintedErrors)
      .map(({ line, column, reason }) => `  line ${line}${column ? `, ${column}` : ''}: ${reason}`),
    ...(omitted > 0 ? [`  and ${formatInteger(omitted)} more`] : []),
  ]
}

export function formatFileOutcome(outcome: FileOutcome): string {
  const name = basename(outcome.path)
  switch (outcome.result) {
    case 'loaded': {
      const seconds = `${(outcome.ms / 1000).toFixed(1)} s`
      return `loaded     ${name}: ${outcome.type} of ${outcome.day}, ${formatCount(outcome.rows, 'row')}, ${seconds}`
    }
    case 'unchanged':
      return `unchanged  ${name}: ${outcome.type} of ${outcome.day} was already imported`
    case 'older':
      return `older      ${name}: a newer ${outcome.type} report of ${outcome.day} was already imported`
    case 'refused': {
      const line = outcome.line === undefined ? '' : `, line ${outcome.line}`
      return `refused    ${name}${line}: ${outcome.reason}`
    }
  }
}

const outcomeOrder = ['loaded', 'unchanged', 'older', 'refused'] as const

export function formatImportSummary({
  outcomes,
  incompleteDays,
  factsOverCapacity,
  ms,
}: ImportSummary): string[] {
  const rows = outcomes.reduce((sum, outcome) => sum + (outcome.result === 'loaded' ? outcome.rows : 0), 0)
  const counts = outcomeOrder
    .map((result) => ({ result, count: outcomes.filter((outcome) => outcome.result === result).length }))
    .filter(({ count }) => count > 0)
    .map(({ result, count }) => `${count} ${result}`)
  return [
    ...outcomes.map(formatFileOutcome),
    ...outcomes.flatMap(formatWarnings),
    ...formatIncompleteDays(incompleteDays),
    ...(factsOverCapacity === null ? [] : [formatCapacityWarning(factsOverCapacity)]),
    `${formatCount(outcomes.length, 'file')}: ${counts.join(', ')}; ${formatCount(rows, 'row')} in ${(ms / 1000).toFixed(1)} s`,
  ]
}

const formatWarnings = (outcome: FileOutcome): string[] =>
  outcome.result === 'refused'
    ? []
    : outcome.warnings.map((warning) => `warning    ${basename(outcome.path)}: ${warning}`)

const formatCapacityWarning = (facts: number) =>
  `The embedded database holds ${formatInteger(facts)} facts and is getting slow: use a PostgreSQL server (DATABASE_URL).`

/** "no revenue" */
export const formatMissing = ({ activity, revenue }: ReportedDay): string =>
  activity > 0 ? 'no revenue' : revenue > 0 ? 'no activity' : 'neither activity nor revenue'

const maxPrintedDays = 10

function formatIncompleteDays(incompleteDays: readonly ReportedDay[]): string[] {
  if (incompleteDays.length === 0) return []
  const omitted = incompleteDays.length - maxPrintedDays
  return [
    'These days lack a report, and periods end on the last day that lacks none (see: report days):',
    ...incompleteDays
      .slice(-maxPrintedDays)
      .map((day) => `  ${day.day} of ${day.owner}: ${formatMissing(day)}`),
    ...(omitted > 0 ? [`  and ${omitted} earlier ones`] : []),
  ]
}
