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

/**
 * Call it first in any transaction that recomputes figures: locking the only row of report_state serializes them,
 * so that each recomputes from complete data.
 */
export async function bumpDataRevision(tx: Queryable): Promise<void> {
  await tx.execute(sql`update report_state set data_revision = data_revision + 1`)
}
