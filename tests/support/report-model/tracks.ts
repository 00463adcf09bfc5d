import { listDays } from '#contract/reports/calendar.ts'
import { type DayRange, getProfit, type RequestedTime } from '#contract/reports/reports.ts'
import type { TrackReport } from '#contract/reports/track-report.ts'
import type { ReportedFact } from '#tests/support/reported-facts.ts'
import type { createCountryModel } from './countries.ts'
import type { FigureModel } from './figures.ts'
import { compareValues, pickFigures, sumRows } from './rows.ts'
import type { Viewer } from './world.ts'

type VideoKey = Pick<ReportedFact, 'channelId' | 'videoId'>

/** Models a track by one video after the other. */
export function createTrackModel(
  {
    isKnown,
    listIncompleteDays,
    findVisibleChannels,
    computeFigures,
    findFacts,
    buildProfitColumns,
    getRanges,
  }: FigureModel,
  { sumCountries }: Pick<ReturnType<typeof createCountryModel>, 'sumCountries'>,
) {
  function trackReport(asker: Viewer, time: RequestedTime, isUsed: (video: VideoKey) => boolean) {
    const ranges = getRanges(asker, time)
    if (!ranges || findVisibleChannels(asker).length === 0) return null
    const { range, before, bounds } = ranges
    const describe = (days: DayRange) => {
      const videos = groupByVideo(findFacts(asker, days).filter(isUsed))
      return {
        range: days,
        totals: sumRows(
          asker,
          videos.map((facts) => computeFigures(asker, facts)),
        ),
        series: buildSeries(asker, days, videos),
      }
    }
    const videos = groupByVideo(findFacts(asker, range).filter(isUsed))
    const { grossProfit, netProfit } = computeFigures(asker, findFacts(asker, range))
    return {
      ...describe(range),
      previous: before !== null && bounds.from <= before.from ? describe(before) : null,
      bounds,
      all: { grossProfit, netProfit },
      incompleteDays: listIncompleteDays(range),
      videoCount: videos.length,
      videos: videos
        .map((facts) => ({
          videoId: facts[0]?.videoId ?? '',
          channelId: facts[0]?.channelId ?? '',
          ...pickFigures(computeFigures(asker, facts)),
        }))
        .sort(
          (a, b) =>
            getProfit(b) - getProfit(a) ||
            compareValues(a.videoId, b.videoId) ||
            compareValues(a.channelId, b.channelId),
        ),
      countries: addCountries(videos.map((facts) => sumCountries(asker, facts))),
    }
  }

  function buildSeries(asker: Viewer, range: DayRange, videos: readonly ReportedFact[][]) {
    const days = listDays(range)
    const perDay = days.map((day) =>
      sumRows(
        asker,
        videos.map((facts) =>
          computeFigures(
            asker,
            facts.filter((fact) => fact.day === day),
          ),
        ),
      ),
    )
    type DayRow = (typeof perDay)[number]
    const column = (of: (row: DayRow) => number | null) =>
      perDay.map((row, at) => (isKnown(days[at] ?? '') ? of(row) : null))
    return {
      days,
      views: column((row) => row.views),
      premiumViews: column((row) => row.premiumViews),
      ...buildProfitColumns(asker, column as Parameters<typeof buildProfitColumns>[1]),
      grossPremiumProfit: asker.netOnly ? null : column((row) => row.grossPremiumProfit),
      netPremiumProfit: asker.member === null ? null : column((row) => row.netPremiumProfit),
    }
  }

  return { trackReport }
}

const groupByVideo = (facts: readonly ReportedFact[]): ReportedFact[][] => [
  ...Map.groupBy(facts, ({ channelId, videoId }) => `${channelId} ${videoId}`).values(),
]

type CountryRow = NonNullable<TrackReport['report']>['countries'][number]

function addCountries(ofVideos: readonly CountryRow[][]): CountryRow[] {
  const sums = new Map<string, CountryRow>()
  const add = (a: number | null | undefined, b: number | null) => (b === null ? null : (a ?? 0) + b)
  for (const row of ofVideos.flat()) {
    const sum = sums.get(row.country)
    sums.set(row.country, {
      country: row.country,
      views: (sum?.views ?? 0) + row.views,
      grossProfit: add(sum?.grossProfit, row.grossProfit),
      netProfit: add(sum?.netProfit, row.netProfit),
    })
  }
  return [...sums.values()].sort((a, b) => b.views - a.views || compareValues(a.country, b.country))
}
