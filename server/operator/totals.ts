import { selectTotals, type TotalKey, type Totals, totalKeys } from '#server/ingest/totals.ts'
import { type Command, UsageError } from './command.ts'
import { wholeNumber } from './outcome.ts'

export const totalsCommand: Command = {
  name: 'report totals',
  usage: '--by day|channel|video [--json]',
  summary:
    'Prints the sums of everything that was reported, of all owners, whoever has registered the channels.',
  help: 'Amounts are millionths of a US dollar with --json, dollars in the table.',
  options: { by: { type: 'string' }, json: { type: 'boolean' } },
  prepare(given) {
    const by = totalKeys.find((key) => key === given.text('by'))
    if (!by || given.positionals.length > 0) throw new UsageError(`Give --by ${totalKeys.join('|')}.`)
    return async ({ db, print }) => {
      const totals = await selectTotals(db, by)
      if (given.flag('json')) print(JSON.stringify(totals, null, 1))
      else for (const line of table(by, totals)) print(line)
      return 0
    }
  },
}

function table(by: TotalKey, totals: Record<string, Totals>): string[] {
  const header = [by, 'views', 'premium views', 'revenue $', 'premium $']
  const rows = Object.entries(totals).map(([key, sums]) => [
    key,
    wholeNumber(sums.views),
    wholeNumber(sums.premium_views),
    dollars(sums.revenue_micros),
    dollars(sums.premium_revenue_micros),
  ])
  const widths = header.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)))
  return [header, ...rows].map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  '),
  )
}

const dollars = (micros: number) =>
  (micros / 1_000_000).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 })
