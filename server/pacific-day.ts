/** The report day that a moment belongs to: YouTube's days are Pacific ones. `YYYY-MM-DD` */
export const getPacificDay = (now: Date): string => pacificDayFormat.format(now)

const pacificDayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' })
