import type { ChannelCategory, ChannelRequest, RequestFailure } from '#contract/channels.ts'
import type { Queries } from '#server/db/connect.ts'
import { Refusal } from '#server/http.ts'
import type { Account } from '#server/session.ts'

/** Registrations of one account that wait; as many that were given up are remembered. */
const mostRequests = 20

const shownRequests = 200

/** Those of the person, of a network's manager all of the network, the newest first. */
export const selectRequests = (db: Queries, account: Account): Promise<ChannelRequest[]> =>
  db.query<ChannelRequest>(
    `select id,
      link,
      category,
      requested_at as "requestedAt",
      failure
    from channel_requests
    where network_id = $1
      and ($2 = 1 or account_id = $3)
    order by requested_at desc, id desc
    limit $4`,
    [account.networkId, account.permissionFlag, account.id, shownRequests],
  )

/** The same link that waits already is waited for once. @throws {Refusal} `too_many` */
export async function insertRequest(
  tx: Queries,
  account: Account,
  { link, category }: { link: string; category: ChannelCategory },
  now: Date,
): Promise<ChannelRequest> {
  // Of two calls at once the second counts what the first has added.
  await tx.query('select id from accounts where id = $1 for no key update', [account.id])
  const own = (await selectRequests(tx, { ...account, permissionFlag: 0 })) as ChannelRequest[]
  const waiting = own.filter(({ failure }) => failure === null)
  const same = waiting.find((request) => request.link === link)
  if (same) return same
  if (waiting.length >= mostRequests) throw new Refusal('too_many')
  const forgotten = own.filter(({ failure }) => failure !== null).slice(mostRequests - 1)
  await tx.query('delete from channel_requests where id = any($1::integer[])', [
    forgotten.map(({ id }) => id),
  ])
  const [row] = await tx.query<{ id: number }>(
    `insert into channel_requests (network_id, account_id, link, category, requested_at)
    values ($1, $2, $3, $4, $5)
    returning id`,
    [account.networkId, account.id, link, category, now],
  )
  if (!row) throw new Error('The request was not made.')
  return { id: row.id, link, category, requestedAt: now.toISOString(), failure: null }
}

/** Takes one back, or removes one that was given up. @throws {Refusal} `not_found` also for somebody else's */
export async function dropRequest(db: Queries, account: Account, id: number): Promise<void> {
  const dropped = await db.query(
    `delete from channel_requests
    where id = $1::bigint
      and network_id = $2
      and ($3 = 1 or account_id = $4)
    returning id`,
    [id, account.networkId, account.permissionFlag, account.id],
  )
  if (dropped.length === 0) throw new Refusal('not_found')
}

/** The link of one that waits, of somebody who is still there. */
export async function selectRequestLink(db: Queries, id: number): Promise<string | null> {
  const [found] = await db.query<{ link: string }>(
    `select r.link
    from channel_requests r
    join accounts a on a.id = r.account_id
    where r.id = $1
      and r.failure is null
      and a.removed_at is null
      and a.network_id = r.network_id`,
    [id],
  )
  return found?.link ?? null
}

/** Removes one that waits for somebody who has left: nobody would ever end it. */
export const deleteAbandoned = async (db: Queries, id: number): Promise<void> =>
  void (await db.query(
    `delete from channel_requests r
    where r.id = $1
      and r.failure is null
      and not exists (
        select
        from accounts a
        where a.id = r.account_id
          and a.removed_at is null
          and a.network_id = r.network_id)`,
    [id],
  ))

/** Locks one that waits: who takes it back meanwhile waits, too. */
export async function lockRequest(
  tx: Queries,
  id: number,
): Promise<{ category: string; registrant: Pick<Account, 'id' | 'networkId' | 'permissionFlag'> } | null> {
  const [found] = await tx.query<{
    category: string
    id: number
    networkId: number
    permissionFlag: 0 | 1
  }>(
    `select r.category,
      a.id,
      a.network_id as "networkId",
      a.permission_flag as "permissionFlag"
    from channel_requests r
    join accounts a on a.id = r.account_id
    where r.id = $1
      and r.failure is null
      and a.removed_at is null
      and a.network_id = r.network_id
    for update of r`,
    [id],
  )
  if (!found) return null
  const { category, ...registrant } = found
  return { category, registrant }
}

export const noteFailure = async (tx: Queries, id: number, failure: RequestFailure): Promise<void> =>
  void (await tx.query('update channel_requests set failure = $2 where id = $1', [id, failure]))

export const deleteRequest = async (tx: Queries, id: number): Promise<void> =>
  void (await tx.query('delete from channel_requests where id = $1', [id]))
