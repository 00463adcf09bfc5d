import { createHash, randomUUID } from 'node:crypto'

export const analyticsScope = 'https://www.googleapis.com/auth/yt-analytics.readonly'
export const monetaryScope = 'https://www.googleapis.com/auth/yt-analytics-monetary.readonly'

export const accessTokenLifetimeMs = 3_600_000
const codeLifetimeMs = 600_000
/** Google ends refresh tokens that nobody uses. */
const unusedLifetimeMs = 182 * 86_400_000

/** A person's consent, until they revoke it. */
export interface Grant {
  readonly scopes: readonly string[]
  /** Absent without `access_type=offline`. */
  readonly refreshToken: string | undefined
  readonly createTime: Date
  lastUseTime: Date
  isRevoked: boolean
}

/** The parameters of an authorization URL, checked. */
export interface AuthorizationRequest {
  redirectUri: string
  scopes: readonly string[]
  state: string | undefined
  codeChallenge: string | undefined
  isOffline: boolean
  promptsConsent: boolean
}

interface AuthorizationCode {
  request: AuthorizationRequest
  scopes: readonly string[]
  createTime: Date
}

interface AccessToken {
  grant: Grant
  expireTime: Date
}

export interface TokenAnswer {
  access_token: string
  expires_in: number
  refresh_token?: string
  scope: string
  token_type: 'Bearer'
}

/** Consent, codes and tokens of one person and one client. */
export class GoogleGrants {
  client = { id: 'hookline.apps.googleusercontent.com', secret: 'client-secret' }
  /** `ask`: a page with buttons; otherwise the person decides at once. */
  consent: 'allow' | 'deny' | 'ask' = 'allow'
  /** The scopes that the person leaves ticked; by default those asked for. */
  tickedScopes: readonly string[] | undefined
  /** Seven days for an application in testing; unlimited by default. */
  refreshTokenLifetimeMs = Number.POSITIVE_INFINITY
  createRefreshToken = () => `1//${randomUUID()}`

  readonly #now: () => Date
  readonly #grants: Grant[] = []
  readonly #codes = new Map<string, AuthorizationCode>()
  readonly #accessTokens = new Map<string, AccessToken>()
  readonly #pendingRequests = new Map<string, AuthorizationRequest>()

  constructor(now: () => Date) {
    this.#now = now
  }

  /** Consent without the pages; tests need no browser. */
  grant({
    scopes = [analyticsScope, monetaryScope],
    refreshToken = this.createRefreshToken(),
  }: {
    scopes?: readonly string[]
    refreshToken?: string
  } = {}): { refreshToken: string; accessToken: string } {
    const grant = this.#addGrant(scopes, refreshToken)
    return { refreshToken, accessToken: this.#issueAccessToken(grant).access_token }
  }

  /** Acts as if the person removed the application's access in their account. */
  revokeConsent(): void {
    for (const grant of this.#grants) grant.isRevoked = true
  }

  /** Access tokens only: a refresh gets another. */
  expireAccessTokens(): void {
    this.#accessTokens.clear()
  }

  addPendingRequest(request: AuthorizationRequest): string {
    const id = randomUUID()
    this.#pendingRequests.set(id, request)
    return id
  }

  takePendingRequest(id: string): AuthorizationRequest | undefined {
    const request = this.#pendingRequests.get(id)
    this.#pendingRequests.delete(id)
    return request
  }

  createCode(request: AuthorizationRequest, scopes: readonly string[]): string {
    const code = `4/0${randomUUID()}`
    this.#codes.set(code, { request, scopes, createTime: this.#now() })
    return code
  }

  /** Works once. @returns undefined when the code, the redirect URI or the verifier is wrong */
  exchangeCode(code: string, redirectUri: string, verifier: string | undefined): TokenAnswer | undefined {
    const found = this.#codes.get(code)
    this.#codes.delete(code)
    if (!found || this.#getAgeMs(found.createTime) >= codeLifetimeMs) return undefined
    const { request, scopes } = found
    if (redirectUri !== request.redirectUri) return undefined
    if (request.codeChallenge !== undefined && hashVerifier(verifier) !== request.codeChallenge)
      return undefined
    const isFirst = !this.#grants.some(({ isRevoked }) => !isRevoked)
    // Google gives another refresh token only to those who ask for consent again.
    const refreshToken =
      request.isOffline && (isFirst || request.promptsConsent) ? this.createRefreshToken() : undefined
    const answer = this.#issueAccessToken(this.#addGrant(scopes, refreshToken))
    return refreshToken === undefined ? answer : { ...answer, refresh_token: refreshToken }
  }

  /** @returns undefined when the token is unknown, revoked or expired */
  refresh(refreshToken: string): TokenAnswer | undefined {
    const grant = this.#grants.find((each) => each.refreshToken === refreshToken && this.#isValid(each))
    if (!grant) return undefined
    grant.lastUseTime = this.#now()
    return this.#issueAccessToken(grant)
  }

  /** @returns whether there was such a token */
  revoke(token: string): boolean {
    const grant =
      this.#accessTokens.get(token)?.grant ??
      this.#grants.find(({ refreshToken, isRevoked }) => refreshToken === token && !isRevoked)
    if (!grant || grant.isRevoked) return false
    grant.isRevoked = true
    return true
  }

  /** @returns undefined when the token is unknown, revoked or expired */
  findScopes(accessToken: string): readonly string[] | undefined {
    const found = this.#accessTokens.get(accessToken)
    if (!found || found.grant.isRevoked || found.expireTime <= this.#now()) return undefined
    return found.grant.scopes
  }

  #addGrant(scopes: readonly string[], refreshToken: string | undefined): Grant {
    const now = this.#now()
    const grant = { scopes, refreshToken, createTime: now, lastUseTime: now, isRevoked: false }
    this.#grants.push(grant)
    return grant
  }

  #issueAccessToken(grant: Grant): TokenAnswer {
    const token = `ya29.${randomUUID()}`
    this.#accessTokens.set(token, {
      grant,
      expireTime: new Date(this.#now().getTime() + accessTokenLifetimeMs),
    })
    return {
      access_token: token,
      expires_in: accessTokenLifetimeMs / 1000 - 1,
      scope: grant.scopes.join(' '),
      token_type: 'Bearer',
    }
  }

  #isValid({ isRevoked, createTime, lastUseTime }: Grant): boolean {
    return (
      !isRevoked &&
      this.#getAgeMs(createTime) < this.refreshTokenLifetimeMs &&
      this.#getAgeMs(lastUseTime) < unusedLifetimeMs
    )
  }

  #getAgeMs(time: Date): number {
    return this.#now().getTime() - time.getTime()
  }
}

/** RFC 7636, method S256. */
const hashVerifier = (verifier: string | undefined) =>
  verifier === undefined ? undefined : createHash('sha256').update(verifier).digest('base64url')
