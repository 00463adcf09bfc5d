import { addDays } from '#contract/reports/calendar.ts'

const dayPattern = /^\d{4}-\d\d-\d\d$/

export const parseDayParam = (text: string | undefined): string | undefined =>
  text !== undefined && dayPattern.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined

/** Midnight in the time zone of the person. */
const toMoment = (day: string) => new Date(`${day}T00:00`).toISOString()

/** Days of the person’s own time zone as moments. */
export const toPeriod = (from: string | undefined, to: string | undefined) => ({
  since: from && toMoment(from),
  until: to && toMoment(addDays(to, 1)),
})
