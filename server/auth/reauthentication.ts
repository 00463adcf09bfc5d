import * as z from 'zod/mini'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { Refusal } from '#server/http/refusal.ts'
import { verifyPassword } from './passwords.ts'
import { enforceRateLimit, resetRateLimit } from './rate-limits.ts'
import { type Account, requireCurrentRole } from './roles.ts'

const createWrongPasswordRefusal = () => new Refusal('invalid', { fields: { password: 'password_wrong' } })

const PasswordRow = z.object({ passwordHash: z.nullable(z.string()) })

/**
 * Verifies the password of a signed-in account before an action that a stolen token must not allow. All such actions
 * share one rate limit.
 * @returns the password hash, for `lockAccountWithPassword`
 */
export async function requirePassword(
  db: Queryable,
  account: Pick<Account, 'id'>,
  password: string,
  now: Date,
): Promise<string> {
  const subject = String(account.id)
  await enforceRateLimit(db, 'reauthentication', subject, now)
  const [row] = await db.query(
    PasswordRow,
    sql`select password_hash as "passwordHash" from accounts where id = ${account.id}`,
  )
  if (!row?.passwordHash) throw new Refusal('unauthenticated')
  if (!(await verifyPassword(password, row.passwordHash))) throw createWrongPasswordRefusal()
  await resetRateLimit(db, 'reauthentication', subject)
  return row.passwordHash
}

/** Locks an account. @throws {Refusal} when the password has changed since `requirePassword` */
export async function lockAccountWithPassword(
  tx: Queryable,
  account: Account,
  password: string,
  verifiedHash: string,
): Promise<void> {
  const { passwordHash } = await requireCurrentRole(tx, account, 'update')
  if (passwordHash !== verifiedHash && !(await verifyPassword(password, passwordHash)))
    throw createWrongPasswordRefusal()
}
