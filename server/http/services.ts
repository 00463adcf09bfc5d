import type { Context, Hono } from 'hono'
import type { Locale } from '#contract/locale.ts'
import type { Encryption } from '#server/auth/encryption.ts'
import type { HashQueue } from '#server/auth/hash-queue.ts'
import type { ServerCache } from '#server/cache/server-cache.ts'
import type { Database } from '#server/db/database.ts'
import type { JobQueue } from '#server/jobs/queue.ts'
import type { Log } from '#server/log.ts'
import type { ReadLimits } from './read-limits.ts'

export interface Services {
  db: Database
  log: Log
  now: () => Date
  /** Trusts `X-Forwarded-For`. */
  behindProxy: boolean
  mediaDir?: string | undefined
  /** Of the API, as browsers reach it: a path, or a URL. */
  apiUrl: string
  jobs: JobQueue
  passwords: HashQueue
  encryption: Encryption
  /** Aborted on shutdown, to end open streams. */
  shutdownSignal?: AbortSignal | undefined
  cache: ServerCache
  readLimits: ReadLimits
}

export interface Variables {
  requestId: string
  locale: Locale
  accountId?: number
  /** Content security policy of the page that is sent. */
  pagePolicy?: string | undefined
}

export type App = Hono<{ Variables: Variables }>
export type AppContext = Context<{ Variables: Variables }>
