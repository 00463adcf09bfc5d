import * as z from 'zod/mini'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Day, Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'

const Leftover = z.object({ loadId: Id, day: Day, state: z.enum(['loading', 'replaced']) })

/**
 * Recovery sweep: deletes an owner's unpublished loads and the facts of replaced ones, which no reader can see.
 * Requires the owner's import lock.
 */
export async function cleanUpLoads(db: Database, owner: string): Promise<void> {
  const leftovers = await db.query(
    Leftover,
    sql`select id as "loadId",
      day,
      state
    from report_loads
    where owner = ${owner}
      and (state = 'loading' or (state = 'replaced' and not is_swept))`,
  )
  for (const { loadId, day, state } of leftovers) {
    if (state === 'loading') await discardLoad(db, loadId, day)
    else await sweepLoad(db, loadId, day)
  }
  await db.execute(
    sql`delete from metadata_staging
    where load_id not in (select id from report_loads where state = 'loading')`,
  )
}

/** Held while an owner's reports are imported or withdrawn; those of other owners may be at the same time. */
export const getImportLock = (owner: string): string => `import of ${owner}`

export async function discardLoad(db: Database, loadId: number, day: string): Promise<void> {
  await db.transaction(async (tx) => {
    const deletedLoads = await tx.execute(
      sql`delete from report_loads
      where id = ${loadId}
        and state = 'loading'`,
    )
    if (deletedLoads > 0) await deleteLoadRows(tx, loadId, day)
  })
}

/** Deletes the rows of a replaced load. */
export async function sweepLoad(db: Queryable, loadId: number, day: string): Promise<void> {
  await deleteLoadRows(db, loadId, day)
  await db.execute(sql`update report_loads set is_swept = true where id = ${loadId}`)
}

async function deleteLoadRows(db: Queryable, loadId: number, day: string): Promise<void> {
  await db.execute(sql`delete from activity_facts where load_id = ${loadId} and day = ${day}`)
  await db.execute(sql`delete from revenue_facts where load_id = ${loadId} and day = ${day}`)
  await db.execute(sql`delete from claims where load_id = ${loadId}`)
  await db.execute(sql`delete from metadata_staging where load_id = ${loadId}`)
}
