/** `YYYY-MM-DD`: YouTube's report days are in Pacific time. */
export const getPacificDay = (now: Date): string => pacificDayFormat.format(now)

const pacificDayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' })

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Midnight in Pacific time, which is 7 or 8 hours behind UTC. */
export function getPacificDayEnd(day: string): Date {
  const nextDay = new Date(Date.parse(day) + dayMs)
  const end = new Date(nextDay.getTime() + 7 * hourMs)
  return getPacificDay(end) === day ? new Date(end.getTime() + hourMs) : end
}
