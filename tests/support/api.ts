import type { Endpoint, OutputOf } from '#contract/endpoint.ts'
import { createApp } from '#server/app.ts'
import type { Youtube } from '#server/channels/youtube.ts'
import type { Database } from '#server/db/connect.ts'
import type { Surroundings } from '#server/http.ts'
import type { Jobs } from '#server/jobs.ts'
import { createLog, type Log } from '#server/log.ts'
import { freshDatabase } from './database.ts'
import { signedHeaders } from './signed-headers.ts'

export interface CallOptions {
  domain?: string
  token?: string
  language?: string
  userAgent?: string
  query?: Record<string, string | number>
  body?: unknown
  /** Changes the headers before they are sent, to see what a forged call gets. */
  forge?: (sent: Record<string, string>) => void
}

export interface Reply {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape
  body: any
}

/** JSON as what it says, other text as it is, nothing as undefined; what is streamed without an end is left alone. */
async function bodyOf(response: Response): Promise<unknown> {
  if (response.headers.get('Content-Type')?.startsWith('text/event-stream'))
    return void (await response.body?.cancel())
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
  if (!response.headers.get('Content-Type')?.startsWith('application/json')) return text || undefined
  return JSON.parse(text)
}

const notHere = () => {
  throw new Error('This test has no such surroundings.')
}

/** Knows nothing but where channels are. */
export const noYoutube: Youtube = {
  find: async () => notHere(),
  read: async () => notHere(),
  pageOf: (channelId) => `https://www.youtube.com/channel/${channelId}`,
}

export const noJobs: Jobs = { send: async () => notHere(), nudge: notHere, work: async () => notHere() }

/** The API in memory on a fresh database, with a clock that tests can move. */
export async function startApi(
  db?: Database,
  log: Log = createLog('silent'),
  {
    youtube = noYoutube,
    jobs = noJobs,
    demonstration,
    mediaDir,
  }: Partial<Pick<Surroundings, 'youtube' | 'jobs' | 'demonstration' | 'mediaDir'>> = {},
) {
  const database = db ?? (await freshDatabase())
  const clock = { now: new Date() }
  const app = createApp({
    db: database,
    log,
    now: () => clock.now,
    behindProxy: true,
    mediaDir,
    youtube,
    jobs,
    demonstration,
  })

  const send = (path: string, init: RequestInit = {}) => app.request(`http://localhost/api/${path}`, init)

  /** Calls as the site does, with all headers. */
  async function call(endpoint: Endpoint, options: CallOptions = {}): Promise<Reply> {
    const query = new URLSearchParams(Object.entries(options.query ?? {}).map(([k, v]) => [k, String(v)]))
    const path = query.size > 0 ? `${endpoint.path}?${query}` : endpoint.path
    const body = endpoint.method === 'POST' ? JSON.stringify(options.body ?? {}) : undefined
    const sent = signedHeaders(endpoint.method, `/${path}`, body, options)
    options.forge?.(sent)
    const response = await send(path, { method: endpoint.method, headers: sent, body })
    return { status: response.status, headers: response.headers, body: await bodyOf(response) }
  }

  /** Calls and expects success. */
  async function ask<E extends Endpoint>(endpoint: E, options: CallOptions = {}): Promise<OutputOf<E>> {
    const { status, body } = await call(endpoint, options)
    if (status !== 200) throw new Error(`${endpoint.name} was refused: ${JSON.stringify(body)}`)
    return body as OutputOf<E>
  }

  return { db: database, clock, send, call, ask, close: () => database.close() }
}

export type Api = Awaited<ReturnType<typeof startApi>>
