import type { ParsedQuery } from '#contract/platform/endpoint.ts'
import { listDays } from '#contract/reports/calendar.ts'
import type { DayRange } from '#contract/reports/reports.ts'
import type { readVideo, VideoDetail, VideoFigures, VideoSeries } from '#contract/reports/video-detail.ts'
import type { Account } from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { listCompleteDays, listIncompleteDays } from '#server/reports/completeness/completeness.ts'
import { findKnownRange } from '#server/reports/dashboard/dashboard.ts'
import { alignToDays } from '#server/reports/dashboard/series.ts'
import {
  getComparisonRange,
  getRequestedRange,
  joinRanges,
  selectRange,
} from '#server/reports/figures/periods.ts'
import { readReport, type Scope } from '#server/reports/figures/scope.ts'
import { isGrossVisible, isNetVisible, sumVisibleFigures } from '#server/reports/figures/visibility.ts'
import { findEarningVideo, selectVideoTracks } from './earning-video.ts'
import { selectCountries, selectVideoDays, type VideoDay } from './video-days.ts'

type VideoDetailQuery = ParsedQuery<typeof readVideo>

/** @throws {Refusal} `not_found` for a video outside the scope */
export const getVideoDetail = (
  services: Pick<Services, 'db' | 'log'>,
  account: Account,
  query: VideoDetailQuery,
): Promise<VideoDetail> =>
  readReport(services, account, query, (db, scope) => readVisibleVideo(db, scope, query))

async function readVisibleVideo(
  db: Queryable,
  scope: Scope,
  { video: id, ...time }: VideoDetailQuery,
): Promise<VideoDetail> {
  const earningVideo = await findEarningVideo(db, scope, id)
  if (!earningVideo || scope.latestDay === null) throw new Refusal('not_found')
  const { video, earnsFrom } = earningVideo
  const { firstDay, latestDay } = scope
  const range = getRequestedRange(time, { firstDay, latestDay })
  const comparison = findKnownRange(scope, getComparisonRange(time, range))
  const previousRange = comparison && earnsFrom <= comparison.from ? comparison : null
  const figures = await selectVideoDays(db, scope, earningVideo, joinRanges(range, previousRange ?? range))
  const days = selectRange(figures, range)
  return {
    currency: scope.currency,
    revision: scope.revision,
    range,
    video,
    musics: await selectVideoTracks(db, video),
    totals: sumTotals(scope, video, days),
    previous: previousRange && {
      range: previousRange,
      totals: sumTotals(scope, video, selectRange(figures, previousRange)),
    },
    series: buildVideoSeries(scope, range, days, listCompleteDays(scope, range)),
    incompleteDays: listIncompleteDays(scope, range),
    countries: await selectCountries(db, scope, earningVideo, range),
  }
}

function sumTotals(scope: Scope, { lengthSeconds }: VideoDetail['video'], days: VideoDay[]): VideoFigures {
  const figures = sumVisibleFigures(scope, days)
  const watchMs = days.reduce((total, day) => total + day.watchMs, 0)
  const average = figures.views === 0 ? null : watchMs / figures.views / 1000
  return {
    ...figures,
    watchSeconds: Math.round(watchMs / 1000),
    averageWatchSeconds: average,
    averageWatchRate: average === null || !lengthSeconds ? null : average / lengthSeconds,
  }
}

function buildVideoSeries(
  scope: Scope,
  range: DayRange,
  figures: VideoDay[],
  completeDays: ReadonlySet<string>,
): VideoSeries {
  const days = listDays(range)
  const knownDays = figures.map(({ day }) => day).filter((day) => completeDays.has(day))
  const readColumn = alignToDays(days, new Set(knownDays))(figures)
  return {
    days,
    views: readColumn((day) => day.views),
    grossProfit: isGrossVisible(scope) ? readColumn((day) => day.grossProfit) : null,
    netProfit: isNetVisible(scope) ? readColumn((day) => day.netProfit) : null,
    premiumViews: readColumn((day) => day.premiumViews),
  }
}
