import type { Currency } from '#contract/site.ts'
import type { Account } from '#server/auth/roles.ts'
import type { Queryable } from '#server/db/database.ts'
import { Refusal } from '#server/http/refusal.ts'

/** Whose figures a report is about. */
export interface Scope {
  networkId: number
  /** null: the whole network. */
  channelIds: string[] | null
  /** Whose fee counts; null: nobody's, the figures are gross. */
  feeAccountId: number | null
  /** A member sees the net alone, a manager who chose a member both. */
  netOnly: boolean
  currency: Currency
  revision: number
  firstDay: string | null
  latestDay: string | null
}

/** What narrows a report: a member of the network, one channel. */
export interface ScopeFilter {
  member?: number | undefined
  channel?: string | undefined
}

/**
 * @throws {Refusal} `forbidden` when somebody else than a manager chooses a member, `not_found` for no such member and
 *   for a channel that is not among those in question
 */
export async function resolveScope(
  db: Queryable,
  account: Account,
  { member, channel }: ScopeFilter,
): Promise<Scope> {
  const isManager = account.isManager
  if (member !== undefined && !isManager) throw new Refusal('forbidden')
  const feeAccountId = isManager ? (member ?? null) : account.id
  if (member !== undefined) await requireMember(db, account.networkId, member)
  const [network] = await db.query<Pick<Scope, 'currency' | 'revision' | 'firstDay' | 'latestDay'>>(
    `select network_currency($1) as currency,
      s.data_revision as revision,
      n.first_day as "firstDay",
      n.latest_day as "latestDay"
    from report_state s
    left join network_day_ranges n on n.network_id = $1`,
    [account.networkId],
  )
  if (!network) throw new Error('report_state has lost its row')
  const channelIds =
    feeAccountId === null ? null : await selectAssignedChannels(db, account.networkId, feeAccountId)
  const scope = {
    ...network,
    networkId: account.networkId,
    channelIds,
    feeAccountId,
    netOnly: !isManager,
  }
  if (channel === undefined) return scope
  await requireChannels(db, scope, [channel])
  return { ...scope, channelIds: [channel] }
}

/** @throws {Refusal} `not_found` for a channel that is not among those in question */
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
    `select id
    from accounts
    where id = $1::bigint
      and network_id = $2
      and id <> $2
      and removed_at is null`,
    [member, networkId],
  )
  if (found.length === 0) throw new Refusal('not_found')
}

/** An assignment that is left from another network opens nothing. */
async function selectAssignedChannels(
  db: Queryable,
  networkId: number,
  accountId: number,
): Promise<string[]> {
  const rows = await db.query<{ channelId: string }>(
    `select c.channel_id as "channelId"
    from assignments a
    join channels c on c.registration_id = a.registration_id
    where a.account_id = $1
      and a.unassigned_at is null
      and c.removed_at is null
      and c.network_id = $2
    order by c.channel_id`,
    [accountId, networkId],
  )
  return rows.map(({ channelId }) => channelId)
}

async function selectRegisteredChannels(db: Queryable, networkId: number, channelIds: readonly string[]) {
  const rows = await db.query<{ channelId: string }>(
    `select channel_id as "channelId"
    from channels
    where channel_id = any($1)
      and network_id = $2
      and removed_at is null`,
    [channelIds, networkId],
  )
  return rows.map(({ channelId }) => channelId)
}
