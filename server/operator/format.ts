import { basename } from 'node:path'
import type { FileOutcome, ImportSummary, IncompleteDay } from '#server/ingest/import-files.ts'

const maxPrintedDays = 10

/** What became of a file, in one line. */
export function formatFileOutcome(outcome: FileOutcome): string {
  const name = basename(outcome.path)
  const seconds = `${(outcome.ms / 1000).toFixed(1)} s`
  switch (outcome.result) {
    case 'loaded':
      return `loaded     ${name}: ${outcome.type} of ${outcome.day}, ${formatCount(outcome.rows, 'row')}, ${seconds}`
    case 'unchanged':
      return `unchanged  ${name}: ${outcome.type} of ${outcome.day} is there already`
    case 'older':
      return `older      ${name}: a newer ${outcome.type} report of ${outcome.day} is there; nothing was replaced`
    case 'refused': {
      const line = outcome.line === undefined ? '' : `, line ${outcome.line}`
      return `refused    ${name}${line}: ${outcome.reason}`
    }
  }
}

export function formatImportSummary({
  outcomes,
  incompleteDays,
  factsOverCapacity,
  ms,
}: ImportSummary): string[] {
  const count = (result: FileOutcome['result']) =>
    outcomes.filter((outcome) => outcome.result === result).length
  const rows = outcomes.reduce((sum, outcome) => sum + (outcome.result === 'loaded' ? outcome.rows : 0), 0)
  const results = (['loaded', 'unchanged', 'older', 'refused'] as const)
    .filter((result) => count(result) > 0)
    .map((result) => `${count(result)} ${result}`)
  return [
    ...outcomes.map(formatFileOutcome),
    ...formatHalfDays(incompleteDays),
    ...(factsOverCapacity === null ? [] : [formatCapacityWarning(factsOverCapacity)]),
    `${formatCount(outcomes.length, 'file')}: ${results.join(', ')}; ${formatCount(rows, 'row')} in ${(ms / 1000).toFixed(1)} s`,
  ]
}

const formatCapacityWarning = (facts: number) =>
  `The embedded database holds ${formatInteger(facts)} facts and grows slow: a PostgreSQL server is better (DATABASE_URL).`

function formatHalfDays(halfDays: readonly IncompleteDay[]): string[] {
  if (halfDays.length === 0) return []
  const days = halfDays
    .slice(-maxPrintedDays)
    .map(
      ({ owner, day, has }) =>
        `  ${day} of ${owner} has ${has}, but no ${has === 'activity' ? 'revenue' : 'activity'}`,
    )
  const more =
    halfDays.length > maxPrintedDays ? [`  and ${halfDays.length - maxPrintedDays} earlier ones`] : []
  return ['Periods end before a day that has only one of the two daily reports:', ...days, ...more]
}

export const formatInteger = (value: number) => value.toLocaleString('en-US')

/** "1 file", "2 files" */
export const formatCount = (count: number, singular: string) =>
  `${formatInteger(count)} ${singular}${count === 1 ? '' : 's'}`
