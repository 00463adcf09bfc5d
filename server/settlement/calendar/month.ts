import { addDays, getMonthStart } from '#contract/reports/calendar.ts'
import type { DayRange } from '#contract/reports/reports.ts'

// A month is its first day.

/** "2020-08" */
export const formatMonth = (month: string): string => month.slice(0, 7)

/** The day of the month after by which YouTube has made the final files; they begin to come around the 10th. */
const finalFilesDay = 20

/** Returns the Pacific day on which the final files of a month are due. */
export const getFinalFilesDue = (month: string): string => addDays(getMonthStart(month, 1), finalFilesDay - 1)

/** The last month that is over on a day. */
export const getLastMonth = (today: string): string => getMonthStart(today, -1)

export const getMonthRange = (month: string): DayRange => ({
  from: month,
  to: addDays(getMonthStart(month, 1), -1),
})
