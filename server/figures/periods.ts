import type { DayRange, Period } from '#contract/reports.ts'

const dayMs = 86_400_000

const toDayString = (time: number) => new Date(time).toISOString().slice(0, 10)
const toTime = (day: string) => Date.parse(`${day}T00:00:00Z`)
/** The day that lies `days` after a day, or before it. */
export const addDays = (day: string, days: number) => toDayString(toTime(day) + days * dayMs)

/** First day of the month that lies `months` from the day's own. */
function getMonthStart(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return toDayString(Date.UTC(year, month - 1 + months, 1))
}

const countDays = ({ from, to }: DayRange) => (toTime(to) - toTime(from)) / dayMs + 1

/** The days of a range in order, both ends included. */
export const listDays = (range: DayRange): string[] =>
  Array.from({ length: countDays(range) }, (_, at) => addDays(range.from, at))

/** What is told of all videos at once is told over this one. */
export const longestPeriod: Period = 'six-months'

/** The days of a period that ends on the latest day with data. */
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

/**
 * The days to compare a period's range with: as many days right before it; for 'month' the same days of last month,
 * which are fewer when that month is shorter.
 */
export function getPreviousRange(period: Period, range: DayRange): DayRange {
  if (period === 'month') {
    const from = getMonthStart(range.from, -1)
    const sameDays = addDays(from, countDays(range) - 1)
    const lastDay = addDays(range.from, -1)
    return { from, to: sameDays < lastDay ? sameDays : lastDay }
  }
  return { from: addDays(range.from, -countDays(range)), to: addDays(range.from, -1) }
}
