import * as z from 'zod/mini'
import { ChannelCategory, type ChannelRequestFailure } from '#contract/channels/channel-states.ts'
import { ChannelRequest } from '#contract/channels/channels.ts'
import { can } from '#contract/platform/roles.ts'
import { type Caller, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { RoleSnapshot, requireCurrentRole, roleColumns } from '#server/platform/auth/roles.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Id, IdRow, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** The limit applies to each account; as many failed requests are kept. */
const maxPendingRequests = 20

const maxListedRequests = 200

const RequestRow = z.extend(ChannelRequest, { requestedAt: Timestamp })

/** Of the network for those who see its channels, else the account's own. */
export const selectRequests = (db: Queryable, account: RoleSnapshot): Promise<ChannelRequest[]> =>
  queryRequests(db, isRequestOf(account))

const isRequestOf = (account: RoleSnapshot): Sql =>
  can(account, 'channels.read')
    ? sql`network_id = ${account.networkId}`
    : sql`network_id = ${account.networkId} and account_id = ${account.id}`

const queryRequests = (db: Queryable, condition: Sql) =>
  db.query(
    RequestRow,
    sql`select id,
      link,
      category,
      requested_at as "requestedAt",
      failure
    from channel_requests
    where ${condition}
    order by requested_at desc, id desc
    limit ${maxListedRequests}`,
  )

/** Idempotent per link. @throws {Refusal} `too_many` */
export async function insertRequest(
  tx: Queryable,
  account: RoleSnapshot,
  { link, category }: { link: string; category: ChannelCategory },
  now: Date,
): Promise<ChannelRequest> {
  // Serializes concurrent calls, so that each one counts the others' requests.
  await requireCurrentRole(tx, account, 'update')
  const ownRequests = await queryRequests(
    tx,
    sql`network_id = ${account.networkId} and account_id = ${account.id}`,
  )
  const pending = ownRequests.filter(({ failure }) => failure === null)
  const duplicate = pending.find((request) => request.link === link)
  if (duplicate) return duplicate
  if (pending.length >= maxPendingRequests) throw new Refusal('too_many', { control: 'channel-requests' })
  const expired = ownRequests.filter(({ failure }) => failure !== null).slice(maxPendingRequests - 1)
  await tx.execute(
    sql`delete from channel_requests where id = any(${expired.map((request) => request.id)}::integer[])`,
  )
  const { id } = await queryOne(
    tx,
    IdRow,
    sql`insert into channel_requests (network_id, account_id, link, category, requested_at)
    values (${account.networkId}, ${account.id}, ${link}, ${category}, ${now})
    returning id`,
  )
  return { id, link, category, requestedAt: now.toISOString(), failure: null }
}

const DroppedRequest = z.pick(ChannelRequest, { category: true, failure: true })

/** @throws {Refusal} `not_found` */
export const dropRequest = (db: Database, { account, actor }: Caller, id: number): Promise<void> =>
  db.transaction(async (tx) => {
    const [dropped] = await tx.query(
      DroppedRequest,
      sql`delete from channel_requests
      where id = ${id}::bigint
        and ${isRequestOf(account)}
      returning category, failure`,
    )
    if (!dropped) throw new Refusal('not_found')
    const { category, failure } = dropped
    await recordAuditEntry(tx, actor, {
      action: 'cancelChannelRequest',
      subject: { kind: 'request', id },
      before: { category, state: failure ?? 'waiting' },
      after: null,
    })
  })

const LinkRow = z.object({ link: z.string(), networkId: Id })

export async function selectPendingLink(db: Queryable, id: number): Promise<z.output<typeof LinkRow> | null> {
  const [request] = await db.query(
    LinkRow,
    sql`select r.link,
      r.network_id as "networkId"
    from channel_requests r
    join accounts a on a.id = r.account_id
    where r.id = ${id}
      and r.failure is null
      and a.removed_at is null
      and a.network_id = r.network_id`,
  )
  return request ?? null
}

export const deleteOrphanedRequest = (db: Queryable, id: number): Promise<number> =>
  db.execute(
    sql`delete from channel_requests r
    where r.id = ${id}
      and r.failure is null
      and not exists (
        select
        from accounts a
        where a.id = r.account_id
          and a.removed_at is null
          and a.network_id = r.network_id)`,
  )

const CategoryRow = z.object({ category: ChannelCategory })

/** Lock order: account first, as in account removal, to prevent deadlocks. */
export async function lockPendingRequest(
  tx: Queryable,
  id: number,
): Promise<{ category: ChannelCategory; registrant: RoleSnapshot } | null> {
  const [registrant] = await tx.query(
    RoleSnapshot,
    sql`select ${roleColumns}
    from accounts a
    join channel_requests r on r.account_id = a.id
    where r.id = ${id}
      and a.removed_at is null
      and a.network_id = r.network_id
    for share of a`,
  )
  if (!registrant) return null
  const [request] = await tx.query(
    CategoryRow,
    sql`select category
    from channel_requests
    where id = ${id}
      and failure is null
    for update`,
  )
  return request ? { category: request.category, registrant } : null
}

export const updateFailure = (tx: Queryable, id: number, failure: ChannelRequestFailure): Promise<number> =>
  tx.execute(sql`update channel_requests set failure = ${failure} where id = ${id}`)

export const deleteRequest = (tx: Queryable, id: number): Promise<number> =>
  tx.execute(sql`delete from channel_requests where id = ${id}`)
