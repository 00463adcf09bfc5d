import type { User } from '#contract/people/session.ts'
import type { AdmittedHasher } from '#server/platform/auth/admitted-hasher.ts'
import type { Encryption } from '#server/platform/auth/encryption.ts'
import type { Account } from '#server/platform/auth/roles.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import type { Finding } from '#server/platform/command-line/finding.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import type { ResponseBody } from '#server/platform/http/response/response-body.ts'
import type { JobQueue } from '#server/platform/jobs/queue.ts'
import type { Log } from '#server/platform/log.ts'
import type { ReadLimits } from './read-limits.ts'

/** Read-through cache, invalidated by the database's change feed and disabled while the feed is disconnected. */
export interface ServerCache {
  findSite(domain: string, now: Date): Promise<Site | null>
  findAccount(site: Site, token: string, now: Date): Promise<Account | null>
  /** `account`: the caller; a change of its network's figures invalidates the body. */
  getBody(account: Account | null, key: string, render: () => Promise<ResponseBody>): Promise<ResponseBody>
}

export interface Services {
  db: Database
  log: Log
  now: () => Date
  /** Trusts `X-Forwarded-For`. */
  behindProxy: boolean
  mediaDir?: string | undefined
  trackFilesDir?: string | undefined
  /** Browsers reach the API here: a path, or a URL. */
  apiUrl: string
  jobs: JobQueue
  passwords: AdmittedHasher
  encryption: Encryption
  /** Aborted on shutdown, to end open streams. */
  shutdownSignal?: AbortSignal | undefined
  cache: ServerCache
  readLimits: ReadLimits
  /** What is wrong with the installation. It costs some seconds: callers cache it. */
  diagnose: (now: Date) => Promise<readonly Finding[]>
  /** Composed of what all rooms know of a person. */
  loadUser: (db: Queryable, account: Account, now: Date) => Promise<User>
}
