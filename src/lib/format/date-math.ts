import type { DayRange } from '#contract/reports.ts'

const dayMs = 86_400_000

/** Midnight UTC of `YYYY-MM-DD`, for arithmetic and formatting in UTC only. */
export const parseDay = (day: string) => new Date(`${day}T00:00:00Z`)

export const addDays = (day: string, days: number) =>
  new Date(parseDay(day).getTime() + days * dayMs).toISOString().slice(0, 10)

/** Inclusive. */
export const countDays = ({ from, to }: DayRange) =>
  Math.round((parseDay(to).getTime() - parseDay(from).getTime()) / dayMs) + 1

/** `YYYY-MM-DD` in the user's time zone, or in the given one. */
export function toLocalDay(moment: string, timeZone?: string): string {
  // The Swedish date format is YYYY-MM-DD
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date(moment))
}
