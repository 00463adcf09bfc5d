import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Somebody with an account at the provider. */
export interface ProviderUser {
  sub: string
  email?: string
  email_verified?: boolean | string
  name?: string
  amr?: string[]
  acr?: string
}

/** What it does wrong. Tests set and clear them. */
export interface ProviderFaults {
  /** Claims of the ID token that are replaced; undefined values are left out. */
  claims?: Record<string, unknown>
  /** `none`: no signature. `HS256`: signed with the client secret. `other-key`: a key that it does not publish. */
  signature?: 'none' | 'HS256' | 'other-key'
  /** How each endpoint answers. */
  token?: 'down' | 'slow' | 'html' | 'huge' | 'no-id-token' | 'redirect'
  discovery?: 'down' | 'slow' | 'html' | 'other-issuer' | 'script-endpoint' | 'plain-endpoint'
  jwks?: 'down'
  /** Claims about the person come from the userinfo endpoint only; `other-person`: it answers for somebody else. */
  userinfo?: 'only' | 'other-person'
  /** Sends the person back with this error. */
  error?: string
  /** Sends another state back. */
  state?: string
  /** Sends another issuer back (RFC 9207). */
  iss?: string
}

interface Grant {
  user: ProviderUser
  nonce: string | undefined
  redirectUri: string
  codeChallenge: string
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const slowMs = 30_000

/**
 * An OpenID Connect provider that speaks the protocol: discovery, authorization with PKCE, tokens with real signatures, keys and
 * userinfo. It signs in `user` without asking, as a browser with a session there would be.
 */
export async function startFakeOidcProvider() {
  const client = { id: 'hookline', secret: 'a-secret-of-the-client' }
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const codes = new Map<string, Grant>()
  const accessTokens = new Map<string, ProviderUser>()
  const state = {
    user: {
      sub: 'somebody',
      email: 'somebody@example.test',
      email_verified: true,
      name: 'Some Body',
    } as ProviderUser,
    faults: {} as ProviderFaults,
    redirectUris: [] as string[],
    /** Paths of its requests, in order. */
    requests: [] as string[],
    issuer: '',
  }

  const publish = () => {
    const { issuer, faults } = state
    return {
      issuer: faults.discovery === 'other-issuer' ? 'https://evil.example' : issuer,
      authorization_endpoint:
        faults.discovery === 'script-endpoint' ? 'javascript:alert(1)//' : `${issuer}/authorize`,
      token_endpoint:
        faults.discovery === 'plain-endpoint' ? 'http://provider.example/token' : `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      userinfo_endpoint: `${issuer}/userinfo`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    }
  }

  function signIdToken({ user, nonce }: Grant): string {
    const { claims, signature, userinfo } = state.faults
    const seconds = Math.floor(Date.now() / 1000)
    const { sub, amr, acr, ...details } = user
    const payload = encode({
      iss: state.issuer,
      aud: client.id,
      sub,
      iat: seconds,
      exp: seconds + 300,
      nonce,
      ...(amr && { amr }),
      ...(acr && { acr }),
      ...(userinfo === undefined && details),
      ...claims,
    })
    if (signature === 'none') return `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`
    if (signature === 'HS256') {
      const input = `${encode({ alg: 'HS256', typ: 'JWT' })}.${payload}`
      return `${input}.${createHash('sha256').update(`${client.secret}${input}`).digest('base64url')}`
    }
    const input = `${encode({ alg: 'RS256', typ: 'JWT', kid: '1' })}.${payload}`
    const { privateKey } = signature === 'other-key' ? otherKey : key
    return `${input}.${sign('RSA-SHA256', Buffer.from(input), privateKey).toString('base64url')}`
  }

  /** @returns the address to which it sends the person back, or what it says instead */
  function authorize(query: URLSearchParams): { location: string } | { error: string } {
    const redirectUri = query.get('redirect_uri') ?? ''
    if (query.get('client_id') !== client.id) return { error: 'unknown client' }
    if (!state.redirectUris.includes(redirectUri)) return { error: 'redirect_uri_mismatch' }
    const location = new URL(redirectUri)
    const { error, iss, state: otherState } = state.faults
    location.searchParams.set('state', otherState ?? query.get('state') ?? '')
    location.searchParams.set('iss', iss ?? state.issuer)
    const codeChallenge = query.get('code_challenge') ?? ''
    const isValid =
      query.get('response_type') === 'code' &&
      query.get('code_challenge_method') === 'S256' &&
      /^[\w-]{43}$/.test(codeChallenge) &&
      (query.get('scope') ?? '').split(' ').includes('openid')
    if (!isValid || error) location.searchParams.set('error', error ?? 'invalid_request')
    else {
      const code = randomBytes(24).toString('base64url')
      const nonce = query.get('nonce') ?? undefined
      codes.set(code, { user: { ...state.user }, nonce, redirectUri, codeChallenge })
      location.searchParams.set('code', code)
    }
    return { location: location.href }
  }

  function issueTokens(request: IncomingMessage, form: URLSearchParams): [status: number, body: object] {
    const [, basic = ''] = /^Basic (.+)$/.exec(request.headers.authorization ?? '') ?? []
    const [id, secret] = Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
    if (id !== client.id || secret !== client.secret) return [401, { error: 'invalid_client' }]
    const code = form.get('code') ?? ''
    const grant = codes.get(code)
    codes.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isValid =
      form.get('grant_type') === 'authorization_code' &&
      grant?.redirectUri === form.get('redirect_uri') &&
      grant?.codeChallenge === challenge
    if (!grant || !isValid) return [400, { error: 'invalid_grant' }]
    const accessToken = randomBytes(24).toString('base64url')
    accessTokens.set(accessToken, grant.user)
    const idToken = state.faults.token === 'no-id-token' ? {} : { id_token: signIdToken(grant) }
    return [200, { access_token: accessToken, token_type: 'Bearer', expires_in: 300, ...idToken }]
  }

  const send = (response: ServerResponse, status: number, body: object): void => {
    response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
    response.end(JSON.stringify(body))
  }

  /** @returns whether it has answered with a fault */
  function misbehave(response: ServerResponse, fault: string | undefined): boolean {
    if (fault === 'down') response.destroy()
    else if (fault === 'slow') setTimeout(() => response.destroy(), slowMs).unref()
    else if (fault === 'html')
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Maintenance</h1>')
    else if (fault === 'redirect') response.writeHead(302, { Location: `${state.issuer}/elsewhere` }).end()
    else if (fault === 'huge')
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(' '.repeat(4 * 1024 * 1024))
    else return false
    return true
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', state.issuer)
    state.requests.push(url.pathname)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { faults } = state
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        if (!misbehave(response, faults.discovery)) send(response, 200, publish())
        return
      case '/keys':
        if (!misbehave(response, faults.jwks))
          send(response, 200, {
            keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: '1', use: 'sig', alg: 'RS256' }],
          })
        return
      case '/authorize': {
        const result = authorize(url.searchParams)
        if ('error' in result) return send(response, 400, result)
        response.writeHead(302, { Location: result.location }).end()
        return
      }
      case '/token':
        if (!misbehave(response, faults.token))
          send(response, ...issueTokens(request, new URLSearchParams(Buffer.concat(chunks).toString())))
        return
      case '/userinfo': {
        const user = accessTokens.get((request.headers.authorization ?? '').replace('Bearer ', ''))
        if (!user) return send(response, 401, { error: 'invalid_token' })
        return send(response, 200, faults.userinfo === 'other-person' ? { ...user, sub: 'other' } : user)
      }
      default:
        return send(response, 404, {})
    }
  }

  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  state.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return Object.assign(state, {
    client,
    /** What a browser does there. @returns the query with which it comes back */
    async visit(address: string): Promise<string> {
      const response = await fetch(address, { redirect: 'manual' })
      const location = response.headers.get('Location')
      if (!location) throw new Error(`The provider sends nobody back: ${await response.text()}`)
      return new URL(location).search
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  })
}

export type FakeOidcProvider = Awaited<ReturnType<typeof startFakeOidcProvider>>
