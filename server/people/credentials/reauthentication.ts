import * as z from 'zod/mini'
import type { FieldCode } from '#contract/platform/errors.ts'
import { enforceRateLimit, resetRateLimit } from '#server/platform/auth/rate-limits.ts'
import { type Account, requireCurrentRole } from '#server/platform/auth/roles.ts'
import { hashToken } from '#server/platform/auth/secrets.ts'
import { type CallOrigin, recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { precedenceOfPerson } from '#server/platform/http/admission/precedence.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { hasFactor } from './second-factors.ts'

const createRefusal = (code: FieldCode, field = 'password') =>
  new Refusal('invalid', { fields: { [field]: code } })

const PasswordRow = z.object({ passwordHash: z.nullable(z.string()) })

/**
 * Reauthentication before actions that a stolen token must not allow; they share one rate limit, which also bounds the
 * security events of wrong passwords. It allows one call and leaves no state in the session.
 * @param field name in the form
 * @returns the password hash, for `lockAccountWithPassword`
 */
export async function requirePassword(
  { db, passwords, now }: Pick<Services, 'db' | 'passwords' | 'now'>,
  { account, ...origin }: CallOrigin & { account: Pick<Account, 'id' | 'networkId'> },
  password: string,
  field?: string,
): Promise<string> {
  const subject = String(account.id)
  await enforceRateLimit(db, 'reauthentication', subject, now())
  const [row] = await db.query(
    PasswordRow,
    sql`select password_hash as "passwordHash" from accounts where id = ${account.id} and removed_at is null`,
  )
  if (!row) throw new Refusal('unauthenticated')
  if (row.passwordHash === null) throw createRefusal('password_unset', field)
  if (!(await passwords.for(precedenceOfPerson(account)).verify(password, row.passwordHash))) {
    await recordWrongPassword(db, origin, account.id, now())
    throw createRefusal('password_wrong', field)
  }
  await resetRateLimit(db, 'reauthentication', subject)
  return row.passwordHash
}

/** Covers people who are signed in or follow a link. */
export const recordWrongPassword = (db: Queryable, origin: CallOrigin, accountId: number, now: Date) =>
  recordSecurityEvent(db, origin, { kind: 'reauthentication', isFailure: true, accountId }, now)

/**
 * Holds the row lock, and hashes nothing meanwhile: somebody who waits for a hash must not keep others from the database.
 * @throws {Refusal} when the password has changed since `requirePassword`
 */
export async function lockAccountWithPassword(
  tx: Queryable,
  account: Account,
  verifiedHash: string,
): Promise<void> {
  const { passwordHash } = await requireCurrentRole(tx, account, 'update')
  if (passwordHash !== verifiedHash) throw createRefusal('password_wrong')
}

const proofLifetimeMinutes = 30

/** Expects `sessions s`. Tests whether the session proved a factor recently; the clocks of machines differ by seconds. */
export const hasRecentProof = (now: Date) =>
  sql`(s.has_second_factor and s.factor_proved_at > ${now}::timestamptz - make_interval(mins => ${proofLifetimeMinutes})
    and s.factor_proved_at < ${now}::timestamptz + interval '1 minute')`

/**
 * A stolen password and a stolen session must not change what signs in to an account with a second factor.
 * @throws {Refusal} `second_factor_required` when the account has one that the session has not proved lately
 */
export async function requireProvedFactor(
  tx: Queryable,
  { account, token }: { account: Pick<Account, 'id'>; token: string },
  now: Date,
): Promise<void> {
  if (!(await hasFactor(tx, account.id))) return
  if (!(await hasProvedFactor(tx, { account, token }, now))) throw new Refusal('second_factor_required')
}

/** Tells whether the session has proved a factor lately. */
export const hasProvedFactor = async (
  tx: Queryable,
  { account, token }: { account: Pick<Account, 'id'>; token: string },
  now: Date,
): Promise<boolean> =>
  (await tx.execute(
    sql`select s.id
    from sessions s
    where s.token_hash = ${hashToken(token)}
      and s.account_id = ${account.id}
      and ${hasRecentProof(now)}`,
  )) > 0
