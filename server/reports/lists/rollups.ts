import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Id, queryOne } from '#server/platform/db/rows.ts'
import { empty, type Sql, sql } from '#server/platform/db/sql.ts'
import type { JobQueue } from '#server/platform/jobs/queue.ts'
import { updateChannelOwners, updateIncompleteDays } from '#server/reports/completeness/completeness.ts'
import { allNetworks, markFiguresChanged } from '#server/reports/figures/network-revisions.ts'
import { recordChangedChannels, recordChangedDays, recordChangedVideoDays } from './list-changes.ts'
import { bumpDataRevision } from './report-state.ts'

/**
 * Requires a transaction. `owner`: the content owner, if only their reports changed. `isNew`: no report of theirs was
 * replaced, so no video can disappear from these days.
 */
export async function recomputeDays(
  tx: Queryable,
  from: string,
  to: string,
  { owner, isNew = false }: { owner?: string; isNew?: boolean } = {},
): Promise<void> {
  await bumpDataRevision(tx)
  await recordChangedDays(tx, from, to, owner)
  if (!isNew) await recordChangedVideoDays(tx, selectVideoDays({ from, to }, owner))
  const span = { from, to }
  if (owner === undefined) {
    await rebuildVideoRollup(tx, span, null)
    await rebuildCountryRollup(tx, span, null)
    await rebuildChannelRollup(tx, span, null)
    await rebuildNetworkRollup(tx, span, null)
    await updateIncompleteDays(tx)
    await markFiguresChanged(tx, allNetworks)
    return
  }
  const channelsBefore = await selectChannelsOfOwner(tx, span, owner)
  await rebuildVideoRollup(tx, span, owner)
  await rebuildCountryRollup(tx, span, owner)
  const channelsAfter = await selectChannelsOfOwner(tx, span, owner)
  const channelIds = [...new Set([...channelsBefore, ...channelsAfter])]
  const networksBefore = await selectNetworks(tx, span, channelIds)
  await rebuildChannelRollup(tx, span, channelIds)
  const networksAfter = await selectNetworks(tx, span, channelIds)
  await rebuildNetworks(tx, span, [...new Set([...networksBefore, ...networksAfter])])
}

const ChannelIdRow = z.object({ channelId: z.string() })

async function selectChannelsOfOwner(tx: Queryable, { from, to }: DaySpan, owner: string): Promise<string[]> {
  const rows = await tx.query(
    ChannelIdRow,
    sql`select distinct channel_id as "channelId"
    from video_daily
    where day between ${from} and ${to}
      and owner = ${owner}`,
  )
  return rows.map(({ channelId }) => channelId)
}

const NetworkIdRow = z.object({ networkId: Id })

async function selectNetworks(
  tx: Queryable,
  { from, to }: DaySpan,
  channelIds: readonly string[],
): Promise<number[]> {
  const rows = await tx.query(
    NetworkIdRow,
    sql`select distinct network_id as "networkId"
    from channel_daily
    where day between ${from} and ${to}
      and channel_id = any(${channelIds})`,
  )
  return rows.map(({ networkId }) => networkId)
}

const selectVideoDays = ({ from, to }: DaySpan, owner: string | undefined): Sql =>
  sql`select channel_id, video_id, day
    from video_daily
    where day between ${from} and ${to}
      ${owner === undefined ? empty : sql`and owner = ${owner}`}`

const ChannelSpan = z.object({ from: z.nullable(Day), to: z.nullable(Day), networks: z.array(Id) })

/** Call after a channel's registration, approval or verification changes. Requires a transaction. */
export async function recomputeChannels(tx: Queryable, channelIds: readonly string[]): Promise<void> {
  await bumpDataRevision(tx)
  await recordChangedChannels(tx, channelIds)
  const { from, to, networks } = await queryOne(
    tx,
    ChannelSpan,
    sql`with span as (
      select min(day) as first_day, max(day) as last_day
      from video_daily
      where channel_id = any(${channelIds})
    ), networks as (
      select network_id from channels where channel_id = any(${channelIds})
      union
      select network_id from channel_daily where channel_id = any(${channelIds})
    )
    select first_day as "from",
      last_day as "to",
      array(select network_id from networks) as networks
    from span`,
  )
  if (from === null || to === null) return
  await rebuildChannelRollup(tx, { from, to }, channelIds)
  await rebuildNetworks(tx, { from, to }, networks)
}

async function rebuildNetworks(tx: Queryable, span: DaySpan, networkIds: readonly number[]): Promise<void> {
  await rebuildNetworkRollup(tx, span, networkIds)
  const affected = [...networkIds, ...(await updateIncompleteDays(tx))]
  await markFiguresChanged(tx, sql`select unnest(${affected}::integer[]) as network_id`)
}

/** The caller must wake the refresh of the materialized lists after the commit. */
export async function recomputeFigures(
  tx: Queryable,
  jobs: Pick<JobQueue, 'enqueue'> | null,
  channelIds: readonly string[],
): Promise<void> {
  await recomputeChannels(tx, channelIds)
  await jobs?.enqueue(tx, 'refresh-lists', 0)
}

interface DaySpan {
  from: string
  to: string
}

const andOwner = (column: Sql, owner: string | null): Sql =>
  owner === null ? empty : sql`and ${column} = ${owner}`

