import * as z from 'zod/mini'
import type { Database, Queryable } from '#server/db/database.ts'
import { type Sql, sql } from '#server/db/sql.ts'
import { collectAffectedRows, type ListRefresh } from './affected-rows.ts'
import type { ListSpan } from './list-spans.ts'
import { selectRates } from './money.ts'
import { longestPeriod } from './periods.ts'

/** Computes the affected rows of the lists of videos and channels, and all rows of the list of tracks. */
export async function stageLists(db: Database, refresh: ListRefresh): Promise<void> {
  await db.execute(
    sql`truncate rebuilt_channels, affected_videos, affected_channels, staged_video_period, staged_channel_period, staged_track_period`,
  )
  await collectAffectedRows(db, refresh)
  const { current } = refresh
  if (current.length > 0) {
    const channelIds = await selectRebuiltChannels(db)
    for (let at = 0; at < channelIds.length; at += channelsPerBatch)
      await stageVideos(db, current, sumDaysOfChannels(current, channelIds.slice(at, at + channelsPerBatch)))
    await stageVideos(db, current, sumDaysOfAffectedVideos(current))
    await stageChannels(db, current)
    await stageTracks(db)
  }
}

/** Bounds the memory and the duration of a statement: a channel has about a hundred videos. */
const channelsPerBatch = 200

const RebuiltChannel = z.object({ channelId: z.string() })

async function selectRebuiltChannels(db: Queryable): Promise<string[]> {
  const rows = await db.query(
    RebuiltChannel,
    sql`select channel_id as "channelId" from rebuilt_channels order by channel_id`,
  )
  return rows.map(({ channelId }) => channelId)
}

const getFirstDay = (spans: readonly ListSpan[]) => spans.map(({ from_day }) => from_day).sort()[0] ?? ''
const getLastDay = (spans: readonly ListSpan[]) =>
  spans
    .map(({ to_day }) => to_day)
    .sort()
    .at(-1) ?? ''

const withinDays = (spans: readonly ListSpan[]) =>
  sql`v.day between ${getFirstDay(spans)} and ${getLastDay(spans)}`

/** Each day of each network's periods, with its exchange rate. */
const createPeriodDays = (spans: readonly ListSpan[]): Sql =>
  sql`select s.network_id, s.period, s.currency, r.day, r.krw_micros
    from jsonb_to_recordset(${JSON.stringify(spans)}::text::jsonb)
      as s (network_id integer, period text, from_day date, to_day date, currency text)
    join (
      ${selectRates({ from: getFirstDay(spans), to: getLastDay(spans) })}
    ) r on r.day between s.from_day and s.to_day`

/** Summed over all owners first, so that each day of a video is rounded once. */
const daySums = sql`v.channel_id,
  v.video_id,
  v.day,
  sum(v.views)::bigint as views,
  sum(v.premium_views)::bigint as premium_views,
  sum(v.revenue_micros)::bigint as revenue_micros,
  sum(v.premium_revenue_micros)::bigint as premium_revenue_micros`

const sumDaysOfChannels = (spans: readonly ListSpan[], channelIds: readonly string[]): Sql =>
  sql`select c.network_id, ${daySums}
    from earning_channels c
    join video_daily v on v.channel_id = c.channel_id
      and v.day >= c.earns_from
    where c.channel_id = any(${channelIds})
      and v.video_id <> ''
      and ${withinDays(spans)}
    group by c.network_id, v.channel_id, v.video_id, v.day`

/** Lateral, so that each video is looked up by its key: few videos of a channel have figures on a day. */
const sumDaysOfAffectedVideos = (spans: readonly ListSpan[]): Sql =>
  sql`select c.network_id, d.*
    from affected_videos a
    join earning_channels c on c.channel_id = a.channel_id
    cross join lateral (
      select ${daySums}
      from video_daily v
      where v.channel_id = a.channel_id
        and v.video_id = a.video_id
        and v.day >= c.earns_from
        and ${withinDays(spans)}
      group by v.channel_id, v.video_id, v.day
    ) d`

const periodSums = sql`sum(d.views)::bigint as views,
  sum(d.premium_views)::bigint as premium_views,
  sum(convert_amount(d.revenue_micros, p.currency, p.krw_micros))::bigint as profit,
  sum(convert_amount(d.premium_revenue_micros, p.currency, p.krw_micros))::bigint as premium_profit`

/** `days`: figures per network, channel, video and day. Lateral and `offset 0`: a batch has few of all videos. */
const stageVideos = (db: Queryable, spans: readonly ListSpan[], days: Sql) =>
  db.execute(
    sql`insert into staged_video_period (period, network_id, channel_id, video_id, published_at, views, premium_views,
      profit, premium_profit, price, title)
    with period_days as materialized (
      ${createPeriodDays(spans)}
    ), figures as (
      select p.period, d.network_id, d.channel_id, d.video_id, ${periodSums}
      from (${days}) d
      join period_days p on p.network_id = d.network_id
        and p.day = d.day
      group by p.period, d.network_id, d.channel_id, d.video_id
    )
    select f.period,
      f.network_id,
      f.channel_id,
      f.video_id,
      m.published_at,
      f.views,
      f.premium_views,
      f.profit,
      f.premium_profit,
      price_per_million(f.profit, f.views),
      normalize_search(m.title)
    from figures f
    left join lateral (
      select published_at, title
      from videos
      where channel_id = f.channel_id
        and video_id = f.video_id
      offset 0
    ) m on true`,
  )

/** The list of videos as it will be, as far as the condition holds. */
const selectUpcomingVideos = (condition: Sql): Sql =>
  sql`select period, network_id, channel_id, video_id, profit
    from staged_video_period
    where ${condition}
    union all
    select period, network_id, channel_id, video_id, profit
    from video_period p
    where ${condition}
      and not exists (select from rebuilt_channels r where r.channel_id = p.channel_id)
      and not exists (
        select
        from affected_videos a
        where a.channel_id = p.channel_id
          and a.video_id = p.video_id)`

const stageChannels = (db: Queryable, spans: readonly ListSpan[]) =>
  db.execute(
    sql`insert into staged_channel_period (period, network_id, channel_id, name, views, premium_views, profit,
      premium_profit, shorts, price)
    with period_days as materialized (
      ${createPeriodDays(spans)}
    ), figures as (
      select p.period, d.network_id, d.channel_id, ${periodSums}
      from affected_channels a
      join channel_daily d on d.channel_id = a.channel_id
      join period_days p on p.network_id = d.network_id
        and p.day = d.day
      where d.day between ${getFirstDay(spans)} and ${getLastDay(spans)}
      group by p.period, d.network_id, d.channel_id
    ), video_counts as (
      select period, channel_id, count(*) as shorts
      from (${selectUpcomingVideos(sql`channel_id in (select channel_id from affected_channels)`)}) upcoming
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

const stageTracks = (db: Queryable) =>
  db.execute(
    sql`insert into staged_track_period (period, network_id, isrc, videos, profit)
    with used as (
      select distinct channel_id, video_id, isrc
      from active_claims
    )
    select p.period,
      p.network_id,
      u.isrc,
      count(*),
      sum(p.profit)::bigint
    from (${selectUpcomingVideos(sql`period = ${longestPeriod}`)}) p
    join used u on u.channel_id = p.channel_id
      and u.video_id = p.video_id
    group by p.period, p.network_id, u.isrc`,
  )
