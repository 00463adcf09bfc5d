import * as z from 'zod/mini'
import { periods } from '#contract/reports.ts'
import { Currency } from '#contract/site.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { withLockRetry } from '#server/db/lock-retry.ts'
import { Day, Id } from '#server/db/rows.ts'
import { type Sql, sql } from '#server/db/sql.ts'
import { publishList } from './list-publication.ts'
import { getPeriodRange, longestPeriod } from './periods.ts'
import { selectReportState } from './report-state.ts'
import { rankTracks, replaceWeeklyRanking, type WeeklyRanking } from './weekly-ranking.ts'

interface PeriodSpan {
  period: string
  from_day: string
  to_day: string
}

interface NetworkSpans {
  networkId: number
  currency: Currency
  spans: PeriodSpan[]
}

/** Refreshes all materialized lists and the weekly ranking until they match the data revision. */
export async function refreshLists(db: Database): Promise<void> {
  while (await areListsStale(db)) await withLockRetry(db, 'lists', () => rebuildLists(db))
}

async function areListsStale(db: Queryable): Promise<boolean> {
  const { dataRevision, listsRevision } = await selectReportState(db)
  return dataRevision !== listsRevision
}

/** Computes into staging tables, then publishes what changed in one short transaction. */
async function rebuildLists(db: Database): Promise<void> {
  const { dataRevision, listsRevision } = await selectReportState(db)
  if (dataRevision === listsRevision) return
  const networks = await selectNetworks(db)
  await stageLists(db, networks)
  const ranking = await rankTracks(db)
  const changed = await db.transaction((tx) => publishLists(tx, dataRevision, networks, ranking))
  // Autovacuum would do it a minute later, and the embedded database has none.
  if (changed > minChangedRowsForAnalyze)
    await db.execute(sql`analyze video_period, channel_period, track_period`)
}

const minChangedRowsForAnalyze = 1_000

async function stageLists(db: Database, networks: readonly NetworkSpans[]): Promise<void> {
  await db.execute(sql`truncate staged_video_period, staged_channel_period, staged_track_period`)
  for (const network of networks) {
    await stageVideos(db, network)
    await stageChannels(db, network)
  }
  await stageTracks(db)
}

async function publishLists(
  tx: Queryable,
  revision: number,
  networks: readonly NetworkSpans[],
  ranking: WeeklyRanking,
): Promise<number> {
  await tx.execute(sql`update report_state set lists_revision = ${revision}`)
  const changed =
    (await publishList(tx, 'video_period')) +
    (await publishList(tx, 'channel_period')) +
    (await publishList(tx, 'track_period'))
  const rows = networks.flatMap(({ networkId, currency, spans }) =>
    spans.map((span) => ({ network_id: networkId, currency, ...span })),
  )
  await tx.execute(sql`delete from network_periods`)
  await tx.execute(
    sql`insert into network_periods (network_id, period, from_day, to_day, currency)
    select network_id, period, from_day, to_day, currency
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as s (network_id integer, period text, from_day date, to_day date, currency text)`,
  )
  await replaceWeeklyRanking(tx, ranking)
  return changed
}

const NetworkRow = z.object({ networkId: Id, latestDay: Day, currency: Currency })

async function selectNetworks(db: Queryable): Promise<NetworkSpans[]> {
  const networks = await db.query(
    NetworkRow,
    sql`select network_id as "networkId",
      latest_day as "latestDay",
      network_currency(network_id) as currency
    from network_day_ranges
    order by network_id`,
  )
  return networks.map(({ latestDay, ...network }) => ({
    ...network,
    spans: periods.map((period) => {
      const { from, to } = getPeriodRange(period, latestDay)
      return { period, from_day: from, to_day: to }
    }),
  }))
}

