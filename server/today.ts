/** The report day that a moment belongs to: YouTube's days are Pacific ones. `YYYY-MM-DD` */
export const reportToday = (now: Date): string => pacificDay.format(now)

const pacificDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' })
