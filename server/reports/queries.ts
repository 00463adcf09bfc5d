import type { DayRange } from '#contract/reports.ts'
import type { Queries } from '#server/db/connect.ts'
import type { Scope } from './scope.ts'
import type { GrossAndNet } from './seen.ts'

/** One day of a scope. */
export interface DayFigures extends GrossAndNet {
  day: string
}

/** The days of a range for which the network has facts: on the others nothing is known, of no channel. */
export async function selectKnownDays(
  db: Queries,
  { networkId }: Scope,
  { from, to }: DayRange,
): Promise<string[]> {
  const rows = await db.query<{ day: string }>(
    `select day
    from network_daily
    where network_id = $1
      and day between $2 and $3`,
    [networkId, from, to],
  )
  return rows.map(({ day }) => day)
}

/** The days of a range that have figures, in order. */
export const selectDays = (db: Queries, scope: Scope, range: DayRange): Promise<DayFigures[]> =>
  scope.channelIds === null ? selectNetworkDays(db, scope, range) : selectChannelDays(db, scope, range)

const selectNetworkDays = (db: Queries, scope: Scope, { from, to }: DayRange) =>
  db.query<DayFigures>(
    `with days as (
      select n.day,
        n.views,
        n.premium_views,
        amount(n.revenue_micros, $4, r.krw_micros) as profit,
        amount(n.premium_revenue_micros, $4, r.krw_micros) as premium_profit
      from network_daily n
      join rates_between($2, $3) r on r.day = n.day
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
      select s.day,
        s.views,
        s.premium_views,
        amount(s.revenue_micros, $5, r.krw_micros) as profit,
        amount(s.premium_revenue_micros, $5, r.krw_micros) as premium_profit,
        fee_permille_on($6, s.day) as permille
      from sums s
      join rates_between($3, $4) r on r.day = s.day
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
