import { config } from 'zod/mini'
import type { Endpoint, EndpointBody, EndpointOutput, EndpointQuery } from '#contract/platform/endpoint.ts'
import { type FieldError, RefusalBody, type RefusalCode } from '#contract/platform/errors.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $site } from '#lib/site/site.ts'
import {
  adoptPreloadedResponse,
  type CachedOutput,
  clearCache,
  createCacheKey,
  detachReads,
  evict,
  getCached,
  readThrough,
  takePreloadedResponse,
} from './cache.ts'
import { buildContextHeaders, sendWithRetries } from './send-request.ts'
import { $token, clearSession, getFirstToken, requireSecondFactor, waitForConfirmation } from './session.ts'

// Compiled schemas need `new Function`, which the CSP forbids; even trying is reported.
config({ jitless: true })

/** A refusal by the API, or `unavailable` if it cannot be reached. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: RefusalCode
  /** HTTP status, 0 without a response. */
  readonly status: number
  readonly fields: Readonly<Record<string, FieldError>>
  /** Of an error that the server did not expect. */
  readonly requestId: string | undefined

  constructor(
    code: RefusalCode,
    status = 0,
    message = t(`messages:refusals.${code}`),
    fields = {},
    requestId?: string,
  ) {
    super(message)
    this.code = code
    this.status = status
    this.fields = fields
    this.requestId = requestId
  }
}

export interface CallOptions<E> {
  query?: EndpointQuery<E>
  body?: EndpointBody<E>
  signal?: AbortSignal | undefined
  /** Bypasses requests in flight. */
  fresh?: boolean
}

function buildPath(endpoint: Endpoint, query: object): string {
  const definedEntries = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(definedEntries.map(([name, value]) => [name, String(value)])).toString()
  return `/${endpoint.path}${search && '?'}${search}`
}

const getToken = ({ anonymous, ignoresSession }: Endpoint) =>
  anonymous || ignoresSession ? '' : $token.get()

const getContextHeaders = (endpoint: Endpoint) =>
  buildContextHeaders(locale(), endpoint.anonymous ? null : { site: $site.get(), token: getToken(endpoint) })

function parseRefusal(body: unknown, status: number): ApiError {
  const refusal = RefusalBody.safeParse(body)
  if (!refusal.success)
    return new ApiError(status >= 502 && status <= 504 ? 'unavailable' : 'internal', status)
  const { code, message, fields, requestId } = refusal.data
  return new ApiError(code, status, message, fields, code === 'internal' ? requestId : undefined)
}

async function parseJsonBody(response: Response): Promise<unknown> {
  try {
    return JSON.parse(await response.text())
  } catch (error) {
    if (error instanceof SyntaxError) throw parseRefusal(null, response.status)
    if (error instanceof TypeError) throw new ApiError('unavailable', response.status)
    throw error
  }
}

/**
 * Returns the response with an unread body: a success, or a 304 to `etag`. Throws `ApiError` for every refusal and
 * failure, and the signal's reason after an abort. A rejected token ends the session. A call for which the person has to
 * confirm who they are waits for that, and is repeated once.
 */
export async function request<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E> = {},
  etag: string | null = null,
): Promise<Response> {
  const session = getFirstToken($token.get())
  try {
    return await send(endpoint, options, etag)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'confirmation_required') throw error
    await waitForConfirmation()
    if (getFirstToken($token.get()) !== session) throw error
  }
  return send(endpoint, options, etag)
}

async function send<E extends Endpoint>(
  endpoint: E,
  { query, body, signal }: CallOptions<E>,
  etag: string | null,
): Promise<Response> {
  const { method } = endpoint
  const token = getToken(endpoint)
  const path = buildPath(endpoint, query ?? {})
  const headers = getContextHeaders(endpoint)
  const response = await sendWithRetries(
    {
      method,
      path,
      body: method === 'POST' ? JSON.stringify(body ?? {}) : undefined,
      headers: { ...headers, ...(etag !== null && { 'If-None-Match': etag }) },
      signal,
    },
    () => import('./sha512.ts'),
    method === 'GET' ? takePreloadedResponse(createCacheKey(path, headers)) : undefined,
  )
  if (response === null) throw new ApiError('unavailable')
  if (response.ok || (response.status === 304 && etag !== null)) return response
  const error = parseRefusal(await parseJsonBody(response), response.status)
  if (token !== '' && token === $token.get()) {
    if (error.code === 'unauthenticated') clearSession()
    if (error.code === 'second_factor_required') requireSecondFactor()
  }
  throw error
}

async function parseOutput(endpoint: Endpoint, response: Response): Promise<unknown> {
  const output = endpoint.output.safeParse(await parseJsonBody(response))
  if (!output.success) throw new ApiError('internal', response.status)
  return output.data
}

const getCacheKey = <E extends Endpoint>(endpoint: E, query: EndpointQuery<E> | undefined) =>
  createCacheKey(buildPath(endpoint, query ?? {}), getContextHeaders(endpoint))

/** Access was revoked or the item deleted, so cached output must not be shown either. */
export const isAccessRevoked = (error: unknown): boolean =>
  error instanceof ApiError && ['forbidden', 'not_found', 'second_factor_required'].includes(error.code)

async function read<E extends Endpoint>(endpoint: E, options: CallOptions<E>): Promise<unknown> {
  const key = getCacheKey(endpoint, options.query)
  const load = async (cached: CachedOutput | undefined, signal: AbortSignal): Promise<CachedOutput> => {
    try {
      const response = await request(endpoint, { ...options, signal }, cached?.etag)
      const etag = response.headers.get('ETag')
      // The second: an adopted preload.
      if (cached && (response.status === 304 || (etag !== null && etag === cached.etag))) return cached
      return { etag, output: await parseOutput(endpoint, response) }
    } catch (error) {
      if (isAccessRevoked(error)) evict(key)
      throw error
    }
  }
  return readThrough(key, load, options)
}

/** Returns the parsed output; throws like `request()`. Reads share cached output, so it must not be modified. */
export async function call<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E> = {},
): Promise<EndpointOutput<E>> {
  if (endpoint.method === 'GET') return (await read(endpoint, options)) as EndpointOutput<E>
  try {
    return (await parseOutput(endpoint, await request(endpoint, options))) as EndpointOutput<E>
  } finally {
    detachReads()
  }
}

function parsePreloaded(endpoint: Endpoint, text: string): unknown {
  try {
    return endpoint.output.safeParse(JSON.parse(text)).data
  } catch {
    // `call()` receives the same text, and reports it.
    return undefined
  }
}

/** Returns what has been read before, or what the page's head has preloaded. */
export function getCachedOutput<E extends Endpoint>(
  endpoint: E,
  query?: EndpointQuery<E>,
): EndpointOutput<E> | undefined {
  const key = getCacheKey(endpoint, query)
  const cached = getCached(key) ?? adoptPreloadedResponse(key, (text) => parsePreloaded(endpoint, text))
  return cached?.output as EndpointOutput<E> | undefined
}

// Keys contain the token; this removes private data from memory.
$token.listen(clearCache)
