import {
  AuthorizationResponseError,
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  type Client,
  ClientSecretBasic,
  ClientSecretPost,
  calculatePKCECodeChallenge,
  customFetch,
  discoveryRequest,
  getValidatedIdTokenClaims,
  type IDToken,
  processAuthorizationCodeResponse,
  processDiscoveryResponse,
  processUserInfoResponse,
  ResponseBodyError,
  userInfoRequest,
  validateApplicationLevelSignature,
  validateAuthResponse,
} from 'oauth4webapi'
import * as z from 'zod/mini'
import { Email } from '#contract/people/auth.ts'
import {
  isSafeAddress,
  type OidcClient,
  type ProviderClient,
  ProviderError,
  type ProviderPerson,
  type SignInRequest,
} from './client.ts'

/** Of each question: the person waits. */
const defaultTimeoutMs = 8_000
const maxReplyBytes = 256 * 1024
const discoveryLifetimeMs = 60 * 60 * 1000
const maxDiscoveries = 200

/** Remembers what providers say about themselves, and their keys, for an hour. */
export function createOidcClient({
  now = Date.now,
  timeoutMs = defaultTimeoutMs,
}: {
  now?: () => number
  timeoutMs?: number
} = {}): OidcClient {
  const discoveries = new Map<string, { server: Promise<AuthorizationServer>; until: number }>()
  function discoverOnce(issuer: string): Promise<AuthorizationServer> {
    const known = discoveries.get(issuer)
    if (known && now() < known.until) return known.server
    const server = discover(issuer, timeoutMs)
    discoveries.set(issuer, { server, until: now() + discoveryLifetimeMs })
    if (discoveries.size > maxDiscoveries) discoveries.delete(discoveries.keys().next().value ?? '')
    server.catch(() => {
      if (discoveries.get(issuer)?.server === server) discoveries.delete(issuer)
    })
    return server
  }
  return {
    async createAuthorizationUrl({ issuer, clientId }, { state, nonce, codeVerifier, redirectUri }) {
      const { authorization_endpoint: endpoint } = await discoverOnce(issuer)
      const url = new URL(endpoint ?? '')
      const parameters = {
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      return url.href
    },
    async finish(client, request, answer) {
      const server = await discoverOnce(client.issuer)
      return translateErrors(() => exchange(server, client, { request, answer, timeoutMs }))
    },
  }
}

/** @throws {ProviderError} */
export const discover = (issuer: string, timeoutMs = defaultTimeoutMs): Promise<AuthorizationServer> =>
  translateErrors(async () => {
    const url = new URL(issuer)
    const response = await discoveryRequest(url, { algorithm: 'oidc', ...createOptions(issuer, timeoutMs) })
    const server = await processDiscoveryResponse(url, response)
    for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const)
      if (!isSafeAddress(server[name], issuer))
        throw new ProviderError('failed', `its configuration has no usable ${name}`)
    if (server.userinfo_endpoint !== undefined && !isSafeAddress(server.userinfo_endpoint, issuer))
      throw new ProviderError('failed', 'its configuration has no usable userinfo_endpoint')
    return server
  })

const createOptions = (issuer: string, timeoutMs: number) => ({
  signal: AbortSignal.timeout(timeoutMs),
  // Each address has been checked: isSafeAddress.
  [allowInsecureRequests]: issuer.startsWith('http:'),
  [customFetch]: fetchLimited,
})

/** Follows no redirect, and reads no endless reply. */
async function fetchLimited(url: string, options: object): Promise<Response> {
  const response = await fetch(url, { ...options, redirect: 'manual' })
  const { status, headers } = response
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxReplyBytes) throw new ProviderError('failed', 'its reply is too large')
    chunks.push(chunk)
  }
  // Redirects have no body that counts; the library refuses them by their status.
  return new Response(bytes === 0 ? null : Buffer.concat(chunks), { status, headers: new Headers(headers) })
}

