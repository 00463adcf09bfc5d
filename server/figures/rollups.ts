import type { Database, Queryable } from '#server/db/database.ts'
import type { JobQueue } from '#server/jobs/queue.ts'

/**
 * Marks the figures as changed. It comes first in each transaction that changes them: the row it locks lets one such
 * transaction work at a time, so that what is recomputed from scratch is recomputed from everything.
 */
export async function bumpDataRevision(tx: Queryable): Promise<void> {
  await tx.query('update report_state set data_revision = data_revision + 1')
}

/**
 * Recomputes the roll-ups of some days from the current loads, from scratch; of one owner's videos where its reports
 * alone changed. Inside a transaction.
 */
export async function recomputeDays(tx: Queryable, from: string, to: string, owner?: string): Promise<void> {
  await bumpDataRevision(tx)
  await rebuildVideoRollup(tx, from, to, owner ?? null)
  await rebuildChannelRollup(tx, from, to, null)
  await rebuildNetworkRollup(tx, from, to, null)
}

/** Recomputes all days of channels whose registration, approval or verification changed. Inside a transaction. */
export async function recomputeChannels(tx: Queryable, channelIds: readonly string[]): Promise<void> {
  await bumpDataRevision(tx)
  const [span] = await tx.query<{ from: string | null; to: string | null; networks: number[] }>(
    `select min(v.day) as "from",
      max(v.day) as "to",
      array(
        select network_id from channels where channel_id = any($1)
        union
        select network_id from channel_daily where channel_id = any($1)
      ) as networks
    from video_daily v
    where v.channel_id = any($1)`,
    [channelIds],
  )
  if (!span?.from || !span.to) return
  await rebuildChannelRollup(tx, span.from, span.to, channelIds)
  await rebuildNetworkRollup(tx, span.from, span.to, span.networks)
}

/** Recomputes the days of channels and enqueues the refresh of the materialized lists, which the caller then wakes. */
export async function recomputeFigures(
  tx: Queryable,
  jobs: Pick<JobQueue, 'enqueue'> | null,
  channelIds: readonly string[],
): Promise<void> {
  await recomputeChannels(tx, channelIds)
  await jobs?.enqueue(tx, 'refresh-lists', 0)
}

/** The same for one channel, in a transaction of its own. */
export const recomputeChannel = (db: Database, channelId: string): Promise<void> =>
  db.transaction((tx) => recomputeChannels(tx, [channelId]))

async function rebuildVideoRollup(
  tx: Queryable,
  from: string,
  to: string,
  owner: string | null,
): Promise<void> {
  await tx.query(
    `delete from video_daily
    where day between $1 and $2
      and ($3::text is null or owner = $3)`,
    [from, to, owner],
  )
  await tx.query(
    `insert into video_daily (channel_id, video_id, day, owner, views, premium_views, engaged_views, watch_ms,
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
      select f.channel_id, f.video_id, f.day, c.owner, f.views, f.premium_views, f.engaged_views, f.watch_ms,
        f.watched_share, 0 as revenue_micros, 0 as premium_revenue_micros
      from report_current c
      join activity_facts f on f.load_id = c.load_id
        and f.day = c.day
      where c.report_type = 'activity'
        and ($3::text is null or c.owner = $3)
        and c.day between $1 and $2
        and f.day between $1 and $2
      union all
      select f.channel_id, f.video_id, f.day, c.owner, 0, 0, 0, 0, 0, f.revenue_micros, f.premium_revenue_micros
      from report_current c
      join revenue_facts f on f.load_id = c.load_id
        and f.day = c.day
      where c.report_type = 'revenue'
        and ($3::text is null or c.owner = $3)
        and c.day between $1 and $2
        and f.day between $1 and $2
    ) facts
    group by channel_id, video_id, day, owner
    order by channel_id, video_id, day`,
    [from, to, owner],
  )
}

/** What may be seen of the channels; of all of them without a choice. */
async function rebuildChannelRollup(
  tx: Queryable,
  from: string,
  to: string,
  channelIds: readonly string[] | null,
): Promise<void> {
  await tx.query(
    `delete from channel_daily
    where day between $1 and $2
      and ($3::text[] is null or channel_id = any($3))`,
    [from, to, channelIds],
  )
  await tx.query(
    `insert into channel_daily (channel_id, day, network_id, views, premium_views, revenue_micros, premium_revenue_micros)
    select v.channel_id,
      v.day,
      c.network_id,
      sum(v.views)::bigint,
      sum(v.premium_views)::bigint,
      sum(v.revenue_micros)::bigint,
      sum(v.premium_revenue_micros)::bigint
    from video_daily v
    join channels c on c.channel_id = v.channel_id
      and c.removed_at is null
      and c.approval_status = 2
      and c.verification_status = 'verified'
      and c.earns_from <= v.day
    where v.day between $1 and $2
      and ($3::text[] is null or v.channel_id = any($3))
    group by v.channel_id, v.day, c.network_id`,
    [from, to, channelIds],
  )
}

async function rebuildNetworkRollup(
  tx: Queryable,
  from: string,
  to: string,
  networkIds: readonly number[] | null,
): Promise<void> {
  await tx.query(
    `delete from network_daily
    where day between $1 and $2
      and ($3::integer[] is null or network_id = any($3))`,
    [from, to, networkIds],
  )
  await tx.query(
    `insert into network_daily (network_id, day, views, premium_views, revenue_micros, premium_revenue_micros)
    select network_id,
      day,
      sum(views)::bigint,
      sum(premium_views)::bigint,
      sum(revenue_micros)::bigint,
      sum(premium_revenue_micros)::bigint
    from channel_daily
    where day between $1 and $2
      and ($3::integer[] is null or network_id = any($3))
    group by network_id, day`,
    [from, to, networkIds],
  )
}
