import { config } from 'zod/mini'
import type { BodyOf, Endpoint, OutputOf, QueryOf } from '#contract/endpoint.ts'
import { type FieldError, RefusalBody, type RefusalCode } from '#contract/errors.ts'
import { headers } from '#contract/headers.ts'
import { antiTamper } from './anti-tamper.ts'
import { apiBase } from './api-base.ts'
import { siteHeaders } from './call-headers.ts'
import { questionKey, takeBegun } from './early-replies.ts'
import { dropReplies, type Kept, keepReply, keptReply } from './kept-replies.ts'
import { pause, pauseBefore, retriable } from './retry.ts'
import { $session, clearSession } from './session.ts'
import { $site } from './site.ts'
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

export interface Options<E> {
  query?: QueryOf<E>
  body?: BodyOf<E>
  signal?: AbortSignal
}

function pathOf(endpoint: Endpoint, query: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return `/${endpoint.path}${search && '?'}${search}`
}

interface Sending {
  method: Endpoint['method']
  path: string
  body: string | undefined
  token: string
  signal: AbortSignal | undefined
  /** In which language, for which site and whom. */
  about: Record<string, string>
  /** Of the reply that is kept. */
  tag: string | undefined
}

async function send({ method, path, body, token, signal, about, tag }: Sending): Promise<Response> {
  const bodyBytes = body === undefined ? 0 : new TextEncoder().encode(body).length
  const init: RequestInit = {
    method,
    headers: {
      ...about,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(tag !== undefined && { 'If-None-Match': tag }),
      ...(await antiTamper({ method, path, bodyBytes, token }, () => import('./sha512.ts'))),
    },
    body: body ?? null,
    signal: signal ?? null,
  }
  return fetch(apiBase + path, init)
}

/** A reply, or null when there was none. */
async function reach(sending: Sending, begun?: Promise<Response>): Promise<Response | null> {
  try {
    const response = await (begun ?? send(sending))
    sending.signal?.throwIfAborted()
    return response
  } catch (error) {
    if (sending.signal?.aborted) throw sending.signal.reason
    if (error instanceof TypeError) return null
    throw error
  }
}

async function sendWithRetries(sending: Sending, begun?: Promise<Response>): Promise<Response | null> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await reach(sending, attempt === 1 ? begun : undefined)
    const final = attempt === attempts || sending.method !== 'GET'
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
  try {
    return JSON.parse(await response.text())
  } catch (error) {
    if (error instanceof SyntaxError) throw refusalOf(null, response.status)
    // It broke off on its way.
    if (error instanceof TypeError) throw new ApiError('unavailable', response.status)
    throw error
  }
}

interface Reply {
  /** With a status of success, or 304. */
  response: Response
  /** Names the question, for what is kept. */
  key: string
  /** By which it was asked; '' by nobody. */
  token: string
  /** What a 304 confirms. */
  kept: Kept | undefined
}

/**
 * Sends a call and gives its reply, unread. Throws `ApiError` for every refusal and failure, and the signal's reason
 * when it was aborted. A refused token ends the session. With `again` a reply that is kept may be confirmed by a 304.
 */
export async function request<E extends Endpoint>(
  endpoint: E,
  { query = {} as QueryOf<E>, body, signal }: Options<E>,
  { again = false }: { again?: boolean } = {},
): Promise<Reply> {
  const { method, anonymous } = endpoint
  const token = anonymous ? '' : $session.get()
  const path = pathOf(endpoint, query as Record<string, unknown>)
  const about = { [headers.language]: locale(), ...(anonymous ? {} : siteHeaders($site.get(), token)) }
  const key = questionKey(path, about)
  const sent = method === 'POST' ? JSON.stringify(body ?? {}) : undefined
  const kept = again ? keptReply(key) : undefined
  const begun = method === 'GET' ? takeBegun(key) : undefined
  const sending = { method, path, body: sent, token, signal, about, tag: kept?.tag }
  const response = await sendWithRetries(sending, begun)
  if (response === null) throw new ApiError('unavailable')
  if (response.ok || (response.status === 304 && kept)) return { response, key, token, kept }
  const error = refusalOf(await readReply(response), response.status)
  if (error.code === 'unauthenticated' && token !== '' && token === $session.get()) clearSession()
  throw error
}

/**
 * Calls the API and gives what the endpoint's output holds; throws as `request()` does. What a read gave last is kept
 * in memory, shared by all who ask the same: nobody changes it.
 */
export async function call<E extends Endpoint>(endpoint: E, options: Options<E> = {}): Promise<OutputOf<E>> {
  const { response, key, token, kept } = await request(endpoint, options, {
    again: endpoint.method === 'GET',
  })
  if (kept && response.status === 304) return kept.output as OutputOf<E>
  const output = endpoint.output.safeParse(await readReply(response))
  if (!output.success) throw new ApiError('internal', response.status)
  const tag = endpoint.method === 'GET' && response.headers.get('ETag')
  // Who has signed out since leaves nothing behind.
  if (tag && (endpoint.anonymous || token === $session.get())) keepReply(key, tag, output.data)
  return output.data as OutputOf<E>
}

// The keys tell tokens and sites apart: this is for what must not stay in memory.
$session.listen(dropReplies)
