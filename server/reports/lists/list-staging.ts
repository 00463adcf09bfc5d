import * as z from 'zod/mini'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { collectAffectedRows, type ListRefresh } from './affected-rows.ts'
import { type ListSpan, selectLatestDays, selectMonthSpans } from './list-spans.ts'
import { stageTracks } from './list-tracks.ts'
import { daySums, deleteOldMonthSums, rebuildMonthSums, updateMonthSums } from './month-sums.ts'

/** Brings the monthly sums up to date, then computes the affected rows of the lists from them. */
export async function stageLists(db: Database, refresh: ListRefresh): Promise<void> {
  const { current, isComplete } = refresh
  await db.execute(
    sql`truncate rebuilt_channels, affected_months, affected_videos, affected_channel_months, affected_channels,
      affected_tracks, staged_video_period, staged_channel_period, staged_track_period`,
  )
  if (isComplete || current.length === 0)
    await db.execute(sql`truncate video_month, channel_month, track_daily`)
  await collectAffectedRows(db, refresh)
  if (current.length > 0) await stageVideosAndChannels(db, current)
  await stageTracks(db, refresh)
}

async function stageVideosAndChannels(db: Database, spans: readonly ListSpan[]): Promise<void> {
  await updateMonthSums(db, spans)
  const rebuiltChannels = await selectRebuiltChannels(db)
  for (let at = 0; at < rebuiltChannels.length; at += channelsPerBatch)
    await stageChannelVideos(db, spans, rebuiltChannels.slice(at, at + channelsPerBatch))
  await stageAffectedVideos(db, spans)
  await stageChannels(db, spans)
}

/** Bounds the memory and the duration of a statement: a channel has about a hundred videos. */
const channelsPerBatch = 200

const RebuiltChannel = z.object({ channelId: z.string(), hasStaleMonths: z.boolean() })
type RebuiltChannel = z.output<typeof RebuiltChannel>

const selectRebuiltChannels = (db: Queryable): Promise<RebuiltChannel[]> =>
  db.query(
    RebuiltChannel,
    sql`select channel_id as "channelId",
      has_stale_months as "hasStaleMonths"
    from rebuilt_channels
    order by channel_id`,
  )

async function stageChannelVideos(
  db: Database,
  spans: readonly ListSpan[],
  channels: readonly RebuiltChannel[],
): Promise<void> {
  const channelIds = channels.map(({ channelId }) => channelId)
  const staleIds = channels.filter(({ hasStaleMonths }) => hasStaleMonths).map(({ channelId }) => channelId)
  if (staleIds.length > 0) await rebuildMonthSums(db, spans, staleIds)
  await deleteOldMonthSums(db, spans, channelIds)
  await stageVideos(db, spans, {
    months: sql`select * from video_month where channel_id = any(${channelIds})`,
    latestDays: sql`select s.network_id, s.currency, s.krw_micros, ${daySums}
      from earning_channels c
      join latest_days s on s.network_id = c.network_id
        and s.day >= c.earns_from
      join video_daily v on v.channel_id = c.channel_id
        and v.day = s.day
      where c.channel_id = any(${channelIds})
        and v.video_id <> ''
      group by s.network_id, s.currency, s.krw_micros, v.channel_id, v.video_id, v.day`,
  })
}

/** Lateral, so that each video is looked up by its key: few videos of a channel have figures on a day. */
const stageAffectedVideos = (db: Queryable, spans: readonly ListSpan[]) =>
  stageVideos(db, spans, {
    months: sql`select m.*
      from affected_videos a
      cross join lateral (
        select *
        from video_month
        where channel_id = a.channel_id
          and video_id = a.video_id
      ) m`,
    latestDays: sql`select s.network_id, s.currency, s.krw_micros, d.*
      from affected_videos a
      join earning_channels c on c.channel_id = a.channel_id
      join latest_days s on s.network_id = c.network_id
        and s.day >= c.earns_from
      cross join lateral (
        select ${daySums}
        from video_daily v
        where v.channel_id = a.channel_id
          and v.video_id = a.video_id
          and v.day = s.day
        group by v.channel_id, v.video_id, v.day
      ) d`,
  })

interface VideoSource {
  /** A query for rows of video_month. */
  months: Sql
  /** A query for the figures of latest_days: of the network, with its currency and rate. */
  latestDays: Sql
}

const monthSums = sql`sum(m.views)::bigint as views,
        sum(m.premium_views)::bigint as premium_views,
        sum(m.profit)::bigint as profit,
        sum(m.premium_profit)::bigint as premium_profit`

const dayFigures = sql`d.views,
        d.premium_views,
        convert_amount(d.revenue_micros, d.currency, d.krw_micros),
        convert_amount(d.premium_revenue_micros, d.currency, d.krw_micros)`

