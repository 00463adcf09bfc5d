import * as z from 'zod/mini'
import type { Challenge, PasskeyRequest, SecondFactorMethod } from '#contract/people/challenge.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { createChallenge, deleteChallenges, deriveWebauthnChallenge } from './challenges.ts'

export const passkeyTimeoutMs = 5 * 60 * 1000

const FactorCounts = z.object({ hasTotp: z.boolean(), passkeys: Count, recoveryCodes: Count })

export const countFactors = (db: Queryable, accountId: number): Promise<z.output<typeof FactorCounts>> =>
  queryOne(
    db,
    FactorCounts,
    sql`select exists (select from totp_secrets where account_id = ${accountId}) as "hasTotp",
      (select count(*) from passkeys where account_id = ${accountId}) as passkeys,
      (select count(*) from recovery_codes where account_id = ${accountId}) as "recoveryCodes"`,
  )

export async function hasFactor(db: Queryable, accountId: number): Promise<boolean> {
  const { hasTotp, passkeys } = await countFactors(db, accountId)
  return hasTotp || passkeys > 0
}

const Credential = z.object({ id: z.instanceof(Uint8Array), transports: z.array(z.string()) })

const selectCredentials = (db: Queryable, accountId: number) =>
  db.query(
    Credential,
    sql`select credential_id as id, transports from passkeys where account_id = ${accountId} order by id`,
  )

interface PasskeyRequestOptions {
  /** Null: the person chooses one of the site's passkeys. */
  accountId: number | null
  userVerification: PasskeyRequest['userVerification']
}

export async function createPasskeyRequest(
  db: Queryable,
  site: Pick<Site, 'domain'>,
  token: string,
  { accountId, userVerification }: PasskeyRequestOptions,
): Promise<PasskeyRequest> {
  const credentials = accountId === null ? [] : await selectCredentials(db, accountId)
  return {
    challenge: deriveWebauthnChallenge(token),
    rpId: site.domain,
    timeout: passkeyTimeoutMs,
    userVerification,
    allowCredentials: credentials.map(({ id, transports }) => ({
      type: 'public-key',
      id: Buffer.from(id).toString('base64url'),
      transports,
    })),
  }
}

type FactorChallenge =
  | { purpose: 'sign-in'; passwordHash: string | null; linkId?: number }
  | { purpose: 'step-up'; sessionToken: string }

/**
 * Starts a challenge for a sign-in whose first step succeeded, or for a session without a second factor. @returns null
 * when the account has no factor
 */
export async function createFactorChallenge(
  db: Queryable,
  site: Pick<Site, 'id' | 'domain'>,
  accountId: number,
  challenge: FactorChallenge,
  now: Date,
): Promise<Challenge | null> {
  const { hasTotp, passkeys, recoveryCodes } = await countFactors(db, accountId)
  const methods: SecondFactorMethod[] = [
    ...(passkeys > 0 ? (['passkey'] as const) : []),
    ...(hasTotp ? (['totp'] as const) : []),
  ]
  if (methods.length === 0) return null
  if (recoveryCodes > 0) methods.push('recovery-code')
  const token = await createChallenge(db, { siteId: site.id, accountId, ...challenge }, now)
  const passkey =
    passkeys > 0
      ? await createPasskeyRequest(db, site, token, { accountId, userVerification: 'preferred' })
      : null
  return { token, methods, passkey }
}

/** Ends sign-ins and changes in progress as well. */
export async function deleteFactors(tx: Queryable, accountId: number): Promise<void> {
  await deleteChallenges(tx, accountId)
  await tx.execute(sql`delete from totp_secrets where account_id = ${accountId}`)
  await tx.execute(sql`delete from passkeys where account_id = ${accountId}`)
  await tx.execute(sql`delete from recovery_codes where account_id = ${accountId}`)
}
