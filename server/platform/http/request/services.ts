import type { Context, Hono } from 'hono'
import type { User } from '#contract/people/session.ts'
import type { Locale } from '#contract/platform/locale.ts'
import type { Encryption } from '#server/platform/auth/encryption.ts'
import type { HashQueue } from '#server/platform/auth/hash-queue.ts'
import type { Account } from '#server/platform/auth/roles.ts'
import type { ServerCache } from '#server/platform/cache/server-cache.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import type { JobQueue } from '#server/platform/jobs/queue.ts'
import type { Log } from '#server/platform/log.ts'
import type { ReadLimits } from './read-limits.ts'

export interface Services {
  db: Database
  log: Log
  now: () => Date
  /** Trusts `X-Forwarded-For`. */
  behindProxy: boolean
  mediaDir?: string | undefined
  /** Browsers reach the API here: a path, or a URL. */
  apiUrl: string
  jobs: JobQueue
  passwords: HashQueue
  encryption: Encryption
  /** Aborted on shutdown, to end open streams. */
  shutdownSignal?: AbortSignal | undefined
  cache: ServerCache
  readLimits: ReadLimits
  /** Composed of what all rooms know of a person. */
  loadUser: (db: Queryable, account: Account, now: Date) => Promise<User>
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
