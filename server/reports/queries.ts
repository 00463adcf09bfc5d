import type { DayRange } from '#contract/reports.ts'
import type { Queries } from '#server/db/connect.ts'
import type { Scope } from './scope.ts'

/** One day of a scope, in units of its currency; `net` is what the fee leaves. */
export interface DayFigures {
  day: string
  views: number
  premiumViews: number
  profit: number
  premiumProfit: number
  net: number
  premiumNet: number
}

/** The days of a range that have figures, in order. */
export const selectDays = (db: Queries, scope: Scope, range: DayRange): Promise<DayFigures[]> =>
  scope.channelIds === null ? selectNetworkDays(db, scope, range) : selectChannelDays(db, scope, range)

const selectNetworkDays = (db: Queries, scope: Scope, { from, to }: DayRange) =>
  db.query<DayFigures>(
    `with days as (
      select day,
        views,
        premium_views,
        amount(revenue_micros, $4, krw_micros_on(day)) as profit,
        amount(premium_revenue_micros, $4, krw_micros_on(day)) as premium_profit
      from network_daily
      where network_id = $1
        and day between $2 and $3
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

const selectChannelDays = (db: Queries, scope: Scope, { from, to }: DayRange) =>
  db.query<DayFigures>(
    `with sums as (
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
    ), days as (
      select day,
        views,
        premium_views,
        amount(revenue_micros, $5, krw_micros_on(day)) as profit,
        amount(premium_revenue_micros, $5, krw_micros_on(day)) as premium_profit,
        fee_permille_on($6, day) as permille
      from sums
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
    [scope.channelIds, scope.networkId, from, to, scope.currency, scope.feeOf],
  )
