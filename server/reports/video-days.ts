import type { DayRange } from '#contract/reports.ts'
import type { CountryFigures } from '#contract/video-detail.ts'
import type { Queries } from '#server/db/connect.ts'
import type { FoundVideo } from './found-video.ts'
import type { DayFigures } from './queries.ts'
import type { Scope } from './scope.ts'

/** A day of a video. */
export interface VideoDay extends DayFigures {
  watchMs: number
}

/** The days of a range that have figures, in order, in units of the scope's currency. */
export const selectVideoDays = (
  db: Queries,
  scope: Scope,
  { video, earnsFrom }: FoundVideo,
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
      select day, krw_micros, fee_permille_on($6, day) as permille
      from rates_between($3, $4)
    ), days as (
      select s.day,
        s.views,
        s.premium_views,
        s.watch_ms,
        amount(s.revenue_micros, $5, t.krw_micros) as profit,
        amount(s.premium_revenue_micros, $5, t.krw_micros) as premium_profit,
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
    [video.channelId, video.videoId, later(from, earnsFrom), to, scope.currency, scope.feeOf],
  )

/**
 * The split of the totals. Currency and fee are applied to the running sum over a day's countries, and a country gets
 * what the sum grows by: so a day's countries add up to the day, which is rounded as a whole.
 */
export const selectCountries = (
  db: Queries,
  scope: Scope,
  { video, earnsFrom }: FoundVideo,
  { from, to }: DayRange,
) =>
  db.query<CountryFigures>(
    `with facts as (
      select f.day, f.country, f.views, 0 as revenue_micros
      from activity_facts f
      join report_current c on c.load_id = f.load_id
        and c.day = f.day
      where c.report_type = 'activity'
        and f.channel_id = $1
        and f.video_id = $2
        and f.day between $3 and $4
      union all
      select f.day, f.country, 0, f.revenue_micros
      from revenue_facts f
      join report_current c on c.load_id = f.load_id
        and c.day = f.day
      where c.report_type = 'revenue'
        and f.channel_id = $1
        and f.video_id = $2
        and f.day between $3 and $4
    ), sums as (
      select day,
        country,
        sum(views)::bigint as views,
        sum(revenue_micros)::bigint as micros
      from facts
      group by day, country
    ), running as (
      select day,
        country,
        views,
        micros,
        sum(micros) over (partition by day order by country)::bigint as through
      from sums
    ), terms as materialized (
      select day, krw_micros, fee_permille_on($6, day) as permille
      from rates_between($3, $4)
    )
    select r.country,
      sum(r.views)::bigint as views,
      sum(
        net_of_fee(amount(r.through, $5, t.krw_micros), t.permille)
        - net_of_fee(amount(r.through - r.micros, $5, t.krw_micros), t.permille)
      )::bigint as profit
    from running r
    join terms t on t.day = r.day
    group by r.country
    order by views desc, country`,
    [
      video.channelId,
      video.videoId,
      later(from, earnsFrom),
      to,
      scope.currency,
      scope.netOnly ? scope.feeOf : null,
    ],
  )

const later = (day: string, other: string) => (day < other ? other : day)
