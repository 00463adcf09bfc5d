import * as z from 'zod/mini'
import { Count, Day } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { formatMonth, type Source, sourceNames, sources } from '#server/settlement/files/sources.ts'
import { createCommand, type Schedule } from './command.ts'
import { formatCount, formatResult } from './format.ts'
import { parseOwner } from './parsers.ts'

const MonthRow = z.object({
  month: Day,
  owner: z.string(),
  state: z.enum(['open', 'closed']),
  sources: z.array(z.enum(sources)),
  rows: Count,
})
type MonthRow = z.output<typeof MonthRow>

export const monthListCommand = (schedule: Schedule) =>
  createCommand('list', {
    summary: 'list the months with final files, by content owner, and the files that are missing',
    examples: ['month list', 'month list --owner us --json'],
  })
    .option('--owner <name>', 'only of this content owner', parseOwner)
    .option('--json', 'print JSON')
    .action(({ owner = '', json }) =>
      schedule(async ({ db, print }) => {
        const months = await db.query(
          MonthRow,
          sql`select l.month,
            l.owner,
            m.state,
            array_agg(l.source order by l.source) as sources,
            sum(l.row_count)::bigint as rows
          from month_loads l
          join months m on m.month = l.month
          where l.state = 'current'
            and (${owner} = '' or l.owner = ${owner})
          group by l.month, l.owner, m.state
          order by l.month, l.owner`,
        )
        const listed = months.map((row) => ({ ...row, month: formatMonth(row.month) }))
        print(formatResult(json, listed, formatMonths))
      }),
    )

const formatMonths = (months: readonly MonthRow[]): string[] =>
  months.length === 0
    ? ['There are no final files.']
    : months.map(
        ({ month, owner, state, sources: own, rows }) =>
          `${month}  ${owner}  ${state}  ${formatCount(own.length, 'file')}, ${formatCount(rows, 'row')}${formatMissing(own)}`,
      )

/** Not every owner has adjustments, paid features or tax; without a payment summary nothing can be reconciled. */
function formatMissing(own: readonly Source[]): string {
  const missing = sources.filter((source) => !own.includes(source)).map((source) => sourceNames[source])
  return missing.length === 0 ? '' : `; not there: ${missing.join('; ')}`
}
