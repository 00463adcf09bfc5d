import type { AccountSession } from '#contract/account.ts'
import { type Caller, recordAuditEntry } from '#server/audit.ts'
import { requireCurrentRoleForUpdate } from '#server/auth/accounts.ts'
import { deleteOtherSession, deleteSessions, selectSessions } from '#server/auth/sessions.ts'
import type { Queryable } from '#server/db/database.ts'
import { Refusal, type Services } from '#server/http/route.ts'
import { parseUserAgent } from './device.ts'

type SessionCaller = Caller & { token: string }

/** Where the person is signed in. */
export async function loadSessions(
  db: Queryable,
  { account, token }: Pick<SessionCaller, 'account' | 'token'>,
  now: Date,
): Promise<AccountSession[]> {
  const sessions = await selectSessions(db, account.id, token, now)
  return sessions.map(({ id, current, userAgent, signedInAt, lastUsedAt }) => ({
    id,
    current,
    ...parseUserAgent(userAgent),
    signedInAt,
    lastUsedAt,
  }))
}

/**
 * Ends another session of the person, or all others.
 * @throws {Refusal} `not_found` also for somebody else's, and for the one that asks: that is what signing out is for
 */
export const endOtherSessions = (
  { db }: Pick<Services, 'db'>,
  { account, actor, token }: SessionCaller,
  id: number | undefined,
): Promise<void> =>
  db.transaction(async (tx) => {
    await requireCurrentRoleForUpdate(tx, account)
    if (id !== undefined) {
      if (!(await deleteOtherSession(tx, account.id, id, token))) throw new Refusal('not_found')
      return recordAuditEntry(tx, actor, { action: 'endSessions', subject: { kind: 'session', id } })
    }
    const endedCount = await deleteSessions(tx, account.id, token)
    if (endedCount > 0)
      await recordAuditEntry(tx, actor, { action: 'endSessions', detail: { sessions: endedCount } })
  })
