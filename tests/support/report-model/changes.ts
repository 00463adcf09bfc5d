import type { MoverKind } from '#contract/reports/movers.ts'
import { type DayRange, type Figures, getProfit, type RequestedTime } from '#contract/reports/reports.ts'
import type { ReportedFact } from '#tests/support/reported-facts.ts'
import type { FigureModel } from './figures.ts'
import { compareValues } from './rows.ts'
import type { Viewer } from './world.ts'

/** Models the explanations of a change: events, and channels whose profit moved. */
export function createChangeModel({
  world,
  findEarningRegistration,
  findVisibleChannels,
  computeFigures,
  filterRange,
  findFacts,
  getRanges,
}: FigureModel) {
  /** Noon in Greenwich is the same day in California. */
  function events(asker: Viewer, time: RequestedTime) {
    const ranges = getRanges(asker, time)
    const ids = findVisibleChannels(asker).filter((id) => findEarningRegistration(id)?.earnsFrom)
    if (!ranges || findVisibleChannels(asker).length === 0) return { range: null, events: [] }
    const published = world.metadata
      .filter(({ channelId }) => ids.includes(channelId))
      .map(({ publishedAt }) => ({ day: publishedAt?.slice(0, 10), kind: 'video', name: 'A title' }))
    const approved = world.registrations
      .filter((one) => !one.removed && ids.includes(one.channelId))
      .map(({ approvedOn, name }) => ({ day: approvedOn ?? undefined, kind: 'channel', name }))
    const sorted = world.fees.toSorted((a, b) => compareValues(a.day, b.day))
    const changed = sorted.flatMap(({ member, day, permille }) => {
      const before = sorted.findLast((fee) => fee.member === member && fee.day < day)?.permille ?? 0
      const isAsked = asker.member === null || asker.member === member
      return isAsked && before !== permille ? [{ day, kind: 'fee', name: member, permille }] : []
    })
    const all = [...published, ...approved, ...changed].filter(
      ({ day = '' }) => day >= ranges.range.from && day <= ranges.range.to,
    )
    const groups = [...Map.groupBy(all, ({ day, kind }) => `${day} ${kind}`).entries()]
    return {
      range: ranges.range,
      events: groups
        .sort(([a], [b]) => compareValues(a, b))
        .map(([key, some]) => ({
          day: key.slice(0, 10),
          kind: key.slice(11),
          count: some.length,
          names: some
            .map(({ name }) => name)
            .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
            .slice(0, 3),
          permille: some.length === 1 && some[0] && 'permille' in some[0] ? some[0].permille : null,
        })),
    }
  }

  /** `listTracks` lists the tracks of a video. */
  function movers(
    asker: Viewer,
    time: RequestedTime,
    by: MoverKind,
    listTracks: (video: { channelId: string; videoId: string }) => string[] = () => [],
    comparedWith?: DayRange,
  ) {
    const ranges = getRanges(asker, time)
    if (!ranges || findVisibleChannels(asker).length === 0) return null
    const { range, bounds } = ranges
    const before = comparedWith ?? ranges.before
    if (before === null || before.from < bounds.from) return null
    const changes = new Map<string, { id: string; channelId: string | null; now: Profits; before: Profits }>()
    const sumProfits = (some: readonly ReportedFact[]): Profits => {
      const { grossProfit, netProfit } = computeFigures(asker, some)
      return { grossProfit, netProfit }
    }
    const facts = [...findFacts(asker, range), ...findFacts(asker, before)]
    const counted = by === 'channel' ? facts : facts.filter(({ videoId }) => videoId !== '')
    const groups = Map.groupBy(new Set(counted), ({ channelId, videoId }) =>
      by === 'channel' ? channelId : `${videoId} ${channelId}`,
    )
    for (const of of groups.values()) {
      const { channelId, videoId } = of[0] ?? { channelId: '', videoId: '' }
      const ids = { channel: [channelId], video: [videoId], track: listTracks({ channelId, videoId }) }[by]
      for (const id of ids) {
        const key = by === 'video' ? `${id} ${channelId}` : id
        const known = changes.get(key)
        const [now, earlier] = [sumProfits(filterRange(range, of)), sumProfits(filterRange(before, of))]
        changes.set(key, {
          id,
          channelId: by === 'video' ? channelId : null,
          now: known ? addProfits(known.now, now) : now,
          before: known ? addProfits(known.before, earlier) : earlier,
        })
      }
    }
    const all = [...changes.values()].map(({ id, channelId, now, before: earlier }) => ({
      mover: { id, channelId, current: now, previous: earlier },
      change: getProfit(now) - getProfit(earlier),
    }))
    const pick = (sign: 1 | -1) =>
      all
        .filter(({ change }) => change * sign > 0)
        .sort(
          (a, b) =>
            (b.change - a.change) * sign ||
            compareValues(a.mover.id, b.mover.id) ||
            compareValues(a.mover.channelId ?? '', b.mover.channelId ?? ''),
        )
    const add = (some: typeof all) => some.reduce((sum, { change }) => sum + change, 0)
    return {
      range,
      previousRange: before,
      risers: pick(1)
        .slice(0, 5)
        .map(({ mover }) => mover),
      fallers: pick(-1)
        .slice(0, 5)
        .map(({ mover }) => mover),
      risen: add(pick(1)),
      fallen: add(pick(-1)),
    }
  }

  return { events, movers }
}

type Profits = Pick<Figures, 'grossProfit' | 'netProfit'>

const addVisible = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b)
const addProfits = (a: Profits, b: Profits): Profits => ({
  grossProfit: addVisible(a.grossProfit, b.grossProfit),
  netProfit: addVisible(a.netProfit, b.netProfit),
})
