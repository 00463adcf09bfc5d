import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { type Database, openDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { serverUrl } from './database.ts'

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
  if (base) await cp(base.name, folder, { recursive: true })
  return {
    name: folder,
    environment: { DATA_DIR: folder },
    open: () => openDatabase({ databaseUrl: undefined, dataDir: folder }),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function onServer(url: string, base: Based | undefined): Promise<Based> {
  const name = `hookline_killed_${randomBytes(6).toString('hex')}`
  const admin = async (statement: string) => {
    const sql = postgres(url, { max: 1, onnotice: () => {} })
    await sql.unsafe(statement)
    await sql.end()
  }
  await admin(base ? `create database ${name} template ${base.name}` : `create database ${name}`)
  const address = new URL(url)
  address.pathname = `/${name}`
  return {
    name,
    environment: { DATABASE_URL: address.href },
    open: () => openDatabase({ databaseUrl: address.href, dataDir: '' }),
    remove: () => admin(`drop database if exists ${name} with (force)`),
  }
}