/** The published rows of activity and of revenue reports, with columns of the facts `f` and the published load `c`. */
const selectReportedFacts = (
  { from, to }: DaySpan,
  owner: string | null,
  activityColumns: Sql,
  revenueColumns: Sql,
): Sql =>
  sql`select ${activityColumns}
      from report_current c
      join activity_facts f on f.load_id = c.load_id
        and f.day = c.day
      where c.report_type = 'activity'
        ${andOwner(sql`c.owner`, owner)}
        and c.day between ${from} and ${to}
        and f.day between ${from} and ${to}
      union all
      select ${revenueColumns}
      from report_current c
      join revenue_facts f on f.load_id = c.load_id
        and f.day = c.day
      where c.report_type = 'revenue'
        ${andOwner(sql`c.owner`, owner)}
        and c.day between ${from} and ${to}
        and f.day between ${from} and ${to}`

async function rebuildVideoRollup(tx: Queryable, { from, to }: DaySpan, owner: string | null): Promise<void> {
  await tx.execute(
    sql`delete from video_daily
    where day between ${from} and ${to}
      ${andOwner(sql`owner`, owner)}`,
  )
  await tx.execute(
    sql`insert into video_daily (channel_id, video_id, day, owner, views, premium_views, engaged_views, watch_ms,
      watched_share, revenue_micros, premium_revenue_micros)
    select channel_id,
      video_id,
      day,
      owner,
      sum(views)::bigint,
      sum(premium_views)::bigint,
      sum(engaged_views)::bigint,
      sum(watch_ms)::bigint,
      sum(watched_share)::bigint,
      sum(revenue_micros)::bigint,
      sum(premium_revenue_micros)::bigint
    from (
      ${selectReportedFacts(
        { from, to },
        owner,
        sql`f.channel_id, f.video_id, f.day, c.owner, f.views, f.premium_views, f.engaged_views, f.watch_ms,
        f.watched_share, 0 as revenue_micros, 0 as premium_revenue_micros`,
        sql`f.channel_id, f.video_id, f.day, c.owner, 0, 0, 0, 0, 0, f.revenue_micros, f.premium_revenue_micros`,
      )}
    ) facts
    group by channel_id, video_id, day, owner
    order by channel_id, video_id, day`,
  )
  await updateChannelOwners(tx, { from, to }, owner)
}

const AllDaysRow = z.object({ from: Day, to: Day })

/** Recomputes all days, for rows of a version that had no such sums. Requires a transaction. */
export async function rebuildCountryRollups(tx: Queryable): Promise<void> {
  const [span] = await tx.query(
    AllDaysRow,
    sql`select min(day) as "from",
      max(day) as "to"
    from report_current
    having count(*) > 0`,
  )
  if (span) await rebuildCountryRollup(tx, span, null)
}

async function rebuildCountryRollup(
  tx: Queryable,
  { from, to }: DaySpan,
  owner: string | null,
): Promise<void> {
  await tx.execute(
    sql`delete from country_daily
    where day between ${from} and ${to}
      ${andOwner(sql`owner`, owner)}`,
  )
  await tx.execute(
    sql`insert into country_daily (channel_id, day, country, owner, views, revenue_micros)
    select channel_id,
      day,
      country,
      owner,
      sum(views)::bigint,
      sum(revenue_micros)::bigint
    from (
      ${selectReportedFacts(
        { from, to },
        owner,
        sql`f.channel_id, f.day, f.country, c.owner, f.views, 0 as revenue_micros`,
        sql`f.channel_id, f.day, f.country, c.owner, 0, f.revenue_micros`,
      )}
    ) facts
    group by channel_id, day, country, owner
    order by channel_id, day, country`,
  )
}

async function rebuildChannelRollup(
  tx: Queryable,
  { from, to }: DaySpan,
  channelIds: readonly string[] | null,
): Promise<void> {
  const andChannel = (column: Sql) => (channelIds === null ? empty : sql`and ${column} = any(${channelIds})`)
  await tx.execute(
    sql`delete from channel_daily
    where day between ${from} and ${to}
      ${andChannel(sql`channel_id`)}`,
  )
  await tx.execute(
    sql`insert into channel_daily (channel_id, day, network_id, views, premium_views, revenue_micros, premium_revenue_micros)
    select v.channel_id,
      v.day,
      c.network_id,
      sum(v.views)::bigint,
      sum(v.premium_views)::bigint,
      sum(v.revenue_micros)::bigint,
      sum(v.premium_revenue_micros)::bigint
    from video_daily v
    join earning_channels c on c.channel_id = v.channel_id
      and c.earns_from <= v.day
    where v.day between ${from} and ${to}
      ${andChannel(sql`v.channel_id`)}
    group by v.channel_id, v.day, c.network_id`,
  )
}

async function rebuildNetworkRollup(
  tx: Queryable,
  { from, to }: DaySpan,
  networkIds: readonly number[] | null,
): Promise<void> {
  const andNetwork = networkIds === null ? empty : sql`and network_id = any(${networkIds}::integer[])`
  await tx.execute(
    sql`delete from network_daily
    where day between ${from} and ${to}
      ${andNetwork}`,
  )
  await tx.execute(
    sql`insert into network_daily (network_id, day, views, premium_views, revenue_micros, premium_revenue_micros)
    select network_id,
      day,
      sum(views)::bigint,
      sum(premium_views)::bigint,
      sum(revenue_micros)::bigint,
      sum(premium_revenue_micros)::bigint
    from channel_daily
    where day between ${from} and ${to}
      ${andNetwork}
    group by network_id, day`,
  )
}
