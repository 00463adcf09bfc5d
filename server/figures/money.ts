import type { DayRange } from '#contract/reports.ts'
import type { Currency } from '#contract/site.ts'
import { type Sql, sql } from '#server/db/sql.ts'

// Wraps the SQL functions convert_amount and net_of_fee (docs/data.md, "What counts when"). Amounts are integers in
// currency units, converted, rounded and reduced by the fee per day: sums are sums of days.

/** Exchange rate (`krw_micros`) and fee rate (`permille`, 0 without an account) by day. */
export const selectRatesAndFees = (feeAccountId: number | null, { from, to }: DayRange): Sql =>
  sql`select day, krw_micros, permille
      from daily_rates_and_fees(${feeAccountId}::integer, ${from}::date, ${to}::date)`

export const selectRates = ({ from, to }: DayRange): Sql =>
  sql`select day, krw_micros
      from daily_rates(${from}::date, ${to}::date)`

export const grossColumns = (
  revenueMicros: Sql,
  premiumRevenueMicros: Sql,
  krwMicros: Sql,
  currency: Currency,
): Sql =>
  sql`convert_amount(${revenueMicros}, ${currency}, ${krwMicros}) as gross_profit,
        convert_amount(${premiumRevenueMicros}, ${currency}, ${krwMicros}) as gross_premium_profit`

export const grossAndNetColumns: Sql = sql`views,
      premium_views as "premiumViews",
      gross_profit as "grossProfit",
      gross_premium_profit as "grossPremiumProfit",
      net_of_fee(gross_profit, permille) as "netProfit",
      net_of_fee(gross_premium_profit, permille) as "netPremiumProfit"`
