import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { type ProviderAudience, providerAudiences } from '#contract/people/sign-in-providers.ts'
import { isStaff, type NetworkRole } from '#contract/platform/roles.ts'
import type { Encryption } from '#server/platform/auth/encryption.ts'
import { hashToken } from '#server/platform/auth/secrets.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { ProviderPerson, SignInRequest } from './client.ts'

/** The context of its encrypted secret. */
export const getProviderContext = (id: number): string => `sign-in provider ${id}`

const ProviderRow = z.object({
  id: Id,
  name: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  encryptedSecret: z.instanceof(Uint8Array),
  audience: z.enum(providerAudiences),
  emailDomains: z.array(z.string()),
  factorClaims: z.array(z.string()),
})
type ProviderRow = z.output<typeof ProviderRow>

export interface Provider extends Omit<ProviderRow, 'encryptedSecret'> {
  clientSecret: string
}

/** @returns null when the site has no such provider, or its secret was encrypted with another key */
export async function findProvider(
  db: Queryable,
  encryption: Encryption,
  siteId: number,
  id: number,
): Promise<Provider | null> {
  const [row] = await db.query(
    ProviderRow,
    sql`select id,
      name,
      issuer,
      client_id as "clientId",
      client_secret as "encryptedSecret",
      audience,
      email_domains as "emailDomains",
      factor_claims as "factorClaims"
    from sign_in_providers
    where id = ${id}
      and site_id = ${siteId}`,
  )
  if (!row) return null
  const { encryptedSecret, ...provider } = row
  const secret = await encryption.decrypt(encryptedSecret, getProviderContext(id))
  return secret && { ...provider, clientSecret: Buffer.from(secret).toString() }
}

interface Person {
  roles: readonly NetworkRole[]
  /** Roles on the installation. */
  grants: readonly unknown[]
}

/** Whether somebody with these roles may sign in with the provider. */
export const servesPerson = (
  { audience }: { audience: ProviderAudience },
  { roles, grants }: Person,
): boolean => audience === 'everybody' || (audience === 'staff') === (grants.length > 0 || isStaff({ roles }))

/** Whether an address may be linked or join; links that exist stay. */
export const servesAddress = ({ emailDomains }: Pick<Provider, 'emailDomains'>, email: string): boolean =>
  emailDomains.length === 0 || emailDomains.includes(email.slice(email.lastIndexOf('@') + 1))

export const provesFactor = (
  { factorClaims }: Pick<Provider, 'factorClaims'>,
  { claims }: Pick<ProviderPerson, 'claims'>,
): boolean => claims.some((claim) => factorClaims.includes(claim))

/** Derived, so that only the token leads to them and nothing of use is stored. */
export function deriveRequest(token: string, redirectUri: string): SignInRequest {
  const derive = (name: string) => createHash('sha256').update(`${name} ${token}`).digest('base64url')
  return {
    state: derive('state'),
    nonce: derive('nonce'),
    codeVerifier: derive('code verifier'),
    redirectUri,
  }
}

const lifetimeMs = 10 * 60 * 1000

type Step =
  | { step: 'sign-in' }
  | { step: 'link'; accountId: number; sessionToken: string }
  | { step: 'prove'; accountId: number; person: { subject: string; email: string } }
  | { step: 'join'; person: { subject: string; email: string } }

interface SignInInProgress {
  token: string
  siteId: number
  providerId: number
  redirectUri: string
}

export const insertProgress = (
  db: Queryable,
  { token, siteId, providerId, redirectUri, ...at }: SignInInProgress & Step,
  now: Date,
): Promise<number> => {
  const person = 'person' in at ? at.person : null
  return db.execute(
    sql`insert into provider_sign_ins
      (token_hash, site_id, provider_id, redirect_uri, step, account_id, session_hash, subject, email, expires_at)
    values (${hashToken(token)}, ${siteId}, ${providerId}, ${redirectUri}, ${at.step},
      ${'accountId' in at ? at.accountId : null}, ${'sessionToken' in at ? hashToken(at.sessionToken) : null},
      ${person?.subject ?? null}, ${person?.email ?? null}, ${new Date(now.getTime() + lifetimeMs)})`,
  )
}

const StartedRow = z.object({
  providerId: Id,
  redirectUri: z.string(),
  step: z.enum(['sign-in', 'link']),
  accountId: z.nullable(Id),
})
export type StartedSignIn = z.output<typeof StartedRow>

/** One-time use: the provider's answer is looked at once. @returns null when it is unknown, used, expired or of another session */
export async function consumeStarted(
  db: Queryable,
  { siteId, token, sessionToken }: { siteId: number; token: string; sessionToken: string },
  now: Date,
): Promise<StartedSignIn | null> {
  const [row] = await db.query(
    StartedRow,
    sql`delete from provider_sign_ins
    where token_hash = ${hashToken(token)}
      and site_id = ${siteId}
      and step in ('sign-in', 'link')
      and (session_hash is null or session_hash = ${hashToken(sessionToken)})
      and expires_at > ${now}
    returning provider_id as "providerId",
      redirect_uri as "redirectUri",
      step,
      account_id as "accountId"`,
  )
  return row ?? null
}

const AnsweredRow = z.object({ providerId: Id, subject: z.string(), email: z.string() })
export type AnsweredSignIn = z.output<typeof AnsweredRow>

interface Answered {
  siteId: number
  token: string
  /** Who must prove it; null: nobody has the address. */
  accountId: number | null
}

/** One-time use. @returns null when it is unknown, used or expired */
export async function consumeAnswered(
  tx: Queryable,
  { siteId, token, accountId }: Answered,
  now: Date,
): Promise<AnsweredSignIn | null> {
  const [row] = await tx.query(
    AnsweredRow,
    sql`delete from provider_sign_ins
    where token_hash = ${hashToken(token)}
      and site_id = ${siteId}
      and step = ${accountId === null ? 'join' : 'prove'}
      and account_id is not distinct from ${accountId}::integer
      and expires_at > ${now}
    returning provider_id as "providerId",
      subject,
      email`,
  )
  return row ?? null
}

const AccountOfAddress = z.object({ id: Id })

/** The person who has the address on the site, confirmed or not. */
export async function findAccountOfAddress(
  db: Queryable,
  siteId: number,
  email: string,
): Promise<z.output<typeof AccountOfAddress> | null> {
  const [account] = await db.query(
    AccountOfAddress,
    sql`select id
    from accounts
    where site_id = ${siteId}
      and email = ${email}
      and kind = 'person'
      and removed_at is null`,
  )
  return account ?? null
}
