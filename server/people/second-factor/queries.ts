import * as z from 'zod/mini'
import type { SecondFactors } from '#contract/people/second-factor.ts'
import { locales } from '#contract/platform/locale.ts'
import { hasRecentProof } from '#server/people/credentials/reauthentication.ts'
import { hasInstallationRole } from '#server/platform/auth/installation.ts'
import type { Account } from '#server/platform/auth/roles.ts'
import { credentialId, hasStaffRole } from '#server/platform/auth/roles.ts'
import { hashToken } from '#server/platform/auth/secrets.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Id, Integer, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { NewPasskey } from './passkeys.ts'

const Bytes = z.instanceof(Uint8Array)

const Overview = z.object({
  totpSince: z.nullable(Timestamp),
  recoveryCodesLeft: Count,
  isRequired: z.boolean(),
  hasPassword: z.boolean(),
  isVerified: z.boolean(),
})

const PasskeyRow = z.object({
  id: Id,
  name: z.string(),
  createdAt: Timestamp,
  lastUsedAt: z.nullable(Timestamp),
})

/** Operators need a factor, and so do people who run a network where the site requires it. */
const isFactorRequired = sql`(${hasInstallationRole} or (${hasStaffRole} and s.requires_second_factor))`

export async function loadFactors(
  db: Queryable,
  { id }: Pick<Account, 'id'>,
  token: string,
  now: Date,
): Promise<SecondFactors> {
  const { hasPassword, ...overview } = await queryOne(
    db,
    Overview,
    sql`select (select created_at from totp_secrets where account_id = a.id) as "totpSince",
      (select count(*) from recovery_codes where account_id = a.id) as "recoveryCodesLeft",
      ${isFactorRequired} as "isRequired",
      a.password_hash is not null as "hasPassword",
      exists (
        select
        from sessions s
        where s.token_hash = ${hashToken(token)}
          and ${hasRecentProof(now)}
      ) as "isVerified"
    from accounts a
    join sites s on s.id = a.site_id
    where a.id = ${id}`,
  )
  const passkeys = await db.query(
    PasskeyRow,
    sql`select id,
      name,
      created_at as "createdAt",
      last_used_at as "lastUsedAt"
    from passkeys
    where account_id = ${id}
    order by id`,
  )
  const otherConfirmation = passkeys.length > 0 ? 'passkey' : null
  return { ...overview, passkeys, confirmation: hasPassword ? 'password' : otherConfirmation }
}

const SignInAccount = z.object({ id: Id, networkId: Id, passwordHash: z.nullable(z.string()) })

/** Holds the row lock until the transaction ends: factors are used one after the other. */
export async function lockSignInAccount(tx: Queryable, siteId: number, id: number) {
  const [account] = await tx.query(
    SignInAccount,
    sql`select id,
      network_id as "networkId",
      password_hash as "passwordHash"
    from accounts
    where id = ${id}
      and site_id = ${siteId}
      and kind = 'person'
      and removed_at is null
    for no key update`,
  )
  return account ?? null
}

const Recipient = z.object({ siteId: Id, email: z.string(), locale: z.enum(locales) })

export const selectRecipient = (tx: Queryable, id: number): Promise<z.output<typeof Recipient>> =>
  queryOne(tx, Recipient, sql`select site_id as "siteId", email, locale from accounts where id = ${id}`)

const IsRequired = z.object({ isRequired: z.boolean() })

export const selectIsFactorRequired = async (tx: Queryable, id: number): Promise<boolean> =>
  (
    await queryOne(
      tx,
      IsRequired,
      sql`select ${isFactorRequired} as "isRequired"
      from accounts a
      join sites s on s.id = a.site_id
      where a.id = ${id}`,
    )
  ).isRequired

const ReplacedSession = z.object({ id: Id, confirmedAt: z.nullable(Timestamp) })

/** Revokes what sessions proved with a removed factor. */
export const markSessionsUnverified = (tx: Queryable, accountId: number): Promise<number> =>
  tx.execute(
    sql`update sessions set has_second_factor = false where account_id = ${accountId} and has_second_factor`,
  )

/** @returns null when it has ended */
export async function deleteReplacedSession(tx: Queryable, accountId: number, token: string) {
  const [session] = await tx.query(
    ReplacedSession,
    sql`delete from sessions
    where account_id = ${accountId}
      and token_hash = ${hashToken(token)}
    returning id, confirmed_at as "confirmedAt"`,
  )
  if (!session) return null
  const { id, confirmedAt } = session
  return { id, confirmedAt: confirmedAt === null ? null : new Date(confirmedAt) }
}

