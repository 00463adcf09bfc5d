import { addDays, getMonthStart } from '#contract/reports/calendar.ts'
import type { DayRange } from '#contract/reports/reports.ts'

// A month is its first day.

/** "2020-08" */
export const formatMonth = (month: string): string => month.slice(0, 7)

export const getMonthRange = (month: string): DayRange => ({
  from: month,
  to: addDays(getMonthStart(month, 1), -1),
})
