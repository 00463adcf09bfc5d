import type { Database } from '#server/db/database.ts'
import type { Log } from '#server/log.ts'
import { getPacificDay } from '#server/pacific-day.ts'
import { YoutubeError } from './youtube.ts'

/** The platform's units of a day, which all instances share. */
export interface YoutubeQuota {
  /** Counts a call that is about to be made. @throws {YoutubeError} when the day has none left */
  consume(): Promise<void>
  /** The platform says that nothing is left. */
  markExhausted(): Promise<void>
}

/** The platform's day begins at midnight in California, by its own clock: just after it, a refusal is the old day's. */
const clockSkewMs = 10 * 60_000

export function createYoutubeQuota(
  db: Database,
  dailyUnits: number,
  now: () => Date,
  log: Log,
): YoutubeQuota {
  let lastWarnedDay = ''
  /** One line a day: whoever asks is refused from now on. */
  function warnOnce(day: string, message: string): void {
    if (lastWarnedDay !== day) log.warn({ day, dailyUnits }, message)
    lastWarnedDay = day
  }
  return {
    async consume() {
      const day = getPacificDay(now())
      const consumed = await db.query(
        `insert into youtube_quota as q (day, units)
        values ($1, 1)
        on conflict (day) do update
        set units = q.units + 1
        where q.units < $2
          and not q.is_exhausted
        returning q.units`,
        [day, dailyUnits],
      )
      if (consumed.length > 0) return
      warnOnce(day, "today's units of YouTube's Data API are used up (YOUTUBE_DAILY_UNITS, or its quota)")
      throw new YoutubeError('quota')
    },
    async markExhausted() {
      const day = getPacificDay(new Date(now().getTime() - clockSkewMs))
      await db.query(
        `insert into youtube_quota (day, is_exhausted)
        values ($1, true)
        on conflict (day) do update
        set is_exhausted = true`,
        [day],
      )
      warnOnce(day, 'YouTube says that the quota of its Data API is used up for today')
    },
  }
}
