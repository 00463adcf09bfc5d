import type { DayRange, PresetPeriod } from './reports.ts'

const dayMs = 86_400_000

/** Before YouTube had any figures: what counts from this day on counts from the beginning. */
export const earliestDay = '2005-01-01'

const toDayString = (time: number) => new Date(time).toISOString().slice(0, 10)
const toTime = (day: string) => Date.parse(`${day}T00:00:00Z`)

export const addDays = (day: string, days: number) => toDayString(toTime(day) + days * dayMs)

export function getMonthStart(day: string, months = 0): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return toDayString(Date.UTC(year, month - 1 + months, 1))
}

/** 0 is Sunday. */
export const getWeekday = (day: string) => new Date(toTime(day)).getUTCDay()

/** Inclusive. */
export const countDays = ({ from, to }: DayRange) => (toTime(to) - toTime(from)) / dayMs + 1

/** Empty if it ends before it begins. */
export function listDays(range: DayRange): string[] {
  const start = toTime(range.from)
  return Array.from({ length: Math.max(0, countDays(range)) }, (_, at) => toDayString(start + at * dayMs))
}

export function getPeriodRange(period: PresetPeriod, latestDay: string): DayRange {
  switch (period) {
    case 'latest':
      return { from: latestDay, to: latestDay }
    case '7-days':
      return { from: addDays(latestDay, -6), to: latestDay }
    case '28-days':
      return { from: addDays(latestDay, -27), to: latestDay }
    case '90-days':
      return { from: addDays(latestDay, -89), to: latestDay }
    case 'month':
      return { from: getMonthStart(latestDay), to: latestDay }
    case 'last-month':
      return { from: getMonthStart(latestDay, -1), to: addDays(getMonthStart(latestDay), -1) }
    case 'six-months':
      return { from: getMonthStart(latestDay, -5), to: latestDay }
    case 'year':
      return { from: `${latestDay.slice(0, 4)}-01-01`, to: latestDay }
  }
}
