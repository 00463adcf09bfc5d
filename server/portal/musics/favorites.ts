import { maxFavorites } from '#contract/portal/musics.ts'
import type { Account } from '#server/platform/auth/roles.ts'
import { requireCurrentRole } from '#server/platform/auth/roles.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { IdRow } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Keeps the account's order and excludes withdrawn tracks. */
export async function selectFavorites(db: Queryable, accountId: number): Promise<number[]> {
  const rows = await db.query(
    IdRow,
    sql`select m.id
    from favorites f
    join tracks m on m.id = f.track_id
    where f.account_id = ${accountId}
      and m.withdrawn_at is null
    order by f.position`,
  )
  return rows.map(({ id }) => id)
}

/** @returns the updated favorites @throws {Refusal} `not_found` for an unknown or withdrawn track, `favorites_full` */
export const setFavorite = (
  db: Database,
  account: Account,
  { music, favorite }: { music: number; favorite: boolean },
): Promise<number[]> =>
  updateFavorites(db, account, async (tx, ids) => {
    if (ids.includes(music) === favorite) return ids
    if (!favorite) return ids.filter((id) => id !== music)
    if (!(await lockAvailableTrack(tx, music))) throw new Refusal('not_found')
    if (ids.length >= maxFavorites) throw new Refusal('favorites_full')
    return [...ids, music]
  })

/** @throws {Refusal} `outdated` when the ids differ from the current favorites */
export const saveFavoriteOrder = (
  db: Database,
  account: Account,
  order: readonly number[],
): Promise<number[]> =>
  updateFavorites(db, account, async (_, ids) => {
    if (order.length !== ids.length || !ids.every((id) => order.includes(id))) throw new Refusal('outdated')
    return order
  })

/** Read-modify-write, serialized by a lock on the account. */
const updateFavorites = (
  db: Database,
  account: Account,
  change: (tx: Queryable, ids: number[]) => Promise<readonly number[]>,
): Promise<number[]> =>
  db.transaction(async (tx) => {
    await requireCurrentRole(tx, account, 'update')
    const ids = await change(tx, await selectFavorites(tx, account.id))
    await saveFavorites(tx, account.id, ids)
    return [...ids]
  })

/** Blocks withdrawal of the track until the transaction ends. */
async function lockAvailableTrack(tx: Queryable, id: number): Promise<boolean> {
  const found = await tx.query(
    IdRow,
    sql`select id from tracks where id = ${id} and withdrawn_at is null for share`,
  )
  return found.length > 0
}

async function saveFavorites(tx: Queryable, accountId: number, ids: readonly number[]): Promise<void> {
  await tx.execute(
    sql`delete from favorites where account_id = ${accountId} and track_id <> all(${ids}::integer[])`,
  )
  await tx.execute(
    sql`insert into favorites (account_id, track_id, position)
    select ${accountId}::integer, track_id, position
    from unnest(${ids}::integer[]) with ordinality as requested (track_id, position)
    on conflict (account_id, track_id) do update set position = excluded.position
      where favorites.position <> excluded.position`,
  )
}
