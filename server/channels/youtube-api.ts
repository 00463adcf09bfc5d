import ky, { HTTPError, isNetworkError, isTimeoutError } from 'ky'
import type { Log } from '#server/log.ts'
import { type YoutubeChannel, YoutubeError } from './youtube.ts'
import type { YoutubeQuota } from './youtube-quota.ts'
import { getErrorReason, parseChannelList } from './youtube-response.ts'

/** By what `channels.list` finds: exactly one of its filters. */
export type ListFilter = { id: string; maxResults: string } | { forHandle: string } | { forUsername: string }

export type ListChannels = (filter: ListFilter, signal?: AbortSignal) => Promise<YoutubeChannel[]>

/** How long is waited; tests are less patient. */
export interface RetryPolicy {
  attemptTimeoutMs: number
  totalTimeoutMs: number
  retries: number
  /** Before the first retry; each further one waits twice as long. */
  initialDelayMs: number
  maxDelayMs: number
}

export const defaultRetryPolicy: RetryPolicy = {
  attemptTimeoutMs: 4_000,
  totalTimeoutMs: 20_000,
  retries: 3,
  initialDelayMs: 300,
  maxDelayMs: 8_000,
}

export interface YoutubeApiOptions {
  baseUrl: string
  key: string
  quota: YoutubeQuota
  log: Log
  fetch: typeof fetch
  retryPolicy: RetryPolicy
}

const requestedParts = 'snippet,statistics,brandingSettings,localizations'

const quotaReasons = new Set(['quotaExceeded', 'dailyLimitExceeded'])
const rateReasons = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'servingLimitExceeded'])
/** Nothing that waiting would mend: the operator has to see to the key. */
const keyReasons = new Set([
  'badRequest',
  'keyInvalid',
  'keyExpired',
  'accessNotConfigured',
  'forbidden',
  'ipRefererBlocked',
])

/** Calls `channels.list`: each try counts, is limited in time and, where that may help, followed by another. */
export function createListChannels(options: YoutubeApiOptions): ListChannels {
  const { baseUrl, key, quota, retryPolicy } = options
  /** The body belongs to the try: when the connection breaks within it, there is another. */
  const fetchWithQuota = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    await quota.consume()
    const response = await options.fetch(input, init)
    const body = [204, 205, 304].includes(response.status) ? null : await readBody(response)
    return new Response(body, { status: response.status, headers: response.headers })
  }
  return async (filter, signal) => {
    try {
      const text = await ky
        .get(`${baseUrl.replace(/\/+$/, '')}/youtube/v3/channels`, {
          searchParams: { part: requestedParts, ...filter, key },
          fetch: fetchWithQuota,
          timeout: retryPolicy.attemptTimeoutMs,
          totalTimeout: retryPolicy.totalTimeoutMs,
          retry: createRetryOptions(retryPolicy),
          ...(signal && { signal }),
        })
        .text()
      return parseChannelList(text)
    } catch (error) {
      signal?.throwIfAborted()
      throw await toYoutubeError(error, options)
    }
  }
}

const readBody = (response: Response) =>
  response.arrayBuffer().catch((error: unknown) => {
    throw new TypeError('fetch failed', { cause: error })
  })

const retryableStatuses = [408, 429, 500, 502, 503, 504]

const createRetryOptions = ({ retries, initialDelayMs, maxDelayMs }: RetryPolicy) => ({
  limit: retries,
  statusCodes: retryableStatuses,
  afterStatusCodes: retryableStatuses,
  maxRetryAfter: maxDelayMs,
  backoffLimit: maxDelayMs,
  delay: (attempt: number) => initialDelayMs * 2 ** (attempt - 1),
  jitter: (delay: number) => delay * (0.75 + Math.random() / 2),
  retryOnTimeout: true,
  /** By what the platform says; where that settles nothing, by the status. */
  shouldRetry({ error }: { error: Error }): boolean | undefined {
    if (!(error instanceof HTTPError)) return undefined
    const reason = getErrorReason(error.data) ?? ''
    if (quotaReasons.has(reason) || keyReasons.has(reason)) return false
    // Whoever asks comes again later; sooner than it is told nobody does.
    if (parseRetryAfterMs(error.response.headers.get('Retry-After') ?? '') > maxDelayMs) return false
    return error.response.status === 403 && rateReasons.has(reason) ? true : undefined
  },
})

/** How long a Retry-After asks to wait: seconds, or a date. */
const parseRetryAfterMs = (retryAfter: string): number =>
  /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - Date.now()

/** What callers learn; the log gets the rest, without the address, which holds the key. */
async function toYoutubeError(error: unknown, { quota, log }: YoutubeApiOptions): Promise<unknown> {
  if (error instanceof HTTPError) {
    const reason = getErrorReason(error.data)
    const { status } = error.response
    if (quotaReasons.has(reason ?? '')) {
      await quota.markExhausted()
      return new YoutubeError('quota')
    }
    if (keyReasons.has(reason ?? ''))
      log.error({ status, reason }, 'YouTube does not take the key of YOUTUBE_API_KEY for its Data API')
    else log.warn({ status, reason }, 'YouTube did not answer a question')
    return new YoutubeError('no_answer', new Error(`status ${status}, ${reason ?? 'no reason'}`))
  }
  const description = describeFailure(error)
  if (description === undefined) return error
  log.warn({ why: description }, 'YouTube did not answer a question')
  return new YoutubeError('no_answer', new Error(description))
}

/** Undefined for what is no fault of the platform. */
function describeFailure(error: unknown): string | undefined {
  if (isTimeoutError(error)) return 'it took too long'
  if (isNetworkError(error)) return `no connection (${getCauseCode(error)})`
  if (error instanceof SyntaxError) return 'what came is not JSON'
  if (error instanceof Error && error.name === '$ZodError')
    return `an unknown shape: ${error.message.slice(0, 300)}`
  return undefined
}

/** The code of the innermost cause. */
function getCauseCode(error: unknown): string {
  const { cause, code, name } = error as { cause?: unknown; code?: unknown; name?: string }
  return cause instanceof Error ? getCauseCode(cause) : String(code ?? name)
}