/** Each day of each period with its exchange rate. */
const createPeriodDays = ({ spans }: NetworkSpans): Sql =>
  sql`select s.period, r.day, r.krw_micros
    from jsonb_to_recordset(${JSON.stringify(spans)}::text::jsonb) as s (period text, from_day date, to_day date)
    join daily_rates(${getFirstDay(spans)}, ${getLastDay(spans)}) r on r.day between s.from_day and s.to_day`

const getFirstDay = (spans: readonly PeriodSpan[]) => spans.map(({ from_day }) => from_day).sort()[0] ?? null
const getLastDay = (spans: readonly PeriodSpan[]) =>
  spans
    .map(({ to_day }) => to_day)
    .sort()
    .at(-1) ?? null

const stageVideos = (db: Queryable, network: NetworkSpans) =>
  db.execute(
    sql`insert into staged_video_period (period, network_id, channel_id, video_id, published_at, views, premium_views,
      profit, premium_profit, price, title)
    with period_days as materialized (
      ${createPeriodDays(network)}
    ), days as (
      -- summed over all owners first, so that each day of a video is rounded once
      select v.channel_id,
        v.video_id,
        v.day,
        sum(v.views)::bigint as views,
        sum(v.premium_views)::bigint as premium_views,
        sum(v.revenue_micros)::bigint as revenue_micros,
        sum(v.premium_revenue_micros)::bigint as premium_revenue_micros
      from earning_channels c
      join video_daily v on v.channel_id = c.channel_id
        and v.day >= c.earns_from
      where c.network_id = ${network.networkId}
        and v.day between ${getFirstDay(network.spans)} and ${getLastDay(network.spans)}
        and v.video_id <> ''
      group by v.channel_id, v.video_id, v.day
    ), figures as (
      select p.period,
        d.channel_id,
        d.video_id,
        sum(d.views)::bigint as views,
        sum(d.premium_views)::bigint as premium_views,
        sum(convert_amount(d.revenue_micros, ${network.currency}, p.krw_micros))::bigint as profit,
        sum(convert_amount(d.premium_revenue_micros, ${network.currency}, p.krw_micros))::bigint as premium_profit
      from days d
      join period_days p on p.day = d.day
      group by p.period, d.channel_id, d.video_id
    )
    select f.period,
      ${network.networkId}::integer,
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
    left join videos m on m.channel_id = f.channel_id
      and m.video_id = f.video_id`,
  )

/** Counts the Shorts of the staged videos. */
const stageChannels = (db: Queryable, network: NetworkSpans) =>
  db.execute(
    sql`insert into staged_channel_period (period, network_id, channel_id, name, views, premium_views, profit,
      premium_profit, shorts, price)
    with period_days as materialized (
      ${createPeriodDays(network)}
    ), figures as (
      select p.period,
        d.channel_id,
        sum(d.views)::bigint as views,
        sum(d.premium_views)::bigint as premium_views,
        sum(convert_amount(d.revenue_micros, ${network.currency}, p.krw_micros))::bigint as profit,
        sum(convert_amount(d.premium_revenue_micros, ${network.currency}, p.krw_micros))::bigint as premium_profit
      from channel_daily d
      join period_days p on p.day = d.day
      where d.network_id = ${network.networkId}
        and d.day between ${getFirstDay(network.spans)} and ${getLastDay(network.spans)}
      group by p.period, d.channel_id
    ), video_counts as (
      select period, channel_id, count(*) as shorts
      from staged_video_period
      where network_id = ${network.networkId}
      group by period, channel_id
    )
    select f.period,
      ${network.networkId}::integer,
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
      and c.network_id = ${network.networkId}
      and c.removed_at is null
    left join video_counts v on v.period = f.period
      and v.channel_id = f.channel_id`,
  )

/** Earnings of the staged videos by track. */
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
    from staged_video_period p
    join used u on u.channel_id = p.channel_id
      and u.video_id = p.video_id
    where p.period = ${longestPeriod}
    group by p.period, p.network_id, u.isrc`,
  )
