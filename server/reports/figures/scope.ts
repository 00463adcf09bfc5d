import * as z from 'zod/mini'
import { Currency } from '#contract/platform/params.ts'
import { isMemberOf, type RoleSnapshot } from '#server/platform/auth/roles.ts'
import { getViewpoint, type Viewpoint } from '#server/platform/auth/viewpoint.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Day, Integer, queryOne } from '#server/platform/db/rows.ts'
import { empty, type Sql, sql } from '#server/platform/db/sql.ts'
import type { Log } from '#server/platform/log.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { selectAssignedChannels } from './assignments.ts'
import { PublishedLists, selectPublishedLists } from './list-snapshot.ts'
import { selectNetworkRevisions } from './network-revisions.ts'

const ScopeRow = z.object({
  currency: Currency,
  revision: Integer,
  listsRevision: Integer,
  /** Null without figures: of the network, or of the member's or independent account's channels. */
  firstDay: z.nullable(Day),
  latestDay: z.nullable(Day),
  /** Sorted; what is reported of them counts in sums. */
  incompleteDays: z.array(Day),
  lists: PublishedLists,
  /** Null: the whole network. */
  channelIds: z.nullable(z.array(z.string())),
})

export interface Scope extends z.output<typeof ScopeRow> {
  networkId: number
  /** In whose name figures are read: its tags are shown. */
  callerId: number
  /** The fee of this account is deducted for the net; null: there is no net. */
  feeAccountId: number | null
  /** A member sees only the net; staff who selected a member see both. */
  netOnly: boolean
  /** A part of what the account sees: of a selected member, or of some channels. */
  isNarrowed: boolean
}

export interface ScopeFilter {
  member?: number | undefined
  tag?: number | undefined
  channel?: string | undefined
}

interface ReportServices {
  db: Database
  log?: Log
}

const optimisticAttempts = 3

/**
 * Optimistic read: a response never mixes two revisions of the network. While it is published to again and again, a snapshot
 * is read instead, whose transaction costs two more statements and holds up writes to an embedded database.
 * @param read must send its statements to the `db` that it gets
 * @throws {Refusal} `forbidden` when somebody who sees own figures only selects a member; `not_found` for an unknown member, somebody else's
 *   tag or a channel outside the scope
 */
export const readReport = <R>(
  services: ReportServices,
  account: RoleSnapshot,
  filter: ScopeFilter,
  read: (db: Queryable, scope: Scope) => Promise<R>,
): Promise<R> => readReportAs(services, getFiguresViewpoint(account), filter, read)

/** In whose name somebody reads figures. */
export const getFiguresViewpoint = (account: RoleSnapshot): Viewpoint => getViewpoint(account, 'figures.read')

/** Like `readReport`. */
export async function readReportAs<R>(
  { db, log }: ReportServices,
  viewpoint: Viewpoint,
  filter: ScopeFilter,
  read: (db: Queryable, scope: Scope) => Promise<R>,
): Promise<R> {
  const { networkId } = viewpoint
  for (let attempt = 1; attempt <= optimisticAttempts; attempt++) {
    const scope = await resolveScope(db, viewpoint, filter)
    const result = await read(db, scope)
    const { figuresRevision, listsRevision } = await selectNetworkRevisions(db, networkId)
    if (figuresRevision === scope.revision && listsRevision === scope.listsRevision) return result
  }
  log?.warn({ networkId, attempts: optimisticAttempts }, 'figures keep changing: report read from a snapshot')
  return db.readSnapshot(async (view) => read(view, await resolveScope(view, viewpoint, filter)))
}

const CheckedScopeRow = z.extend(ScopeRow, {
  isMemberKnown: z.boolean(),
  isTagKnown: z.boolean(),
  isChannelKnown: z.boolean(),
})

/** Uses one statement, because it is part of every report. @throws {Refusal} as `readReport` does */
export async function resolveScope(
  db: Queryable,
  viewpoint: Viewpoint,
  { member, tag, channel }: ScopeFilter,
): Promise<Scope> {
  const { isNetwork, networkId } = viewpoint
  if (member !== undefined && !isNetwork) throw new Refusal('forbidden')
  const feeAccountId = isNetwork ? (member ?? null) : viewpoint.id
  const { isMemberKnown, isTagKnown, isChannelKnown, ...row } = await queryOne(
    db,
    CheckedScopeRow,
    sql`select network_currency(${networkId}) as currency,
      coalesce(r.figures_revision, 0) as revision,
      coalesce(r.lists_revision, 0) as "listsRevision",
      n.first_day as "firstDay",
      n.latest_day as "latestDay",
      (
        select coalesce(json_agg(day order by day), '[]')
        from incomplete_days
        where network_id = ${networkId}
      ) as "incompleteDays",
      (${selectPublishedLists(networkId)}) as lists,
      ${selectScopeChannels(viewpoint, feeAccountId, tag)} as "channelIds",
      ${member === undefined ? sql`true` : sql`exists (${selectMember(networkId, member)})`} as "isMemberKnown",
      ${tag === undefined ? sql`true` : sql`exists (${selectTag(viewpoint.id, tag)})`} as "isTagKnown",
      ${channel === undefined ? sql`true` : sql`exists (${selectRegisteredChannels(networkId, [channel])})`}
        as "isChannelKnown"
    from (select ${networkId}::integer as id) network
    left join network_revisions r on r.network_id = network.id
    left join network_day_ranges n on n.network_id = network.id`,
    { plan: 'generic' },
  )
  if (!isMemberKnown || !isTagKnown) throw new Refusal('not_found')
  const days = (await hasFigures(db, row)) ? {} : { firstDay: null, latestDay: null }
  const isNarrowed = member !== undefined || tag !== undefined || channel !== undefined
  const scope = {
    ...row,
    ...days,
    networkId,
    callerId: viewpoint.id,
    feeAccountId,
    netOnly: !isNetwork,
    isNarrowed,
  }
  if (channel === undefined) return scope
  if (!(scope.channelIds?.includes(channel) ?? isChannelKnown)) throw new Refusal('not_found')
  return { ...scope, channelIds: [channel] }
}

