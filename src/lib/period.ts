import { type DayRange, type Period, periods } from '#contract/reports.ts'

export const defaultPeriod: Period = 'month'

export const isPeriod = (value: unknown): value is Period => periods.includes(value as Period)

const dayMs = 86_400_000

/** Midnight UTC of a plain `YYYY-MM-DD`: for arithmetic and for formatting in UTC only. */
export const dateOfDay = (day: string) => new Date(`${day}T00:00:00Z`)

export const addDays = (day: string, days: number) =>
  new Date(dateOfDay(day).getTime() + days * dayMs).toISOString().slice(0, 10)

/** Days of a range, both ends counted. */
export const dayCount = ({ from, to }: DayRange) =>
  Math.round((dateOfDay(to).getTime() - dateOfDay(from).getTime()) / dayMs) + 1

/** The plain day on which a moment falls where the reader is, or in the given time zone. */
export function dayOfMoment(moment: string, timeZone?: string): string {
  // Swedish writes its days as YYYY-MM-DD
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date(moment))
}

/** What a period is compared with, as a key of the words for it, and how many days that is. */
export interface Comparison {
  key: 'dayBefore' | 'sameDaysLastMonth' | 'daysBefore'
  days: number
}

export function comparisonOf(period: Period, compared: DayRange): Comparison {
  const days = dayCount(compared)
  if (period === 'latest') return { key: 'dayBefore', days }
  if (period === 'month') return { key: 'sameDaysLastMonth', days }
  return { key: 'daysBefore', days }
}

/** (now − before) / before; null where that has no meaning: a figure is missing, or nothing went before. */
export function changeOf(now: number | null, before: number | null): number | null {
  if (now === null || before === null || before <= 0) return null
  return (now - before) / before
}
