import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/platform/db/adapters/open.ts'
import type { Database } from '#server/platform/db/database.ts'
import { distributeTables } from '#server/platform/db/distribution.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { citusUrl, createPostgresDatabase, postgresUrl, shardsPerTable } from './postgres-database.ts'

/** A database that another process can use, and that survives when that process is killed. */
export interface ProcessDatabase {
  environment: Record<string, string>
  open(): Promise<Database>
  remove(): Promise<void>
}

/** Prepares a database once; each copy of it is independent. */
export async function prepareProcessDatabase(fill: (db: Database) => Promise<void>) {
  const template = await createEmpty()
  const db = await template.open()
  await migrate(db)
  if (citusUrl) await distributeTables(db, { shards: shardsPerTable })
  await fill(db)
  await db.close()
  return { copy: () => createEmpty(template), remove: template.remove }
}

/** Creates a database on which nothing has been started. */
export const createEmptyProcessDatabase = (): Promise<ProcessDatabase> => createEmpty()

type NamedDatabase = ProcessDatabase & { name: string }

const createEmpty = (template?: NamedDatabase): Promise<NamedDatabase> =>
  postgresUrl ? createOnServer(postgresUrl, template) : createInFolder(template)

async function createInFolder(template: NamedDatabase | undefined): Promise<NamedDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'hookline-killed-'))
  // The synchronous copy is faster for a thousand small files.
  if (template) cpSync(template.name, folder, { recursive: true })
  return {
    name: folder,
    environment: { DATA_DIR: folder },
    open: () => openDatabase({ databaseUrl: undefined, dataDir: folder }),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function createOnServer(server: string, template: NamedDatabase | undefined): Promise<NamedDatabase> {
  const { name, url, remove } = await createPostgresDatabase(server, template?.name)
  return {
    name,
    environment: { DATABASE_URL: url },
    open: () => openDatabase({ databaseUrl: url, dataDir: '' }),
    remove,
  }
}
