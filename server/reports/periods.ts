import type { DayRange, Period } from '#contract/reports.ts'

const dayMs = 86_400_000

const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10)
const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`)
/** The day that lies `days` after a day, or before it. */
export const addDays = (day: string, days: number) => dayAt(timeOf(day) + days * dayMs)

/** First day of the month that lies `months` from the day's own. */
function monthStart(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return dayAt(Date.UTC(year, month - 1 + months, 1))
}

const countOf = ({ from, to }: DayRange) => (timeOf(to) - timeOf(from)) / dayMs + 1

/** The days of a range in order, both ends included. */
export const daysOf = (range: DayRange): string[] =>
  Array.from({ length: countOf(range) }, (_, at) => addDays(range.from, at))

/** What is told of all videos at once is told over this one. */
export const longestPeriod: Period = 'six-months'

/** The days of a period that ends on the latest day with data. */
export function periodRange(period: Period, latestDay: string): DayRange {
  switch (period) {
    case 'latest':
      return { from: latestDay, to: latestDay }
    case 'month':
      return { from: monthStart(latestDay, 0), to: latestDay }
    case 'last-month':
      return { from: monthStart(latestDay, -1), to: addDays(monthStart(latestDay, 0), -1) }
    case 'six-months':
      return { from: monthStart(latestDay, -5), to: latestDay }
  }
}

/**
 * The days to compare a period's range with: as many days right before it; for 'month' the same days of last month,
 * which are fewer when that month is shorter.
 */
export function compareRange(period: Period, range: DayRange): DayRange {
  if (period === 'month') {
    const from = monthStart(range.from, -1)
    const sameDays = addDays(from, countOf(range) - 1)
    const lastDay = addDays(range.from, -1)
    return { from, to: sameDays < lastDay ? sameDays : lastDay }
  }
  return { from: addDays(range.from, -countOf(range)), to: addDays(range.from, -1) }
}
