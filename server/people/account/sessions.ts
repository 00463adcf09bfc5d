import type { AccountSession, endSessions } from '#contract/people/account.ts'
import type { ParsedBody } from '#contract/platform/endpoint.ts'
import { parseUserAgent } from '#server/people/credentials/device.ts'
import { changeWithConfirmation, type FactorCaller } from '#server/people/second-factor/changes.ts'
import { recordAuditEntry } from '#server/platform/auth/audit.ts'
import { recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import { deleteOtherSession, deleteSessions, selectSessions } from '#server/platform/auth/sessions.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import { Refusal } from '#server/platform/refusal.ts'

export async function loadSessions(
  db: Queryable,
  { account, token }: Pick<FactorCaller, 'account' | 'token'>,
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
  services: Pick<Services, 'db' | 'passwords' | 'now'>,
  caller: FactorCaller,
  { id, ...confirmation }: ParsedBody<typeof endSessions>,
): Promise<void> =>
  changeWithConfirmation(services, caller, confirmation, async (tx) => {
    const { account, actor, token, ...origin } = caller
    const { now } = services
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
