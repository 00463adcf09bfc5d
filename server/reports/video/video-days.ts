import * as z from 'zod/mini'
import type { CountryFigures } from '#contract/reports/countries.ts'
import type { DayRange } from '#contract/reports/reports.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Integer } from '#server/platform/db/rows.ts'
import { empty, type Sql, sql } from '#server/platform/db/sql.ts'
import { selectCountryFigures } from '#server/reports/dashboard/country-figures.ts'
import { DayFigures } from '#server/reports/figures/days.ts'
import { grossAndNetColumns, grossColumns, selectRatesAndFees } from '#server/reports/figures/money.ts'
import type { Scope } from '#server/reports/figures/scope.ts'
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

export function selectCountries(
  db: Queryable,
  scope: Scope,
  { video, earnsFrom }: EarningVideo,
  { from, to }: DayRange,
): Promise<CountryFigures[]> {
  const range = { from: laterDay(from, earnsFrom), to }
  return selectCountryFigures(
    db,
    scope,
    range,
    reportedFacts(range, {
      where: sql`f.channel_id = ${video.channelId}
          and f.video_id = ${video.videoId}
          and f.day between ${range.from} and ${range.to}`,
    }),
  )
}

interface FactSelection {
  /** More columns, each after a comma. */
  columns?: Sql
  join?: Sql
  where: Sql
}

/** The current facts of some videos (`f`), for `selectCountryFigures`. */
export const reportedFacts = (range: DayRange, { columns = empty, join = empty, where }: FactSelection) => {
  const select = (facts: Sql, views: Sql, revenueMicros: Sql) =>
    sql`select f.day, f.country, ${views} as views, ${revenueMicros} as revenue_micros ${columns}
        from ${facts} f
        ${join}
        where ${isCurrent}
          and ${where}`
  return {
    before: sql`current_loads as materialized (
      select load_id
      from report_current
      where report_type in ('activity', 'revenue')
        and day between ${range.from} and ${range.to}
    ),`,
    from: sql`${select(sql`activity_facts`, sql`f.views`, sql`0::bigint`)}
        union all
        ${select(sql`revenue_facts`, sql`0::bigint`, sql`f.revenue_micros`)}`,
  }
}

/**
 * `is true` makes it a hashed subplan: as a join, the planner expects few facts of a video and compares each of them with every
 * load.
 */
const isCurrent = sql`(f.load_id in (select load_id from current_loads)) is true`

const laterDay = (day: string, other: string) => (day < other ? other : day)
