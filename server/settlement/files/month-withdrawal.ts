import { recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { ExpectedError } from '#server/platform/expected-error.ts'
import { withdrawLoads } from '#server/reports/ingest/loader/withdraw-loads.ts'
import { formatMonth } from '#server/settlement/calendar/month.ts'
import { describeUnit, lockMonth, type MonthLoad, monthLoads, selectMonthLoads } from './loads.ts'
import type { Source } from './reading/sources.ts'

/** The message is shown to users. */
export class MonthClosedError extends ExpectedError {
  constructor(month: string) {
    super(
      `${formatMonth(month)} is closed: its files stay. A corrected file, imported, is booked with the next month that is closed.`,
    )
  }
}

/**
 * Takes an owner's files of a month back, or the one of a source: figures are then as if they had never been imported.
 * @returns what was withdrawn
 * @throws {BusyError} while files of the owner are imported
 * @throws {MonthClosedError}
 */
export const withdrawMonth = (
  db: Database,
  { owner, month, source }: { owner: string; month: string; source: Source | undefined },
): Promise<MonthLoad[]> =>
  withdrawLoads(db, monthLoads, owner, async (tx) => {
    if ((await lockMonth(tx, month)) !== 'open') throw new MonthClosedError(month)
    const loads = await selectMonthLoads(tx, { owner, month })
    const chosen = loads.filter((load) => source === undefined || load.source === source)
    for (const load of chosen) await withdrawLoad(tx, load)
    return chosen
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
