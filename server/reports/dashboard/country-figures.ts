import * as z from 'zod/mini'
import { CountryFigures } from '#contract/reports/countries.ts'
import type { DayRange } from '#contract/reports/reports.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Integer } from '#server/platform/db/rows.ts'
import { empty, type Sql, sql } from '#server/platform/db/sql.ts'
import { selectRatesAndFees } from '#server/reports/figures/money.ts'
import type { Scope } from '#server/reports/figures/scope.ts'
import { isGrossVisible, isNetVisible } from '#server/reports/figures/visibility.ts'

const CountryRow = z.extend(CountryFigures, { grossProfit: Integer, netProfit: Integer })

/**
 * Cumulative rounding, so that countries add up exactly to the total: conversion and fee apply to the running sum
 * of a day, and each country gets its increase. `from`: a query of `day`, `country`, `views` and `revenue_micros`, with the
 * common table expressions that it needs in `before`. `roundedBy`: more columns of it, such as those of a video, if their
 * totals are converted and rounded apart.
 */
export async function selectCountryFigures(
  db: Queryable,
  scope: Scope,
  range: DayRange,
  { before = empty, from, roundedBy = empty }: { before?: Sql; from: Sql; roundedBy?: Sql },
): Promise<CountryFigures[]> {
  const { currency, feeAccountId } = scope
  const rows = await db.query(
    CountryRow,
    sql`with rates_and_fees as materialized (
      ${selectRatesAndFees(feeAccountId, range)}
    ), ${before} sums as (
      select day,
        country,
        sum(views)::bigint as views,
        sum(revenue_micros)::bigint as revenue_micros
        ${roundedBy}
      from (
        ${from}
      ) reported
      group by day, country ${roundedBy}
    ), running_sums as (
      select *,
        sum(revenue_micros) over (partition by day ${roundedBy} order by country)::bigint as running_micros
      from sums
    ), running_amounts as materialized (
      select r.country,
        r.views,
        convert_amount(r.running_micros, ${currency}, t.krw_micros) as gross_profit,
        convert_amount(r.running_micros - r.revenue_micros, ${currency}, t.krw_micros) as previous_profit,
        t.permille
      from running_sums r
      join rates_and_fees t on t.day = r.day
    )
    select country,
      sum(views)::bigint as views,
      sum(gross_profit - previous_profit)::bigint as "grossProfit",
      sum(net_of_fee(gross_profit, permille) - net_of_fee(previous_profit, permille))::bigint as "netProfit"
    from running_amounts
    group by country
    order by views desc, country`,
  )
  return rows.map((row) => ({
    ...row,
    grossProfit: isGrossVisible(scope) ? row.grossProfit : null,
    netProfit: isNetVisible(scope) ? row.netProfit : null,
  }))
}
