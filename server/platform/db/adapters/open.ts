import { type Config, ConfigError } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import { describeFullDisk, isDiskFull } from '#server/platform/disk-full.ts'
import type { LockWait } from './folder-lock.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'

/**
 * @throws {BusyError} when another process holds the embedded database's folder
 * @throws {ConfigError} when nothing can be written into it
 */
export function openDatabase(
  {
    databaseUrl,
    dataDir,
    processCount = 1,
  }: Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'processCount'>>,
  lockWait?: LockWait,
): Promise<Database> {
  return databaseUrl ? openPostgres(databaseUrl, getPoolSize(processCount)) : openEmbedded(dataDir, lockWait)
}

const connectionsPerMachine = 10
/** A lock holds one while the work under it needs others. */
const minPoolSize = 4

const getPoolSize = (processCount: number): number =>
  Math.max(Math.ceil(connectionsPerMachine / processCount), minPoolSize)

const unwritableReasons: Record<string, string> = {
  EACCES: 'this user may not write into it',
  EPERM: 'this user may not write into it',
  EROFS: 'it is on a read-only file system',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'it is a file',
}

async function openEmbedded(dataDir: string, lockWait?: LockWait): Promise<Database> {
  try {
    return await openPglite(dataDir, lockWait)
  } catch (error) {
    if (isDiskFull(error)) throw new ConfigError(describeFullDisk(`the database in ${dataDir} (DATA_DIR)`))
    const reason = unwritableReasons[(error as NodeJS.ErrnoException).code ?? '']
    if (!reason) throw error
    throw new ConfigError(
      `DATA_DIR: the folder ${dataDir} cannot hold the database: ${reason}. Change that, or choose another folder.`,
    )
  }
}
