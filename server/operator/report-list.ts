import * as z from 'zod/mini'
import { Count, Day, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { createCommand, type Schedule } from './command.ts'
import { formatInteger, formatResult } from './format.ts'
import { parseDayArgument, parseOwner } from './parsers.ts'

const ReportRow = z.object({
  day: Day,
  owner: z.string(),
  type: z.string(),
  rows: Count,
  created: Timestamp,
  imported: Timestamp,
  file: z.string(),
  reportId: z.nullable(z.string()),
})
type ReportRow = z.output<typeof ReportRow>

export const reportListCommand = (schedule: Schedule) =>
  createCommand('list', {
    summary: 'list the reports that count, by day, owner and type',
    examples: ['report list --from 2026-03-01', 'report list --owner us --json'],
  })
    .option('--owner <name>', 'only of this content owner', parseOwner)
    .option('--from <day>', 'first day', parseDayArgument)
    .option('--to <day>', 'last day', parseDayArgument)
    .option('--json', 'print JSON')
    .action(({ owner, from, to, json }) =>
      schedule(async ({ db, print }) => {
        const reports = await db.query(
          ReportRow,
          sql`select c.day,
            c.owner,
            c.report_type as type,
            l.row_count as rows,
            l.create_time as created,
            l.loaded_at as imported,
            l.file_name as file,
            l.report_id as "reportId"
          from report_current c
          join report_loads l on l.id = c.load_id
          where (${owner ?? null}::text is null or c.owner = ${owner ?? null})
            and c.day between ${from ?? '0001-01-01'} and ${to ?? '9999-12-31'}
          order by c.day, c.owner, c.report_type`,
        )
        print(formatResult(json, reports, formatReports))
      }),
    )

const formatReports = (reports: readonly ReportRow[]): string[] =>
  reports.length === 0
    ? ['There are no reports.']
    : reports.map(
        ({ day, owner, type, rows, created, file }) =>
          `${day}  ${owner}  ${type.padEnd(8)}  ${formatInteger(rows).padStart(11)} rows  created ${formatTime(created)}  ${file}`,
      )

const formatTime = (time: string) => `${time.slice(0, 16).replace('T', ' ')} UTC`
