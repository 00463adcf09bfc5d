import type { Config } from '#server/config.ts'
import type { Database } from './database.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'

/** @throws {BusyError} when another process holds the embedded database's folder */
export function openDatabase({
  databaseUrl,
  dataDir,
  processCount = 1,
}: Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'processCount'>>): Promise<Database> {
  return databaseUrl ? openPostgres(databaseUrl, getPoolSize(processCount)) : openPglite(dataDir)
}

const connectionsPerMachine = 10
/** A lock holds one while the work under it needs others. */
const minPoolSize = 4

const getPoolSize = (processCount: number): number =>
  Math.max(Math.ceil(connectionsPerMachine / processCount), minPoolSize)
