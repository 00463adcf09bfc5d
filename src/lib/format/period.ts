import { countDays } from '#contract/reports/calendar.ts'
import type { DayRange, RequestedTime } from '#contract/reports/reports.ts'

export interface Comparison {
  key: 'weekBefore' | 'sameDaysLastMonth' | 'sameDaysLastYear' | 'daysBefore'
  days: number
}

export function getComparison(
  { period, compare }: Pick<RequestedTime, 'period' | 'compare'>,
  previousRange: DayRange,
): Comparison {
  const days = countDays(previousRange)
  if (compare === 'year' || period === 'year') return { key: 'sameDaysLastYear', days }
  if (period === 'month') return { key: 'sameDaysLastMonth', days }
  if (days === 1) return { key: 'weekBefore', days }
  return { key: 'daysBefore', days }
}
