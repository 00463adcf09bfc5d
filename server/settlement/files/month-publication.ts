import { recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { StagedLoad } from './import-file.ts'
import {
  compareWithCurrent,
  describeUnit,
  discardLoad,
  lockMonth,
  type MonthLoad,
  sweepLoad,
} from './loads.ts'

/**
 * Makes loads of one owner current, all in one short transaction, then deletes the rows of those they replace.
 * @returns what each replaces
 * @throws {FileRefusal} when one of them has meanwhile been imported for another owner; all are discarded then
 */
export async function publishLoads(
  db: Database,
  loads: readonly StagedLoad[],
): Promise<(MonthLoad | undefined)[]> {
  try {
    const replaced = await db.transaction((tx) => switchLoads(tx, loads))
    // A failure here is harmless: the rows are invisible, and the next import deletes them.
    for (const load of replaced) if (load) await sweepLoad(db, load.loadId).catch(() => {})
    return replaced
  } catch (error) {
    await discardLoads(db, loads)
    throw error
  }
}

export async function discardLoads(db: Database, loads: readonly StagedLoad[]): Promise<void> {
  for (const { loadId } of loads) await discardLoad(db, loadId).catch(() => {})
}

async function switchLoads(tx: Queryable, loads: readonly StagedLoad[]): Promise<(MonthLoad | undefined)[]> {
  const months = [...new Set(loads.map(({ candidate }) => candidate.month))].sort()
  for (const month of months) await lockMonth(tx, month)
  const replaced: (MonthLoad | undefined)[] = []
  for (const load of loads) replaced.push(await switchLoad(tx, load))
  return replaced
}

async function switchLoad(
  tx: Queryable,
  { candidate, loadId, rows }: StagedLoad,
): Promise<MonthLoad | undefined> {
  const { current } = await compareWithCurrent(tx, candidate)
  if (current)
    await tx.execute(
      sql`update month_loads
      set state = 'replaced',
        replaced_by = ${loadId}
      where id = ${current.loadId}`,
    )
  await tx.execute(
    sql`update month_loads
    set state = 'current',
      row_count = ${rows}
    where id = ${loadId}`,
  )
  await recordAuditEntry(
    tx,
    { kind: 'operator' },
    {
      action: 'month import',
      subject: { kind: 'month', id: loadId },
      context: describeUnit(candidate),
      before: current ? { load: current.loadId, rows: current.rows } : null,
      after: { load: loadId, rows },
    },
  )
  return current
}
