import { addDays, countDays, getMonthStart, getPeriodRange } from '#contract/reports/calendar.ts'
import { type DayRange, type Period, presetPeriods, type RequestedTime } from '#contract/reports/reports.ts'

type Time = Pick<RequestedTime, 'period' | 'from' | 'to'>

/** Picks the part of a filter that every report needs. */
export const pickTime = ({ period, from, to, compare }: RequestedTime): RequestedTime => ({
  period,
  from,
  to,
  compare,
})

/** An address without two ordered days for its custom period falls back to the default period. */
export function normalizeTime<Filter extends RequestedTime>(filter: Filter): Filter {
  const { period, from, to } = filter
  if (period === 'custom' && from !== undefined && to !== undefined && from <= to) return filter
  return { ...filter, period: period === 'custom' ? 'month' : period, from: undefined, to: undefined }
}

/** The preset with exactly these days, otherwise a custom period. */
export function toTime(range: DayRange, latestDay: string): Time {
  const preset = presetPeriods.find((period) => isSameRange(getPeriodRange(period, latestDay), range))
  return preset ? { period: preset, from: undefined, to: undefined } : { period: 'custom', ...range }
}

const isSameRange = (a: DayRange, b: DayRange) => a.from === b.from && a.to === b.to

const getMonthEnd = (day: string) => addDays(getMonthStart(day, 1), -1)

interface DisplayedTime {
  period: Period
  range: DayRange
  /** The days that have data. */
  bounds: DayRange
}

/** Calendar periods stay whole; all others move by their length. Null: no data there. */
export function getAdjacentTime(
  { period, range, bounds }: DisplayedTime,
  direction: -1 | 1,
): ReturnType<typeof toTime> | null {
  if (direction === -1 ? range.from <= bounds.from : range.to >= bounds.to) return null
  const months = countWholeMonths(period, range)
  const moved = months ? moveByMonths(range.from, months, direction) : moveByLength(range, direction)
  if (moved.to <= bounds.to) return toTime(moved, bounds.to)
  const excess = countDays({ from: bounds.to, to: moved.to }) - 1
  return toTime({ from: months ? moved.from : addDays(moved.from, -excess), to: bounds.to }, bounds.to)
}

const calendarPeriods: readonly Period[] = ['month', 'last-month', 'six-months']

/** 0 for a period that does not consist of calendar months. */
function countWholeMonths(period: Period, { from, to }: DayRange): number {
  if (period === 'year') return 12
  const isWhole = period === 'custom' && from === getMonthStart(from) && to === getMonthEnd(to)
  if (!isWhole && !calendarPeriods.includes(period)) return 0
  const toMonth = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  return toMonth(to) - toMonth(from) + 1
}

function moveByMonths(from: string, months: number, direction: -1 | 1): DayRange {
  const start = getMonthStart(from, direction * months)
  return { from: start, to: getMonthEnd(getMonthStart(start, months - 1)) }
}

function moveByLength(range: DayRange, direction: -1 | 1): DayRange {
  const days = direction * countDays(range)
  return { from: addDays(range.from, days), to: addDays(range.to, days) }
}
