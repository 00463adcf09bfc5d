import * as z from 'zod/mini'
import type { FieldCode } from '#contract/errors.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Services } from '#server/http/services.ts'
import type { PasswordHasher } from './passwords.ts'
import { enforceRateLimit, resetRateLimit } from './rate-limits.ts'
import { type Account, requireCurrentRole } from './roles.ts'

const createRefusal = (code: FieldCode, field = 'password') =>
  new Refusal('invalid', { fields: { [field]: code } })

const PasswordRow = z.object({ passwordHash: z.nullable(z.string()) })

/**
 * Reauthentication before actions that a stolen token must not allow; they share one rate limit.
 * @param field name in the form
 * @returns the password hash, for `lockAccountWithPassword`
 */
export async function requirePassword(
  { db, passwords, now }: Pick<Services, 'db' | 'passwords' | 'now'>,
  account: Pick<Account, 'id'>,
  password: string,
  field?: string,
): Promise<string> {
  const subject = String(account.id)
  await enforceRateLimit(db, 'reauthentication', subject, now())
  const [row] = await db.query(
    PasswordRow,
    sql`select password_hash as "passwordHash" from accounts where id = ${account.id}`,
  )
  if (!row) throw new Refusal('unauthenticated')
  if (row.passwordHash === null) throw createRefusal('password_unset', field)
  if (!(await passwords.verify(password, row.passwordHash))) throw createRefusal('password_wrong', field)
  await resetRateLimit(db, 'reauthentication', subject)
  return row.passwordHash
}

/** Holds the row lock. @throws {Refusal} when the password has changed since `requirePassword` */
export async function lockAccountWithPassword(
  passwords: PasswordHasher,
  tx: Queryable,
  account: Account,
  password: string,
  verifiedHash: string,
): Promise<void> {
  const { passwordHash } = await requireCurrentRole(tx, account, 'update')
  if (passwordHash !== verifiedHash && !(passwordHash && (await passwords.verify(password, passwordHash))))
    throw createRefusal('password_wrong')
}
