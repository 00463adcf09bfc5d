import { type DayRange, type Period, periods } from '#contract/reports.ts'
import { dayCount } from './days.ts'

export const defaultPeriod: Period = 'month'

export const isPeriod = (value: unknown): value is Period => periods.includes(value as Period)

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
