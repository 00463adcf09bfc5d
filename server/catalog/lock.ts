import type { Database } from '#server/db/database.ts'
import { withLockRetry } from '#server/db/lock-retry.ts'

/** Whatever changes the catalogue does so alone: another one waits until it has ended. */
export const withCatalogLock = <Result>(db: Database, work: () => Promise<Result>): Promise<Result> =>
  withLockRetry(db, 'catalogue', work)
