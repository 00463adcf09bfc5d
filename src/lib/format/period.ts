import type { DayRange, Period } from '#contract/reports.ts'
import { countDays } from './date-math.ts'

/** What a period is compared with, as a key of the words for it, and how many days that is. */
export interface Comparison {
  key: 'dayBefore' | 'sameDaysLastMonth' | 'daysBefore'
  days: number
}

export function getComparison(period: Period, previousRange: DayRange): Comparison {
  const days = countDays(previousRange)
  if (period === 'latest') return { key: 'dayBefore', days }
  if (period === 'month') return { key: 'sameDaysLastMonth', days }
  return { key: 'daysBefore', days }
}

/** (now − before) / before; null where that has no meaning: a figure is missing, or nothing went before. */
export function getRelativeChange(current: number | null, previous: number | null): number | null {
  if (current === null || previous === null || previous <= 0) return null
  return (current - previous) / previous
}
