import * as z from 'zod/mini'
import { Currency } from '#contract/site.ts'
import type { Account } from '#server/auth/roles.ts'
import type { Queryable } from '#server/db/database.ts'
import { Day, IdRow, Integer, queryOne } from '#server/db/rows.ts'
import { empty, type Sql, sql } from '#server/db/sql.ts'
import { Refusal } from '#server/http/refusal.ts'
import { readConsistently } from './consistent-read.ts'
import { selectNetworkRevisions } from './network-revisions.ts'

const NetworkFigures = z.object({
  currency: Currency,
  revision: Integer,
  listsRevision: Integer,
  firstDay: z.nullable(Day),
  latestDay: z.nullable(Day),
})

export interface Scope extends z.output<typeof NetworkFigures> {
  networkId: number
  /** Null: the whole network. */
  channelIds: string[] | null
  /** Whose fee is deducted for the net; null: there is no net. */
  feeAccountId: number | null
  /** A member sees only the net; a manager who selected a member sees both. */
  netOnly: boolean
}

export interface ScopeFilter {
  member?: number | undefined
  channel?: string | undefined
}

/**
 * Reads one revision of the network's figures.
 * @throws {Refusal} `forbidden` when a non-manager selects a member; `not_found` for an unknown member or a channel
 *   outside the scope
 */
export const readReport = <R>(
  db: Queryable,
  account: Account,
  filter: ScopeFilter,
  read: (scope: Scope) => Promise<R>,
): Promise<R> =>
  readConsistently(
    () => resolveScope(db, account, filter),
    async () => (await selectNetworkRevisions(db, account.networkId)).figuresRevision,
    read,
  )

async function resolveScope(
  db: Queryable,
  account: Account,
  { member, channel }: ScopeFilter,
): Promise<Scope> {
  const { isManager, networkId } = account
  if (member !== undefined && !isManager) throw new Refusal('forbidden')
  const feeAccountId = isManager ? (member ?? null) : account.id
  if (member !== undefined) await requireMember(db, networkId, member)
  const network = await queryOne(
    db,
    NetworkFigures,
    sql`select network_currency(${networkId}) as currency,
      coalesce(r.figures_revision, 0) as revision,
      coalesce(r.lists_revision, 0) as "listsRevision",
      n.first_day as "firstDay",
      n.latest_day as "latestDay"
    from (select ${networkId}::integer as id) network
    left join network_revisions r on r.network_id = network.id
    left join network_day_ranges n on n.network_id = network.id`,
  )
  const channelIds = feeAccountId === null ? null : await selectAssignedChannels(db, networkId, feeAccountId)
  const scope = { ...network, networkId, channelIds, feeAccountId, netOnly: !isManager }
  if (channel === undefined) return scope
  await requireChannels(db, scope, [channel])
  return { ...scope, channelIds: [channel] }
}

export const andInScope = (channelId: Sql, { channelIds }: Pick<Scope, 'channelIds'>): Sql =>
  channelIds === null ? empty : sql`and ${channelId} = any(${channelIds}::text[])`

/** @throws {Refusal} `not_found` for a channel outside the scope */
export async function requireChannels(
  db: Queryable,
  scope: Scope,
  channelIds: readonly string[],
): Promise<void> {
  const visibleIds = new Set(
    scope.channelIds ?? (await selectRegisteredChannels(db, scope.networkId, channelIds)),
  )
  if (!channelIds.every((channelId) => visibleIds.has(channelId))) throw new Refusal('not_found')
}

async function requireMember(db: Queryable, networkId: number, member: number): Promise<void> {
  const found = await db.query(
    IdRow,
    sql`select id
    from accounts
    where id = ${member}::bigint
      and network_id = ${networkId}
      and id <> ${networkId}
      and removed_at is null`,
  )
  if (found.length === 0) throw new Refusal('not_found')
}

const ChannelIdRow = z.object({ channelId: z.string() })

/** Ignores assignments from an earlier network. */
async function selectAssignedChannels(
  db: Queryable,
  networkId: number,
  accountId: number,
): Promise<string[]> {
  const rows = await db.query(
    ChannelIdRow,
    sql`select c.channel_id as "channelId"
    from assignments a
    join channels c on c.registration_id = a.registration_id
    where a.account_id = ${accountId}
      and a.unassigned_at is null
      and c.removed_at is null
      and c.network_id = ${networkId}
    order by c.channel_id`,
  )
  return rows.map(({ channelId }) => channelId)
}

async function selectRegisteredChannels(db: Queryable, networkId: number, channelIds: readonly string[]) {
  const rows = await db.query(
    ChannelIdRow,
    sql`select channel_id as "channelId"
    from channels
    where channel_id = any(${channelIds}::text[])
      and network_id = ${networkId}
      and removed_at is null`,
  )
  return rows.map(({ channelId }) => channelId)
}
