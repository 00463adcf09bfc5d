import * as z from 'zod/mini'
import type { DayRange } from '#contract/reports.ts'
import { CountryFigures } from '#contract/video-detail.ts'
import type { Queryable } from '#server/db/database.ts'
import { Integer } from '#server/db/rows.ts'
import { sql } from '#server/db/sql.ts'
import { DayFigures } from '#server/figures/days.ts'
import { grossAndNetColumns, grossColumns, selectRatesAndFees } from '#server/figures/money.ts'
import type { Scope } from '#server/figures/scope.ts'
import { isGrossVisible, isNetVisible } from '#server/figures/visibility.ts'
import type { EarningVideo } from './earning-video.ts'

const VideoDay = z.extend(DayFigures, { watchMs: Integer })
export type VideoDay = z.output<typeof VideoDay>

export function selectVideoDays(
  db: Queryable,
  { currency, feeAccountId }: Scope,
  { video, earnsFrom }: EarningVideo,
  { from, to }: DayRange,
): Promise<VideoDay[]> {
  const range = { from: laterDay(from, earnsFrom), to }
  return db.query(
    VideoDay,
    sql`with sums as (
      -- the sum over all owners, so that a day is converted and rounded once
      select day,
        sum(views)::bigint as views,
        sum(premium_views)::bigint as premium_views,
        sum(watch_ms)::bigint as watch_ms,
        sum(revenue_micros)::bigint as revenue_micros,
        sum(premium_revenue_micros)::bigint as premium_revenue_micros
      from video_daily
      where channel_id = ${video.channelId}
        and video_id = ${video.videoId}
        and day between ${range.from} and ${range.to}
      group by day
    ), rates_and_fees as materialized (
      ${selectRatesAndFees(feeAccountId, range)}
    ), days as materialized (
      select s.day,
        s.views,
        s.premium_views,
        s.watch_ms,
        ${grossColumns(sql`s.revenue_micros`, sql`s.premium_revenue_micros`, sql`t.krw_micros`, currency)},
        t.permille
      from sums s
      join rates_and_fees t on t.day = s.day
    )
    select day,
      watch_ms as "watchMs",
      ${grossAndNetColumns}
    from days
    order by day`,
  )
}

const CountryRow = z.extend(CountryFigures, { grossProfit: Integer, netProfit: Integer })

/**
 * Cumulative rounding, so that countries add up exactly to the total: conversion and fee apply to the running sum
 * of a day, and each country gets its increase.
 */
export async function selectCountries(
  db: Queryable,
  scope: Scope,
  { video, earnsFrom }: EarningVideo,
  { from, to }: DayRange,
): Promise<CountryFigures[]> {
  const { currency, feeAccountId } = scope
  const range = { from: laterDay(from, earnsFrom), to }
  const rows = await db.query(
    CountryRow,
    sql`with rates_and_fees as materialized (
      ${selectRatesAndFees(feeAccountId, range)}
    ), current_loads as materialized (
      select load_id
      from report_current
      where report_type in ('activity', 'revenue')
        and day between ${range.from} and ${range.to}
    ), running_sums as (
      select f.day,
        f.country,
        sum(f.revenue_micros)::bigint as revenue_micros,
        sum(sum(f.revenue_micros)::bigint) over (partition by f.day order by f.country)::bigint as running_micros
      from revenue_facts f
      where ${isCurrent}
        and f.channel_id = ${video.channelId}
        and f.video_id = ${video.videoId}
        and f.day between ${range.from} and ${range.to}
      group by f.day, f.country
    ), running_amounts as materialized (
      select r.country,
        convert_amount(r.running_micros, ${currency}, t.krw_micros) as gross_profit,
        convert_amount(r.running_micros - r.revenue_micros, ${currency}, t.krw_micros) as previous_profit,
        t.permille
      from running_sums r
      join rates_and_fees t on t.day = r.day
    ), shares as (
      select country,
        0 as views,
        gross_profit - previous_profit as gross_profit,
        net_of_fee(gross_profit, permille) - net_of_fee(previous_profit, permille) as net_profit
      from running_amounts
      union all
      select f.country,
        sum(f.views)::bigint,
        0,
        0
      from activity_facts f
      where ${isCurrent}
        and f.channel_id = ${video.channelId}
        and f.video_id = ${video.videoId}
        and f.day between ${range.from} and ${range.to}
      group by f.country
    )
    select country,
      sum(views)::bigint as views,
      sum(gross_profit)::bigint as "grossProfit",
      sum(net_profit)::bigint as "netProfit"
    from shares
    group by country
    order by views desc, country`,
  )
  return rows.map((row) => ({
    ...row,
    grossProfit: isGrossVisible(scope) ? row.grossProfit : null,
    netProfit: isNetVisible(scope) ? row.netProfit : null,
  }))
}

/**
 * `is true` makes it a hashed subplan: as a join, the planner expects few facts of a video and compares each of them with every
 * load.
 */
const isCurrent = sql`(f.load_id in (select load_id from current_loads)) is true`

const laterDay = (day: string, other: string) => (day < other ? other : day)
