import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { makeOnServer, serverUrl } from './server-database.ts'

/** A database that another process can use, and be killed with. */
export interface Place {
  environment: Record<string, string>
  open(): Promise<Database>
  remove(): Promise<void>
}

/** Prepares a database once; each copy of it is a place of its own. */
export async function prepare(fill: (db: Database) => Promise<void>) {
  const base = await emptyPlace()
  const db = await base.open()
  await migrate(db)
  await fill(db)
  await db.close()
  return { copy: () => emptyPlace(base), remove: base.remove }
}

type Based = Place & { name: string }

const emptyPlace = (base?: Based): Promise<Based> => (serverUrl ? onServer(serverUrl, base) : inFolder(base))

async function inFolder(base: Based | undefined): Promise<Based> {
  const folder = await mkdtemp(join(tmpdir(), 'hookline-killed-'))
  // Of a thousand small files, the quicker one.
  if (base) cpSync(base.name, folder, { recursive: true })
  return {
    name: folder,
    environment: { DATA_DIR: folder },
    open: () => openDatabase({ databaseUrl: undefined, dataDir: folder }),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function onServer(server: string, base: Based | undefined): Promise<Based> {
  const { name, url, remove } = await makeOnServer(server, base?.name)
  return {
    name,
    environment: { DATABASE_URL: url },
    open: () => openDatabase({ databaseUrl: url, dataDir: '' }),
    remove,
  }
}
