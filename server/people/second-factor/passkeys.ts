import * as z from 'zod/mini'
import type { PasskeyAssertion, PasskeyAttestation, PasskeyCreation } from '#contract/people/second-factor.ts'
import { deriveWebauthnChallenge } from '#server/people/credentials/challenges.ts'
import { passkeyTimeoutMs } from '#server/people/credentials/second-factors.ts'
import { isSiteOrigin, type Site } from '#server/platform/auth/sites.ts'

/** Lazy: 200 modules that few sign-ins need. */
const loadLibrary = () => import('@simplewebauthn/server')

/** EdDSA, ES256, RS256. */
const algorithms = [-8, -7, -257]

interface Owner {
  id: number
  email: string
  nickname: string
  passkeys: readonly { credentialId: Uint8Array; transports: readonly string[] }[]
}

const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const decode = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'))

/** The user handle must be unique to the account and no personal data. */
const getUserHandle = (ownerId: number) => new TextEncoder().encode(String(ownerId))

export async function createPasskeyCreation(
  site: Pick<Site, 'domain' | 'name'>,
  { id, email, nickname, passkeys }: Owner,
  token: string,
): Promise<PasskeyCreation> {
  const { generateRegistrationOptions } = await loadLibrary()
  return generateRegistrationOptions({
    rpID: site.domain,
    rpName: site.name,
    userID: getUserHandle(id),
    userName: email,
    userDisplayName: nickname,
    challenge: decode(deriveWebauthnChallenge(token)),
    timeout: passkeyTimeoutMs,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: passkeys.map(({ credentialId, transports }) => ({
      id: encode(credentialId),
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  }) as Promise<PasskeyCreation>
}

export interface NewPasskey {
  credentialId: Uint8Array
  publicKey: Uint8Array
  counter: number
  transports: string[]
}

/** @returns null when it was made elsewhere, for something else, or not by an authenticator */
export async function verifyAttestation(
  site: Pick<Site, 'domain'>,
  token: string,
  { response, ...credential }: PasskeyAttestation,
): Promise<NewPasskey | null> {
  const expectedOrigin = findSiteOrigin(site, response.clientDataJSON)
  if (expectedOrigin === null) return null
  const { verifyRegistrationResponse } = await loadLibrary()
  const result = await verifyRegistrationResponse({
    response: { ...credential, response: response as never, clientExtensionResults: {} },
    expectedChallenge: deriveWebauthnChallenge(token),
    expectedOrigin,
    expectedRPID: site.domain,
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null)
  if (!result?.verified) return null
  const { id, publicKey, counter } = result.registrationInfo.credential
  return { credentialId: decode(id), publicKey, counter, transports: response.transports ?? [] }
}

export interface StoredPasskey {
  accountId: number
  ownerId: number
  credentialId: Uint8Array
  publicKey: Uint8Array
  counter: number
}

interface AssertionContext {
  site: Pick<Site, 'domain'>
  token: string
  requireUserVerification: boolean
}

/** @returns the new counter; null when the assertion does not prove possession of the passkey here and now */
export async function verifyAssertion(
  { site, token, requireUserVerification }: AssertionContext,
  { ownerId, credentialId, publicKey, counter }: StoredPasskey,
  { response, ...credential }: PasskeyAssertion,
): Promise<number | null> {
  const expectedOrigin = findSiteOrigin(site, response.clientDataJSON)
  const { userHandle, ...rest } = response
  if (expectedOrigin === null) return null
  if (userHandle && userHandle !== encode(getUserHandle(ownerId))) return null
  const { verifyAuthenticationResponse } = await loadLibrary()
  const result = await verifyAuthenticationResponse({
    response: { ...credential, response: rest, clientExtensionResults: {} },
    expectedChallenge: deriveWebauthnChallenge(token),
    expectedOrigin,
    expectedRPID: site.domain,
    requireUserVerification,
    credential: { id: encode(credentialId), publicKey: Uint8Array.from(publicKey), counter },
  }).catch(() => null)
  return result?.verified ? result.authenticationInfo.newCounter : null
}

const ClientData = z.object({ origin: z.string() })

/** The origin that the browser reports, if it is one of the site. */
function findSiteOrigin(site: Pick<Site, 'domain'>, clientDataJSON: string): string | null {
  const { origin } = parseClientData(clientDataJSON) ?? {}
  return origin !== undefined && isSiteOrigin(site, origin) ? origin : null
}

function parseClientData(clientDataJSON: string): z.output<typeof ClientData> | null {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()))
  } catch {
    return null
  }
}
