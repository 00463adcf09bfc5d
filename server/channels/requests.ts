import type { ChannelCategory, ChannelRequest, ChannelRequestFailure } from '#contract/channels.ts'
import { type Caller, recordAuditEntry } from '#server/audit.ts'
import { type RoleSnapshot, requireCurrentRoleForUpdate } from '#server/auth/accounts.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { Refusal } from '#server/http/route.ts'

/** Registrations of one account that wait; as many that were given up are remembered. */
const maxPendingRequests = 20

const maxListedRequests = 200

/** Those of the person, of a network's manager all of the network, the newest first. */
export const selectRequests = (db: Queryable, account: RoleSnapshot): Promise<ChannelRequest[]> =>
  db.query<ChannelRequest>(
    `select id,
      link,
      category,
      requested_at as "requestedAt",
      failure
    from channel_requests
    where network_id = $1
      and ($2 or account_id = $3)
    order by requested_at desc, id desc
    limit $4`,
    [account.networkId, account.isManager, account.id, maxListedRequests],
  )

/** The same link that waits already is waited for once. @throws {Refusal} `too_many` */
export async function insertRequest(
  tx: Queryable,
  account: RoleSnapshot,
  { link, category }: { link: string; category: ChannelCategory },
  now: Date,
): Promise<ChannelRequest> {
  // Of two calls at once the second counts what the first has added.
  await requireCurrentRoleForUpdate(tx, account)
  const ownRequests = (await selectRequests(tx, { ...account, isManager: false })) as ChannelRequest[]
  const pending = ownRequests.filter(({ failure }) => failure === null)
  const duplicate = pending.find((request) => request.link === link)
  if (duplicate) return duplicate
  if (pending.length >= maxPendingRequests) throw new Refusal('too_many')
  const expired = ownRequests.filter(({ failure }) => failure !== null).slice(maxPendingRequests - 1)
  await tx.query('delete from channel_requests where id = any($1::integer[])', [expired.map(({ id }) => id)])
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
export const dropRequest = (db: Database, { account, actor }: Caller, id: number): Promise<void> =>
  db.transaction(async (tx) => {
    const dropped = await tx.query(
      `delete from channel_requests
      where id = $1::bigint
        and network_id = $2
        and ($3 or account_id = $4)
      returning id`,
      [id, account.networkId, account.isManager, account.id],
    )
    if (dropped.length === 0) throw new Refusal('not_found')
    await recordAuditEntry(tx, actor, { action: 'cancelChannelRequest', subject: { kind: 'request', id } })
  })

/** The link of one that waits, of somebody who is still there. */
export async function selectPendingLink(db: Queryable, id: number): Promise<string | null> {
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
export const deleteOrphanedRequest = async (db: Queryable, id: number): Promise<void> =>
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

/**
 * Locks one that waits: who takes it back meanwhile waits, too. Its account comes first, as with whoever removes it:
 * otherwise the two could wait for each other.
 */
export async function lockPendingRequest(
  tx: Queryable,
  id: number,
): Promise<{ category: string; registrant: RoleSnapshot } | null> {
  const [registrant] = await tx.query<RoleSnapshot>(
    `select a.id,
      a.network_id as "networkId",
      a.is_manager as "isManager"
    from accounts a
    join channel_requests r on r.account_id = a.id
    where r.id = $1
      and a.removed_at is null
      and a.network_id = r.network_id
    for share of a`,
    [id],
  )
  if (!registrant) return null
  const [found] = await tx.query<{ category: string }>(
    `select category
    from channel_requests
    where id = $1
      and failure is null
    for update`,
    [id],
  )
  return found ? { category: found.category, registrant } : null
}

export const updateFailure = async (
  tx: Queryable,
  id: number,
  failure: ChannelRequestFailure,
): Promise<void> =>
  void (await tx.query('update channel_requests set failure = $2 where id = $1', [id, failure]))

export const deleteRequest = async (tx: Queryable, id: number): Promise<void> =>
  void (await tx.query('delete from channel_requests where id = $1', [id]))
