import { getProfit, type RequestedTime, type SortOrder } from '#contract/reports/reports.ts'
import type { VideoSort } from '#contract/reports/videos.ts'
import type { FigureModel } from './figures.ts'
import { compareValues, pickFigures, premiumKeys, sortNullsLast, sumRows } from './rows.ts'
import type { Viewer } from './world.ts'

/** Models the list of videos, its ends, totals and prices. */
export function createVideoListModel({
  world,
  currency,
  earningFacts,
  findRegistration,
  computeFigures,
  filterRange,
  findFacts,
  buildSeries,
  getRanges,
}: FigureModel) {
  function videoRows(asker: Viewer, time: RequestedTime) {
    const ranges = getRanges(asker, time)
    if (!ranges) return []
    const some = findFacts(asker, ranges.range).filter(({ videoId }) => videoId !== '')
    return [...Map.groupBy(some, ({ channelId, videoId }) => `${videoId} ${channelId}`)].map(([id, of]) => {
      const [videoId = '', channelId = ''] = id.split(' ')
      const date = world.metadata.find(
        (one) => one.videoId === videoId && one.channelId === channelId,
      )?.publishedAt
      return { ...computeFigures(asker, of), id, videoId, channelId, date: date ?? null }
    })
  }

  type VideoRow = ReturnType<typeof videoRows>[number]

  /** Lists are sorted by the displayed values. */
  const videoKey = (sort: VideoSort) => (row: VideoRow) =>
    ({ date: row.date, views: row.views, profit: getProfit(row), price: row.price, ...premiumKeys(row) })[
      sort
    ]

  const toVideo = ({ videoId, channelId, ...row }: VideoRow) => ({ videoId, channelId, ...pickFigures(row) })

  const videos = (asker: Viewer, time: RequestedTime, sort: VideoSort, order: SortOrder) =>
    sortNullsLast(videoRows(asker, time), videoKey(sort), ({ id }) => id, order).map(toVideo)

  function videoTotals(asker: Viewer, time: RequestedTime, isListed: (videoId: string) => boolean) {
    const rows = videoRows(asker, time).filter(({ videoId }) => isListed(videoId))
    return { total: rows.length, totals: sumRows(asker, rows) }
  }

  /** Returns the trends of a list's videos, sorted by id. */
  function videoTrends(asker: Viewer, time: RequestedTime) {
    const ranges = getRanges(asker, time)
    if (!ranges) return []
    const { range, before, bounds } = ranges
    return videoRows(asker, time)
      .map(({ videoId, channelId }) => {
        const own = earningFacts.filter((fact) => fact.channelId === channelId && fact.videoId === videoId)
        const earnsFrom = findRegistration(channelId)?.earnsFrom ?? ''
        const compared = before !== null && bounds.from <= before.from && earnsFrom <= before.from
        const previous = before && computeFigures(asker, filterRange(before, own))
        return {
          channelId,
          videoId,
          views: buildSeries(asker, range, own).views,
          previous:
            compared && previous
              ? { grossProfit: previous.grossProfit, netProfit: previous.netProfit }
              : null,
        }
      })
      .sort((a, b) => compareValues(a.channelId + a.videoId, b.channelId + b.videoId))
  }

  function extremes(asker: Viewer, time: RequestedTime) {
    const priced = videoRows(asker, time).filter(({ price }) => price !== null)
    const popular = priced.filter(({ views }) => views >= 1000)
    const some = popular.length > 0 ? popular : priced
    const first = (order: SortOrder) =>
      sortNullsLast(some, videoKey('price'), ({ id }) => id, order)
        .slice(0, 5)
        .map(toVideo)
    return { minViews: popular.length > 0 ? 1000 : 1, highest: first('desc'), lowest: first('asc') }
  }

  /** Finds quantiles by counting: at most `rank` prices are lower, and more than `rank` are at most as high. */
  function priceSpread(asker: Viewer, time: RequestedTime, isListed: (videoId: string) => boolean) {
    const rows = videoRows(asker, time).filter(({ videoId }) => isListed(videoId))
    const prices = rows.flatMap(({ price }) => (price === null ? [] : [price]))
    const withoutViews = rows.length - prices.length
    if (prices.length === 0) return { withoutViews, spread: null }
    const pick = (rank: number) =>
      prices.find(
        (price) =>
          prices.filter((other) => other < price).length <= rank &&
          prices.filter((other) => other <= price).length > rank,
      ) ?? Number.NaN
    const last = prices.length - 1
    const [lowest, highest] = [pick(Math.floor(last / 20)), pick(Math.ceil((19 * last) / 20))]
    let step = currency === 'KRW' ? 1_000_000 : 10_000_000
    for (let at = 1; step * 12 < highest - lowest; at += 1) step *= at % 3 === 2 ? 2.5 : 2
    const from = Math.floor(lowest / step) * step
    const ends: number[] = []
    for (let end = from + step; ends.length === 0 || end - step <= highest; end += step) ends.push(end)
    const countBelow = (end: number, at: number) =>
      at === ends.length - 1 ? prices.length : prices.filter((price) => price < end).length
    const sums = ends.map(countBelow)
    return {
      withoutViews,
      spread: {
        videos: prices.length,
        low: pick(Math.floor(last / 4)),
        median: pick(Math.floor(last / 2)),
        high: pick(Math.ceil((3 * last) / 4)),
        from,
        step,
        counts: sums.map((sum, at) => sum - (sums[at - 1] ?? 0)),
      },
    }
  }

  return { videoRows, videos, videoTotals, videoTrends, extremes, priceSpread }
}
