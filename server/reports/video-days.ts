import type { DayRange } from '#contract/reports.ts'
import type { CountryFigures } from '#contract/video-detail.ts'
import type { Queryable } from '#server/db/database.ts'
import type { DayFigures } from '#server/figures/days.ts'
import type { Scope } from '#server/figures/scope.ts'
import type { EarningVideo } from './earning-video.ts'

/** A day of a video. */
export interface VideoDay extends DayFigures {
  watchMs: number
}

/** The days of a range that have figures, in order, in units of the scope's currency. */
export const selectVideoDays = (
  db: Queryable,
  scope: Scope,
  { video, earnsFrom }: EarningVideo,
  { from, to }: DayRange,
) =>
  db.query<VideoDay>(
    `with sums as (
      -- over the reports of all owners, so that an amount is rounded once
      select day,
        sum(views)::bigint as views,
        sum(premium_views)::bigint as premium_views,
        sum(watch_ms)::bigint as watch_ms,
        sum(revenue_micros)::bigint as revenue_micros,
        sum(premium_revenue_micros)::bigint as premium_revenue_micros
      from video_daily
      where channel_id = $1
        and video_id = $2
        and day between $3 and $4
      group by day
    ), terms as materialized (
      select day, krw_micros, permille
      from daily_rates_and_fees($6, $3, $4)
    ), days as materialized (
      select s.day,
        s.views,
        s.premium_views,
        s.watch_ms,
        convert_amount(s.revenue_micros, $5, t.krw_micros) as profit,
        convert_amount(s.premium_revenue_micros, $5, t.krw_micros) as premium_profit,
        t.permille
      from sums s
      join terms t on t.day = s.day
    )
    select day,
      views,
      premium_views as "premiumViews",
      watch_ms as "watchMs",
      profit,
      premium_profit as "premiumProfit",
      net_of_fee(profit, permille) as net,
      net_of_fee(premium_profit, permille) as "premiumNet"
    from days
    order by day`,
    [video.channelId, video.videoId, laterDay(from, earnsFrom), to, scope.currency, scope.feeAccountId],
  )

/**
 * The split of the totals. Currency and fee are applied to the running sum over a day's countries, and a country gets
 * what the sum grows by: so a day's countries add up to the day, which is rounded as a whole.
 */
export const selectCountries = (
  db: Queryable,
  scope: Scope,
  { video, earnsFrom }: EarningVideo,
  { from, to }: DayRange,
) =>
  db.query<CountryFigures>(
    `with terms as materialized (
      select day, krw_micros, permille
      from daily_rates_and_fees($6, $3, $4)
    ), running as (
      select f.day,
        f.country,
        sum(sum(f.revenue_micros)::bigint) over (partition by f.day order by f.country)::bigint as micros
      from revenue_facts f
      join report_current c on c.load_id = f.load_id
      where c.report_type = 'revenue'
        and f.channel_id = $1
        and f.video_id = $2
        and f.day between $3 and $4
      group by f.day, f.country
    ), steps as (
      select r.country,
        t.permille,
        convert_amount(r.micros, $5, t.krw_micros) as through,
        lag(convert_amount(r.micros, $5, t.krw_micros), 1, 0::bigint) over (partition by r.day order by r.country) as before
      from running r
      join terms t on t.day = r.day
    ), shares as (
      select country,
        0 as views,
        net_of_fee(through, permille) - net_of_fee(before, permille) as profit
      from steps
      union all
      select f.country,
        sum(f.views)::bigint,
        0
      from activity_facts f
      join report_current c on c.load_id = f.load_id
      where c.report_type = 'activity'
        and f.channel_id = $1
        and f.video_id = $2
        and f.day between $3 and $4
      group by f.country
    )
    select country,
      sum(views)::bigint as views,
      sum(profit)::bigint as profit
    from shares
    group by country
    order by views desc, country`,
    [
      video.channelId,
      video.videoId,
      laterDay(from, earnsFrom),
      to,
      scope.currency,
      scope.netOnly ? scope.feeAccountId : null,
    ],
  )

const laterDay = (day: string, other: string) => (day < other ? other : day)
