import type { Endpoint, EndpointOutput } from '#contract/platform/endpoint.ts'
import type { Dependencies } from '#server/app.ts'
import { createApp } from '#server/app.ts'
import type { YoutubeClient } from '#server/channels/youtube/types.ts'
import { createEncryption } from '#server/platform/auth/encryption.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { JobQueue } from '#server/platform/jobs/queue.ts'
import { createLog, type Log } from '#server/platform/log.ts'
import { createTestDatabase } from './database.ts'
import { cheapHasher } from './passwords.ts'
import { signHeaders } from './signed-headers.ts'

export interface CallOptions {
  domain?: string
  token?: string
  language?: string
  userAgent?: string
  query?: Record<string, string | number>
  body?: unknown
  /** Changes the headers before they are sent, to test the response to a forged call. */
  tamper?: (sent: Record<string, string>) => void
}

export interface ApiResponse {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape
  body: any
}

/** Parses JSON, returns other text unchanged, and an empty body as undefined; an endless stream is not read. */
async function parseBody(response: Response): Promise<unknown> {
  if (response.headers.get('Content-Type')?.startsWith('text/event-stream'))
    return void (await response.body?.cancel())
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
  if (!response.headers.get('Content-Type')?.startsWith('application/json')) return text || undefined
  return JSON.parse(text)
}

const throwUnavailable = () => {
  throw new Error('Not available in this test.')
}

/** Knows only where channels are. */
export const unavailableYoutube: YoutubeClient = {
  findChannel: async () => throwUnavailable(),
  getChannel: async () => throwUnavailable(),
  listLatestVideos: async () => throwUnavailable(),
  getChannelUrl: (channelId) => `https://www.youtube.com/channel/${channelId}`,
}

export const unavailableJobs: JobQueue = {
  enqueue: async () => throwUnavailable(),
  wake: throwUnavailable,
  registerHandler: async () => throwUnavailable(),
}

export const testEncryption = createEncryption(async () => new Uint8Array(32).fill(7))

/** Starts the API in memory on a fresh database, with a clock that tests can move. */
export async function startApi(
  db?: Database,
  log: Log = createLog('silent'),
  {
    youtube = unavailableYoutube,
    jobs = unavailableJobs,
    registerDemoRoutes,
    mediaDir,
    trackFilesDir,
    passwords = cheapHasher,
    logAddresses = 'network',
    encryption = testEncryption,
    metrics,
    // Most tests stop the clock.
    readsPerMinute = Number.POSITIVE_INFINITY,
  }: Partial<
    Pick<
      Dependencies,
      | 'youtube'
      | 'jobs'
      | 'registerDemoRoutes'
      | 'mediaDir'
      | 'trackFilesDir'
      | 'passwords'
      | 'logAddresses'
      | 'encryption'
      | 'metrics'
      | 'readsPerMinute'
    >
  > = {},
) {
  const database = db ?? (await createTestDatabase())
  const clock = { now: new Date() }
  const app = createApp({
    db: database,
    log,
    now: () => clock.now,
    behindProxy: true,
    mediaDir,
    trackFilesDir,
    youtube,
    jobs,
    passwords,
    logAddresses,
    encryption,
    readsPerMinute,
    registerDemoRoutes,
    metrics,
  })

  const send = (path: string, init: RequestInit = {}) => app.request(`http://localhost/api/${path}`, init)

  /** Calls the API as the site does, with all headers. */
  async function request(endpoint: Endpoint, options: CallOptions = {}): Promise<ApiResponse> {
    const query = new URLSearchParams(Object.entries(options.query ?? {}).map(([k, v]) => [k, String(v)]))
    const path = query.size > 0 ? `${endpoint.path}?${query}` : endpoint.path
    const body = endpoint.method === 'POST' ? JSON.stringify(options.body ?? {}) : undefined
    const requestHeaders = signHeaders(endpoint.method, `/${path}`, body, options)
    options.tamper?.(requestHeaders)
    const response = await send(path, { method: endpoint.method, headers: requestHeaders, body })
    return { status: response.status, headers: response.headers, body: await parseBody(response) }
  }

  /** Calls and expects success. */
  async function call<E extends Endpoint>(
    endpoint: E,
    options: CallOptions = {},
  ): Promise<EndpointOutput<E>> {
    const { status, body } = await request(endpoint, options)
    if (status !== 200) throw new Error(`${endpoint.name} was refused: ${JSON.stringify(body)}`)
    return body as EndpointOutput<E>
  }

  return { db: database, clock, send, request, call, close: () => database.close() }
}

export type Api = Awaited<ReturnType<typeof startApi>>
