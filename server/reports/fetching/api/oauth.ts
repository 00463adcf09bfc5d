import {
  AuthorizationResponseError,
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  ClientSecretPost,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomState,
  processAuthorizationCodeResponse,
  processRefreshTokenResponse,
  processRevocationResponse,
  ResponseBodyError,
  refreshTokenGrantRequest,
  revocationRequest,
  type TokenEndpointResponse,
  validateAuthResponse,
} from 'oauth4webapi'
import type { OauthConfig } from '#server/platform/config.ts'
import { FetchError, getCauseCode } from './fetch-error.ts'

/** Reports with revenue need the second one. */
export const scopes = [
  'https://www.googleapis.com/auth/yt-analytics.readonly',
  'https://www.googleapis.com/auth/yt-analytics-monetary.readonly',
] as const

export interface Tokens {
  accessToken: string
  /** Lifetime of the access token. */
  lifetimeSeconds: number
  /** Given with a new consent, and when Google replaces it. */
  refreshToken: string | undefined
  /** Lifetime of the refresh token; Google states it for applications in testing and for consents with an end. */
  consentSeconds: number | undefined
  /** Undefined: those that were asked for. */
  grantedScopes: readonly string[] | undefined
}

/** The state of a consent until the person returns. */
export interface Authorization {
  state: string
  codeVerifier: string
  redirectUri: string
}

export interface OauthClient {
  /** The page on which a person consents. */
  startAuthorization(redirectUri: string): Promise<Authorization & { url: string }>
  /** `address`: where Google sent the person back to. @throws {FetchError} */
  finishAuthorization(address: URL, authorization: Authorization): Promise<Tokens>
  /** @throws {FetchError} `consent` when the refresh token no longer holds */
  refresh(refreshToken: string, signal?: AbortSignal): Promise<Tokens>
  /** @throws {FetchError} */
  revoke(refreshToken: string): Promise<void>
}

const timeoutMs = 20_000
const issuer = 'https://accounts.google.com'

export function createOauthClient({
  authorizationUrl,
  tokenUrl,
  revocationUrl,
  client: credentials,
}: OauthConfig): OauthClient {
  const server: AuthorizationServer = {
    issuer,
    authorization_endpoint: authorizationUrl,
    token_endpoint: tokenUrl,
    revocation_endpoint: revocationUrl,
  }
  const client = { client_id: credentials.id }
  const authenticate = ClientSecretPost(credentials.secret)
  const createOptions = (signal?: AbortSignal) => ({
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
    // Addresses of this machine alone may begin with http:, see config.ts.
    [allowInsecureRequests]: tokenUrl.startsWith('http:'),
  })
  return {
    async startAuthorization(redirectUri) {
      const state = generateRandomState()
      const codeVerifier = generateRandomCodeVerifier()
      const url = new URL(authorizationUrl)
      url.search = new URLSearchParams({
        client_id: credentials.id,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: scopes.join(' '),
        state,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        // A refresh token, and again a new one when the person has consented before.
        access_type: 'offline',
        prompt: 'consent',
      }).toString()
      return { state, codeVerifier, redirectUri, url: url.href }
    },
    finishAuthorization: (address, { state, codeVerifier, redirectUri }) =>
      translateErrors(async () => {
        const parameters = validateAuthResponse(server, client, address, state)
        const response = await authorizationCodeGrantRequest(
          server,
          client,
          authenticate,
          parameters,
          redirectUri,
          codeVerifier,
          createOptions(),
        )
        return toTokens(await processAuthorizationCodeResponse(server, client, response))
      }),
    refresh: (refreshToken, signal) =>
      translateErrors(async () => {
        const options = createOptions(signal)
        const response = await refreshTokenGrantRequest(server, client, authenticate, refreshToken, options)
        return toTokens(await processRefreshTokenResponse(server, client, response))
      }, signal),
    revoke: (refreshToken) =>
      translateErrors(async () => {
        const response = await revocationRequest(server, client, authenticate, refreshToken, createOptions())
        await processRevocationResponse(response)
      }),
  }
}

/** Access tokens last an hour. */
const defaultLifetimeSeconds = 3_600

function toTokens(response: TokenEndpointResponse): Tokens {
  const consentSeconds = Number(response.refresh_token_expires_in)
  return {
    accessToken: response.access_token,
    lifetimeSeconds: response.expires_in ?? defaultLifetimeSeconds,
    refreshToken: response.refresh_token,
    consentSeconds: consentSeconds > 0 ? consentSeconds : undefined,
    grantedScopes: response.scope?.split(' '),
  }
}

async function translateErrors<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    signal?.throwIfAborted()
    throw toFetchError(error)
  }
}

const clientErrors = new Set(['invalid_client', 'unauthorized_client', 'deleted_client'])

function toFetchError(error: unknown): unknown {
  if (error instanceof AuthorizationResponseError)
    return error.error === 'access_denied'
      ? new FetchError('denied', 'the consent was declined')
      : new FetchError('client', `Google refused the authorization (${error.error.slice(0, 60)})`)
  if (error instanceof ResponseBodyError) {
    const code = error.error.slice(0, 60)
    if (code === 'invalid_grant') return new FetchError('consent', 'the consent has ended')
    if (clientErrors.has(code))
      return new FetchError('client', `Google rejects YOUTUBE_CLIENT_ID and YOUTUBE_CLIENT_SECRET (${code})`)
    return new FetchError('unavailable', `Google refused to issue a token (${code})`)
  }
  if (error instanceof Error)
    return new FetchError('unavailable', `Google’s sign-in does not answer (${getCauseCode(error)})`)
  return error
}
