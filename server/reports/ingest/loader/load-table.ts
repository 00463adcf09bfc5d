import * as z from 'zod/mini'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Day, Id, IdRow } from '#server/platform/db/rows.ts'
import { empty, type Sql, sql } from '#server/platform/db/sql.ts'
import { lockUntilCommit } from '#server/platform/db/transaction-lock.ts'

/** The table of the loads of one kind of file; a load holds the content of one file. */
export interface LoadTable {
  /** Its `state` is `loading`, then `current`, then one without rows; it has `id`, `owner` and `is_swept`. */
  readonly name: Sql
  /** The column with the day of the file, or the first day of its month. */
  readonly dayColumn: Sql
  /** Tables with the rows of loads, by `load_id`; partitioned ones also have the day. */
  readonly rowTables: readonly { readonly name: Sql; readonly isPartitioned?: boolean }[]
  /** Held while files of the owner are imported or withdrawn; files of other owners can be imported meanwhile. */
  getLock(owner: string): string
}

/** Held while rows of an owner's loads are stored. */
export const getCopyLock = (table: LoadTable, owner: string): string => `rows: ${table.getLock(owner)}`

const Leftover = z.object({ loadId: Id, isUnpublished: z.boolean() })

/**
 * Recovery sweep after a crash: deletes an owner's unpublished loads and the rows of replaced ones, which no reader can
 * see. Requires the owner's lock.
 */
export async function cleanUpLoads(db: Database, table: LoadTable, owner: string): Promise<void> {
  await db.transaction((tx) => lockUntilCommit(tx, getCopyLock(table, owner)))
  const leftovers = await db.query(
    Leftover,
    sql`select id as "loadId",
      state = 'loading' as "isUnpublished"
    from ${table.name}
    where owner = ${owner}
      and state <> 'current'
      and not is_swept`,
  )
  for (const { loadId, isUnpublished } of leftovers)
    await (isUnpublished ? discardLoad : sweepLoad)(db, table, loadId)
}

const LoadDay = z.object({ day: Day })

/** Deletes a load, unless it has been published. */
export const discardLoad = (db: Database, table: LoadTable, loadId: number): Promise<void> =>
  db.transaction(async (tx) => {
    const [load] = await tx.query(
      LoadDay,
      sql`delete from ${table.name}
      where id = ${loadId}
        and state = 'loading'
      returning ${table.dayColumn} as day`,
    )
    if (load) await deleteRows(tx, table, loadId, load.day)
  })

/** Deletes the rows of a load that is no longer current. */
export const sweepLoad = (db: Database, table: LoadTable, loadId: number): Promise<void> =>
  db.transaction(async (tx) => {
    const [load] = await tx.query(
      LoadDay,
      sql`update ${table.name}
      set is_swept = true
      where id = ${loadId}
        and state <> 'current'
      returning ${table.dayColumn} as day`,
    )
    if (load) await deleteRows(tx, table, loadId, load.day)
  })

async function deleteRows(tx: Queryable, { rowTables }: LoadTable, loadId: number, day: string) {
  for (const { name, isPartitioned } of rowTables)
    await tx.execute(
      sql`delete from ${name} where load_id = ${loadId}${isPartitioned ? sql` and day = ${day}` : empty}`,
    )
}

export async function selectPublishedIds(
  db: Queryable,
  table: LoadTable,
  loadIds: readonly number[],
): Promise<Set<number>> {
  const rows = await db.query(
    IdRow,
    sql`select id
    from ${table.name}
    where id = any(${loadIds}::integer[])
      and state = 'current'`,
  )
  return new Set(rows.map(({ id }) => id))
}
