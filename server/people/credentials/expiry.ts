import { deleteExpiredRateLimits } from '#server/platform/auth/rate-limits.ts'
import { deleteExpiredSecurityEvents } from '#server/platform/auth/security-events.ts'
import { deleteExpiredSessions } from '#server/platform/auth/sessions.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { deleteExpiredRequestIds } from '#server/platform/http/request/replay.ts'
import { deleteOldMails } from '#server/platform/mail/delivery.ts'
import { mailRetentionMs } from '#server/platform/mail/lifetimes.ts'
import { deleteExpiredChallenges } from './challenges.ts'
import { deleteExpiredEmailLinks } from './email-links.ts'
import { deleteExpiredProviderSignIns } from './linked-sign-ins/queries.ts'
import { deleteExpiredSignInAttempts } from './sign-in-attempts.ts'

/** Safe to run on every instance. */
export async function deleteExpiredRows(db: Queryable, now: Date): Promise<void> {
  await deleteExpiredSessions(db, now)
  await db.execute(sql`delete from sign_in_codes where expires_at <= ${now}`)
  await deleteExpiredChallenges(db, now)
  await deleteExpiredProviderSignIns(db, now)
  await deleteExpiredRequestIds(db, now)
  await deleteExpiredRateLimits(db, now)
  await deleteExpiredSignInAttempts(db, now)
  await deleteExpiredEmailLinks(db, now)
  await db.execute(sql`delete from operator_links where expires_at <= ${now}`)
  await deleteExpiredSecurityEvents(db, now)
  await deleteOldMails(db, new Date(now.getTime() - mailRetentionMs))
}
