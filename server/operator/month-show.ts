import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Integer, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { formatMonth, sourceNames, sources } from '#server/settlement/files/sources.ts'
import { isCurrentIn, type MonthScope, toMicros } from '#server/settlement/files/totals.ts'
import { createCommand, type Schedule } from './command.ts'
import { formatColumns, formatDollars, formatInteger, formatMinute, formatResult } from './format.ts'
import { parseMonthArgument, requireMonthLoads } from './month-format.ts'
import { parseOwner } from './parsers.ts'

export const monthShowCommand = (schedule: Schedule) =>
  createCommand('show', {
    summary: 'print the final files of a month that count, and their sums',
    help: `Amounts are dollars, with --json millionths of a dollar. The amount of the payment summary is that of its line "Total", and
tax is what YouTube withheld. Times are in UTC.`,
    examples: ['month show --month 2026-03', 'month show --month 2026-03 --owner us --json'],
  })
    .requiredOption('--month <month>', 'the month', parseMonthArgument)
    .option('--owner <name>', 'only of this content owner', parseOwner)
    .option('--json', 'print JSON')
    .action(({ month, owner, json }) =>
      schedule(async ({ db, print }) => {
        await requireMonthLoads(db, month, owner)
        const files = await selectFiles(db, { month, owner })
        print(formatResult(json, { month: formatMonth(month), files }, () => formatFiles(files)))
      }),
    )

const FileRow = z.object({
  owner: z.string(),
  source: z.enum(sources),
  rows: Count,
  channels: Count,
  micros: z.nullable(Integer),
  file: z.string(),
  imported: Timestamp,
  sha256: z.string(),
})
type FileRow = z.output<typeof FileRow>

async function selectFiles(db: Queryable, scope: MonthScope): Promise<FileRow[]> {
  const rows = await db.query(
    FileRow,
    sql`select l.owner,
      l.source,
      l.row_count as rows,
      coalesce(s.channels, 0) as channels,
      case l.source
        when 'payment_summary' then ${toMicros(sql`(
          select p.amount
          from month_payments p
          where p.load_id = l.id
            and lower(p.label) = 'total'
          order by p.position
          limit 1)`)}
        else ${toMicros(sql`coalesce(s.amount, 0)`)}
      end as micros,
      l.file_name as file,
      l.loaded_at as imported,
      l.sha256
    from month_loads l
    left join (
      select load_id,
        count(*) as channels,
        sum(amount) as amount
      from month_sums
      group by load_id
    ) s on s.load_id = l.id
    where ${isCurrentIn(scope)}
    order by l.owner`,
  )
  return rows.sort((a, b) =>
    a.owner === b.owner ? sources.indexOf(a.source) - sources.indexOf(b.source) : a.owner < b.owner ? -1 : 1,
  )
}

const formatFiles = (files: readonly FileRow[]): string[] =>
  formatColumns(
    [
      ['owner', 'file', 'imported', 'source', 'rows', 'channels', 'dollars'],
      ...files.map(({ owner, file, imported, source, rows, channels, micros }) => [
        owner,
        file,
        formatMinute(imported),
        sourceNames[source],
        formatInteger(rows),
        source === 'payment_summary' ? '–' : formatInteger(channels),
        micros === null ? '–' : formatDollars(micros),
      ]),
    ],
    4,
  )
