import * as z from 'zod/mini'
import { listDays } from '#contract/reports/calendar.ts'
import type { DayRange, RequestedTime } from '#contract/reports/reports.ts'
import type { VideoTrend, VideoTrends } from '#contract/reports/videos.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { listCompleteDays } from '#server/reports/completeness/completeness.ts'
import { findKnownRange } from '#server/reports/dashboard/dashboard.ts'
import { alignToDays } from '#server/reports/dashboard/series.ts'
import { selectRatesAndFees } from '#server/reports/figures/money.ts'
import { getComparisonRange, getRequestedRange, joinRanges } from '#server/reports/figures/periods.ts'
import { andInScope, type Scope } from '#server/reports/figures/scope.ts'
import { isGrossVisible, isNetVisible } from '#server/reports/figures/visibility.ts'

/** `videos`: in the form of `formatVideoKey`. */
export async function getVideoTrends(
  db: Queryable,
  scope: Scope,
  { videos, ...time }: RequestedTime & { videos: readonly string[] },
): Promise<VideoTrends> {
  const { currency, revision, firstDay, latestDay } = scope
  if (latestDay === null) return { currency, revision, range: null, previousRange: null, trends: [] }
  const range = getRequestedRange(time, { firstDay, latestDay })
  const previousRange = findKnownRange(scope, getComparisonRange(time, range))
  const rows = await selectTrends(db, scope, videos, range, previousRange)
  const readColumn = alignToDays(listDays(range), listCompleteDays(scope, range))
  const toTrend = ({ channelId, videoId, earnsFrom, days, ...row }: TrendRow): VideoTrend => ({
    channelId,
    videoId,
    views: readColumn(days)(({ views }) => views),
    previous:
      previousRange && earnsFrom <= previousRange.from
        ? {
            grossProfit: isGrossVisible(scope) ? row.grossProfit : null,
            netProfit: isNetVisible(scope) ? row.netProfit : null,
          }
        : null,
  })
  return { currency, revision, range, previousRange, trends: rows.map(toTrend) }
}

const TrendRow = z.object({
  channelId: z.string(),
  videoId: z.string(),
  earnsFrom: Day,
  days: z.array(z.object({ day: Day, views: Integer })),
  grossProfit: Integer,
  netProfit: Integer,
})
type TrendRow = z.output<typeof TrendRow>

function selectTrends(
  db: Queryable,
  scope: Scope,
  videos: readonly string[],
  range: DayRange,
  previousRange: DayRange | null,
): Promise<TrendRow[]> {
  const [channelIds, videoIds] = [0, 1].map((at) => videos.map((key) => key.split(':')[at] ?? ''))
  const compared = previousRange ?? range
  return db.query(
    TrendRow,
    sql`with rates_and_fees as materialized (
      ${selectRatesAndFees(scope.feeAccountId, joinRanges(range, compared))}
    ), requested as materialized (
      select r.channel_id, r.video_id, c.earns_from
      from unnest(${channelIds ?? []}::text[], ${videoIds ?? []}::text[]) as r (channel_id, video_id)
      join earning_channels c on c.channel_id = r.channel_id
        and c.network_id = ${scope.networkId}
        ${andInScope(sql`c.channel_id`, scope)}
    ), days as (
      -- the sum over all owners, so that a day is converted and rounded once
      select o.channel_id,
        o.video_id,
        t.day,
        t.permille,
        sum(o.views)::bigint as views,
        convert_amount(sum(o.revenue_micros)::bigint, ${scope.currency}, t.krw_micros) as gross_profit,
        t.day between ${compared.from}::date and ${compared.to}::date as is_compared
      from requested r
      join video_daily o on o.channel_id = r.channel_id
        and o.video_id = r.video_id
        and o.day >= r.earns_from
        and (o.day between ${range.from} and ${range.to} or o.day between ${compared.from} and ${compared.to})
      join rates_and_fees t on t.day = o.day
      group by o.channel_id, o.video_id, t.day, t.krw_micros, t.permille
    )
    select r.channel_id as "channelId",
      r.video_id as "videoId",
      r.earns_from as "earnsFrom",
      coalesce(
        json_agg(json_build_object('day', d.day, 'views', d.views))
          filter (where d.day between ${range.from}::date and ${range.to}::date),
        '[]'
      ) as days,
      coalesce(sum(d.gross_profit) filter (where d.is_compared), 0)::bigint as "grossProfit",
      coalesce(sum(net_of_fee(d.gross_profit, d.permille)) filter (where d.is_compared), 0)::bigint as "netProfit"
    from requested r
    left join days d on d.channel_id = r.channel_id
      and d.video_id = r.video_id
    group by r.channel_id, r.video_id, r.earns_from`,
  )
}
