import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { endAlerts } from '#server/platform/alerts/alerts.ts'
import { recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Encryption } from '#server/platform/auth/encryption.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { FetchError } from './api/fetch-error.ts'
import { type OauthClient, scopes } from './api/oauth.ts'
import { deleteConnection, readRefreshToken, recordConsent } from './connections.ts'

export interface AuthorizeDependencies {
  db: Database
  encryption: Encryption
  oauth: OauthClient
  now: () => Date
}

/** `owner`: as reports name it; `contentOwnerId`: as YouTube does. */
export interface ContentOwner {
  owner: string
  contentOwnerId: string
}

/** A person may have to ask a colleague with access to the content owner. */
const lifetimeMs = 30 * 60_000

const hashState = (state: string) => createHash('sha256').update(state).digest()

const getVerifierContext = (owner: string) => `youtube code verifier ${owner}`

const OwnerRow = z.object({ owner: z.string() })

/** A content owner with two names would count twice. */
async function refuseSecondName(db: Queryable, { owner, contentOwnerId }: ContentOwner): Promise<void> {
  const [other] = await db.query(
    OwnerRow,
    sql`select owner from youtube_connections where content_owner_id = ${contentOwnerId} and owner <> ${owner}`,
  )
  if (other)
    throw new FetchError('denied', `the content owner ${contentOwnerId} is connected as ${other.owner}`)
}

/** @returns the address of the page on which a person consents @throws {FetchError} */
export async function startAuthorization(
  { db, encryption, oauth, now }: AuthorizeDependencies,
  { owner, contentOwnerId }: ContentOwner,
  redirectUri: string,
): Promise<string> {
  await refuseSecondName(db, { owner, contentOwnerId })
  const { state, codeVerifier, url } = await oauth.startAuthorization(redirectUri)
  const verifier = await encryption.encrypt(Buffer.from(codeVerifier), getVerifierContext(owner))
  await db.execute(sql`delete from youtube_authorizations where expires_at < ${now()} or owner = ${owner}`)
  await db.execute(
    sql`insert into youtube_authorizations (state_hash, owner, content_owner_id, code_verifier, redirect_uri, expires_at)
    values (${hashState(state)}, ${owner}, ${contentOwnerId}, ${verifier}, ${redirectUri},
      ${new Date(now().getTime() + lifetimeMs)})`,
  )
  return url
}

const PendingAuthorization = z.object({
  owner: z.string(),
  contentOwnerId: z.string(),
  verifier: z.instanceof(Uint8Array),
  redirectUri: z.string(),
})

/**
 * `address`: where Google sent the person back to. It works once.
 * @returns whose reports can be fetched now
 * @throws {FetchError}
 */
export async function finishAuthorization(
  { db, encryption, oauth, now }: AuthorizeDependencies,
  address: URL,
): Promise<ContentOwner> {
  const state = address.searchParams.get('state') ?? ''
  const [pending] = await db.query(
    PendingAuthorization,
    sql`delete from youtube_authorizations
    where state_hash = ${hashState(state)}
      and expires_at > ${now()}
    returning owner, content_owner_id as "contentOwnerId", code_verifier as verifier, redirect_uri as "redirectUri"`,
  )
  if (!pending)
    throw new FetchError('denied', 'this address does not belong to a pending consent, or has expired')
  const { owner, contentOwnerId, redirectUri } = pending
  const verifier = await encryption.decrypt(pending.verifier, getVerifierContext(owner))
  if (!verifier) throw new FetchError('denied', 'SECRET_KEY has changed since the consent was asked for')
  const codeVerifier = Buffer.from(verifier).toString()
  const tokens = await oauth.finishAuthorization(address, { state, codeVerifier, redirectUri })
  const { refreshToken, consentSeconds, grantedScopes } = tokens
  const missingScope = grantedScopes && scopes.find((scope) => !grantedScopes.includes(scope))
  if (missingScope)
    throw new FetchError('denied', `the consent lacks ${missingScope}: both boxes must be ticked`)
  if (refreshToken === undefined)
    throw new FetchError('denied', 'Google has sent no refresh token: consent again')
  const expiresAt = consentSeconds === undefined ? null : new Date(now().getTime() + consentSeconds * 1_000)
  await db.transaction(async (tx) => {
    await refuseSecondName(tx, { owner, contentOwnerId })
    await recordConsent(tx, encryption, { owner, contentOwnerId, refreshToken, expiresAt }, now())
    await recordAuditEntry(
      tx,
      { kind: 'operator' },
      {
        action: 'youtube connect',
        context: { owner },
        before: null,
        after: { contentOwner: contentOwnerId },
      },
    )
  })
  return { owner, contentOwnerId }
}

/**
 * Ends the consent at Google as well. What was imported stays.
 * @returns why Google could not be notified; undefined when it was
 */
export async function disconnect(
  { db, encryption, oauth, now }: AuthorizeDependencies,
  owner: string,
): Promise<string | undefined> {
  const refreshToken = await readRefreshToken(db, encryption, owner)
  const failure = refreshToken === null ? undefined : await revoke(oauth, refreshToken)
  await db.transaction(async (tx) => {
    await deleteConnection(tx, owner)
    await tx.execute(sql`delete from reporting_jobs where owner = ${owner}`)
    await endAlerts(tx, owner, now())
    await recordAuditEntry(
      tx,
      { kind: 'operator' },
      { action: 'youtube disconnect', context: { owner }, before: { connected: true }, after: null },
    )
  })
  return failure
}

async function revoke(oauth: OauthClient, refreshToken: string): Promise<string | undefined> {
  try {
    await oauth.revoke(refreshToken)
    return undefined
  } catch (error) {
    if (error instanceof FetchError) return error.message
    throw error
  }
}
