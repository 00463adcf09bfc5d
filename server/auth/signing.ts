import { type Actor, recordChange } from '#server/audit.ts'
import type { Database } from '#server/db/connect.ts'
import { Refusal } from '#server/http.ts'
import { hashPassword, isOutdated, isPassword } from '#server/passwords.ts'
import { endSession, type Site, startSession } from '#server/session.ts'
import { lockLogin, selectLogin, updateHash } from './queries.ts'

interface Attempt {
  site: Site
  /** In small letters. */
  email: string
  password: string
  by: Actor
  userAgent: string
  now: Date
}

/** @returns a token. @throws {Refusal} `wrong_credentials` */
export async function signIn(db: Database, attempt: Attempt): Promise<string> {
  const { site, email, password, by, userAgent, now } = attempt
  const login = await selectLogin(db, site, email)
  const right = await isPassword(password, login?.passwordHash ?? null)
  if (!login || !right) throw new Refusal('wrong_credentials')
  const newHash = isOutdated(login.passwordHash) ? await hashPassword(password) : null
  const token = await db.transaction(async (tx) => {
    if (!(await lockLogin(tx, login))) return null
    if (newHash) await updateHash(tx, login.id, newHash)
    const who = { ...by, id: login.id, networkId: login.networkId }
    await recordChange(tx, who, { action: 'login', subject: { kind: 'account', id: login.id } })
    return startSession(tx, login.id, now, userAgent)
  })
  // Meanwhile the person has left or has another password: as if the attempt came now. It has to find a change to fail.
  return token ?? signIn(db, attempt)
}

export const signOut = (db: Database, token: string, by: Actor): Promise<void> =>
  db.transaction(async (tx) => {
    if (await endSession(tx, token)) await recordChange(tx, by, { action: 'logout' })
  })
