import { sourceNames, sources } from '#server/settlement/files/sources.ts'
import { type MonthTotals, selectMonthTotals } from '#server/settlement/files/totals.ts'
import { createCommand, type Schedule } from './command.ts'
import { formatColumns, formatDollars, formatResult } from './format.ts'
import { parseMonthArgument, requireMonthLoads } from './month-format.ts'
import { parseOwner } from './parsers.ts'

export const monthTotalsCommand = (schedule: Schedule) =>
  createCommand('totals', {
    summary: 'print the final figures of a month, by source and by channel',
    help: `Amounts are dollars, with --json millionths of a dollar. Each sum is exact and rounded once, so that channels may differ from
their source by a few millionths. Lists registered channels and those in the files; "(none)" is what YouTube names no
channel for.`,
    examples: ['month totals --month 2026-03', 'month totals --month 2026-03 --owner us --json'],
  })
    .requiredOption('--month <month>', 'the month', parseMonthArgument)
    .option('--owner <name>', 'only of this content owner', parseOwner)
    .option('--json', 'print JSON')
    .action(({ month, owner, json }) =>
      schedule(async ({ db, print }) => {
        await requireMonthLoads(db, month, owner)
        print(formatResult(json, await selectMonthTotals(db, { month, owner }), formatTotals))
      }),
    )

function formatTotals({ channels, sources: totals, tax_withheld: tax }: MonthTotals): string[] {
  const listed = sources.filter((source) => totals[source] !== undefined)
  const toRow = (name: string, own: MonthTotals['channels'][string], withheld: number | null | undefined) => [
    name,
    ...listed.map((source) => formatDollars(own[source] ?? 0)),
    formatDollars(withheld ?? 0),
  ]
  return formatColumns(
    [
      ['channel', ...listed.map((source) => sourceNames[source]), 'tax withheld'],
      ...Object.entries(channels).map(([channelId, own]) => toRow(channelId, own, own.tax_withheld)),
      toRow('total', totals, tax),
    ],
    1,
  )
}
