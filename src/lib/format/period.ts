import type { DayRange, Period } from '#contract/reports.ts'
import { countDays } from './date-math.ts'

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

/** (now − before) / before; null if a figure is missing or the previous one is not positive. */
export function getRelativeChange(current: number | null, previous: number | null): number | null {
  if (current === null || previous === null || previous <= 0) return null
  return (current - previous) / previous
}
