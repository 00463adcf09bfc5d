import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { Integer, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { lockUntilCommit } from '#server/platform/db/transaction-lock.ts'

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

/** Serializes transactions that recompute or publish figures, so that each sees all that those before it have written. */
export const lockFigures = (tx: Queryable) => lockUntilCommit(tx, 'figures')

/** Call it first in any transaction that recomputes figures. */
export async function bumpDataRevision(tx: Queryable): Promise<void> {
  await lockFigures(tx)
  await tx.execute(sql`update report_state set data_revision = data_revision + 1`)
}
