import type { AccountSession } from '#contract/account.ts'
import { type Caller, recordAuditEntry } from '#server/audit.ts'
import { requireCurrentRole } from '#server/auth/roles.ts'
import { deleteOtherSession, deleteSessions, selectSessions } from '#server/auth/sessions.ts'
import type { Queryable } from '#server/db/database.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Services } from '#server/http/services.ts'
import { parseUserAgent } from './device.ts'

type SessionCaller = Caller & { token: string }

export async function loadSessions(
  db: Queryable,
  { account, token }: Pick<SessionCaller, 'account' | 'token'>,
  now: Date,
): Promise<AccountSession[]> {
  const sessions = await selectSessions(db, account.id, token, now)
  return sessions.map(({ id, isCurrent, userAgent, signedInAt, lastUsedAt }) => ({
    id,
    current: isCurrent,
    ...parseUserAgent(userAgent),
    signedInAt,
    lastUsedAt,
  }))
}

/** @throws {Refusal} `not_found`, including for the current session and those of other accounts */
export const endOtherSessions = (
  { db }: Pick<Services, 'db'>,
  { account, actor, token }: SessionCaller,
  id: number | undefined,
): Promise<void> =>
  db.transaction(async (tx) => {
    await requireCurrentRole(tx, account, 'update')
    if (id !== undefined) {
      if (!(await deleteOtherSession(tx, account.id, id, token))) throw new Refusal('not_found')
      return recordAuditEntry(tx, actor, {
        action: 'endSessions',
        subject: { kind: 'session', id },
        before: { session: id },
        after: null,
      })
    }
    const endedCount = await deleteSessions(tx, account.id, token)
    if (endedCount > 0)
      await recordAuditEntry(tx, actor, {
        action: 'endSessions',
        before: { sessions: endedCount + 1 },
        after: { sessions: 1 },
      })
  })