/** Two statements, because a cluster runs no union on the outer side of a lateral join. */
async function stageVideos(
  db: Queryable,
  spans: readonly ListSpan[],
  { months, latestDays }: VideoSource,
): Promise<void> {
  await insertStagedVideos(
    db,
    sql`month_spans as materialized (
      ${selectMonthSpans(spans)}
    ), figures as (
      select s.period, s.network_id, m.channel_id, m.video_id,
        ${monthSums}
      from (${months}) m
      join earning_channels c on c.channel_id = m.channel_id
      join month_spans s on s.network_id = c.network_id
        and m.month between s.from_day and s.to_day
      group by s.period, s.network_id, m.channel_id, m.video_id
    )`,
  )
  await insertStagedVideos(
    db,
    sql`latest_days as materialized (
      ${selectLatestDays(spans)}
    ), figures (period, network_id, channel_id, video_id, views, premium_views, profit, premium_profit) as (
      select 'latest', d.network_id, d.channel_id, d.video_id,
        ${dayFigures}
      from (${latestDays}) d
    )`,
  )
}

/** `figures`: common table expressions; the last one has this name. */
const insertStagedVideos = (db: Queryable, figures: Sql) =>
  db.execute(
    sql`insert into staged_video_period (period, network_id, channel_id, video_id, published_at, views, premium_views,
      profit, premium_profit, price, title)
    with ${figures}
    select f.period,
      f.network_id,
      f.channel_id,
      f.video_id,
      v.published_at,
      f.views,
      f.premium_views,
      f.profit,
      f.premium_profit,
      price_per_million(f.profit, f.views),
      normalize_search(v.title)
    from figures f
    left join lateral (
      select published_at, title
      from videos
      where channel_id = f.channel_id
        and video_id = f.video_id
      -- an optimization fence: a batch has few of all videos
      offset 0
    ) v on true`,
  )

/** The number of Shorts is that of the list of videos as it will be. */
const stageChannels = (db: Queryable, spans: readonly ListSpan[]) =>
  db.execute(
    sql`insert into staged_channel_period (period, network_id, channel_id, name, views, premium_views, profit,
      premium_profit, shorts, price)
    with month_spans as materialized (
      ${selectMonthSpans(spans)}
    ), latest_days as materialized (
      ${selectLatestDays(spans)}
    ), figures as (
      select s.period, s.network_id, m.channel_id,
        ${monthSums}
      from affected_channels a
      join channel_month m on m.channel_id = a.channel_id
      join earning_channels c on c.channel_id = a.channel_id
      join month_spans s on s.network_id = c.network_id
        and m.month between s.from_day and s.to_day
      group by s.period, s.network_id, m.channel_id
      union all
      select 'latest', d.network_id, d.channel_id,
        ${dayFigures}
      from (
        select s.network_id, s.currency, s.krw_micros, d.channel_id, d.views, d.premium_views, d.revenue_micros,
          d.premium_revenue_micros
        from affected_channels a
        join earning_channels c on c.channel_id = a.channel_id
        join latest_days s on s.network_id = c.network_id
        cross join lateral (
          -- one row; grouping is an optimization fence that a cluster knows as well
          select channel_id,
            sum(views)::bigint as views,
            sum(premium_views)::bigint as premium_views,
            sum(revenue_micros)::bigint as revenue_micros,
            sum(premium_revenue_micros)::bigint as premium_revenue_micros
          from channel_daily
          where channel_id = a.channel_id
            and day = s.day
          group by channel_id, day
        ) d
      ) d
    ), video_counts as (
      select period, channel_id, sum(videos)::bigint as shorts
      from (
        select period, channel_id, 1 as videos
        from staged_video_period
        union all
        select p.period, p.channel_id, p.shorts
        from affected_channels a
        join channel_period p on p.channel_id = a.channel_id
        where not exists (select from rebuilt_channels r where r.channel_id = a.channel_id)
        union all
        select p.period, p.channel_id, -1
        from affected_videos a
        join video_period p on p.channel_id = a.channel_id
          and p.video_id = a.video_id
      ) counted
      group by period, channel_id
    )
    select f.period,
      f.network_id,
      f.channel_id,
      normalize_search(coalesce(c.name, f.channel_id)),
      f.views,
      f.premium_views,
      f.profit,
      f.premium_profit,
      coalesce(v.shorts, 0),
      price_per_million(f.profit, f.views)
    from figures f
    left join channels c on c.channel_id = f.channel_id
      and c.network_id = f.network_id
      and c.removed_at is null
    left join video_counts v on v.period = f.period
      and v.channel_id = f.channel_id`,
  )
