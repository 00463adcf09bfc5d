import { basename } from 'node:path'
import type { FileOutcome, HalfDay, ImportSummary } from '#server/ingest/import-files.ts'

const shownDays = 10

/** What became of a file, in one line. */
export function describeOutcome(outcome: FileOutcome): string {
  const name = basename(outcome.path)
  const seconds = `${(outcome.ms / 1000).toFixed(1)} s`
  switch (outcome.result) {
    case 'loaded':
      return `loaded     ${name}: ${outcome.type} of ${outcome.day}, ${countOf(outcome.rows, 'row')}, ${seconds}`
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

export function describeImport({ outcomes, halfDays, tooManyFacts, ms }: ImportSummary): string[] {
  const count = (result: FileOutcome['result']) =>
    outcomes.filter((outcome) => outcome.result === result).length
  const rows = outcomes.reduce((sum, outcome) => sum + (outcome.result === 'loaded' ? outcome.rows : 0), 0)
  const results = (['loaded', 'unchanged', 'older', 'refused'] as const)
    .filter((result) => count(result) > 0)
    .map((result) => `${count(result)} ${result}`)
  return [
    ...outcomes.map(describeOutcome),
    ...describeHalfDays(halfDays),
    ...(tooManyFacts === null ? [] : [tooLarge(tooManyFacts)]),
    `${countOf(outcomes.length, 'file')}: ${results.join(', ')}; ${countOf(rows, 'row')} in ${(ms / 1000).toFixed(1)} s`,
  ]
}

const tooLarge = (facts: number) =>
  `The embedded database holds ${wholeNumber(facts)} facts and grows slow: a PostgreSQL server is better (DATABASE_URL).`

function describeHalfDays(halfDays: readonly HalfDay[]): string[] {
  if (halfDays.length === 0) return []
  const days = halfDays
    .slice(-shownDays)
    .map(
      ({ owner, day, has }) =>
        `  ${day} of ${owner} has ${has}, but no ${has === 'activity' ? 'revenue' : 'activity'}`,
    )
  const more = halfDays.length > shownDays ? [`  and ${halfDays.length - shownDays} earlier ones`] : []
  return ['Periods end before a day that has only one of the two daily reports:', ...days, ...more]
}

export const wholeNumber = (value: number) => value.toLocaleString('en-US')

/** "1 file", "2 files" */
export const countOf = (count: number, one: string) => `${wholeNumber(count)} ${one}${count === 1 ? '' : 's'}`
