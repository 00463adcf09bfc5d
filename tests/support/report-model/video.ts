import { addDays, listDays } from '#contract/reports/calendar.ts'
import { type DayRange, getProfit, listedPeriods, type RequestedTime } from '#contract/reports/reports.ts'
import type { createCountryModel } from './countries.ts'
import type { FigureModel } from './figures.ts'
import { compareValues, pickFigures, type Row, sumByDay } from './rows.ts'
import type { createVideoListModel } from './videos.ts'
import type { Viewer } from './world.ts'

type VideoListModel = ReturnType<typeof createVideoListModel>
type CountryModel = ReturnType<typeof createCountryModel>

/** Models a video, compared with the others of its channel. */
export function createVideoModel(
  {
    world,
    firstDay,
    latestDay,
    earningFacts,
    isIncomplete,
    isKnown,
    listIncompleteDays,
    findRegistration,
    findEarningRegistration,
    findVisibleChannels,
    computeFigures,
    filterRange,
    buildProfitColumns,
    getRanges,
  }: FigureModel,
  { videoRows }: Pick<VideoListModel, 'videoRows'>,
  { sumCountries }: Pick<CountryModel, 'sumCountries'>,
) {
  /** Finds the channel under which a video is shown: the last one named, if there are several. */
  function findVideoChannel(asker: Viewer, videoId: string): string | null {
    const findMetadata = (channelId: string) =>
      world.metadata.find((one) => one.channelId === channelId && one.videoId === videoId)
    const isListed = (channelId: string) =>
      listedPeriods.some((period) =>
        videoRows({ ...asker, member: null, channel: null }, { period, compare: 'none' }).some(
          (row) => row.videoId === videoId && row.channelId === channelId,
        ),
      )
    const candidates = findVisibleChannels(asker).filter(
      (id) => findEarningRegistration(id)?.earnsFrom && (findMetadata(id) !== undefined || isListed(id)),
    )
    const saidOn = (id: string) => findMetadata(id)?.saidOn ?? ''
    return candidates.sort((a, b) => compareValues(saidOn(b), saidOn(a)) || compareValues(a, b))[0] ?? null
  }

  function video(asker: Viewer, time: RequestedTime, videoId: string) {
    const ranges = getRanges(asker, time)
    const channelId = findVideoChannel(asker, videoId)
    if (!ranges || channelId === null) return null
    const length = world.metadata.find(
      (one) => one.channelId === channelId && one.videoId === videoId,
    )?.lengthSeconds
    const own = earningFacts.filter((fact) => fact.channelId === channelId && fact.videoId === videoId)
    const totals = (range: DayRange) => {
      const row = pickFigures(computeFigures(asker, filterRange(range, own)))
      const averageWatchSeconds = row.views === 0 ? null : (row.views * 900) / row.views / 1000
      return {
        ...row,
        watchSeconds: Math.round((row.views * 900) / 1000),
        averageWatchSeconds,
        averageWatchRate: averageWatchSeconds === null || !length ? null : averageWatchSeconds / length,
      }
    }
    const { range, before } = ranges
    const earnsFrom = findRegistration(channelId)?.earnsFrom ?? ''
    const compared =
      before !== null && firstDay !== null && firstDay <= before.from && earnsFrom <= before.from
    const days = listDays(range)
    const perDay = days.map((day) => own.filter((fact) => fact.day === day))
    const column = (of: (row: Row) => number | null) =>
      perDay.map((some, at) =>
        some.length > 0 && isKnown(days[at] ?? '') ? of(computeFigures(asker, some)) : null,
      )
    return {
      channelId,
      range,
      totals: totals(range),
      previous: compared ? { range: before, totals: totals(before) } : null,
      series: {
        days,
        views: column((row) => row.views),
        ...buildProfitColumns(asker, column),
        premiumViews: column((row) => row.premiumViews),
      },
      incompleteDays: listIncompleteDays(range),
      countries: sumCountries(asker, filterRange(range, own)),
    }
  }

  /** Sums from the day of the upload on, one video at a time. */
  function videoCurve(asker: Viewer, videoId: string) {
    const channelId = findVideoChannel(asker, videoId)
    if (channelId === null || firstDay === null || latestDay === null) return null
    const earnsFrom = findRegistration(channelId)?.earnsFrom ?? ''
    const uploads = world.metadata.flatMap((one) => {
      if (one.channelId !== channelId || one.publishedAt === null) return []
      const day = toPacificDay(one.publishedAt)
      return day < earnsFrom || day < firstDay || day > latestDay ? [] : [{ ...one, day }]
    })
    const own = uploads.find((one) => one.videoId === videoId)
    if (!own) return { curve: null }
    const findOwnFacts = (id: string, from: string) =>
      earningFacts.filter(
        (fact) =>
          fact.channelId === channelId && fact.videoId === id && from <= fact.day && fact.day <= latestDay,
      )
    const listAges = (from: string) => listDays({ from, to: latestDay }).slice(0, 60)
    const sumUpTo = (id: string, from: string, to: string) =>
      computeFigures(asker, filterRange({ from, to }, findOwnFacts(id, from)))
    const column = (pick: (row: Row) => number | null) =>
      listAges(own.day).map((day) => (isIncomplete(day) ? null : pick(sumUpTo(videoId, own.day, day))))
    const others = uploads
      .filter((one) => one.videoId !== videoId)
      .filter((one) => findOwnFacts(one.videoId, one.day).length > 0)
    const atAge = Array.from({ length: 60 }, (_, age) =>
      others
        .filter((one) => addDays(one.day, age) <= latestDay)
        .map((one) => getProfit(sumUpTo(one.videoId, one.day, addDays(one.day, age))))
        .sort((a, b) => a - b),
    )
    const quartile = (part: (last: number) => number) =>
      atAge.map((sums) => (sums.length < 5 ? null : sums[part(sums.length - 1)]))
    const week = listDays({ from: addDays(latestDay, -6), to: latestDay })
    const { grossProfit, netProfit } = sumUpTo(videoId, week[0] ?? '', latestDay)
    return {
      curve: {
        publishedDay: own.day,
        ...buildProfitColumns(asker, column),
        recent: own.day > (week[0] ?? '') || week.some(isIncomplete) ? null : { grossProfit, netProfit },
        usual: {
          low: quartile((last) => Math.floor(last / 4)),
          median: quartile((last) => Math.floor(last / 2)),
          high: quartile((last) => last - Math.floor(last / 4)),
          videos: atAge.map((sums) => sums.length),
        },
      },
    }
  }

  function watchRates(asker: Viewer, time: RequestedTime, videoId: string) {
    const ranges = getRanges(asker, time)
    const channelId = findVideoChannel(asker, videoId)
    if (!ranges || channelId === null) return null
    const days = listDays(ranges.range)
    const rate = (isCounted: (id: string) => boolean) =>
      days.map((day) => {
        let views = 0n
        let watched = 0
        for (const { videoId: id, lengthSeconds } of world.metadata.filter(
          (one) => one.channelId === channelId && isCounted(one.videoId) && Boolean(one.lengthSeconds),
        )) {
          const sums = sumByDay(
            earningFacts.filter(
              (fact) => fact.channelId === channelId && fact.videoId === id && fact.day === day,
            ),
          )
          views += sums[0]?.views ?? 0n
          watched += Number((sums[0]?.views ?? 0n) * 900n) / Number(lengthSeconds)
        }
        return isKnown(day) && views > 0n ? Math.round(watched) / 1000 / Number(views) : null
      })
    return { days, video: rate((id) => id === videoId), channel: rate((id) => id !== videoId) }
  }

  return { video, videoCurve, watchRates }
}

/** California's clocks went back on November 1, 2026, at 9:00 UTC. */
function toPacificDay(moment: string): string {
  const hours = moment < '2026-11-01T09:00' ? 7 : 8
  return new Date(Date.parse(moment) - hours * 3_600_000).toISOString().slice(0, 10)
}
