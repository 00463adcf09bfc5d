import { addDays, listDays } from '#contract/reports/calendar.ts'
import { getProfit } from '#contract/reports/reports.ts'
import type { createChangeModel } from './changes.ts'
import type { FigureModel } from './figures.ts'
import type { Viewer } from './world.ts'

/** Models the latest day beside its weekday by looking every single day up. */
export function createLatestDayModel(
  {
    isKnown,
    findVisibleChannels,
    computeFigures,
    findFacts,
    getRanges,
    findEarningRegistration,
  }: FigureModel,
  { movers }: Pick<ReturnType<typeof createChangeModel>, 'movers'>,
) {
  function latestDay(asker: Viewer) {
    const ranges = getRanges(asker, { period: 'latest', compare: 'none' })
    if (!ranges || findVisibleChannels(asker).length === 0) return null
    const day = ranges.bounds.to
    const figuresOf = (one: string) => computeFigures(asker, findFacts(asker, { from: one, to: one }))
    const hasBegun = (one: string) =>
      listDays({ from: addDays(day, -69), to: one }).some((other) => {
        const figures = figuresOf(other)
        return isKnown(other) && (figures.views !== 0 || getProfit(figures) !== 0)
      })
    const isCounted = (one: string) => one === day || (isKnown(one) && hasBegun(one))
    const profitOf = (one: string) => getProfit(figuresOf(one))
    const describe = (one: string) => {
      const { views, grossProfit, netProfit } = figuresOf(one)
      return { day: one, views, grossProfit, netProfit }
    }
    const sameWeekdays = (one: string) =>
      [1, 2, 3, 4, 5, 6, 7, 8]
        .map((week) => addDays(one, -7 * week))
        .filter(isCounted)
        .map(profitOf)
    const days = listDays({ from: addDays(day, -13), to: day }).map((one) => ({
      day: one,
      profit: isCounted(one) ? profitOf(one) : null,
      usual: findUsualRange(sameWeekdays(one)),
    }))
    const before = addDays(day, -7)
    return {
      latest: describe(day),
      weekBefore: isCounted(before) ? describe(before) : null,
      days,
      unusual: findUnusual(profitOf(day), days.at(-1)?.usual ?? null, sameWeekdays(day)),
      reasons: isCounted(before) ? reasons(asker, before, day) : null,
    }
  }

  /** The days of the movers are those of a week in which everything between them is left out. */
  function reasons(asker: Viewer, before: string, day: string) {
    const by = findVisibleChannels(asker).filter((id) => findEarningRegistration(id)).length > 20
    const found = movers(
      asker,
      { period: 'custom', from: day, to: day, compare: 'previous' },
      by ? 'channel' : 'video',
      undefined,
      { from: before, to: before },
    )
    const all = [...(found?.risers ?? []), ...(found?.fallers ?? [])].map((mover) => ({
      mover,
      change: getProfit(mover.current) - getProfit(mover.previous),
    }))
    const largest = all
      .sort(
        (a, b) =>
          Math.abs(b.change) - Math.abs(a.change) ||
          (a.mover.id < b.mover.id ? -1 : a.mover.id > b.mover.id ? 1 : 0) ||
          ((a.mover.channelId ?? '') < (b.mover.channelId ?? '') ? -1 : 1),
      )
      .slice(0, 3)
    return { by: by ? 'channel' : 'video', movers: largest.map(({ mover }) => mover) }
  }

  return { latestDay }
}

/** The value of a rank is found by counting the values below it. */
function findUsualRange(values: readonly number[]) {
  if (values.length < 4) return null
  const last = values.length - 1
  const pick = (rank: number) =>
    values.find(
      (value) =>
        values.filter((other) => other < value).length <= rank &&
        values.filter((other) => other <= value).length > rank,
    ) ?? 0
  const [low, median, high] = [Math.floor(last / 4), Math.floor(last / 2), last - Math.floor(last / 4)].map(
    pick,
  ) as [number, number, number]
  const width = high - low
  const tenth = Math.round(Math.abs(median) / 10)
  const floor = values.some((value) => value < 0) ? Math.min(...values) : 0
  return {
    low: Math.max(floor, Math.min(low - width, median - tenth)),
    high: Math.max(high + width, median + tenth),
  }
}

function findUnusual(
  profit: number,
  usual: ReturnType<typeof findUsualRange>,
  before: readonly number[],
): { direction: 'above' | 'below'; sameWeekdays: number; isExtreme: boolean } | null {
  if (usual === null || (usual.low <= profit && profit <= usual.high)) return null
  const all = [...before, profit]
  const isAlone = all.filter((one) => one === profit).length === 1
  return profit > usual.high
    ? {
        direction: 'above',
        sameWeekdays: all.length,
        isExtreme: isAlone && Math.max(...all) === profit,
      }
    : { direction: 'below', sameWeekdays: all.length, isExtreme: isAlone && Math.min(...all) === profit }
}
