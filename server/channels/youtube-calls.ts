import ky, { HTTPError, isNetworkError, isTimeoutError } from 'ky'
import type { Log } from '#server/log.ts'
import type { Quota } from './quota.ts'
import { type YoutubeChannel, YoutubeError } from './youtube.ts'
import { parseListing, reasonOf } from './youtube-reply.ts'

/** By what `channels.list` finds: exactly one of its filters. */
export type Filter = { id: string; maxResults: string } | { forHandle: string } | { forUsername: string }

export type ListChannels = (filter: Filter, signal?: AbortSignal) => Promise<YoutubeChannel[]>

/** How long is waited; tests are less patient. */
export interface Patience {
  tryMs: number
  totalMs: number
  retries: number
  /** Before the first retry; each further one waits twice as long. */
  pauseMs: number
  longestPauseMs: number
}

export const patience: Patience = {
  tryMs: 4_000,
  totalMs: 20_000,
  retries: 3,
  pauseMs: 300,
  longestPauseMs: 8_000,
}

export interface CallSettings {
  baseUrl: string
  key: string
  quota: Quota
  log: Log
  fetch: typeof fetch
  patience: Patience
}

const parts = 'snippet,statistics,brandingSettings,localizations'

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
export function listingChannels(settings: CallSettings): ListChannels {
  const { baseUrl, key, quota, patience } = settings
  /** The body belongs to the try: when the connection breaks within it, there is another. */
  const counted = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    await quota.take()
    const response = await settings.fetch(input, init)
    const body = [204, 205, 304].includes(response.status) ? null : await readBody(response)
    return new Response(body, { status: response.status, headers: response.headers })
  }
  return async (filter, signal) => {
    try {
      const text = await ky
        .get(`${baseUrl.replace(/\/+$/, '')}/youtube/v3/channels`, {
          searchParams: { part: parts, ...filter, key },
          fetch: counted,
          timeout: patience.tryMs,
          totalTimeout: patience.totalMs,
          retry: retryRule(patience),
          ...(signal && { signal }),
        })
        .text()
      return parseListing(text)
    } catch (error) {
      signal?.throwIfAborted()
      throw await troubleOf(error, settings)
    }
  }
}

const readBody = (response: Response) =>
  response.arrayBuffer().catch((error: unknown) => {
    throw new TypeError('fetch failed', { cause: error })
  })

const repeatable = [408, 429, 500, 502, 503, 504]

const retryRule = ({ retries, pauseMs, longestPauseMs }: Patience) => ({
  limit: retries,
  statusCodes: repeatable,
  afterStatusCodes: repeatable,
  maxRetryAfter: longestPauseMs,
  backoffLimit: longestPauseMs,
  delay: (attempt: number) => pauseMs * 2 ** (attempt - 1),
  jitter: (delay: number) => delay * (0.75 + Math.random() / 2),
  retryOnTimeout: true,
  /** By what the platform says; where that settles nothing, by the status. */
  shouldRetry({ error }: { error: Error }): boolean | undefined {
    if (!(error instanceof HTTPError)) return undefined
    const reason = reasonOf(error.data) ?? ''
    if (quotaReasons.has(reason) || keyReasons.has(reason)) return false
    // Whoever asks comes again later; sooner than it is told nobody does.
    if (toldMs(error.response.headers.get('Retry-After') ?? '') > longestPauseMs) return false
    return error.response.status === 403 && rateReasons.has(reason) ? true : undefined
  },
})

/** How long a Retry-After asks to wait: seconds, or a date. */
const toldMs = (told: string): number =>
  /^\d+$/.test(told) ? Number(told) * 1_000 : Date.parse(told) - Date.now()

/** What callers learn; the log gets the rest, without the address, which holds the key. */
async function troubleOf(error: unknown, { quota, log }: CallSettings): Promise<unknown> {
  if (error instanceof HTTPError) {
    const reason = reasonOf(error.data)
    const { status } = error.response
    if (quotaReasons.has(reason ?? '')) {
      await quota.noteUsedUp()
      return new YoutubeError('quota')
    }
    if (keyReasons.has(reason ?? ''))
      log.error({ status, reason }, 'YouTube does not take the key of YOUTUBE_API_KEY for its Data API')
    else log.warn({ status, reason }, 'YouTube did not answer a question')
    return new YoutubeError('no_answer', new Error(`status ${status}, ${reason ?? 'no reason'}`))
  }
  const why = plainReason(error)
  if (why === undefined) return error
  log.warn({ why }, 'YouTube did not answer a question')
  return new YoutubeError('no_answer', new Error(why))
}

/** Undefined for what is no fault of the platform. */
function plainReason(error: unknown): string | undefined {
  if (isTimeoutError(error)) return 'it took too long'
  if (isNetworkError(error)) return `no connection (${causeOf(error)})`
  if (error instanceof SyntaxError) return 'what came is not JSON'
  if (error instanceof Error && error.name === '$ZodError')
    return `an unknown shape: ${error.message.slice(0, 300)}`
  return undefined
}

/** The code of the innermost cause. */
function causeOf(error: unknown): string {
  const { cause, code, name } = error as { cause?: unknown; code?: unknown; name?: string }
  return cause instanceof Error ? causeOf(cause) : String(code ?? name)
}
