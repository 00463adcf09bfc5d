import type { Database } from '#server/platform/db/database.ts'
import { withLockRetry } from '#server/platform/db/lock-retry.ts'

/** Serializes catalog changes across all processes. */
export const withCatalogLock = <Result>(db: Database, work: () => Promise<Result>): Promise<Result> =>
  withLockRetry(db, 'catalog', work)
