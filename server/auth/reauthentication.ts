import type { Queryable } from '#server/db/database.ts'
import { Refusal } from '#server/http/route.ts'
import { requireCurrentRoleForUpdate } from './accounts.ts'
import { verifyPassword } from './passwords.ts'
import { enforceRateLimit, resetRateLimit } from './rate-limits.ts'
import type { Account } from './sessions.ts'

const createWrongPasswordRefusal = () => new Refusal('invalid', { fields: { password: 'password_wrong' } })

/**
 * Asks for the password of somebody who is signed in, for what a stolen token must not do. All such questions are
 * counted together.
 * @returns the hash behind it, for `lockWithPassword`
 */
export async function requirePassword(
  db: Queryable,
  account: Pick<Account, 'id'>,
  password: string,
  now: Date,
): Promise<string> {
  const accountId = String(account.id)
  await enforceRateLimit(db, 'own-password', accountId, now)
  const [row] = await db.query<{ passwordHash: string | null }>(
    'select password_hash as "passwordHash" from accounts where id = $1',
    [account.id],
  )
  if (!row?.passwordHash) throw new Refusal('unauthenticated')
  if (!(await verifyPassword(password, row.passwordHash))) throw createWrongPasswordRefusal()
  await resetRateLimit(db, 'own-password', accountId)
  return row.passwordHash
}

/** Locks the person's account. @throws {Refusal} when the password has become another one since it was asked for */
export async function lockAccountWithPassword(
  tx: Queryable,
  account: Account,
  password: string,
  verifiedHash: string,
): Promise<void> {
  const { passwordHash } = await requireCurrentRoleForUpdate(tx, account)
  if (passwordHash !== verifiedHash && !(await verifyPassword(password, passwordHash)))
    throw createWrongPasswordRefusal()
}
