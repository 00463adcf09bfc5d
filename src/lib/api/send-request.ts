import { getSiteCurrency } from '#contract/platform/currency.ts'
import { headerNames } from '#contract/platform/headers.ts'
import type { SiteMetadata } from '#contract/portal/site.ts'
import { host } from '#lib/site/host.ts'
import { createAntiTamperHeaders, type LoadFallbackHash } from './anti-tamper.ts'
import { apiBaseUrl } from './base-url.ts'
import { getRetryDelay, isLongLimit, isRetryable, sleep } from './retry.ts'

const maxAttempts = 3

type Site = Pick<SiteMetadata, 'domain' | 'is_playist'> | null

/** Language, site, currency and account headers. Anonymous calls only send the language. */
export const buildContextHeaders = (
  language: string,
  context: { site: Site; token: string } | null,
): Record<string, string> => ({
  [headerNames.language]: language,
  ...(context && {
    [headerNames.domain]: context.site?.domain ?? host,
    [headerNames.playlist]: context.site?.is_playist ? '1' : '0',
    [headerNames.currency]: getSiteCurrency(context.site?.is_playist ?? false),
    ...(context.token && { [headerNames.token]: context.token }),
  }),
})

export interface ApiRequest {
  readonly method?: 'GET' | 'POST'
  /** Path below the base URL, with a leading slash and the query. */
  readonly path: string
  /** Serialized JSON. */
  readonly body?: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  /** Lets the request outlive the page. */
  readonly keepalive?: boolean
}

/** Makes one attempt. Rejects with a `TypeError` if the API cannot be reached. */
export async function sendRequest(
  { method = 'GET', path, body, headers, signal, keepalive = false }: ApiRequest,
  loadFallbackHash: LoadFallbackHash,
): Promise<Response> {
  const bodyBytes = body === undefined ? 0 : new TextEncoder().encode(body).length
  const token = headers[headerNames.token] ?? ''
  const antiTamperHeaders = await createAntiTamperHeaders(
    { method, path, bodyBytes, token },
    loadFallbackHash,
  )
  return fetch(apiBaseUrl + path, {
    method,
    headers: {
      ...headers,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...antiTamperHeaders,
    },
    body: body ?? null,
    signal: signal ?? null,
    keepalive,
  })
}

/**
 * Sends a request and retries reads with backoff. `preloaded` replaces the first attempt.
 * @returns the last response, null if the API could not be reached
 */
export async function sendWithRetries(
  request: ApiRequest,
  loadFallbackHash: LoadFallbackHash,
  preloaded?: Promise<Response>,
): Promise<Response | null> {
  const { method = 'GET', signal } = request
  const attempts = method === 'GET' ? maxAttempts : 1
  let next = preloaded
  for (let attempt = 1; ; attempt += 1) {
    const response = await (next ?? sendRequest(request, loadFallbackHash)).catch((error) => {
      signal?.throwIfAborted()
      if (error instanceof TypeError) return null
      throw error
    })
    signal?.throwIfAborted()
    next = undefined
    const retryAfter = response?.headers.get('Retry-After') ?? null
    const isFinal = response && (!isRetryable(response.status) || isLongLimit(response.status, retryAfter))
    if (attempt === attempts || isFinal) return response
    await sleep(getRetryDelay(attempt, retryAfter), signal)
  }
}
