import type { Queries } from '#server/db/connect.ts'

/**
 * Removes what imports that were cut off have left: loads that were never published, and facts of replaced ones.
 * Nobody could see any of it. Only for whoever imports exclusively.
 */
export async function sweepLoads(db: Queries): Promise<void> {
  const leftovers = await db.query<{ loadId: number; day: string }>(
    `select l.id as "loadId",
      l.day
    from report_loads l
    where l.state = 'loading'
      or (l.state = 'replaced' and (
        exists (select from activity_facts f where f.load_id = l.id and f.day = l.day)
        or exists (select from revenue_facts f where f.load_id = l.id and f.day = l.day)
        or exists (select from claims c where c.load_id = l.id)
      ))`,
  )
  for (const { loadId, day } of leftovers) await removeRows(db, loadId, day)
  await db.query('delete from metadata_staging')
  await db.query(`delete from report_loads where state = 'loading'`)
}

/** Takes an unpublished load back. */
export async function discardLoad(db: Queries, loadId: number, day: string): Promise<void> {
  await removeRows(db, loadId, day)
  await db.query(`delete from report_loads where id = $1 and state = 'loading'`, [loadId])
}

/** Deletes a load's rows, of whichever kind. */
export async function removeRows(db: Queries, loadId: number, day: string): Promise<void> {
  await db.query('delete from activity_facts where load_id = $1 and day = $2', [loadId, day])
  await db.query('delete from revenue_facts where load_id = $1 and day = $2', [loadId, day])
  await db.query('delete from claims where load_id = $1', [loadId])
  await db.query('delete from metadata_staging where load_id = $1', [loadId])
}
