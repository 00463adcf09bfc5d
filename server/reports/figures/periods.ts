import { addDays, countDays, getMonthStart, getPeriodRange } from '#contract/reports/calendar.ts'
import type { DayRange, ListedPeriod, RequestedTime } from '#contract/reports/reports.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Returns the range from the first day of the earliest to the last day of the latest. */
export const joinRanges = (...ranges: readonly [DayRange, ...DayRange[]]): DayRange => ({
  from: ranges.map(({ from }) => from).reduce(earlierDay),
  to: ranges.map(({ to }) => to).reduce(laterDay),
})

const earlierDay = (day: string, other: string) => (day < other ? day : other)
const laterDay = (day: string, other: string) => (day > other ? day : other)

export const selectRange = <F extends { day: string }>(figures: readonly F[], { from, to }: DayRange): F[] =>
  figures.filter(({ day }) => from <= day && day <= to)

/** Figures across all videos, such as the uses of a track, cover it. */
export const longestPeriod: ListedPeriod = 'six-months'

const getMonth = (day: string) => day.slice(0, 7)

/** Returns months as `YYYY-MM`, the latest first. */
export function listMonths(firstDay: string, latestDay: string): string[] {
  const months = [getMonth(latestDay)]
  for (let at = -1; (months.at(-1) ?? '') > getMonth(firstDay); at -= 1)
    months.push(getMonth(getMonthStart(latestDay, at)))
  return months
}

/** A number of days, up to the latest complete one. */
export const getLastDays = (count: number, latestDay: string): DayRange => ({
  from: addDays(latestDay, 1 - count),
  to: latestDay,
})

/** Up to the latest complete day. */
export function getReportedMonthRange(month: string, latestDay: string): DayRange {
  const from = `${month}-01`
  const to = addDays(getMonthStart(from, 1), -1)
  return { from, to: to < latestDay ? to : latestDay }
}

/** @throws {Refusal} `invalid` for a custom period without both of its days, in this order */
export function getRequestedRange(
  { period, from, to }: Pick<RequestedTime, 'period' | 'from' | 'to'>,
  { firstDay, latestDay }: { firstDay: string | null; latestDay: string },
): DayRange {
  if (period !== 'custom') return getPeriodRange(period, latestDay)
  if (from === undefined) throw new Refusal('invalid', { fields: { from: 'invalid' } })
  if (to === undefined || to < from) throw new Refusal('invalid', { fields: { to: 'invalid' } })
  const limit = (day: string) => earlierDay(laterDay(day, firstDay ?? latestDay), latestDay)
  return { from: limit(from), to: limit(to) }
}

/** A single day is compared with its weekday: a Monday says little about a Sunday. Null: compared with nothing. */
export function getComparisonRange(
  { period, compare }: Pick<RequestedTime, 'period' | 'compare'>,
  range: DayRange,
): DayRange | null {
  if (compare === 'none') return null
  if (compare === 'year') return getRangeAYearBefore(range)
  if (period === 'month') return getSameDaysOfLastMonth(range)
  if (period === 'year') return { from: subtractYear(range.from), to: subtractYear(range.to) }
  if (range.from === range.to) return { from: addDays(range.from, -7), to: addDays(range.to, -7) }
  return { from: addDays(range.from, -countDays(range)), to: addDays(range.from, -1) }
}

/** Fewer days if last month was shorter. */
function getSameDaysOfLastMonth(range: DayRange): DayRange {
  const from = getMonthStart(range.from, -1)
  return { from, to: earlierDay(addDays(from, countDays(range) - 1), addDays(range.from, -1)) }
}

/** Whole weeks keep their weekdays. */
function getRangeAYearBefore(range: DayRange): DayRange {
  const shift = (day: string) => (countDays(range) % 7 === 0 ? addDays(day, -364) : subtractYear(day))
  return { from: shift(range.from), to: shift(range.to) }
}

/** February 29 becomes February 28. */
const subtractYear = (day: string) =>
  `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`.replace(/-02-29$/, '-02-28')
