import { config } from 'zod/mini'
import type { BodyOf, Endpoint, OutputOf, QueryOf } from '#contract/endpoint.ts'
import { type FieldError, RefusalBody, type RefusalCode } from '#contract/errors.ts'
import { headers } from '#contract/headers.ts'
import { antiTamper } from './anti-tamper.ts'
import { apiBase } from './api-base.ts'
import { host } from './host.ts'
import { pause, pauseBefore, retriable } from './retry.ts'
import { $session, clearSession } from './session.ts'
import { $currency, $site } from './site.ts'
import { locale, t } from './strings.ts'

// Compiled schemas need `new Function`, which the pages' policy forbids; even trying is reported.
config({ jitless: true })

const attempts = 3

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

interface Options<E> {
  query?: QueryOf<E>
  body?: BodyOf<E>
  signal?: AbortSignal
}

function pathOf(endpoint: Endpoint, query: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return `/${endpoint.path}${search && '?'}${search}`
}

const siteHeaders = (token: string): Record<string, string> => ({
  [headers.domain]: $site.get()?.domain ?? host,
  [headers.playlist]: $site.get()?.is_playist ? '1' : '0',
  [headers.currency]: $currency.get(),
  ...(token && { [headers.token]: token }),
})

interface Sending {
  endpoint: Endpoint
  path: string
  body: string | undefined
  token: string
  signal: AbortSignal | undefined
}

async function send({ endpoint, path, body, token, signal }: Sending): Promise<Response> {
  const bodyBytes = body === undefined ? 0 : new TextEncoder().encode(body).length
  const init: RequestInit = {
    method: endpoint.method,
    headers: {
      [headers.language]: locale(),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(endpoint.anonymous ? {} : siteHeaders(token)),
      ...(await antiTamper({ method: endpoint.method, path, bodyBytes, token }, () => import('./sha512.ts'))),
    },
    body: body ?? null,
    signal: signal ?? null,
  }
  return fetch(apiBase + path, init)
}

/** A reply, or null when there was none. */
async function reach(sending: Sending): Promise<Response | null> {
  try {
    return await send(sending)
  } catch (error) {
    if (sending.signal?.aborted) throw error
    if (error instanceof TypeError) return null
    throw error
  }
}

async function sendWithRetries(sending: Sending): Promise<Response | null> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await reach(sending)
    const final = attempt === attempts || sending.endpoint.method !== 'GET'
    if (final || (response !== null && !retriable(response.status))) return response
    await pause(pauseBefore(attempt, response?.headers.get('Retry-After') ?? null), sending.signal)
  }
}

function refusalOf(reply: unknown, status: number): ApiError {
  const refusal = RefusalBody.safeParse(reply)
  if (!refusal.success)
    return new ApiError(status >= 502 && status <= 504 ? 'unavailable' : 'internal', status)
  const { code, message, fields } = refusal.data
  return new ApiError(code, status, message, fields)
}

async function readReply(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    throw refusalOf(null, response.status)
  }
}

/**
 * Calls the API: every call of an island. Gives what the endpoint's output holds; throws `ApiError` for every
 * refusal and failure, and the signal's reason when it was aborted. A refused token ends the session.
 */
export async function call<E extends Endpoint>(endpoint: E, options: Options<E> = {}): Promise<OutputOf<E>> {
  const token = endpoint.anonymous ? '' : $session.get()
  const response = await sendWithRetries({
    endpoint,
    path: pathOf(endpoint, (options.query ?? {}) as Record<string, unknown>),
    body: endpoint.method === 'POST' ? JSON.stringify(options.body ?? {}) : undefined,
    token,
    signal: options.signal,
  })
  if (response === null) throw new ApiError('unavailable')
  const reply = await readReply(response)
  if (!response.ok) {
    const error = refusalOf(reply, response.status)
    if (error.code === 'unauthenticated' && token !== '' && token === $session.get()) clearSession()
    throw error
  }
  const output = endpoint.output.safeParse(reply)
  if (!output.success) throw new ApiError('internal', response.status)
  return output.data as OutputOf<E>
}
