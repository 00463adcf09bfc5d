import { isLoopback } from '#server/platform/config.ts'

export interface ProviderClient {
  issuer: string
  clientId: string
  clientSecret: string
}

/** What binds a sign-in to its answer. */
export interface SignInRequest {
  state: string
  nonce: string
  codeVerifier: string
  redirectUri: string
}

/** Who somebody is at the provider, and how they have signed in there. */
export interface ProviderPerson {
  subject: string
  /** Null unless the provider says that it has verified the address. */
  verifiedEmail: string | null
  name: string
  /** `amr:…` and `acr:…`. */
  claims: readonly string[]
}

/**
 * `declined`: by the person, or by the provider in their name. `failed`: no answer, or none that can be read. `refused`: an
 * answer that proves nothing. `client`: the provider does not accept our id or secret.
 */
export class ProviderError extends Error {
  readonly kind: 'declined' | 'failed' | 'refused' | 'client'

  constructor(kind: ProviderError['kind'], message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}

export interface OidcClient {
  /** The provider's page. @throws {ProviderError} */
  createAuthorizationUrl(client: ProviderClient, request: SignInRequest): Promise<string>
  /** `answer`: the query with which the provider has sent the person back. @throws {ProviderError} */
  finish(client: ProviderClient, request: SignInRequest, answer: URLSearchParams): Promise<ProviderPerson>
}

/** HTTPS, and plain HTTP on this machine only, for a provider that is on it. */
export function isSafeAddress(text: unknown, issuer?: string): boolean {
  if (typeof text !== 'string' || !URL.canParse(text)) return false
  const { protocol, hostname, username, password, hash } = new URL(text)
  if (username || password || hash) return false
  return (
    protocol === 'https:' ||
    (protocol === 'http:' && isLoopback(hostname) && (issuer === undefined || issuer.startsWith('http:')))
  )
}

/** Loads the library of the protocol with the first question: most sites have no provider. */
export function createLazyClient(): OidcClient {
  let loading: Promise<OidcClient> | undefined
  const load = () => {
    loading ??= import('./oidc.ts').then(({ createOidcClient }) => createOidcClient())
    return loading
  }
  return {
    createAuthorizationUrl: async (...question) => (await load()).createAuthorizationUrl(...question),
    finish: async (...question) => (await load()).finish(...question),
  }
}
