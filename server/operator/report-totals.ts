import { selectTotals, type TotalGrouping, type Totals, totalGroupings } from '#server/figures/totals.ts'
import { type Command, UsageError } from './command.ts'
import { formatInteger } from './format.ts'

export const reportTotalsCommand: Command = {
  name: 'report totals',
  usage: '--by day|channel|video [--json]',
  summary:
    'Prints the sums of everything that was reported, of all owners, whoever has registered the channels.',
  help: 'Amounts are millionths of a US dollar with --json, dollars in the table.',
  options: { by: { type: 'string' }, json: { type: 'boolean' } },
  prepare(args) {
    const by = totalGroupings.find((key) => key === args.value('by'))
    if (!by || args.positionals.length > 0) throw new UsageError(`Give --by ${totalGroupings.join('|')}.`)
    return async ({ db, print }) => {
      const totals = await selectTotals(db, by)
      if (args.flag('json')) print(JSON.stringify(totals, null, 1))
      else for (const line of formatTable(by, totals)) print(line)
      return 0
    }
  },
}

function formatTable(by: TotalGrouping, totals: Record<string, Totals>): string[] {
  const header = [by, 'views', 'premium views', 'revenue $', 'premium $']
  const rows = Object.entries(totals).map(([key, sums]) => [
    key,
    formatInteger(sums.views),
    formatInteger(sums.premium_views),
    formatDollars(sums.revenue_micros),
    formatDollars(sums.premium_revenue_micros),
  ])
  const widths = header.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)))
  return [header, ...rows].map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  '),
  )
}

const formatDollars = (micros: number) =>
  (micros / 1_000_000).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 })
