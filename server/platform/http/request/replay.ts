import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

const replayWindowMs = 10 * 60 * 1000

/** Replay protection. @returns whether the id was already used within ten minutes */
export async function detectReplay(db: Queryable, requestId: string, now: Date): Promise<boolean> {
  const recorded = await db.execute(
    sql`insert into used_request_ids (request_id, used_at)
    values (${requestId}, ${now})
    on conflict (request_id) do update set used_at = excluded.used_at
      where used_request_ids.used_at < ${getWindowStart(now)}`,
  )
  return recorded === 0
}

export const deleteExpiredRequestIds = (db: Queryable, now: Date): Promise<number> =>
  db.execute(sql`delete from used_request_ids where used_at < ${getWindowStart(now)}`)

const getWindowStart = (now: Date) => new Date(now.getTime() - replayWindowMs)
