import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { type Database, openDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPglite } from '#server/db/pglite.ts'

export const serverUrl = process.env.DATABASE_URL

/** A migrated and empty database: embedded and in memory, or a new one on the server of DATABASE_URL. */
export async function freshDatabase(): Promise<Database> {
  return serverUrl ? onServer(serverUrl) : inMemory()
}

async function inMemory(): Promise<Database> {
  const db = await openPglite()
  await migrate(db)
  return db
}

async function onServer(url: string): Promise<Database> {
  const name = `hookline_test_${randomBytes(6).toString('hex')}`
  const admin = postgres(url, { max: 1, onnotice: () => {} })
  await admin.unsafe(`create database ${name}`)
  const db = await openDatabase({ databaseUrl: databaseNamed(url, name), dataDir: '' })
  await migrate(db)
  return {
    ...db,
    async close() {
      await db.close()
      await admin.unsafe(`drop database if exists ${name} with (force)`)
      await admin.end()
    },
  }
}

function databaseNamed(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}
