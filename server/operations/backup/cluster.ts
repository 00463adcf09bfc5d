import type { Queryable } from '#server/platform/db/database.ts'
import { findCluster } from '#server/platform/db/distribution.ts'
import { BackupError } from './format.ts'

/** The rows of distributed tables are not where a backup reads and writes them. @throws {BackupError} */
export async function refuseCluster(db: Pick<Queryable, 'query'>, message: string): Promise<void> {
  const cluster = await findCluster(db)
  if (cluster && cluster.tables.length > 0) throw new BackupError(message)
}
