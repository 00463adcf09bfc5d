import type { Currency } from '#contract/platform/params.ts'
import type { DayRange } from '#contract/reports/reports.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'

// Wraps the SQL functions convert_amount and net_of_fee (docs/data.md, "What counts when"). Amounts are integers in
// currency units, converted, rounded and reduced by the fee per day: sums are sums of days.

// Fragments instead of functions: on a Citus cluster the rates are on the coordinator, where no worker's function can read them.

/**
 * Exchange rate (`krw_micros`) by day: the latest known on or before the day, else the earliest known; null when no rate is
 * known.
 */
export const selectRates = ({ from, to }: DayRange): Sql =>
  sql`select d.day::date as day,
        coalesce(
          own.krw_micros,
          (select r.krw_micros from exchange_rates r where r.day <= d.day order by r.day desc limit 1),
          (select r.krw_micros from exchange_rates r order by r.day limit 1)) as krw_micros
      from generate_series(${from}::date, ${to}::date, interval '1 day') d (day)
      left join exchange_rates own on own.day = d.day::date
        and own.day between ${from} and ${to}`

/** Joins the fee rate of an account on a day as `fee`; it has no row where the rate is 0. */
export const joinFees = (accountId: Sql, day: Sql): Sql =>
  sql`left join fee_periods fee on fee.account_id = ${accountId}
        and fee.from_day <= ${day}
        and fee.until_day > ${day}`

/** In tenths of a percent; requires `joinFees`. */
export const permille: Sql = sql`coalesce(fee.permille, 0)::integer`

/** Rates with the fee rate (`permille`) of an account. Without an account, 0. */
export const selectRatesAndFees = (feeAccountId: number | null, range: DayRange): Sql =>
  sql`select r.day,
        r.krw_micros,
        ${permille} as permille
      from (
        ${selectRates(range)}
      ) r
      ${joinFees(sql`${feeAccountId}::integer`, sql`r.day`)}`

export const grossColumn = (revenueMicros: Sql, krwMicros: Sql, currency: Currency): Sql =>
  sql`convert_amount(${revenueMicros}, ${currency}, ${krwMicros}) as gross_profit`

export const grossColumns = (
  revenueMicros: Sql,
  premiumRevenueMicros: Sql,
  krwMicros: Sql,
  currency: Currency,
): Sql =>
  sql`${grossColumn(revenueMicros, krwMicros, currency)},
        convert_amount(${premiumRevenueMicros}, ${currency}, ${krwMicros}) as gross_premium_profit`

export const grossAndNetColumns: Sql = sql`views,
      premium_views as "premiumViews",
      gross_profit as "grossProfit",
      gross_premium_profit as "grossPremiumProfit",
      net_of_fee(gross_profit, permille) as "netProfit",
      net_of_fee(gross_premium_profit, permille) as "netPremiumProfit"`
