import type { Database } from '#server/db/connect.ts'
import { whenFree } from '#server/db/when-free.ts'

/** Whatever changes the catalogue does so alone: another one waits until it has ended. */
export const alone = <Result>(db: Database, work: () => Promise<Result>): Promise<Result> =>
  whenFree(db, 'catalogue', work)
