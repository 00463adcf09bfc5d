import * as z from 'zod/mini'
import type { DayRange } from '#contract/reports/reports.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { grossAndNetColumns, grossColumns, selectRates, selectRatesAndFees } from './money.ts'
import { isChannelDay, type Scope } from './scope.ts'
import { GrossAndNet } from './visibility.ts'

export const DayFigures = z.extend(GrossAndNet, { day: Day })
export type DayFigures = z.output<typeof DayFigures>

/** Days on which the network has facts, sorted; 0 where only the scope's channels have none. */
export const selectDays = (db: Queryable, scope: Scope, range: DayRange): Promise<DayFigures[]> =>
  scope.channelIds === null
    ? selectNetworkDays(db, scope, range)
    : selectChannelDays(db, scope, scope.channelIds, range)

const selectNetworkDays = (db: Queryable, { networkId, currency }: Scope, range: DayRange) =>
  db.query(
    DayFigures,
    sql`with rates as materialized (
      ${selectRates(range)}
    ), days as (
      select n.day,
        n.views,
        n.premium_views,
        ${grossColumns(sql`n.revenue_micros`, sql`n.premium_revenue_micros`, sql`r.krw_micros`, currency)}
      from network_daily n
      join rates r on r.day = n.day
      where n.network_id = ${networkId}
        and n.day between ${range.from} and ${range.to}
    )
    select day,
      views,
      premium_views as "premiumViews",
      gross_profit as "grossProfit",
      gross_premium_profit as "grossPremiumProfit",
      -- Without an account there is no fee: net equals gross, and applyVisibility hides it.
      gross_profit as "netProfit",
      gross_premium_profit as "netPremiumProfit"
    from days
    order by day`,
    { plan: 'generic' },
  )

const selectChannelDays = (
  db: Queryable,
  { networkId, currency, feeAccountId }: Scope,
  channelIds: readonly string[],
  range: DayRange,
) =>
  db.query(
    DayFigures,
    sql`with rates_and_fees as materialized (
      ${selectRatesAndFees(feeAccountId, range)}
    ), sums as (
      select day,
        sum(views)::bigint as views,
        sum(premium_views)::bigint as premium_views,
        sum(revenue_micros)::bigint as revenue_micros,
        sum(premium_revenue_micros)::bigint as premium_revenue_micros
      from channel_daily d
      where ${isChannelDay(sql`d`, networkId, channelIds)}
        and day between ${range.from} and ${range.to}
      group by day
    ), days as materialized (
      select n.day,
        coalesce(s.views, 0) as views,
        coalesce(s.premium_views, 0) as premium_views,
        ${grossColumns(
          sql`coalesce(s.revenue_micros, 0)`,
          sql`coalesce(s.premium_revenue_micros, 0)`,
          sql`t.krw_micros`,
          currency,
        )},
        t.permille
      from network_daily n
      join rates_and_fees t on t.day = n.day
      left join sums s on s.day = n.day
      where n.network_id = ${networkId}
        and n.day between ${range.from} and ${range.to}
    )
    select day,
      ${grossAndNetColumns}
    from days
    order by day`,
  )
