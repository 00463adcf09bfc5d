import ky, { HTTPError, isNetworkError, isTimeoutError } from 'ky'
import type { Log } from '#server/platform/log.ts'
import type { YoutubeQuota } from './quota.ts'
import { getErrorReason, parseChannelList, parsePlaylistVideos, parseVideoList } from './response.ts'
import { type QuotaUse, type YoutubeChannel, YoutubeError, type YoutubeVideo } from './types.ts'

/** `channels.list` accepts exactly one filter. */
export type ListFilter = { id: string; maxResults: string } | { forHandle: string } | { forUsername: string }

/** A request of the Data API. @throws {YoutubeError} */
export type ReadYoutube = <Result>(
  resource: YoutubeResource<Result>,
  filter: Readonly<Record<string, string>>,
  use: QuotaUse,
  signal?: AbortSignal,
) => Promise<Result>

interface YoutubeResource<Result> {
  path: 'channels' | 'playlistItems' | 'videos'
  part: string
  /** @throws when the text is not JSON or has an unexpected shape */
  parse: (text: string) => Result
}

export const channelList: YoutubeResource<YoutubeChannel[]> = {
  path: 'channels',
  part: 'snippet,statistics,brandingSettings,localizations',
  parse: parseChannelList,
}

/** Ids of the videos in a playlist. */
export const playlistVideos: YoutubeResource<string[]> = {
  path: 'playlistItems',
  part: 'contentDetails',
  parse: parsePlaylistVideos,
}

export const videoList: YoutubeResource<YoutubeVideo[]> = {
  path: 'videos',
  part: 'snippet,contentDetails,statistics',
  parse: parseVideoList,
}

export interface RetryPolicy {
  attemptTimeoutMs: number
  totalTimeoutMs: number
  retries: number
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

const quotaReasons = new Set(['quotaExceeded', 'dailyLimitExceeded'])
const rateReasons = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'servingLimitExceeded'])
/** These errors are not retryable: the operator must fix the key. */
const keyReasons = new Set([
  'badRequest',
  'keyInvalid',
  'keyExpired',
  'accessNotConfigured',
  'forbidden',
  'ipRefererBlocked',
])

/** Each retry counts against the quota. */
export function createYoutubeReader(options: YoutubeApiOptions): ReadYoutube {
  const { baseUrl, key, quota, retryPolicy } = options
  /** Reads the body within the attempt, so that a lost connection is retried. */
  const fetchWithQuota = async (
    use: QuotaUse,
    input: RequestInfo | URL,
    init?: RequestInit,
  ): Promise<Response> => {
    await quota.consume(use)
    const response = await options.fetch(input, init)
    const body = [204, 205, 304].includes(response.status) ? null : await readBody(response)
    return new Response(body, { status: response.status, headers: response.headers })
  }
  return async ({ path, part, parse }, filter, use, signal) => {
    try {
      const text = await ky
        .get(`${baseUrl.replace(/\/+$/, '')}/youtube/v3/${path}`, {
          searchParams: { part, ...filter },
          headers: { 'X-Goog-Api-Key': key },
          // A redirect would take the key to another host.
          redirect: 'manual',
          fetch: (input: RequestInfo | URL, init?: RequestInit) => fetchWithQuota(use, input, init),
          timeout: retryPolicy.attemptTimeoutMs,
          totalTimeout: retryPolicy.totalTimeoutMs,
          retry: createRetryOptions(retryPolicy),
          ...(signal && { signal }),
        })
        .text()
      return parse(text)
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
  /** Decides by YouTube's error reason; undefined falls back to the status code. */
  shouldRetry({ error }: { error: Error }): boolean | undefined {
    if (!(error instanceof HTTPError)) return undefined
    const reason = getErrorReason(error.data) ?? ''
    if (quotaReasons.has(reason) || keyReasons.has(reason)) return false
    // Too long to wait here; the caller retries later.
    if (parseRetryAfterMs(error.response.headers.get('Retry-After') ?? '') > maxDelayMs) return false
    return error.response.status === 403 && rateReasons.has(reason) ? true : undefined
  },
})

const parseRetryAfterMs = (retryAfter: string): number =>
  /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - Date.now()

/** Logs details, but never the headers: they contain the key. */
async function toYoutubeError(error: unknown, { quota, log }: YoutubeApiOptions): Promise<unknown> {
  if (error instanceof HTTPError) {
    const { status } = error.response
    const isRedirect = status >= 300 && status < 400
    const reason = isRedirect ? 'a redirect, which is not followed' : getErrorReason(error.data)
    if (quotaReasons.has(reason ?? '')) {
      await quota.markExhausted()
      return new YoutubeError('quota')
    }
    if (keyReasons.has(reason ?? '')) log.error({ status, reason }, 'YouTube rejected YOUTUBE_API_KEY')
    else log.warn({ status, reason }, 'YouTube API request failed')
    return new YoutubeError('no_answer', new Error(`status ${status}, ${reason ?? 'no reason'}`))
  }
  const description = describeFailure(error)
  if (description === undefined) return error
  log.warn({ reason: description }, 'YouTube API request failed')
  return new YoutubeError('no_answer', new Error(description))
}

/** Undefined for errors that YouTube did not cause. */
function describeFailure(error: unknown): string | undefined {
  if (isTimeoutError(error)) return 'timeout'
  if (isNetworkError(error)) return `no connection (${getCauseCode(error)})`
  if (error instanceof SyntaxError) return 'response is not JSON'
  if (error instanceof Error && error.name === '$ZodError')
    return `unexpected response: ${error.message.slice(0, 300)}`
  return undefined
}

function getCauseCode(error: unknown): string {
  const { cause, code, name } = error as { cause?: unknown; code?: unknown; name?: string }
  return cause instanceof Error ? getCauseCode(cause) : String(code ?? name)
}
