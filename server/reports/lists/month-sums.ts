import type { Database, Queryable } from '#server/platform/db/database.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { selectRates } from '#server/reports/figures/money.ts'
import { longestPeriod } from '#server/reports/figures/periods.ts'
import { getFirstDay, getLastDay, getSpanRange, type ListSpan, unnestSpans } from './list-spans.ts'

// Sums per month, in the currency of the network, up to its latest complete day. Only the refresh of the lists reads them: a
// refresh that is cut off computes them again.

/** Rebuilds all months of these channels. */
export async function rebuildMonthSums(
  db: Database,
  spans: readonly ListSpan[],
  channelIds: readonly string[],
): Promise<void> {
  await db.execute(sql`delete from video_month where channel_id = any(${channelIds})`)
  await db.execute(sql`delete from channel_month where channel_id = any(${channelIds})`)
  await insertVideoMonths(
    db,
    spans,
    sql`select c.network_id, ${daySums}
    from earning_channels c
    join video_daily v on v.channel_id = c.channel_id
      and v.day >= c.earns_from
    where c.channel_id = any(${channelIds})
      and v.video_id <> ''
      and v.day between ${getFirstDay(spans)} and ${getLastDay(spans)}
    group by c.network_id, v.channel_id, v.video_id, v.day`,
  )
  await insertChannelMonths(
    db,
    spans,
    sql`select *
    from channel_daily
    where channel_id = any(${channelIds})
      and day between ${getFirstDay(spans)} and ${getLastDay(spans)}`,
  )
}

/** Updates the months in affected_months and affected_channel_months. */
export async function updateMonthSums(db: Database, spans: readonly ListSpan[]): Promise<void> {
  await db.execute(
    sql`delete from video_month m
    using affected_months a
    where m.channel_id = a.channel_id
      and m.video_id = a.video_id
      and m.month = a.month`,
  )
  await db.execute(
    sql`delete from channel_month m
    using affected_channel_months a
    where m.channel_id = a.channel_id
      and m.month = a.month`,
  )
  // Lateral, so that each video is looked up by its key: few videos of a channel have figures on a day.
  await insertVideoMonths(
    db,
    spans,
    sql`select c.network_id, d.*
    from affected_months a
    join earning_channels c on c.channel_id = a.channel_id
    cross join lateral (
      select ${daySums}
      from video_daily v
      where v.channel_id = a.channel_id
        and v.video_id = a.video_id
        and v.day >= greatest(a.month, c.earns_from)
        and v.day < (a.month + interval '1 month')::date
      group by v.channel_id, v.video_id, v.day
    ) d
    where a.video_id <> ''`,
  )
  await insertChannelMonths(
    db,
    spans,
    sql`select d.*
    from affected_channel_months a
    join channel_daily d on d.channel_id = a.channel_id
      and d.day >= a.month
      and d.day < (a.month + interval '1 month')::date`,
  )
}

/** Deletes the sums of months before the longest period of these channels. */
export async function deleteOldMonthSums(
  db: Queryable,
  spans: readonly ListSpan[],
  channelIds: readonly string[],
): Promise<void> {
  const firstMonth = getFirstDay(spans)
  await db.execute(
    sql`delete from video_month where channel_id = any(${channelIds}) and month < ${firstMonth}`,
  )
  await db.execute(
    sql`delete from channel_month where channel_id = any(${channelIds}) and month < ${firstMonth}`,
  )
}

/** Summed over all owners first, so that each day of a video is rounded once. */
export const daySums = sql`v.channel_id,
  v.video_id,
  v.day,
  sum(v.views)::bigint as views,
  sum(v.premium_views)::bigint as premium_views,
  sum(v.revenue_micros)::bigint as revenue_micros,
  sum(v.premium_revenue_micros)::bigint as premium_revenue_micros`

const monthSums = sql`sum(d.views)::bigint,
      sum(d.premium_views)::bigint,
      sum(convert_amount(d.revenue_micros, n.currency, n.krw_micros))::bigint,
      sum(convert_amount(d.premium_revenue_micros, n.currency, n.krw_micros))::bigint`

/** Each day of the longest period of each network, with its month and exchange rate. */
const selectNetworkDays = (spans: readonly ListSpan[]): Sql =>
  sql`select s.network_id, s.currency, r.day, r.krw_micros, date_trunc('month', r.day)::date as month
    from ${unnestSpans(
      spans.filter(({ period }) => period === longestPeriod),
      sql`s`,
    )}
    join (
      ${selectRates(getSpanRange(spans))}
    ) r on r.day between s.from_day and s.to_day`

/** `days`: figures per network, channel, video and day. */
const insertVideoMonths = (db: Queryable, spans: readonly ListSpan[], days: Sql) =>
  db.execute(
    sql`insert into video_month (channel_id, video_id, month, views, premium_views, profit, premium_profit)
    with network_days as materialized (
      ${selectNetworkDays(spans)}
    )
    select d.channel_id, d.video_id, n.month,
      ${monthSums}
    from (${days}) d
    join network_days n on n.network_id = d.network_id
      and n.day = d.day
    group by d.channel_id, d.video_id, n.month`,
  )

/** `days`: rows of channel_daily. */
const insertChannelMonths = (db: Queryable, spans: readonly ListSpan[], days: Sql) =>
  db.execute(
    sql`insert into channel_month (channel_id, month, views, premium_views, profit, premium_profit)
    with network_days as materialized (
      ${selectNetworkDays(spans)}
    )
    select d.channel_id, n.month,
      ${monthSums}
    from (${days}) d
    join network_days n on n.network_id = d.network_id
      and n.day = d.day
    group by d.channel_id, n.month`,
  )
