import { favouritesLimit } from '#contract/musics.ts'
import { lockStanding } from '#server/accounts.ts'
import type { Database, Queries } from '#server/db/connect.ts'
import { Refusal } from '#server/http.ts'
import type { Account } from '#server/session.ts'

/** An account's favourites in its order; a track that was taken out of the catalogue is none. */
export async function selectFavourites(db: Queries, accountId: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `select m.id
    from favourites f
    join musics m on m.id = f.music_id
    where f.account_id = $1
      and m.withdrawn_at is null
    order by f.place`,
    [accountId],
  )
  return rows.map(({ id }) => id)
}

/**
 * Adds a track behind the others, or takes it out. @returns the favourites after that
 * @throws {Refusal} `not_found` for no track of the catalogue, `favourites_full` for one too many
 */
export const changeFavourite = (
  db: Database,
  account: Account,
  { music, favourite }: { music: number; favourite: boolean },
): Promise<number[]> =>
  changing(db, account, async (tx, ids) => {
    if (ids.includes(music) === favourite) return ids
    if (!favourite) return ids.filter((id) => id !== music)
    if (!(await keepListed(tx, music))) throw new Refusal('not_found')
    if (ids.length >= favouritesLimit) throw new Refusal('favourites_full')
    return [...ids, music]
  })

/** Puts the favourites in an order. @throws {Refusal} `outdated` when these are not the ones that there are */
export const orderFavourites = (
  db: Database,
  account: Account,
  order: readonly number[],
): Promise<number[]> =>
  changing(db, account, async (_, ids) => {
    if (order.length !== ids.length || !ids.every((id) => order.includes(id))) throw new Refusal('outdated')
    return order
  })

/** Makes of an account's favourites what a change makes of them, one change after the other. */
const changing = (
  db: Database,
  account: Account,
  change: (tx: Queries, ids: number[]) => Promise<readonly number[]>,
): Promise<number[]> =>
  db.transaction(async (tx) => {
    await lockStanding(tx, account)
    const ids = await change(tx, await selectFavourites(tx, account.id))
    await writeFavourites(tx, account.id, ids)
    return [...ids]
  })

/** Keeps a track in the catalogue until the transaction ends. @returns whether it is there */
async function keepListed(tx: Queries, music: number): Promise<boolean> {
  const found = await tx.query('select id from musics where id = $1 and withdrawn_at is null for share', [
    music,
  ])
  return found.length > 0
}

async function writeFavourites(tx: Queries, accountId: number, ids: readonly number[]): Promise<void> {
  await tx.query('delete from favourites where account_id = $1 and music_id <> all($2::integer[])', [
    accountId,
    ids,
  ])
  await tx.query(
    `insert into favourites (account_id, music_id, place)
    select $1, music_id, place
    from unnest($2::integer[]) with ordinality as wanted (music_id, place)
    on conflict (account_id, music_id) do update set place = excluded.place
      where favourites.place <> excluded.place`,
    [accountId, ids],
  )
}
