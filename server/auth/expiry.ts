import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { deleteExpiredRequestIds } from '#server/http/replay.ts'
import { deleteExpiredChallenges } from './challenges.ts'
import { deleteExpiredRateLimits } from './rate-limits.ts'
import { deleteExpiredSessions } from './sessions.ts'

/** Safe to run on every instance. */
export async function deleteExpiredRows(db: Queryable, now: Date): Promise<void> {
  await deleteExpiredSessions(db, now)
  await db.execute(sql`delete from sign_in_codes where expires_at <= ${now}`)
  await deleteExpiredChallenges(db, now)
  await deleteExpiredRequestIds(db, now)
  await deleteExpiredRateLimits(db, now)
}