const TotpSecret = z.object({ secret: Bytes, credentialId: Id })

export async function selectTotpSecret(
  tx: Queryable,
  accountId: number,
): Promise<z.output<typeof TotpSecret> | null> {
  const [row] = await tx.query(
    TotpSecret,
    sql`select t.secret,
      ${credentialId} as "credentialId"
    from totp_secrets t
    join accounts a on a.id = t.account_id
    where t.account_id = ${accountId}`,
  )
  return row ?? null
}

/** Replay protection. @returns whether the code of this step, or of a later one, has not been used before */
export const consumeTotpStep = async (tx: Queryable, accountId: number, step: number): Promise<boolean> =>
  (await tx.execute(
    sql`update totp_secrets set last_step = ${step} where account_id = ${accountId} and last_step < ${step}`,
  )) > 0

export const upsertTotpSecret = (
  tx: Queryable,
  accountId: number,
  { secret, step, now }: { secret: Uint8Array; step: number; now: Date },
): Promise<number> =>
  tx.execute(
    sql`insert into totp_secrets (account_id, secret, last_step, created_at)
    values (${accountId}, ${secret}, ${step}, ${now})
    on conflict (account_id) do update
    set secret = excluded.secret,
      last_step = excluded.last_step,
      created_at = excluded.created_at`,
  )

export const deleteTotpSecret = (tx: Queryable, accountId: number): Promise<number> =>
  tx.execute(sql`delete from totp_secrets where account_id = ${accountId}`)

const StoredPasskey = z.object({
  id: Id,
  accountId: Id,
  /** What its user handle names. */
  ownerId: Id,
  credentialId: Bytes,
  publicKey: Bytes,
  counter: Integer,
  transports: z.array(z.string()),
})
export type StoredPasskey = z.output<typeof StoredPasskey>

const selectStoredPasskeys = sql`select p.id,
  p.account_id as "accountId",
  ${credentialId} as "ownerId",
  p.credential_id as "credentialId",
  p.public_key as "publicKey",
  p.counter,
  p.transports
from passkeys p
join accounts a on a.id = p.account_id`

/** Finds a passkey of an account of the site. `id`: base64url. */
export async function findPasskey(db: Queryable, siteId: number, id: string): Promise<StoredPasskey | null> {
  const [passkey] = await db.query(
    StoredPasskey,
    sql`${selectStoredPasskeys}
    where p.credential_id = ${Buffer.from(id, 'base64url')}
      and a.site_id = ${siteId}
      and a.removed_at is null`,
  )
  return passkey ?? null
}

export const selectPasskeys = (db: Queryable, accountId: number): Promise<StoredPasskey[]> =>
  db.query(StoredPasskey, sql`${selectStoredPasskeys} where p.account_id = ${accountId} order by p.id`)

const PasskeyId = z.object({ id: Id })

/** @returns its id; null when somebody has it already */
export async function insertPasskey(
  tx: Queryable,
  accountId: number,
  name: string,
  { credentialId: passkeyId, publicKey, counter, transports }: NewPasskey,
  now: Date,
): Promise<number | null> {
  const [row] = await tx.query(
    PasskeyId,
    sql`insert into passkeys (account_id, credential_id, public_key, counter, transports, name, created_at)
    values (${accountId}, ${passkeyId}, ${publicKey}, ${counter}, ${transports}::text[], ${name}, ${now})
    on conflict do nothing
    returning id`,
  )
  return row?.id ?? null
}

export const updatePasskeyUse = (tx: Queryable, id: number, counter: number, now: Date): Promise<number> =>
  tx.execute(sql`update passkeys set counter = ${counter}, last_used_at = ${now} where id = ${id}`)

export const updatePasskeyName = (
  tx: Queryable,
  accountId: number,
  id: number,
  name: string,
): Promise<number> =>
  tx.execute(sql`update passkeys set name = ${name} where id = ${id} and account_id = ${accountId}`)

export const deletePasskey = (tx: Queryable, accountId: number, id: number): Promise<number> =>
  tx.execute(sql`delete from passkeys where id = ${id} and account_id = ${accountId}`)

export const deleteRecoveryCodes = (tx: Queryable, accountId: number): Promise<number> =>
  tx.execute(sql`delete from recovery_codes where account_id = ${accountId}`)
