/** `YYYY-MM-DD`: YouTube's report days are in Pacific time. */
export const getPacificDay = (now: Date): string => pacificDayFormat.format(now)

const pacificDayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' })

/** Returns when the day begins there: 07:00 UTC in summer, 08:00 in winter. */
export function getPacificMidnight(day: string): Date {
  const summerTime = new Date(`${day}T07:00:00Z`)
  return getPacificDay(summerTime) === day ? summerTime : new Date(`${day}T08:00:00Z`)
}
