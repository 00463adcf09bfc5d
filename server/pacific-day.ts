/** `YYYY-MM-DD`: YouTube's report days are in Pacific time. */
export const getPacificDay = (now: Date): string => pacificDayFormat.format(now)

const pacificDayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' })
