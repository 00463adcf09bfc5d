import type { DayRange } from '#contract/reports.ts'

const dayMs = 86_400_000

/** Midnight UTC of a plain `YYYY-MM-DD`: for arithmetic and for formatting in UTC only. */
export const parseDay = (day: string) => new Date(`${day}T00:00:00Z`)

export const addDays = (day: string, days: number) =>
  new Date(parseDay(day).getTime() + days * dayMs).toISOString().slice(0, 10)

/** Days of a range, both ends counted. */
export const countDays = ({ from, to }: DayRange) =>
  Math.round((parseDay(to).getTime() - parseDay(from).getTime()) / dayMs) + 1

/** The plain day on which a moment falls where the reader is, or in the given time zone. */
export function toLocalDay(moment: string, timeZone?: string): string {
  // Swedish writes its days as YYYY-MM-DD
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date(moment))
}
