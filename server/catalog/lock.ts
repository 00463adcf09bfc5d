import type { Database } from '#server/db/database.ts'
import { withLockRetry } from '#server/db/lock-retry.ts'

/** Serializes catalog changes across all processes. */
export const withCatalogLock = <Result>(db: Database, work: () => Promise<Result>): Promise<Result> =>
  withLockRetry(db, 'catalog', work)
