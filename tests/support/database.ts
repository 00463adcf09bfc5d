import { readFile } from 'node:fs/promises'
import { inject } from 'vitest'
import { type Database, openDatabase } from '#server/db/connect.ts'
import { openInMemory } from '#server/db/pglite.ts'
import { makeOnServer, serverUrl } from './server-database.ts'

/** A migrated and empty database: embedded and in memory, or a new one on the server of DATABASE_URL. */
export const freshDatabase = (): Promise<Database> => (serverUrl ? onServer(serverUrl) : inMemory())

const inMemory = async (): Promise<Database> => openInMemory(await readFile(inject('template')))

async function onServer(address: string): Promise<Database> {
  const { url, remove } = await makeOnServer(address, inject('template'))
  const db = await openDatabase({ databaseUrl: url, dataDir: '' })
  return {
    ...db,
    async close() {
      await db.close()
      await remove()
    },
  }
}
