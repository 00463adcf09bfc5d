import type { AccountSession } from '#contract/account.ts'
import { type Caller, recordAuditEntry } from '#server/audit.ts'
import { parseUserAgent } from '#server/auth/device.ts'
import { requireCurrentRole } from '#server/auth/roles.ts'
import { type CallOrigin, recordSecurityEvent } from '#server/auth/security-events.ts'
import { deleteOtherSession, deleteSessions, selectSessions } from '#server/auth/sessions.ts'
import type { Queryable } from '#server/db/database.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Services } from '#server/http/services.ts'

type SessionCaller = Caller & CallOrigin & { token: string }

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
  { db, now }: Pick<Services, 'db' | 'now'>,
  { account, actor, token, ...origin }: SessionCaller,
  id: number | undefined,
): Promise<void> =>
  db.transaction(async (tx) => {
    await requireCurrentRole(tx, account, 'update')
    const event = { kind: 'sessions-ended', accountId: account.id } as const
    if (id !== undefined) {
      if (!(await deleteOtherSession(tx, account.id, id, token))) throw new Refusal('not_found')
      await recordSecurityEvent(tx, origin, event, now())
      return recordAuditEntry(tx, actor, {
        action: 'endSessions',
        subject: { kind: 'session', id },
        before: { session: id },
        after: null,
      })
    }
    const endedCount = await deleteSessions(tx, account.id, token)
    if (endedCount === 0) return
    await recordSecurityEvent(tx, origin, { ...event, detail: { sessions: endedCount } }, now())
    await recordAuditEntry(tx, actor, {
      action: 'endSessions',
      before: { sessions: endedCount + 1 },
      after: { sessions: 1 },
    })
  })
