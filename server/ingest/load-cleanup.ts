import type { Database, Queryable } from '#server/db/database.ts'

/**
 * Removes what imports that were cut off have left: loads that were never published, and facts of replaced ones.
 * Nobody could see any of it. Only for whoever imports exclusively.
 */
export async function cleanUpLoads(db: Database): Promise<void> {
  const leftovers = await db.query<{ loadId: number; day: string; state: 'loading' | 'replaced' }>(
    `select l.id as "loadId",
      l.day,
      l.state
    from report_loads l
    where l.state = 'loading'
      or (l.state = 'replaced' and (
        exists (select from activity_facts f where f.load_id = l.id and f.day = l.day)
        or exists (select from revenue_facts f where f.load_id = l.id and f.day = l.day)
        or exists (select from claims c where c.load_id = l.id)
      ))`,
  )
  for (const { loadId, day, state } of leftovers) {
    if (state === 'loading') await discardLoad(db, loadId, day)
    else await deleteLoadRows(db, loadId, day)
  }
  await db.query('delete from metadata_staging')
}

/** Takes a load back that was never published; leaves it alone when it was. */
export async function discardLoad(db: Database, loadId: number, day: string): Promise<void> {
  await db.transaction(async (tx) => {
    const unpublished = await tx.query(
      `delete from report_loads
      where id = $1
        and state = 'loading'
      returning id`,
      [loadId],
    )
    if (unpublished.length > 0) await deleteLoadRows(tx, loadId, day)
  })
}

/** Deletes a load's rows, of whichever kind. */
export async function deleteLoadRows(db: Queryable, loadId: number, day: string): Promise<void> {
  await db.query('delete from activity_facts where load_id = $1 and day = $2', [loadId, day])
  await db.query('delete from revenue_facts where load_id = $1 and day = $2', [loadId, day])
  await db.query('delete from claims where load_id = $1', [loadId])
  await db.query('delete from metadata_staging where load_id = $1', [loadId])
}
