import type { DayRange, Period } from '#contract/reports.ts'

const dayMs = 86_400_000

const toDayString = (time: number) => new Date(time).toISOString().slice(0, 10)
const toTime = (day: string) => Date.parse(`${day}T00:00:00Z`)

export const addDays = (day: string, days: number) => toDayString(toTime(day) + days * dayMs)

function getMonthStart(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return toDayString(Date.UTC(year, month - 1 + months, 1))
}

const countDays = ({ from, to }: DayRange) => (toTime(to) - toTime(from)) / dayMs + 1

export function listDays(range: DayRange): string[] {
  const start = toTime(range.from)
  return Array.from({ length: countDays(range) }, (_, at) => toDayString(start + at * dayMs))
}

/** From the first day of the earlier one to the last day of the later one. */
export const joinRanges = (earlier: DayRange, later: DayRange): DayRange => ({
  from: earlier.from,
  to: later.to,
})

export const selectRange = <F extends { day: string }>(figures: readonly F[], { from, to }: DayRange): F[] =>
  figures.filter(({ day }) => from <= day && day <= to)

/** For figures across all videos, such as the uses of a track. */
export const longestPeriod: Period = 'six-months'

/** Calendar months, up to the latest complete day. */
export function getPeriodRange(period: Period, latestDay: string): DayRange {
  switch (period) {
    case 'latest':
      return { from: latestDay, to: latestDay }
    case 'month':
      return { from: getMonthStart(latestDay, 0), to: latestDay }
    case 'last-month':
      return { from: getMonthStart(latestDay, -1), to: addDays(getMonthStart(latestDay, 0), -1) }
    case 'six-months':
      return { from: getMonthStart(latestDay, -5), to: latestDay }
  }
}

/** The days right before; for 'month' the same days of the previous month, fewer if that is shorter. */
export function getPreviousRange(period: Period, range: DayRange): DayRange {
  if (period === 'month') {
    const from = getMonthStart(range.from, -1)
    const sameDays = addDays(from, countDays(range) - 1)
    const lastDay = addDays(range.from, -1)
    return { from, to: sameDays < lastDay ? sameDays : lastDay }
  }
  return { from: addDays(range.from, -countDays(range)), to: addDays(range.from, -1) }
}
