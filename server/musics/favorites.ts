import { maxFavorites } from '#contract/musics.ts'
import type { Account } from '#server/auth/roles.ts'
import { requireCurrentRole } from '#server/auth/roles.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { Refusal } from '#server/http/refusal.ts'

/** An account's favourites in its order; a track that was taken out of the catalogue is none. */
export async function selectFavorites(db: Queryable, accountId: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `select m.id
    from favorites f
    join tracks m on m.id = f.track_id
    where f.account_id = $1
      and m.withdrawn_at is null
    order by f.position`,
    [accountId],
  )
  return rows.map(({ id }) => id)
}

/**
 * Adds a track behind the others, or takes it out. @returns the favourites after that
 * @throws {Refusal} `not_found` for no track of the catalogue, `favourites_full` for one too many
 */
export const setFavorite = (
  db: Database,
  account: Account,
  { music, favourite }: { music: number; favourite: boolean },
): Promise<number[]> =>
  updateFavorites(db, account, async (tx, ids) => {
    if (ids.includes(music) === favourite) return ids
    if (!favourite) return ids.filter((id) => id !== music)
    if (!(await lockAvailableMusic(tx, music))) throw new Refusal('not_found')
    if (ids.length >= maxFavorites) throw new Refusal('favourites_full')
    return [...ids, music]
  })

/** Puts the favourites in an order. @throws {Refusal} `outdated` when these are not the ones that there are */
export const saveFavoriteOrder = (
  db: Database,
  account: Account,
  order: readonly number[],
): Promise<number[]> =>
  updateFavorites(db, account, async (_, ids) => {
    if (order.length !== ids.length || !ids.every((id) => order.includes(id))) throw new Refusal('outdated')
    return order
  })

/** Makes of an account's favourites what a change makes of them, one change after the other. */
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

/** Keeps a track in the catalogue until the transaction ends. @returns whether it is there */
async function lockAvailableMusic(tx: Queryable, music: number): Promise<boolean> {
  const found = await tx.query('select id from tracks where id = $1 and withdrawn_at is null for share', [
    music,
  ])
  return found.length > 0
}

async function saveFavorites(tx: Queryable, accountId: number, ids: readonly number[]): Promise<void> {
  await tx.query('delete from favorites where account_id = $1 and track_id <> all($2::integer[])', [
    accountId,
    ids,
  ])
  await tx.query(
    `insert into favorites (account_id, track_id, position)
    select $1, track_id, position
    from unnest($2::integer[]) with ordinality as requested (track_id, position)
    on conflict (account_id, track_id) do update set position = excluded.position
      where favorites.position <> excluded.position`,
    [accountId, ids],
  )
}
