import { listDays } from '#contract/reports/calendar.ts'
import type { ChannelSort } from '#contract/reports/channel-report.ts'
import { getProfit, type RequestedTime, type SortOrder } from '#contract/reports/reports.ts'
import type { FigureModel } from './figures.ts'
import { pickFigures, premiumKeys, sortNullsLast, sumRows } from './rows.ts'
import type { Viewer } from './world.ts'

/** Models the list of channels and their series. */
export function createChannelModel({
  listIncompleteDays,
  findRegistration,
  findVisibleChannels,
  computeFigures,
  findFacts,
  buildSeries,
  getRanges,
}: FigureModel) {
  function channels(asker: Viewer, time: RequestedTime, sort: ChannelSort, order: SortOrder) {
    const ranges = getRanges(asker, time)
    if (!ranges) return { previousRange: null, totals: sumRows(asker, []), channels: [] }
    const known = ranges.before && ranges.bounds.from <= ranges.before.from ? ranges.before : null
    const groups = Map.groupBy(findFacts(asker, ranges.range), ({ channelId }) => channelId)
    const rows = [...groups].map(([channelId, some]) => {
      const row = computeFigures(asker, some)
      const videos = new Set(some.map(({ videoId }) => videoId).filter((id) => id !== ''))
      const { name = channelId, earnsFrom, members } = findRegistration(channelId) ?? {}
      const compared = known !== null && (earnsFrom ?? '') <= known.from
      const before = findFacts(asker, known ?? ranges.range).filter((fact) => fact.channelId === channelId)
      const { grossProfit, netProfit } = computeFigures(asker, before)
      return {
        ...row,
        channelId,
        name,
        shorts: videos.size,
        previous: compared ? { grossProfit, netProfit } : null,
        members: asker.netOnly ? null : (members ?? []).toSorted(),
      }
    })
    const changeOf = ({ previous, ...row }: (typeof rows)[number]) => {
      const base = previous ? getProfit(previous) : 0
      return base > 0 ? (getProfit(row) - base) / base : null
    }
    const key = (row: (typeof rows)[number]) =>
      ({
        name: row.name.normalize('NFKC').toLowerCase(),
        views: row.views,
        shorts: row.shorts,
        profit: getProfit(row),
        price: row.price,
        change: changeOf(row),
        members: row.members?.[0] ?? null,
        ...premiumKeys(row),
      })[sort]
    const sorted = sortNullsLast(rows, key, (row) => row.channelId, order)
    return {
      previousRange: known,
      totals: sumRows(asker, rows),
      channels: sorted.map(({ channelId, name, shorts, previous, members, ...row }) => ({
        channelId,
        name,
        shorts,
        previous,
        members,
        ...pickFigures(row),
      })),
    }
  }

  function channelSeries(asker: Viewer, time: RequestedTime, channelIds: readonly string[]) {
    const ranges = getRanges(asker, time)
    if (!ranges || findVisibleChannels(asker).length === 0) return null
    const all = findFacts(asker, ranges.range)
    const columns = (some: typeof all) => {
      const { views, grossProfit, netProfit } = buildSeries(asker, ranges.range, some)
      return { views, grossProfit, netProfit }
    }
    return {
      range: ranges.range,
      days: listDays(ranges.range),
      incompleteDays: listIncompleteDays(ranges.range),
      channels: channelIds.map((channelId) => ({
        channelId,
        name: findRegistration(channelId)?.name,
        ...columns(all.filter((fact) => fact.channelId === channelId)),
      })),
      other: columns(all.filter(({ channelId }) => !channelIds.includes(channelId))),
    }
  }

  return { channels, channelSeries }
}
