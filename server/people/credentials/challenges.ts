import { createHash, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { hashToken } from '#server/platform/auth/secrets.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/refusal.ts'

const lifetimeMs = 5 * 60 * 1000
const maxAttempts = 5

const Purpose = z.enum(['sign-in', 'step-up', 'passkey-sign-in', 'confirm', 'add-totp', 'add-passkey'])
export type ChallengePurpose = z.output<typeof Purpose>

interface NewChallenge {
  purpose: ChallengePurpose
  siteId: number
  accountId: number | null
  /** A sign-in is bound to the password that was checked. */
  passwordHash?: string | null
  /** A sign-in whose first step was made at a provider. */
  linkId?: number | null
  /** Only this session may answer. */
  sessionToken?: string
  totpSecret?: Uint8Array
}

/** A password hash is salted, so its digest identifies the password without revealing it. */
export const digestPasswordHash = (passwordHash: string): Uint8Array =>
  createHash('sha256').update(passwordHash).digest()

/** @returns a token, stored only as a hash */
export async function createChallenge(
  db: Queryable,
  { purpose, siteId, accountId, passwordHash = null, linkId = null, sessionToken, totpSecret }: NewChallenge,
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.execute(
    sql`insert into challenges
      (token_hash, purpose, site_id, account_id, password_digest, linked_sign_in_id, session_hash, totp_secret, expires_at)
    values (${hashToken(token)}, ${purpose}, ${siteId}, ${accountId},
      ${passwordHash === null ? null : digestPasswordHash(passwordHash)}, ${linkId},
      ${sessionToken === undefined ? null : hashToken(sessionToken)}, ${totpSecret ?? null},
      ${new Date(now.getTime() + lifetimeMs)})`,
  )
  return token
}

/** The challenge is derived from the token, so that only the token leads to it. */
export const deriveWebauthnChallenge = (token: string): string =>
  createHash('sha256').update(`webauthn ${token}`).digest('base64url')

const ChallengeRow = z.object({
  purpose: Purpose,
  accountId: z.nullable(Id),
  passwordDigest: z.nullable(z.instanceof(Uint8Array)),
  linkId: z.nullable(Id),
  totpSecret: z.nullable(z.instanceof(Uint8Array)),
})
export type ChallengeRow = z.output<typeof ChallengeRow>

interface Attempt {
  siteId: number
  purposes: readonly ChallengePurpose[]
  sessionToken: string
}

/**
 * Counts an attempt. Must run outside the transaction that may fail, or the count would be rolled back.
 * @throws {Refusal} `challenge_expired`, whatever is wrong with it
 */
export async function attemptChallenge(
  db: Queryable,
  token: string,
  { siteId, purposes, sessionToken }: Attempt,
  now: Date,
): Promise<ChallengeRow> {
  const [row] = await db.query(
    ChallengeRow,
    sql`update challenges
    set attempts = attempts + 1
    where token_hash = ${hashToken(token)}
      and site_id = ${siteId}
      and purpose = any(${purposes}::text[])
      and (session_hash is null or session_hash = ${hashToken(sessionToken)})
      and attempts < ${maxAttempts}
      and expires_at > ${now}
    returning purpose,
      account_id as "accountId",
      password_digest as "passwordDigest",
      linked_sign_in_id as "linkId",
      totp_secret as "totpSecret"`,
  )
  if (!row) throw new Refusal('challenge_expired')
  return row
}

/** Runs in the transaction of what it allows. @throws {Refusal} `challenge_expired` when another call was faster */
export async function consumeChallenge(tx: Queryable, token: string): Promise<void> {
  const deleted = await tx.execute(sql`delete from challenges where token_hash = ${hashToken(token)}`)
  if (deleted === 0) throw new Refusal('challenge_expired')
}

/** Ends sign-ins and changes in progress. */
export const deleteChallenges = (tx: Queryable, accountId: number): Promise<number> =>
  tx.execute(sql`delete from challenges where account_id = ${accountId}`)

export const deleteExpiredChallenges = (db: Queryable, now: Date): Promise<number> =>
  db.execute(sql`delete from challenges where expires_at <= ${now}`)
