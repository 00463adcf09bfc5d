import { addDays, getMonthStart } from '#contract/reports/calendar.ts'

export const getFirstDay = (month: string): string => `${month}-01`

const getNextStart = (month: string): string => getMonthStart(getFirstDay(month), 1)

export const getNextMonth = (month: string): string => getNextStart(month).slice(0, 7)

export const getLastDay = (month: string): string => addDays(getNextStart(month), -1)
