import * as z from 'zod/mini'
import type { CountryFigures } from '#contract/reports/countries.ts'
import type { DayRange } from '#contract/reports/reports.ts'
import { maxTrackVideos } from '#contract/reports/track-report.ts'
import type { VideoRow } from '#contract/reports/videos.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Integer, queryOne } from '#server/platform/db/rows.ts'
import { integer, type Sql, sql } from '#server/platform/db/sql.ts'
import { selectCountryFigures } from '#server/reports/dashboard/country-figures.ts'
import { selectSharedChannels } from '#server/reports/figures/channel-owners.ts'
import { DayFigures } from '#server/reports/figures/days.ts'
import { selectRatesAndFees } from '#server/reports/figures/money.ts'
import { joinRanges } from '#server/reports/figures/periods.ts'
import { andInScope, type Scope } from '#server/reports/figures/scope.ts'
import { videoDays } from '#server/reports/figures/video-days.ts'
import { shownProfit, sumGrossAndNet } from '#server/reports/figures/visibility.ts'
import { reportedFacts } from '#server/reports/video/video-days.ts'
import { selectVideoRows } from './video-rows.ts'

/** The videos of the scope that use a track. */
const selectTrackVideos = (scope: Scope, isrc: string): Sql =>
  // claims of several owners on one track are one use
  sql`select distinct k.channel_id, k.video_id, c.earns_from
      from earning_channels c
      join active_claims k on k.channel_id = c.channel_id
      where c.network_id = ${scope.networkId}
        ${andInScope(sql`c.channel_id`, scope)}
        and k.isrc = ${isrc}`

const TrackFigures = z.object({
  /** Days of both ranges with figures, sorted. */
  days: z.array(DayFigures),
  videoCount: Integer,
  /** JSON of the videos that earned most, with the columns of `liveFigures`. */
  topVideos: z.string(),
})
export type TrackFigures = z.output<typeof TrackFigures>

interface TrackRanges {
  range: DayRange
  previousRange: DayRange | null
}

export async function selectTrackFigures(
  db: Queryable,
  scope: Scope,
  isrc: string,
  { range, previousRange }: TrackRanges,
): Promise<TrackFigures> {
  const summedRange = joinRanges(range, previousRange ?? range)
  const sharedChannelIds = await selectSharedChannels(db, scope.channelIds)
  const isOfTrack = sql`o.day between ${summedRange.from}::date and ${summedRange.to}::date
          and (o.channel_id, o.video_id) in (select channel_id, video_id from used)`
  return queryOne(
    db,
    TrackFigures,
    sql`with rates_and_fees as materialized (
      ${selectRatesAndFees(scope.feeAccountId, summedRange)}
    ), used as materialized (
      ${selectTrackVideos(scope, isrc)}
    ), days as materialized (
      select *,
        net_of_fee(gross_profit, permille) as net_profit,
        net_of_fee(gross_premium_profit, permille) as net_premium_profit
      from (
        ${videoDays(scope, sharedChannelIds, isOfTrack)}
      ) gross_days
    ), sums as materialized (
      select channel_id,
        video_id,
        sum(views)::bigint as views,
        sum(premium_views)::bigint as premium_views,
        sum(gross_profit)::bigint as gross_profit,
        sum(gross_premium_profit)::bigint as gross_premium_profit,
        sum(net_profit)::bigint as net_profit,
        sum(net_premium_profit)::bigint as net_premium_profit
      from days
      where day between ${range.from}::date and ${range.to}::date
      group by channel_id, video_id
    )
    select (
        select coalesce(json_agg(by_day order by by_day.day), '[]')
        from (
          select day,
            ${sumGrossAndNet(sql`d`)}
          from days d
          group by day
        ) by_day
      ) as days,
      (select count(*) from sums) as "videoCount",
      (
        select coalesce(json_agg(top), '[]')::text
        from (
          select *
          from sums s
          order by ${shownProfit(scope, sql`s`)} desc, video_id, channel_id
          limit ${integer(maxTrackVideos)}
        ) top
      ) as "topVideos"`,
  )
}

export const selectTopVideos = (
  db: Queryable,
  scope: Scope,
  topVideos: string,
  range: DayRange,
): Promise<VideoRow[]> =>
  selectVideoRows(
    db,
    scope,
    { ...scope, listed: null, range, sharedChannelIds: null },
    {
      page: sql`select *
      from json_to_recordset(${topVideos}::text::json) as top (
        channel_id text,
        video_id text,
        views bigint,
        premium_views bigint,
        gross_profit bigint,
        gross_premium_profit bigint,
        net_profit bigint,
        net_premium_profit bigint
      )`,
      orderBy: sql`order by ${shownProfit(scope, sql`page`)} desc, page.video_id, page.channel_id`,
      limit: maxTrackVideos,
    },
  )

/** Each day of each video is converted and rounded once, so that the countries add up to the totals. */
export const selectTrackCountries = (
  db: Queryable,
  scope: Scope,
  isrc: string,
  range: DayRange,
): Promise<CountryFigures[]> => {
  const facts = reportedFacts(range, {
    columns: sql`, f.channel_id, f.video_id`,
    join: sql`join used u on u.channel_id = f.channel_id
          and u.video_id = f.video_id
          and f.day >= u.earns_from`,
    where: sql`f.day between ${range.from} and ${range.to}`,
  })
  return selectCountryFigures(db, scope, range, {
    before: sql`used as materialized (
      ${selectTrackVideos(scope, isrc)}
    ), ${facts.before}`,
    from: facts.from,
    roundedBy: sql`, channel_id, video_id`,
  })
}
