import { lockStanding } from './accounts.ts'
import type { Queries } from './db/connect.ts'
import { Refusal } from './http.ts'
import { countAttempt, forgetAttempts } from './limits.ts'
import { isPassword } from './passwords.ts'
import type { Account } from './session.ts'

const wrong = () => new Refusal('invalid', { fields: { password: 'password_wrong' } })

/**
 * Asks for the password of somebody who is signed in, for what a stolen token must not do. All such questions are
 * counted together.
 * @returns the hash behind it, for `lockWithPassword`
 */
export async function requirePassword(
  db: Queries,
  account: Pick<Account, 'id'>,
  password: string,
  now: Date,
): Promise<string> {
  const who = String(account.id)
  await countAttempt(db, 'own-password', who, now)
  const [row] = await db.query<{ passwordHash: string | null }>(
    'select password_hash as "passwordHash" from accounts where id = $1',
    [account.id],
  )
  if (!row?.passwordHash) throw new Refusal('unauthenticated')
  if (!(await isPassword(password, row.passwordHash))) throw wrong()
  await forgetAttempts(db, 'own-password', who)
  return row.passwordHash
}

/** Locks the person's account. @throws {Refusal} when the password has become another one since it was asked for */
export async function lockWithPassword(
  tx: Queries,
  account: Account,
  password: string,
  seenHash: string,
): Promise<void> {
  const { passwordHash } = await lockStanding(tx, account)
  if (passwordHash !== seenHash && !(await isPassword(password, passwordHash))) throw wrong()
}
