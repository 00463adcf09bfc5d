import type { DayRange } from '#contract/reports/reports.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { grossColumns, selectRatesAndFees } from './money.ts'
import { isChannelDay, type Scope } from './scope.ts'

type SumScope = Pick<Scope, 'networkId' | 'currency' | 'feeAccountId'>

/**
 * Common table expressions that end with `channel_sums`: counts and profits of each channel with figures in the range.
 * `channelIds`: null for all of the network.
 */
export const channelSums = (
  { networkId, currency, feeAccountId }: SumScope,
  range: DayRange,
  channelIds: readonly string[] | null,
): Sql =>
  sql`rates_and_fees as materialized (
      ${selectRatesAndFees(feeAccountId, range)}
    ), days as materialized (
      select d.channel_id,
        d.views,
        d.premium_views,
        ${grossColumns(sql`d.revenue_micros`, sql`d.premium_revenue_micros`, sql`t.krw_micros`, currency)},
        t.permille
      from channel_daily d
      join rates_and_fees t on t.day = d.day
      where ${isChannelDay(sql`d`, networkId, channelIds)}
        and d.day between ${range.from} and ${range.to}
    ), channel_sums as (
      select channel_id,
        sum(views)::bigint as views,
        sum(premium_views)::bigint as premium_views,
        sum(gross_profit)::bigint as gross_profit,
        sum(gross_premium_profit)::bigint as gross_premium_profit,
        sum(net_of_fee(gross_profit, permille))::bigint as net_profit,
        sum(net_of_fee(gross_premium_profit, permille))::bigint as net_premium_profit
      from days
      group by channel_id
    )`
