import * as z from 'zod/mini'
import type { ParsedQuery } from '#contract/platform/endpoint.ts'
import { listDays } from '#contract/reports/calendar.ts'
import type { DayRange } from '#contract/reports/reports.ts'
import type { readVideoContext, VideoContext } from '#contract/reports/video-detail.ts'
import type { Account } from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { listCompleteDays } from '#server/reports/completeness/completeness.ts'
import { selectRatesAndFees } from '#server/reports/figures/money.ts'
import { getRequestedRange } from '#server/reports/figures/periods.ts'
import { andInScope, readReport, requireChannels, type Scope } from '#server/reports/figures/scope.ts'
import { isGrossVisible, isNetVisible } from '#server/reports/figures/visibility.ts'
import { type EarningVideo, findEarningVideo } from './earning-video.ts'

type ContextQuery = ParsedQuery<typeof readVideoContext>

/**
 * The channel of the query only says which video is meant: tracks count in the whole scope.
 * @throws {Refusal} `not_found` for a video outside the scope
 */
export const getVideoContext = (
  services: Pick<Services, 'db' | 'log'>,
  account: Account,
  { member, tag, ...query }: ContextQuery,
): Promise<VideoContext> =>
  readReport(services, account, { member, tag }, (db, scope) => readContext(db, scope, query))

async function readContext(
  db: Queryable,
  scope: Scope,
  { channel, video: id, ...time }: Omit<ContextQuery, 'member' | 'tag'>,
): Promise<VideoContext> {
  const { currency, revision, firstDay, latestDay } = scope
  if (channel !== undefined) await requireChannels(db, scope, [channel])
  const named = channel === undefined ? scope : { ...scope, channelIds: [channel] }
  const earningVideo = await findEarningVideo(db, named, id)
  if (!earningVideo || latestDay === null) throw new Refusal('not_found')
  const range = getRequestedRange(time, { firstDay, latestDay })
  return {
    currency,
    revision,
    range,
    watchRates: await readWatchRates(db, scope, earningVideo, range),
    tracks: await readTracks(db, scope, earningVideo, range),
  }
}

const WatchDay = z.object({
  day: Day,
  isVideo: z.boolean(),
  views: Integer,
  /** In thousandths of a video, from all views. */
  watchedMilli: Integer,
})

async function readWatchRates(
  db: Queryable,
  scope: Scope,
  { video, earnsFrom }: EarningVideo,
  range: DayRange,
): Promise<VideoContext['watchRates']> {
  const rows = await db.query(
    WatchDay,
    sql`select day,
      is_video as "isVideo",
      sum(views)::bigint as views,
      round(sum(watched))::bigint as "watchedMilli"
    from (
      select o.day,
        o.video_id = ${video.videoId} as is_video,
        o.views,
        o.watch_ms::numeric / v.length_seconds as watched
      from video_daily o
      join videos v on v.channel_id = o.channel_id
        and v.video_id = o.video_id
      where o.channel_id = ${video.channelId}
        and o.day between ${range.from} and ${range.to}
        and o.day >= ${earnsFrom}
        and v.length_seconds > 0
    ) rated
    group by day, is_video`,
  )
  const days = listDays(range)
  const complete = listCompleteDays(scope, range)
  const column = (isVideo: boolean) => {
    const byDay = new Map(rows.filter((row) => row.isVideo === isVideo).map((row) => [row.day, row]))
    return days.map((day) => {
      const row = complete.has(day) ? byDay.get(day) : undefined
      return row && row.views > 0 ? row.watchedMilli / 1000 / row.views : null
    })
  }
  return { days, video: column(true), channel: column(false) }
}

const TrackRow = z.object({ isrc: z.string(), videos: Integer, grossProfit: Integer, netProfit: Integer })

async function readTracks(
  db: Queryable,
  scope: Scope,
  { video }: EarningVideo,
  range: DayRange,
): Promise<VideoContext['tracks']> {
  const rows = await db.query(
    TrackRow,
    sql`with rates_and_fees as materialized (
      ${selectRatesAndFees(scope.feeAccountId, range)}
    ), used as materialized (
      -- claims of several owners on one track are one use
      select distinct channel_id, video_id, isrc
      from active_claims
      where channel_id in (
          select c.channel_id
          from earning_channels c
          where c.network_id = ${scope.networkId}
            ${andInScope(sql`c.channel_id`, scope)}
        )
        and isrc in (
          select isrc
          from active_claims
          where channel_id = ${video.channelId}
            and video_id = ${video.videoId}
        )
    ), days as (
      select o.channel_id,
        o.video_id,
        t.day,
        t.permille,
        convert_amount(sum(o.revenue_micros)::bigint, ${scope.currency}, t.krw_micros) as gross_profit
      from (
        select distinct channel_id, video_id
        from used
      ) u
      join earning_channels c on c.channel_id = u.channel_id
        and c.network_id = ${scope.networkId}
      join video_daily o on o.channel_id = u.channel_id
        and o.video_id = u.video_id
        and o.day >= c.earns_from
        and o.day between ${range.from} and ${range.to}
      join rates_and_fees t on t.day = o.day
      group by o.channel_id, o.video_id, t.day, t.krw_micros, t.permille
    )
    select u.isrc,
      count(distinct (d.channel_id, d.video_id))::bigint as videos,
      sum(d.gross_profit)::bigint as "grossProfit",
      sum(net_of_fee(d.gross_profit, d.permille))::bigint as "netProfit"
    from used u
    join days d on d.channel_id = u.channel_id
      and d.video_id = u.video_id
    group by u.isrc
    order by u.isrc`,
  )
  return rows.map((row) => ({
    ...row,
    grossProfit: isGrossVisible(scope) ? row.grossProfit : null,
    netProfit: isNetVisible(scope) ? row.netProfit : null,
  }))
}
