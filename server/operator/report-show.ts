import { Argument } from '@commander-js/extra-typings'
import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Id, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { createCommand, OperatorError, type Schedule } from './command.ts'
import { formatCount, formatMinute, formatResult } from './format.ts'
import { parseDayArgument, parseOwner } from './parsers.ts'
import { resolveKnownOwner } from './report-owner.ts'

const reportTypes = ['activity', 'revenue', 'metadata', 'claims'] as const

export const reportShowCommand = (schedule: Schedule) =>
  createCommand('show', {
    summary: 'print every issue of a report: which one counts, and the file it came from',
    help: 'Times are in UTC.',
    examples: ['report show activity 2026-03-02', 'report show revenue 2026-03-02 --owner us --json'],
  })
    .addArgument(new Argument('<type>', 'the type of the report').choices(reportTypes))
    .argument('<day>', 'the day of the report', parseDayArgument)
    .option('--owner <name>', 'content owner of the report; required once there are several', parseOwner)
    .option('--json', 'print JSON')
    .action((type, day, { owner: givenOwner, json }) =>
      schedule(async ({ db, print }) => {
        const owner = await resolveKnownOwner(db, givenOwner)
        const issues = await selectIssues(db, type, owner, day)
        if (issues.length === 0)
          throw new OperatorError(`There is no ${type} report of ${day} of ${owner}. See: report days`)
        print(formatResult(json, { type, owner, day, issues }, () => issues.flatMap(formatIssue)))
      }),
    )

const Issue = z.object({
  id: Id,
  isCurrent: z.boolean(),
  reportId: z.nullable(z.string()),
  created: Timestamp,
  imported: Timestamp,
  file: z.string(),
  bytes: z.nullable(Count),
  sha256: z.string(),
  rows: Count,
})
type Issue = z.output<typeof Issue>

/** Newest first. */
const selectIssues = (db: Queryable, type: string, owner: string, day: string): Promise<Issue[]> =>
  db.query(
    Issue,
    sql`select id,
      state = 'current' as "isCurrent",
      report_id as "reportId",
      create_time as created,
      loaded_at as imported,
      file_name as file,
      file_bytes as bytes,
      sha256,
      row_count as rows
    from report_loads
    where report_type = ${type}
      and owner = ${owner}
      and day = ${day}
      and state <> 'loading'
    order by id desc`,
  )

const formatIssue = ({ id, isCurrent, reportId, created, imported, file, bytes, sha256, rows }: Issue) => [
  `${id}  ${isCurrent ? 'counts' : 'replaced or withdrawn'}`,
  `  report    ${reportId ?? 'without an id'}, created ${formatMinute(created)}`,
  `  file      ${file}${bytes === null ? '' : `, ${formatCount(bytes, 'byte')}`}, imported ${formatMinute(imported)}`,
  `  content   ${formatCount(rows, 'row')}, SHA-256 ${sha256}`,
]