async function exchange(
  server: AuthorizationServer,
  { issuer, clientId, clientSecret }: ProviderClient,
  { request, answer, timeoutMs }: { request: SignInRequest; answer: URLSearchParams; timeoutMs: number },
): Promise<ProviderPerson> {
  const { state, nonce, codeVerifier, redirectUri } = request
  const client: Client = { client_id: clientId }
  const parameters = validateAuthResponse(server, client, answer, state)
  const options = createOptions(issuer, timeoutMs)
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const authenticate = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost
  const response = await authorizationCodeGrantRequest(
    server,
    client,
    authenticate(clientSecret),
    parameters,
    redirectUri,
    codeVerifier,
    options,
  )
  const tokens = await processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: nonce,
    requireIdToken: true,
  })
  await validateApplicationLevelSignature(server, response, options)
  const idToken = getValidatedIdTokenClaims(tokens)
  if (!idToken) throw new ProviderError('refused', 'it sent no ID token')
  const details =
    idToken.email === undefined && server.userinfo_endpoint !== undefined
      ? await processUserInfoResponse(
          server,
          client,
          idToken.sub,
          await userInfoRequest(server, client, tokens.access_token, options),
        )
      : idToken
  return describePerson(idToken, details)
}

const maxSubjectLength = 255

function describePerson(idToken: IDToken, details: Readonly<Record<string, unknown>>): ProviderPerson {
  const { sub: subject, amr, acr } = idToken
  if (subject === '' || subject.length > maxSubjectLength || /\p{Cc}/u.test(subject))
    throw new ProviderError('refused', 'it named nobody')
  const email = z.safeParse(Email, details.email)
  return {
    subject,
    verifiedEmail: email.success && details.email_verified === true ? email.data : null,
    name: typeof details.name === 'string' ? details.name : '',
    claims: [
      ...(Array.isArray(amr) ? amr.map((value) => `amr:${value}`) : []),
      ...(typeof acr === 'string' ? [`acr:${acr}`] : []),
    ],
  }
}

async function translateErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw toProviderError(error)
  }
}

const declinedCodes = new Set(['access_denied', 'consent_required', 'interaction_required', 'login_required'])
const clientCodes = new Set(['invalid_client', 'unauthorized_client', 'deleted_client'])
/** Codes of the library's errors that say that there was no readable answer. */
const failureCodes = new Set([
  'OAUTH_PARSE_ERROR',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_INVALID_SERVER_METADATA',
  'OAUTH_MISSING_SERVER_METADATA',
])

/** The messages are for the log: they hold nothing of the answer but error codes. */
function toProviderError(error: unknown): unknown {
  if (error instanceof ProviderError) return error
  if (error instanceof AuthorizationResponseError) {
    const code = formatCode(error.error)
    return declinedCodes.has(error.error)
      ? new ProviderError('declined', `the sign-in was declined (${code})`)
      : new ProviderError('failed', `it refused the sign-in (${code})`)
  }
  if (error instanceof ResponseBodyError) {
    const code = formatCode(error.error)
    if (clientCodes.has(error.error))
      return new ProviderError('client', `it does not accept the client (${code})`)
    return error.error === 'invalid_grant'
      ? new ProviderError('refused', `it does not accept the code (${code})`)
      : new ProviderError('failed', `it issued no token (${code})`)
  }
  if (!(error instanceof Error)) return error
  const { code, cause } = error as Error & { code?: unknown }
  if (typeof code === 'string' && code.startsWith('OAUTH_') && !failureCodes.has(code))
    return new ProviderError('refused', `its answer was not accepted (${code}: ${error.message})`)
  const causeCode = (cause as { code?: string } | undefined)?.code
  return new ProviderError('failed', `it does not answer as expected (${causeCode ?? code ?? error.name})`)
}

const formatCode = (text: string) => text.replace(/[^\w.-]/g, '').slice(0, 60)
