import { type Actor, recordAuditEntry } from '#server/audit.ts'
import { updatePasswordHash } from '#server/auth/accounts.ts'
import { hashPassword, needsRehash, verifyPassword } from '#server/auth/passwords.ts'
import { createSession, deleteSession } from '#server/auth/sessions.ts'
import type { Database } from '#server/db/database.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Site } from '#server/sites.ts'
import { lockLoginAccount, selectLoginAccount } from './queries.ts'

interface SignInAttempt {
  site: Site
  /** In lower case. */
  email: string
  password: string
  actor: Actor
  userAgent: string
  now: Date
}

/** @returns a token @throws {Refusal} `wrong_credentials` */
export async function signIn(db: Database, attempt: SignInAttempt): Promise<string> {
  const { site, email, password, actor, userAgent, now } = attempt
  const login = await selectLoginAccount(db, site, email)
  const isCorrect = await verifyPassword(password, login?.passwordHash ?? null)
  if (!login || !isCorrect) throw new Refusal('wrong_credentials')
  const newHash = needsRehash(login.passwordHash) ? await hashPassword(password) : null
  const token = await db.transaction(async (tx) => {
    if (!(await lockLoginAccount(tx, login))) return null
    if (newHash) await updatePasswordHash(tx, login.id, newHash)
    const accountActor = { ...actor, id: login.id, networkId: login.networkId }
    await recordAuditEntry(tx, accountActor, { action: 'login', subject: { kind: 'account', id: login.id } })
    return createSession(tx, login.id, now, userAgent)
  })
  // Optimistic lock: the account changed after it was selected, so start over.
  return token ?? signIn(db, attempt)
}

export const signOut = (db: Database, token: string, actor: Actor): Promise<void> =>
  db.transaction(async (tx) => {
    if (await deleteSession(tx, token)) await recordAuditEntry(tx, actor, { action: 'logout' })
  })
