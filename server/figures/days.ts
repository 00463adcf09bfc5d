import type { DayRange } from '#contract/reports.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Scope } from './scope.ts'
import type { GrossAndNet } from './visibility.ts'

/** One day of a scope. */
export interface DayFigures extends GrossAndNet {
  day: string
}

/**
 * The days of a range for which the network has facts, in order; of some channels too, nothing being 0. On the others
 * nothing is known, of no channel.
 */
export const selectDays = (db: Queryable, scope: Scope, range: DayRange): Promise<DayFigures[]> =>
  scope.channelIds === null ? selectNetworkDays(db, scope, range) : selectChannelDays(db, scope, range)

const selectNetworkDays = (db: Queryable, scope: Scope, { from, to }: DayRange) =>
  db.query<DayFigures>(
    `with rates as materialized (
      select day, krw_micros
      from daily_rates($2, $3)
    ), days as (
      select n.day,
        n.views,
        n.premium_views,
        convert_amount(n.revenue_micros, $4, r.krw_micros) as profit,
        convert_amount(n.premium_revenue_micros, $4, r.krw_micros) as premium_profit
      from network_daily n
      join rates r on r.day = n.day
      where n.network_id = $1
        and n.day between $2 and $3
    )
    select day,
      views,
      premium_views as "premiumViews",
      profit,
      premium_profit as "premiumProfit",
      profit as net,
      premium_profit as "premiumNet"
    from days
    order by day`,
    [scope.networkId, from, to, scope.currency],
  )

const selectChannelDays = (db: Queryable, scope: Scope, { from, to }: DayRange) =>
  db.query<DayFigures>(
    `with terms as materialized (
      select day, krw_micros, permille
      from daily_rates_and_fees($6, $3, $4)
    ), sums as (
      select day,
        sum(views)::bigint as views,
        sum(premium_views)::bigint as premium_views,
        sum(revenue_micros)::bigint as revenue_micros,
        sum(premium_revenue_micros)::bigint as premium_revenue_micros
      from channel_daily
      where channel_id = any($1)
        and network_id = $2
        and day between $3 and $4
      group by day
    ), days as materialized (
      select n.day,
        coalesce(s.views, 0) as views,
        coalesce(s.premium_views, 0) as premium_views,
        convert_amount(coalesce(s.revenue_micros, 0), $5, t.krw_micros) as profit,
        convert_amount(coalesce(s.premium_revenue_micros, 0), $5, t.krw_micros) as premium_profit,
        t.permille
      from network_daily n
      join terms t on t.day = n.day
      left join sums s on s.day = n.day
      where n.network_id = $2
        and n.day between $3 and $4
    )
    select day,
      views,
      premium_views as "premiumViews",
      profit,
      premium_profit as "premiumProfit",
      net_of_fee(profit, permille) as net,
      net_of_fee(premium_profit, permille) as "premiumNet"
    from days
    order by day`,
    [scope.channelIds, scope.networkId, from, to, scope.currency, scope.feeAccountId],
  )
