import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { sendOauthError } from './google-errors.ts'
import {
  type AuthorizationRequest,
  analyticsScope,
  type GoogleGrants,
  monetaryScope,
} from './google-grants.ts'

const knownScopes = [analyticsScope, monetaryScope]

const scopeTexts: Record<string, string> = {
  [analyticsScope]: 'View YouTube Analytics reports',
  [monetaryScope]: 'View YouTube Analytics reports with revenue',
}

/** Fake of Google's OAuth 2.0 for installed applications: consent page, `/token`, `/revoke`. */
export function createFakeGoogleOauth(grants: GoogleGrants): Hono {
  const app = new Hono()
  app.get('/o/oauth2/v2/auth', (c) => {
    const request = parseAuthorizationRequest(c.req.query(), grants.client.id)
    if (typeof request === 'string') return sendErrorPage(c, request)
    if (grants.consent === 'ask') return sendConsentPage(c, request, grants.addPendingRequest(request))
    return redirectBack(c, grants, request, grants.consent === 'allow', grants.tickedScopes ?? request.scopes)
  })
  app.post('/o/oauth2/v2/auth', async (c) => {
    const form = await readForm(c)
    const request = grants.takePendingRequest(form?.get('request') ?? '')
    if (!form || !request) return sendErrorPage(c, 'invalid_request')
    return redirectBack(c, grants, request, form.get('decision') === 'allow', form.getAll('scope'))
  })
  app.post('/token', async (c) => {
    const form = await readForm(c)
    if (!form) return sendOauthError(c, 400, 'invalid_request', 'The body must be a form.')
    const refusal = refuseClient(c, form, grants)
    if (refusal) return refusal
    c.header('Cache-Control', 'no-store')
    switch (form.get('grant_type')) {
      case 'authorization_code':
        return exchangeCode(c, form, grants)
      case 'refresh_token':
        return refresh(c, form, grants)
      default:
        return sendOauthError(c, 400, 'unsupported_grant_type', 'The grant type is not supported.')
    }
  })
  app.post('/revoke', async (c) => {
    const token = (await readForm(c))?.get('token') ?? c.req.query('token')
    if (!token) return sendOauthError(c, 400, 'invalid_request', 'The token is missing.')
    if (!grants.revoke(token))
      return sendOauthError(c, 400, 'invalid_token', 'The token is expired or revoked.')
    return c.json({})
  })
  return app
}

const loopbackHosts = ['127.0.0.1', '[::1]', 'localhost']

/** @returns the error code of an invalid request */
function parseAuthorizationRequest(
  query: Record<string, string>,
  clientId: string,
): AuthorizationRequest | string {
  if (query.client_id !== clientId) return 'invalid_client'
  const redirectUri = query.redirect_uri ?? ''
  const redirect = URL.parse(redirectUri)
  if (redirect?.protocol !== 'http:' || !loopbackHosts.includes(redirect.hostname) || redirect.hash)
    return 'redirect_uri_mismatch'
  if (query.response_type !== 'code') return 'unsupported_response_type'
  const scopes = (query.scope ?? '').split(' ').filter(Boolean)
  if (scopes.length === 0) return 'invalid_request'
  if (scopes.some((scope) => !knownScopes.includes(scope))) return 'invalid_scope'
  const { code_challenge: codeChallenge, code_challenge_method: method } = query
  if (codeChallenge !== undefined && (method !== 'S256' || !/^[\w-]{43}$/.test(codeChallenge)))
    return 'invalid_request'
  return {
    redirectUri,
    scopes,
    state: query.state,
    codeChallenge,
    isOffline: query.access_type === 'offline',
    promptsConsent: (query.prompt ?? '').split(' ').includes('consent'),
  }
}

