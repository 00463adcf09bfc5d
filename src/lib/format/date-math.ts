import { getFormatter } from './formatters.ts'

/** Midnight UTC of `YYYY-MM-DD`, for arithmetic and formatting in UTC only. */
export const parseDay = (day: string) => new Date(`${day}T00:00:00Z`)

/** `YYYY-MM-DD` in the user's time zone, or in the given one. */
export function toLocalDay(moment: string, timeZone?: string): string {
  // The Swedish date format is YYYY-MM-DD.
  return getFormatter(Intl.DateTimeFormat, 'sv-SE', { timeZone, dateStyle: 'short' }).format(new Date(moment))
}

/** YouTube's reports, and fees, use Pacific days. */
export const toPacificDay = (moment: string) => toLocalDay(moment, 'America/Los_Angeles')
