import { recordAuditEntry } from '#server/audit.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import {
  describeUnit,
  getMonthLock,
  lockMonth,
  type MonthLoad,
  selectMonthLoads,
  sweepLoad,
} from './loads.ts'
import type { Source } from './sources.ts'

/**
 * Takes an owner's files of a month back, or the one of a source: figures are then as if they had never been imported.
 * @returns what was withdrawn
 * @throws {BusyError} while files of the owner are imported
 */
export const withdrawMonth = (
  db: Database,
  { owner, month, source }: { owner: string; month: string; source: Source | undefined },
): Promise<MonthLoad[]> =>
  db.withLock(getMonthLock(owner), async () => {
    const withdrawn = await db.transaction(async (tx) => {
      await lockMonth(tx, month)
      const loads = await selectMonthLoads(tx, { owner, month })
      const chosen = loads.filter((load) => source === undefined || load.source === source)
      for (const load of chosen) await withdrawLoad(tx, load)
      return chosen
    })
    for (const { loadId } of withdrawn) await sweepLoad(db, loadId)
    return withdrawn
  })

async function withdrawLoad(tx: Queryable, load: MonthLoad): Promise<void> {
  await tx.execute(sql`update month_loads set state = 'withdrawn' where id = ${load.loadId}`)
  await recordAuditEntry(
    tx,
    { kind: 'operator' },
    {
      action: 'month withdraw',
      subject: { kind: 'month', id: load.loadId },
      context: describeUnit(load),
      before: { load: load.loadId, rows: load.rows },
      after: null,
    },
  )
}