function redirectBack(
  c: Context,
  grants: GoogleGrants,
  request: AuthorizationRequest,
  isAllowed: boolean,
  tickedScopes: readonly string[],
): Response {
  const scopes = request.scopes.filter((scope) => tickedScopes.includes(scope))
  const url = new URL(request.redirectUri)
  if (request.state !== undefined) url.searchParams.set('state', request.state)
  if (isAllowed && scopes.length > 0) {
    url.searchParams.set('code', grants.createCode(request, scopes))
    url.searchParams.set('scope', scopes.join(' '))
  } else url.searchParams.set('error', 'access_denied')
  return c.redirect(url.href, 302)
}

/** An authorization server must not redirect to an address that it has not checked. */
function sendErrorPage(c: Context, error: string): Response | Promise<Response> {
  return c.html(
    html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Error</title></head>
<body><main><h1>Access is blocked</h1><p>Error: ${error}</p></main></body></html>`,
    error === 'invalid_client' ? 401 : 400,
  )
}

function sendConsentPage(
  c: Context,
  { scopes, redirectUri }: AuthorizationRequest,
  id: string,
): Response | Promise<Response> {
  return c.html(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>Allow access?</title>
<link rel="icon" href="data:,">
</head>
<body><main>
<h1>Allow access?</h1>
<p>This is a fake of Google for demonstrations. No real account is involved.</p>
<p>The application at ${new URL(redirectUri).host} asks for permission to:</p>
<form method="post" action="/o/oauth2/v2/auth">
<input type="hidden" name="request" value="${id}">
${scopes.map(
  (scope) =>
    html`<p><label><input type="checkbox" name="scope" value="${scope}" checked> ${scopeTexts[scope]}</label></p>`,
)}
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Deny</button>
</form>
</main></body>
</html>`)
}

async function readForm(c: Context): Promise<URLSearchParams | undefined> {
  const type = c.req.header('Content-Type') ?? ''
  const isForm = /^application\/x-www-form-urlencoded(?:;|$)/i.test(type)
  return isForm ? new URLSearchParams(await c.req.text()) : undefined
}

/** The credentials are fields of the form, or HTTP Basic. */
function refuseClient(c: Context, form: URLSearchParams, { client }: GoogleGrants): Response | undefined {
  const [, basic] = /^Basic (.+)$/i.exec(c.req.header('Authorization') ?? '') ?? []
  const [id, secret] = basic ? parseBasic(basic) : [form.get('client_id'), form.get('client_secret')]
  if (!id) return sendOauthError(c, 400, 'invalid_request', 'The client ID is missing.')
  if (id !== client.id) return sendOauthError(c, 401, 'invalid_client', 'The client was not found.')
  if (secret !== client.secret) return sendOauthError(c, 401, 'invalid_client', 'The secret is wrong.')
  return undefined
}

/** RFC 6749, section 2.3.1: both parts are form-encoded. */
function parseBasic(credentials: string): [id: string, secret: string] {
  const text = Buffer.from(credentials, 'base64').toString()
  const at = text.indexOf(':')
  const decode = (part: string) => new URLSearchParams(`part=${part}`).get('part') ?? ''
  return at < 0 ? [decode(text), ''] : [decode(text.slice(0, at)), decode(text.slice(at + 1))]
}

function exchangeCode(c: Context, form: URLSearchParams, grants: GoogleGrants): Response {
  const [code, redirectUri] = [form.get('code'), form.get('redirect_uri')]
  if (!code || !redirectUri)
    return sendOauthError(c, 400, 'invalid_request', 'The code or the redirect URI is missing.')
  const answer = grants.exchangeCode(code, redirectUri, form.get('code_verifier') ?? undefined)
  if (!answer) return sendOauthError(c, 400, 'invalid_grant', 'The code, its verifier or URI is wrong.')
  return c.json(answer)
}

function refresh(c: Context, form: URLSearchParams, grants: GoogleGrants): Response {
  const token = form.get('refresh_token')
  if (!token) return sendOauthError(c, 400, 'invalid_request', 'The refresh token is missing.')
  const answer = grants.refresh(token)
  if (!answer) return sendOauthError(c, 400, 'invalid_grant', 'The token is expired or revoked.')
  return c.json(answer)
}
