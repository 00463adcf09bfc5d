import type { DayRange } from '#contract/reports.ts'
import type { Currency } from '#contract/site.ts'
import { type Sql, sql } from '#server/db/sql.ts'

// Fragments over the SQL functions convert_amount and net_of_fee, which define conversion, rounding and fee
// (docs/data.md, "What counts when"). Amounts are integers in units of the currency. A day's revenue is converted and rounded once, and
// the fee is deducted by day: sums are sums of days.

/**
 * A select of each day of a range with its exchange rate (`krw_micros`) and the fee rate of an account (`permille`, 0
 * without an account).
 */
export const selectTerms = (feeAccountId: number | null, { from, to }: DayRange): Sql =>
  sql`select day, krw_micros, permille
      from daily_rates_and_fees(${feeAccountId}::integer, ${from}::date, ${to}::date)`

/** A select of each day of a range with its exchange rate (`krw_micros`). */
export const selectRates = ({ from, to }: DayRange): Sql =>
  sql`select day, krw_micros
      from daily_rates(${from}::date, ${to}::date)`

/** The columns `gross_profit` and `gross_premium_profit` of one day's revenues, with its `krw_micros`. */
export const grossColumns = (
  revenueMicros: Sql,
  premiumRevenueMicros: Sql,
  krwMicros: Sql,
  currency: Currency,
): Sql =>
  sql`convert_amount(${revenueMicros}, ${currency}, ${krwMicros}) as gross_profit,
        convert_amount(${premiumRevenueMicros}, ${currency}, ${krwMicros}) as gross_premium_profit`

/** The columns of `GrossAndNet` for days with gross profits and a fee rate. */
export const grossAndNetColumns: Sql = sql`views,
      premium_views as "premiumViews",
      gross_profit as "grossProfit",
      gross_premium_profit as "grossPremiumProfit",
      net_of_fee(gross_profit, permille) as "netProfit",
      net_of_fee(gross_premium_profit, permille) as "netPremiumProfit"`
