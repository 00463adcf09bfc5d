import type { ParsedQuery } from '#contract/endpoint.ts'
import type { DayRange } from '#contract/reports.ts'
import type { readVideo, VideoDetail, VideoFigures, VideoSeries } from '#contract/video-detail.ts'
import type { Queries } from '#server/db/connect.ts'
import { Refusal } from '#server/http.ts'
import type { Account } from '#server/session.ts'
import { findVideo, selectMusics } from './found-video.ts'
import { compareRange, daysOf, periodRange } from './periods.ts'
import type { Scope } from './scope.ts'
import { sumSeen } from './seen.ts'
import { columnsOver } from './series.ts'
import { selectCountries, selectVideoDays, type VideoDay } from './video-days.ts'
import { readWhole } from './whole.ts'

type Question = ParsedQuery<typeof readVideo>

/**
 * One video in a period, and the totals of the days before where there are data for all of them.
 * @throws {Refusal} `not_found` for a video of no channel that the account may see
 */
export const videoDetail = (db: Queries, account: Account, question: Question): Promise<VideoDetail> =>
  readWhole(db, account, question, (scope) => readDetail(db, scope, question))

async function readDetail(db: Queries, scope: Scope, { video: id, period }: Question): Promise<VideoDetail> {
  const found = await findVideo(db, scope, id)
  if (!found || scope.latestDay === null) throw new Refusal('not_found')
  const { video, earnsFrom } = found
  const range = periodRange(period, scope.latestDay)
  const before = compareRange(period, range)
  const known = scope.firstDay !== null && scope.firstDay <= before.from && earnsFrom <= before.from
  const days = await selectVideoDays(db, scope, found, range)
  return {
    currency: scope.currency,
    revision: scope.revision,
    range,
    video,
    musics: await selectMusics(db, video),
    totals: totals(scope, video, days),
    previous: known
      ? { range: before, totals: totals(scope, video, await selectVideoDays(db, scope, found, before)) }
      : null,
    series: series(scope, range, days),
    countries: await selectCountries(db, scope, found, range),
  }
}

function totals(scope: Scope, { lengthSeconds }: VideoDetail['video'], days: VideoDay[]): VideoFigures {
  const figures = sumSeen(scope, days)
  const watchMs = days.reduce((total, day) => total + day.watchMs, 0)
  const average = figures.views === 0 ? null : watchMs / figures.views / 1000
  return {
    ...figures,
    watchSeconds: Math.round(watchMs / 1000),
    averageWatchSeconds: average,
    averageWatchRate: average === null || !lengthSeconds ? null : average / lengthSeconds,
  }
}

function series(scope: Scope, range: DayRange, figures: VideoDay[]): VideoSeries {
  const days = daysOf(range)
  const column = columnsOver(days, new Set(figures.map(({ day }) => day)))(figures)
  return {
    days,
    views: column((day) => day.views),
    profit: column((day) => (scope.netOnly ? day.net : day.profit)),
    premiumViews: column((day) => day.premiumViews),
  }
}
