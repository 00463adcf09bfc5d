import type { Database } from '#server/db/connect.ts'
import type { Log } from '#server/log.ts'
import { reportToday } from '#server/today.ts'
import { YoutubeError } from './youtube.ts'

/** The platform's units of a day, which all instances share. */
export interface Quota {
  /** Counts a call that is about to be made. @throws {YoutubeError} when the day has none left */
  take(): Promise<void>
  /** The platform says that nothing is left. */
  noteUsedUp(): Promise<void>
}

/** The platform's day begins at midnight in California, by its own clock: just after it, a refusal is the old day's. */
const clocksDifferMs = 10 * 60_000

export function createQuota(db: Database, dailyUnits: number, now: () => Date, log: Log): Quota {
  let told = ''
  /** One line a day: whoever asks is refused from now on. */
  function tell(day: string, said: string): void {
    if (told !== day) log.warn({ day, dailyUnits }, said)
    told = day
  }
  return {
    async take() {
      const day = reportToday(now())
      const taken = await db.query(
        `insert into youtube_quota as q (day, units)
        values ($1, 1)
        on conflict (day) do update
        set units = q.units + 1
        where q.units < $2
          and not q.used_up
        returning q.units`,
        [day, dailyUnits],
      )
      if (taken.length > 0) return
      tell(day, "today's units of YouTube's Data API are used up (YOUTUBE_DAILY_UNITS, or its quota)")
      throw new YoutubeError('quota')
    },
    async noteUsedUp() {
      const day = reportToday(new Date(now().getTime() - clocksDifferMs))
      await db.query(
        `insert into youtube_quota (day, used_up)
        values ($1, true)
        on conflict (day) do update
        set used_up = true`,
        [day],
      )
      tell(day, 'YouTube says that the quota of its Data API is used up for today')
    },
  }
}
