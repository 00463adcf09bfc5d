import type { Challenge } from '#contract/challenge.ts'
import { type Actor, recordAuditEntry } from '#server/audit.ts'
import { updatePasswordHash } from '#server/auth/accounts.ts'
import { createFactorChallenge } from '#server/auth/second-factors.ts'
import { createSession, deleteSession } from '#server/auth/sessions.ts'
import type { Database } from '#server/db/database.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Services } from '#server/http/services.ts'
import type { Site } from '#server/sites.ts'
import { lockLoginAccount, selectLoginAccount } from './queries.ts'

interface SignInAttempt {
  site: Site
  email: string
  password: string
  actor: Actor
  userAgent: string
  now: Date
}

/** No session exists before a challenge is answered. */
type SignInResult = { token: string } | { challenge: Challenge }

/** @throws {Refusal} `wrong_credentials` */
export async function signIn(
  services: Pick<Services, 'db' | 'passwords'>,
  attempt: SignInAttempt,
): Promise<SignInResult> {
  const { db, passwords } = services
  const { site, email, password, actor, userAgent, now } = attempt
  const login = await selectLoginAccount(db, site, email)
  const isCorrect = await passwords.verify(password, login?.passwordHash ?? null)
  if (!login || !isCorrect) throw new Refusal('wrong_credentials')
  const newHash = passwords.needsRehash(login.passwordHash) ? await passwords.hash(password) : null
  const result = await db.transaction(async (tx): Promise<SignInResult | null> => {
    if (!(await lockLoginAccount(tx, login))) return null
    if (newHash) await updatePasswordHash(tx, login.id, newHash)
    const passwordHash = newHash ?? login.passwordHash
    const challenge = await createFactorChallenge(
      tx,
      site,
      login.id,
      { purpose: 'sign-in', passwordHash },
      now,
    )
    if (challenge) return { challenge }
    const accountActor = { ...actor, id: login.id, networkId: login.networkId }
    const session = await createSession(tx, login.id, now, userAgent)
    await recordAuditEntry(tx, accountActor, {
      action: 'login',
      subject: { kind: 'account', id: login.id },
      before: null,
      after: { session: session.id },
    })
    return { token: session.token }
  })
  // Optimistic lock: retries if the account changed after it was selected.
  return result ?? signIn(services, attempt)
}

export const signOut = (db: Database, token: string, actor: Actor): Promise<void> =>
  db.transaction(async (tx) => {
    const session = await deleteSession(tx, token)
    if (session !== null)
      await recordAuditEntry(tx, actor, { action: 'logout', before: { session }, after: null })
  })
