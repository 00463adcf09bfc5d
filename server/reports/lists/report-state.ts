import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { Integer, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'

const ReportState = z.object({ dataRevision: Integer, listsRevision: Integer })
export type ReportState = z.output<typeof ReportState>

export const selectReportState = (db: Queryable): Promise<ReportState> =>
  queryOne(
    db,
    ReportState,
    sql`select data_revision as "dataRevision",
      lists_revision as "listsRevision"
    from report_state`,
  )
