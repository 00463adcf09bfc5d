import type { Database, Queryable } from '#server/platform/db/database.ts'
import { type LoadTable, sweepLoad } from './load-table.ts'

/**
 * Withdraws loads: `withdraw` takes them out of the current ones and returns them; then their rows are deleted.
 * @throws {BusyError} while files of the owner are imported
 */
export const withdrawLoads = <Current extends { loadId: number }>(
  db: Database,
  table: LoadTable,
  owner: string,
  withdraw: (tx: Queryable) => Promise<Current[]>,
): Promise<Current[]> =>
  db.withLock(table.getLock(owner), async () => {
    const withdrawn = await db.transaction(withdraw)
    for (const { loadId } of withdrawn) await sweepLoad(db, table, loadId)
    return withdrawn
  })
