import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { Log } from '#server/log.ts'
import { getPacificDay } from '#server/pacific-day.ts'
import { YoutubeError } from './types.ts'

/** Daily, shared by all instances. */
export interface YoutubeQuota {
  /** Call before each request. @throws {YoutubeError} when the quota is exhausted */
  consume(): Promise<void>
  markExhausted(): Promise<void>
}

/** The quota resets at midnight Pacific by YouTube's clock; a rejection shortly after belongs to the old day. */
const clockSkewMs = 10 * 60_000

export function createYoutubeQuota(
  db: Database,
  dailyUnits: number,
  now: () => Date,
  log: Log,
): YoutubeQuota {
  let lastWarnedDay = ''
  function warnOnce(day: string, message: string): void {
    if (lastWarnedDay !== day) log.warn({ day, dailyUnits }, message)
    lastWarnedDay = day
  }
  return {
    async consume() {
      const day = getPacificDay(now())
      const consumed = await db.execute(
        sql`insert into youtube_quota as q (day, units)
        values (${day}, 1)
        on conflict (day) do update
        set units = q.units + 1
        where q.units < ${dailyUnits}
          and not q.is_exhausted`,
      )
      if (consumed > 0) return
      warnOnce(day, 'YouTube API quota exhausted for today (YOUTUBE_DAILY_UNITS)')
      throw new YoutubeError('quota')
    },
    async markExhausted() {
      const day = getPacificDay(new Date(now().getTime() - clockSkewMs))
      await db.execute(
        sql`insert into youtube_quota (day, is_exhausted)
        values (${day}, true)
        on conflict (day) do update
        set is_exhausted = true`,
      )
      warnOnce(day, 'YouTube reported its API quota as exhausted for today')
    },
  }
}
