import type { DayRange } from '#contract/reports.ts'
import type { Currency } from '#contract/site.ts'
import { type Sql, sql } from '#server/db/sql.ts'

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

/** The same with the fee rate (`permille`) of an account: the latest set on or before the day, else 0. Without one, 0. */
export const selectRatesAndFees = (feeAccountId: number | null, range: DayRange): Sql =>
  sql`select r.day,
        r.krw_micros,
        coalesce(
          (select f.permille
            from fee_rates f
            where f.account_id = ${feeAccountId}::integer
              and f.from_day <= r.day
            order by f.from_day desc
            limit 1),
          0)::integer as permille
      from (
        ${selectRates(range)}
      ) r`

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
