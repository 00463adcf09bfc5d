import type { VideoSort } from '#contract/reports/videos.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import type { ListSnapshot } from '#server/reports/figures/list-snapshot.ts'
import { selectRatesAndFees } from '#server/reports/figures/money.ts'
import { andInScope, type Scope } from '#server/reports/figures/scope.ts'
import { videoDays } from '#server/reports/figures/video-days.ts'
import { shownPremiumProfit, shownProfit } from '#server/reports/figures/visibility.ts'

/**
 * The videos of a period, for `from`: the materialized list, which is sorted by gross. For a viewer who sees only the net,
 * profit and price are the net: a fee applies by day, so it is summed live, for the videos of the scope's channels. Without
 * a materialized list, everything is summed live.
 */
export function createVideoList(scope: Scope, sort: VideoSort, snapshot: ListSnapshot): Sql {
  if (snapshot.listed === null) return createLiveList(scope, snapshot)
  const isSortedByNet = scope.netOnly && profitSorts.has(sort)
  return isSortedByNet ? createNetList(scope, snapshot) : sql`video_period`
}

const profitSorts: ReadonlySet<VideoSort> = new Set(['profit', 'price', 'premiumProfit', 'premiumPrice'])

/** The same with gross and net; without a fee, both are gross. */
export function createFigureList(scope: Scope, snapshot: ListSnapshot): Sql {
  if (snapshot.listed === null) return createLiveList(scope, snapshot)
  if (scope.feeAccountId !== null) return createNetList(scope, snapshot)
  return sql`(
      select *,
        profit as gross_profit,
        premium_profit as gross_premium_profit,
        profit as net_profit,
        premium_profit as net_premium_profit
      from video_period
    )`
}

const createLiveList = (scope: Scope, snapshot: ListSnapshot): Sql =>
  sql`(
      with rates_and_fees as materialized (
        ${selectRatesAndFees(scope.feeAccountId, snapshot.range)}
      )
      select s.channel_id,
        s.video_id,
        v.published_at,
        s.views,
        s.premium_views,
        normalize_search(v.title) as title,
        s.gross_profit,
        s.gross_premium_profit,
        s.net_profit,
        s.net_premium_profit,
        ${shownProfit(scope, sql`s`)} as profit,
        ${shownPremiumProfit(scope, sql`s`)} as premium_profit,
        price_per_million(${shownProfit(scope, sql`s`)}, s.views) as price
      from (
        ${selectLiveSums(scope, snapshot)}
      ) s
      left join videos v on v.channel_id = s.channel_id
        and v.video_id = s.video_id
    )`

const createNetList = (scope: Scope, snapshot: ListSnapshot): Sql =>
  sql`(
      with rates_and_fees as materialized (
        ${selectRatesAndFees(scope.feeAccountId, snapshot.range)}
      ), net as materialized (
        ${selectLiveSums(scope, snapshot)}
      )
      select l.period,
        l.network_id,
        l.channel_id,
        l.video_id,
        l.published_at,
        l.title,
        coalesce(n.views, l.views) as views,
        coalesce(n.premium_views, l.premium_views) as premium_views,
        coalesce(n.gross_profit, l.profit) as gross_profit,
        coalesce(n.gross_premium_profit, l.premium_profit) as gross_premium_profit,
        coalesce(n.net_profit, 0) as net_profit,
        coalesce(n.net_premium_profit, 0) as net_premium_profit,
        coalesce(n.net_profit, 0) as profit,
        coalesce(n.net_premium_profit, 0) as premium_profit,
        price_per_million(coalesce(n.net_profit, 0), coalesce(n.views, l.views)) as price
      from video_period l
      left join net n on n.channel_id = l.channel_id
        and n.video_id = l.video_id
      where ${inVideoList(scope, snapshot, sql`l`)}
    )`

/** Gross and net of each video. Needs `rates_and_fees`. */
const selectLiveSums = (scope: Scope, { range, currency, sharedChannelIds }: ListSnapshot): Sql =>
  sql`select channel_id,
          video_id,
          sum(views)::bigint as views,
          sum(premium_views)::bigint as premium_views,
          sum(gross_profit)::bigint as gross_profit,
          sum(gross_premium_profit)::bigint as gross_premium_profit,
          sum(net_of_fee(gross_profit, permille))::bigint as net_profit,
          sum(net_of_fee(gross_premium_profit, permille))::bigint as net_premium_profit
        from (
          ${videoDays({ ...scope, currency }, sharedChannelIds, sql`o.day between ${range.from} and ${range.to}`)}
        ) days
        group by channel_id, video_id`

export const inVideoList = (scope: Scope, { listed }: ListSnapshot, list: Sql = sql`p`): Sql =>
  listed === null
    ? sql`true`
    : sql`${list}.period = ${listed}
    and ${list}.network_id = ${scope.networkId}
    ${andInScope(sql`${list}.channel_id`, scope)}`
