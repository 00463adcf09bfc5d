import type { Period, VideoSort } from '#contract/reports.ts'
import { type Sql, sql } from '#server/db/sql.ts'
import type { ListSnapshot } from '#server/figures/list-snapshot.ts'
import { selectRatesAndFees } from '#server/figures/money.ts'
import { andInScope, type Scope } from '#server/figures/scope.ts'

/**
 * The videos of a period, for `from`: the materialized list, which is sorted by gross. For a viewer who sees only the net,
 * profit and price are the net: a fee applies by day, so it is summed live, for the videos of the scope's channels.
 */
export const createVideoList = (
  scope: Scope,
  period: Period,
  sort: VideoSort,
  { range, currency }: ListSnapshot,
): Sql => {
  if (!scope.netOnly || (sort !== 'profit' && sort !== 'price')) return sql`video_period`
  return sql`(
      with rates_and_fees as materialized (
        ${selectRatesAndFees(scope.feeAccountId, range)}
      ), net as materialized (
        select channel_id,
          video_id,
          sum(views)::bigint as views,
          sum(net_of_fee(gross_profit, permille))::bigint as profit
        from (
          -- the sum over all owners, so that a day is converted and rounded once
          select o.channel_id,
            o.video_id,
            t.permille,
            sum(o.views)::bigint as views,
            convert_amount(sum(o.revenue_micros)::bigint, ${currency}, t.krw_micros) as gross_profit
          from earning_channels c
          join video_daily o on o.channel_id = c.channel_id
            and o.day >= c.earns_from
          join rates_and_fees t on t.day = o.day
          where c.network_id = ${scope.networkId}
            ${andInScope(sql`c.channel_id`, scope)}
            and o.day between ${range.from} and ${range.to}
          group by o.channel_id, o.video_id, t.day, t.krw_micros, t.permille
        ) days
        group by channel_id, video_id
      )
      select l.period,
        l.network_id,
        l.channel_id,
        l.video_id,
        l.published_at,
        l.views,
        l.title,
        coalesce(n.profit, 0) as profit,
        price_per_million(coalesce(n.profit, 0), coalesce(n.views, l.views)) as price
      from video_period l
      left join net n on n.channel_id = l.channel_id
        and n.video_id = l.video_id
      where ${inVideoList(scope, period, sql`l`)}
    )`
}

export const inVideoList = (scope: Scope, period: Period, list: Sql = sql`p`): Sql =>
  sql`${list}.period = ${period}
    and ${list}.network_id = ${scope.networkId}
    ${andInScope(sql`${list}.channel_id`, scope)}`