const HasFigures = z.object({ hasFigures: z.boolean() })

/** A person whose channels have none has no period, whatever the rest of the network has. */
async function hasFigures(
  db: Queryable,
  { channelIds, latestDay }: Pick<Scope, 'channelIds' | 'latestDay'>,
): Promise<boolean> {
  if (channelIds === null || latestDay === null) return latestDay !== null
  const [found] = await db.query(
    HasFigures,
    sql`select true as "hasFigures"
    from channel_daily
    where channel_id = any(${channelIds}::text[])
      and day <= ${latestDay}::date
    limit 1`,
    { plan: 'generic' },
  )
  return found !== undefined
}

export const andInScope = (channelId: Sql, { channelIds }: Pick<Scope, 'channelIds'>): Sql =>
  channelIds === null ? empty : sql`and ${channelId} = any(${channelIds}::text[])`

/**
 * Rows of channel_daily, of a network or of some of its channels. Those of channels are found by channel: without `is true`, the
 * planner would find them by network and read the days of all its channels.
 */
export const isChannelDay = (alias: Sql, networkId: number, channelIds: readonly string[] | null): Sql =>
  channelIds === null
    ? sql`${alias}.network_id = ${networkId}`
    : sql`${alias}.channel_id = any(${channelIds}::text[])
        and (${alias}.network_id = ${networkId}) is true`

const ChannelIdRow = z.object({ channelId: z.string() })

/** @throws {Refusal} `not_found` for a channel outside the scope */
export async function requireChannels(
  db: Queryable,
  { networkId, channelIds: scopeIds }: Scope,
  channelIds: readonly string[],
): Promise<void> {
  const registered = async () =>
    (await db.query(ChannelIdRow, selectRegisteredChannels(networkId, channelIds))).map(
      (row) => row.channelId,
    )
  const visibleIds = new Set(scopeIds ?? (await registered()))
  if (!channelIds.every((channelId) => visibleIds.has(channelId))) throw new Refusal('not_found')
}

/** The scope of some of its channels. @throws {Refusal} `not_found` for a channel outside the scope */
export async function narrowToChannels(
  db: Queryable,
  scope: Scope,
  channelIds: readonly string[] | undefined,
): Promise<Scope> {
  if (channelIds === undefined) return scope
  await requireChannels(db, scope, channelIds)
  return { ...scope, channelIds: [...channelIds], isNarrowed: true }
}

const selectMember = (networkId: number, member: number): Sql =>
  sql`select a.id from accounts a where a.id = ${member}::bigint and ${isMemberOf(networkId)}`

/** A tag narrows what is seen otherwise, and never widens it. Null: the whole network. */
function selectScopeChannels(
  { id, networkId }: Viewpoint,
  feeAccountId: number | null,
  tag: number | undefined,
): Sql {
  const tagged = tag === undefined ? null : selectTaggedChannels(networkId, id, tag)
  if (feeAccountId !== null) return sql`array(${selectChannelsOf(networkId, feeAccountId, tagged)})`
  return tagged ? sql`array(${tagged} order by c.channel_id)` : sql`null::text[]`
}

const selectChannelsOf = (networkId: number, accountId: number, tagged: Sql | null): Sql =>
  sql`select s.channel_id
    from (
      ${selectAssignedChannels(networkId)}
    ) s
    where s.account_id = ${accountId}::bigint
      ${tagged ? sql`and s.channel_id in (${tagged})` : empty}
    order by s.channel_id`

const selectTag = (accountId: number, tag: number): Sql =>
  sql`select from channel_tags where account_id = ${accountId} and id = ${tag}::bigint`

const selectTaggedChannels = (networkId: number, accountId: number, tag: number): Sql =>
  sql`select c.channel_id
    from tagged_channels t
    join channels c on c.registration_id = t.registration_id
    where t.account_id = ${accountId}
      and t.tag_id = ${tag}::bigint
      and c.removed_at is null
      and c.network_id = ${networkId}`

const selectRegisteredChannels = (networkId: number, channelIds: readonly string[]): Sql =>
  sql`select channel_id as "channelId"
    from channels
    where channel_id = any(${channelIds}::text[])
      and network_id = ${networkId}
      and removed_at is null`
