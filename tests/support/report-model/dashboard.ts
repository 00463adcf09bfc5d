import { addDays, getWeekday, listDays } from '#contract/reports/calendar.ts'
import { type DayRange, getProfit, type RequestedTime } from '#contract/reports/reports.ts'
import type { FigureModel } from './figures.ts'
import { pickFigures } from './rows.ts'
import type { Viewer } from './world.ts'

/** Models totals, days and months, and the forecast of the month. */
export function createDashboardModel({
  firstDay,
  latestDay,
  isKnown,
  listIncompleteDays,
  findVisibleChannels,
  computeFigures,
  findFacts,
  buildSeries,
  getRanges,
}: FigureModel) {
  function dashboard(asker: Viewer, time: RequestedTime) {
    const ranges = getRanges(asker, time)
    if (!ranges || findVisibleChannels(asker).length === 0) return null
    const part = (range: DayRange) => ({
      range,
      totals: pickFigures(computeFigures(asker, findFacts(asker, range))),
      series: buildSeries(asker, range, findFacts(asker, range)),
    })
    const { range, before, bounds } = ranges
    return {
      ...part(range),
      incompleteDays: listIncompleteDays(range),
      previous: before !== null && bounds.from <= before.from ? part(before) : null,
      lastDays: range.from === range.to ? listLastDays(asker, range.to) : null,
      bounds,
      forecast: time.period === 'month' ? forecast(asker, bounds) : null,
      target:
        isWholeOf(asker) && isMonth(time, range) ? { month: range.from.slice(0, 7), amount: null } : null,
    }
  }

  /** Neither a selected member’s nor a channel’s. */
  const isWholeOf = ({ member, netOnly, channel, channels }: Viewer) =>
    channel === null && channels === undefined && (netOnly || member === null)

  const isMonth = ({ period }: RequestedTime, { from, to }: DayRange) =>
    period === 'month' ||
    (from.endsWith('-01') && from.slice(0, 7) === to.slice(0, 7) && addDays(to, 1).endsWith('-01'))

  function listLastDays(asker: Viewer, day: string) {
    const days = { from: addDays(day, -13), to: day }
    return buildSeries(asker, days, findFacts(asker, days))
  }

  /** Lists each member’s months as the manager sees them, newest first. */
  function memberMonths(members: readonly string[]) {
    if (firstDay === null || latestDay === null) return []
    const months = listDays({ from: firstDay, to: latestDay }).map((day) => day.slice(0, 7))
    return [...new Set(months)].reverse().map((month) => {
      const days = listDays({ from: `${month}-01`, to: latestDay }).filter((day) => day.startsWith(month))
      const range = { from: days[0] ?? '', to: days.at(-1) ?? '' }
      const sumOf = (member: string | null) => {
        const asker = { member, netOnly: false, channel: null }
        return computeFigures(asker, findFacts(asker, range))
      }
      const rows = members.map((member) => {
        const { grossProfit, netProfit } = sumOf(member)
        return { member, grossProfit: grossProfit ?? 0, netProfit: netProfit ?? 0 }
      })
      const total = (of: (row: (typeof rows)[number]) => number) =>
        rows.reduce((sum, row) => sum + of(row), 0)
      return {
        month,
        range,
        incompleteDays: listIncompleteDays(range),
        rows,
        membersProfit: {
          grossProfit: total((row) => row.grossProfit),
          netProfit: total((row) => row.netProfit),
        },
        networkProfit: sumOf(null).grossProfit,
      }
    })
  }

  /** Finds quantiles by counting: as many values as the rank says are at most as large. */
  function forecast(asker: Viewer, bounds: DayRange) {
    const [year = 0, month = 0] = bounds.to.split('-').map(Number)
    const lastDay = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
    const days = listDays({ from: addDays(bounds.to, 1), to: lastDay })
    const known = listDays({ from: addDays(bounds.to, -55), to: bounds.to })
      .filter(isKnown)
      .map((day) => ({
        day,
        profit: getProfit(computeFigures(asker, findFacts(asker, { from: day, to: day }))),
      }))
    if (known.length < 14 || days.length === 0) return null
    const valuesOf = (day: string) => {
      const same = known.filter((one) => getWeekday(one.day) === getWeekday(day))
      return (same.length > 0 ? same : known).map(({ profit }) => profit)
    }
    const pick = (day: string, rank: (last: number) => number) => {
      const values = valuesOf(day)
      const at = rank(values.length - 1)
      return values.find(
        (value) =>
          values.filter((other) => other < value).length <= at &&
          values.filter((other) => other <= value).length > at,
      )
    }
    const monthBefore = {
      from: new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 10),
      to: new Date(Date.UTC(year, month - 1, 0)).toISOString().slice(0, 10),
    }
    const { grossProfit, netProfit } = computeFigures(asker, findFacts(asker, monthBefore))
    return {
      days,
      low: days.map((day) => pick(day, (last) => Math.floor(last / 4))),
      expected: days.map((day) => pick(day, (last) => Math.floor(last / 2))),
      high: days.map((day) => pick(day, (last) => last - Math.floor(last / 4))),
      previousMonth: bounds.from <= monthBefore.from ? { grossProfit, netProfit } : null,
    }
  }

  return { dashboard, memberMonths }
}
