import { Option } from '@commander-js/extra-typings'
import { selectTotals, type TotalGrouping, type Totals, totalGroupings } from '#server/figures/totals.ts'
import { createCommand, type Schedule } from './command.ts'
import { formatInteger, formatResult } from './format.ts'

export const reportTotalsCommand = (schedule: Schedule) =>
  createCommand('totals', {
    summary: 'print the totals of all reported figures, across owners and registrations',
    help: 'Amounts are dollars in the table and millionths of a US dollar with --json.',
    examples: ['report totals --by day'],
  })
    .addOption(new Option('--by <grouping>', 'how to group').choices(totalGroupings).makeOptionMandatory())
    .option('--json', 'print JSON')
    .action(({ by, json }) =>
      schedule(async ({ db, print }) => {
        print(formatResult(json, await selectTotals(db, by), (totals) => formatTable(by, totals)))
      }),
    )

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
