import * as z from 'zod/mini'
import type { ParsedQuery } from '#contract/platform/endpoint.ts'
import { addDays, listDays } from '#contract/reports/calendar.ts'
import { type DayRange, getProfit } from '#contract/reports/reports.ts'
import {
  maxComparedVideos,
  maxCurveDays,
  minComparedVideos,
  type readVideoCurve,
  recentDays,
  type VideoCurve,
} from '#contract/reports/video-detail.ts'
import type { Account } from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Integer } from '#server/platform/db/rows.ts'
import { integer, sql } from '#server/platform/db/sql.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { listIncompleteDays } from '#server/reports/completeness/completeness.ts'
import { selectRatesAndFees } from '#server/reports/figures/money.ts'
import { computeQuartiles } from '#server/reports/figures/quartiles.ts'
import { readReport, type Scope } from '#server/reports/figures/scope.ts'
import { isGrossVisible, isNetVisible } from '#server/reports/figures/visibility.ts'
import { type EarningVideo, findEarningVideo } from './earning-video.ts'

/** @throws {Refusal} `not_found` for a video outside the scope */
export const getVideoCurve = (
  services: Pick<Services, 'db' | 'log'>,
  account: Account,
  query: ParsedQuery<typeof readVideoCurve>,
): Promise<VideoCurve> =>
  readReport(services, account, query, (db, scope) => readCurve(db, scope, query.video))

async function readCurve(db: Queryable, scope: Scope, videoId: string): Promise<VideoCurve> {
  const earningVideo = await findEarningVideo(db, scope, videoId)
  const { currency, revision, firstDay, latestDay } = scope
  if (!earningVideo || firstDay === null || latestDay === null) throw new Refusal('not_found')
  const { earnsFrom } = earningVideo
  const bounds = { from: earnsFrom < firstDay ? firstDay : earnsFrom, to: latestDay }
  const rows = bounds.from <= bounds.to ? await selectAgedVideos(db, scope, earningVideo, bounds) : []
  const own = rows.find((row) => row.videoId === videoId)
  const others = rows.filter((row) => row.videoId !== videoId && row.days.length > 0)
  return { currency, revision, curve: own ? buildCurve(scope, latestDay, own, others) : null }
}

const AgedVideo = z.object({
  videoId: z.string(),
  publishedDay: Day,
  /** Days with figures, in any order. */
  days: z.array(z.object({ day: Day, grossProfit: Integer, netProfit: Integer })),
})
type AgedVideo = z.output<typeof AgedVideo>
type Amount = (day: AgedVideo['days'][number]) => number

/** The video, if it was uploaded within `bounds`, and the newest other ones of its channel that were. */
const selectAgedVideos = (
  db: Queryable,
  { currency, feeAccountId }: Scope,
  { video }: EarningVideo,
  { from, to }: DayRange,
): Promise<AgedVideo[]> =>
  db.query(
    AgedVideo,
    sql`with rates_and_fees as materialized (
      ${selectRatesAndFees(feeAccountId, { from, to })}
    ), uploads as materialized (
      select video_id, published_day
      from (
        select video_id,
          published_at,
          (published_at at time zone 'America/Los_Angeles')::date as published_day
        from videos
        where channel_id = ${video.channelId}
      ) v
      where published_day between ${from} and ${to}
      order by video_id = ${video.videoId} desc, published_at desc, video_id
      limit ${integer(maxComparedVideos + 1)}
    ), days as (
      -- the sum over all owners, so that a day is converted and rounded once
      select u.video_id,
        t.day,
        t.permille,
        convert_amount(sum(o.revenue_micros)::bigint, ${currency}, t.krw_micros) as gross_profit
      from uploads u
      join video_daily o on o.channel_id = ${video.channelId}
        and o.video_id = u.video_id
        and o.day between u.published_day and ${to}
        and (
          o.day < u.published_day + ${integer(maxCurveDays)}
          or (u.video_id = ${video.videoId} and o.day > ${addDays(to, -recentDays)})
        )
      join rates_and_fees t on t.day = o.day
      group by u.video_id, t.day, t.krw_micros, t.permille
    )
    select u.video_id as "videoId",
      u.published_day as "publishedDay",
      coalesce(
        json_agg(
          json_build_object(
            'day', d.day,
            'grossProfit', d.gross_profit,
            'netProfit', net_of_fee(d.gross_profit, d.permille)
          )
        ) filter (where d.day is not null),
        '[]'
      ) as days
    from uploads u
    left join days d on d.video_id = u.video_id
    group by u.video_id, u.published_day`,
  )

const getGross: Amount = ({ grossProfit }) => grossProfit
const getNet: Amount = ({ netProfit }) => netProfit

function buildCurve(
  scope: Scope,
  latestDay: string,
  own: AgedVideo,
  others: readonly AgedVideo[],
): NonNullable<VideoCurve['curve']> {
  const range = getCurveRange(own, latestDay)
  const incomplete = new Set(listIncompleteDays(scope, range))
  const days = listDays(range)
  const column = (amount: Amount) =>
    accumulate(own, days, amount).map((sum, age) => (incomplete.has(days[age] ?? '') ? null : sum))
  return {
    publishedDay: own.publishedDay,
    grossProfit: isGrossVisible(scope) ? column(getGross) : null,
    netProfit: isNetVisible(scope) ? column(getNet) : null,
    recent: sumRecentDays(scope, own, latestDay),
    usual: buildUsual(scope, latestDay, others),
  }
}

const getCurveRange = ({ publishedDay }: AgedVideo, latestDay: string): DayRange => {
  const end = addDays(publishedDay, maxCurveDays - 1)
  return { from: publishedDay, to: end < latestDay ? end : latestDay }
}

/** The sum up to each of the days. */
function accumulate(video: AgedVideo, days: readonly string[], amount: Amount): number[] {
  const byDay = new Map(video.days.map((day) => [day.day, amount(day)]))
  let sum = 0
  return days.map((day) => {
    sum += byDay.get(day) ?? 0
    return sum
  })
}

function sumRecentDays(scope: Scope, own: AgedVideo, latestDay: string) {
  const range = { from: addDays(latestDay, 1 - recentDays), to: latestDay }
  if (own.publishedDay > range.from || listIncompleteDays(scope, range).length > 0) return null
  const recent = own.days.filter(({ day }) => range.from <= day && day <= range.to)
  const sum = (amount: Amount) => recent.reduce((total, day) => total + amount(day), 0)
  return {
    grossProfit: isGrossVisible(scope) ? sum(getGross) : null,
    netProfit: isNetVisible(scope) ? sum(getNet) : null,
  }
}

function buildUsual(scope: Scope, latestDay: string, others: readonly AgedVideo[]) {
  const amount: Amount = (day) =>
    getProfit({
      grossProfit: isGrossVisible(scope) ? day.grossProfit : null,
      netProfit: isNetVisible(scope) ? day.netProfit : null,
    })
  const curves = others.map((video) => accumulate(video, listDays(getCurveRange(video, latestDay)), amount))
  const ages = Array.from({ length: maxCurveDays }, (_, age) =>
    curves.flatMap((curve) => (age < curve.length ? [curve[age] ?? 0] : [])),
  )
  const quartiles = ages.map((sums) => (sums.length < minComparedVideos ? null : computeQuartiles(sums)))
  return {
    low: quartiles.map((known) => known?.low ?? null),
    median: quartiles.map((known) => known?.median ?? null),
    high: quartiles.map((known) => known?.high ?? null),
    videos: ages.map((sums) => sums.length),
  }
}
