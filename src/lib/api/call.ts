import { config } from 'zod/mini'
import type { Endpoint, EndpointBody, EndpointOutput, EndpointQuery } from '#contract/endpoint.ts'
import { type FieldError, RefusalBody, type RefusalCode } from '#contract/errors.ts'
import { headerNames } from '#contract/headers.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $site } from '#lib/site/site.ts'
import { createAntiTamperHeaders } from './anti-tamper.ts'
import { apiBaseUrl } from './base-url.ts'
import { type CachedResponse, cacheResponse, clearResponseCache, getCachedResponse } from './etag-cache.ts'
import { createCacheKey, takeInFlight } from './in-flight.ts'
import { getRetryDelay, isRetryable, sleep } from './retry.ts'
import { $token, clearSession } from './session.ts'
import { buildSiteHeaders } from './site-headers.ts'

// Compiled schemas need `new Function`, which the pages' policy forbids; even trying is reported.
config({ jitless: true })

const maxAttempts = 3

/** Why a call gave no result: a refusal of the API, or `unavailable` when it could not be reached. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: RefusalCode
  /** HTTP status, 0 when there was no reply. */
  readonly status: number
  readonly fields: Readonly<Record<string, FieldError>>

  constructor(code: RefusalCode, status = 0, message = t(`messages:refusals.${code}`), fields = {}) {
    super(message)
    this.code = code
    this.status = status
    this.fields = fields
  }
}

export interface CallOptions<E> {
  query?: EndpointQuery<E>
  body?: EndpointBody<E>
  signal?: AbortSignal
}

function buildPath(endpoint: Endpoint, query: Readonly<Record<string, unknown>>): string {
  const definedEntries = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(definedEntries.map(([name, value]) => [name, String(value)])).toString()
  return `/${endpoint.path}${search && '?'}${search}`
}

interface OutgoingRequest {
  method: Endpoint['method']
  path: string
  body: string | undefined
  token: string
  signal: AbortSignal | undefined
  /** In which language, for which site and whom. */
  contextHeaders: Record<string, string>
  /** Of the reply that is kept. */
  etag: string | undefined
}

async function sendRequest({
  method,
  path,
  body,
  token,
  signal,
  contextHeaders,
  etag,
}: OutgoingRequest): Promise<Response> {
  const bodyBytes = body === undefined ? 0 : new TextEncoder().encode(body).length
  const init: RequestInit = {
    method,
    headers: {
      ...contextHeaders,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(etag !== undefined && { 'If-None-Match': etag }),
      ...(await createAntiTamperHeaders({ method, path, bodyBytes, token }, () => import('./sha512.ts'))),
    },
    body: body ?? null,
    signal: signal ?? null,
  }
  return fetch(apiBaseUrl + path, init)
}

/** A reply, or null when there was none. */
async function fetchOrNull(
  outgoing: OutgoingRequest,
  inFlight?: Promise<Response>,
): Promise<Response | null> {
  try {
    const response = await (inFlight ?? sendRequest(outgoing))
    outgoing.signal?.throwIfAborted()
    return response
  } catch (error) {
    if (outgoing.signal?.aborted) throw outgoing.signal.reason
    if (error instanceof TypeError) return null
    throw error
  }
}

async function sendWithRetries(
  outgoing: OutgoingRequest,
  inFlight?: Promise<Response>,
): Promise<Response | null> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetchOrNull(outgoing, attempt === 1 ? inFlight : undefined)
    const isLastAttempt = attempt === maxAttempts || outgoing.method !== 'GET'
    if (isLastAttempt || (response !== null && !isRetryable(response.status))) return response
    await sleep(getRetryDelay(attempt, response?.headers.get('Retry-After') ?? null), outgoing.signal)
  }
}

function parseRefusal(reply: unknown, status: number): ApiError {
  const refusal = RefusalBody.safeParse(reply)
  if (!refusal.success)
    return new ApiError(status >= 502 && status <= 504 ? 'unavailable' : 'internal', status)
  const { code, message, fields } = refusal.data
  return new ApiError(code, status, message, fields)
}

async function parseJsonBody(response: Response): Promise<unknown> {
  try {
    return JSON.parse(await response.text())
  } catch (error) {
    if (error instanceof SyntaxError) throw parseRefusal(null, response.status)
    // It broke off on its way.
    if (error instanceof TypeError) throw new ApiError('unavailable', response.status)
    throw error
  }
}

interface ApiResponse {
  /** With a status of success, or 304. */
  response: Response
  /** Names the question, for what is kept. */
  cacheKey: string
  /** By which it was asked; '' by nobody. */
  token: string
  /** What a 304 confirms. */
  cached: CachedResponse | undefined
}

/**
 * Sends a call and gives its reply, unread. Throws `ApiError` for every refusal and failure, and the signal's reason
 * when it was aborted. A refused token ends the session. With `again` a reply that is kept may be confirmed by a 304.
 */
export async function request<E extends Endpoint>(
  endpoint: E,
  { query = {} as EndpointQuery<E>, body, signal }: CallOptions<E>,
  { again = false }: { again?: boolean } = {},
): Promise<ApiResponse> {
  const { method, anonymous } = endpoint
  const token = anonymous ? '' : $token.get()
  const path = buildPath(endpoint, query as Record<string, unknown>)
  const contextHeaders = {
    [headerNames.language]: locale(),
    ...(anonymous ? {} : buildSiteHeaders($site.get(), token)),
  }
  const cacheKey = createCacheKey(path, contextHeaders)
  const serializedBody = method === 'POST' ? JSON.stringify(body ?? {}) : undefined
  const cached = again ? getCachedResponse(cacheKey) : undefined
  const inFlight = method === 'GET' ? takeInFlight(cacheKey) : undefined
  const outgoing = {
    method,
    path,
    body: serializedBody,
    token,
    signal,
    contextHeaders,
    etag: cached?.etag,
  }
  const response = await sendWithRetries(outgoing, inFlight)
  if (response === null) throw new ApiError('unavailable')
  if (response.ok || (response.status === 304 && cached)) return { response, cacheKey, token, cached }
  const error = parseRefusal(await parseJsonBody(response), response.status)
  if (error.code === 'unauthenticated' && token !== '' && token === $token.get()) clearSession()
  throw error
}

/**
 * Calls the API and gives what the endpoint's output holds; throws as `request()` does. What a read gave last is kept
 * in memory, shared by all who ask the same: nobody changes it.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E> = {},
): Promise<EndpointOutput<E>> {
  const { response, cacheKey, token, cached } = await request(endpoint, options, {
    again: endpoint.method === 'GET',
  })
  if (cached && response.status === 304) return cached.output as EndpointOutput<E>
  const output = endpoint.output.safeParse(await parseJsonBody(response))
  if (!output.success) throw new ApiError('internal', response.status)
  const etag = endpoint.method === 'GET' && response.headers.get('ETag')
  // Who has signed out since leaves nothing behind.
  if (etag && (endpoint.anonymous || token === $token.get())) cacheResponse(cacheKey, etag, output.data)
  return output.data as EndpointOutput<E>
}

// The keys tell tokens and sites apart: this is for what must not stay in memory.
$token.listen(clearResponseCache)
