import type { AccountSession } from '#contract/account.ts'
import { lockStanding } from '#server/accounts.ts'
import { type Caller, recordChange } from '#server/audit.ts'
import type { Queries } from '#server/db/connect.ts'
import { Refusal, type Services } from '#server/http.ts'
import { endOtherSession, endSessions, selectSessions } from '#server/session.ts'
import { deviceOf } from './device.ts'

type Asker = Caller & { token: string }

/** Where the person is signed in. */
export async function readSessions(
  db: Queries,
  { account, token }: Pick<Asker, 'account' | 'token'>,
  now: Date,
): Promise<AccountSession[]> {
  const sessions = await selectSessions(db, account.id, token, now)
  return sessions.map(({ id, current, userAgent, signedInAt, lastUsedAt }) => ({
    id,
    current,
    ...deviceOf(userAgent),
    signed_in_at: signedInAt,
    last_used_at: lastUsedAt,
  }))
}

/**
 * Ends another session of the person, or all others.
 * @throws {Refusal} `not_found` also for somebody else's, and for the one that asks: that is what signing out is for
 */
export const endOthers = (
  { db }: Pick<Services, 'db'>,
  { account, by, token }: Asker,
  id: number | undefined,
): Promise<void> =>
  db.transaction(async (tx) => {
    await lockStanding(tx, account)
    if (id !== undefined) {
      if (!(await endOtherSession(tx, account.id, id, token))) throw new Refusal('not_found')
      return recordChange(tx, by, { action: 'endSessions', subject: { kind: 'session', id } })
    }
    const ended = await endSessions(tx, account.id, token)
    if (ended > 0) await recordChange(tx, by, { action: 'endSessions', detail: { sessions: ended } })
  })
