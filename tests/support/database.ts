import { readFile } from 'node:fs/promises'
import { inject } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open.ts'
import { openInMemory } from '#server/db/pglite.ts'
import { createPostgresDatabase, postgresUrl } from './postgres-database.ts'

/** A migrated and empty database: embedded and in memory, or a new one on the server of DATABASE_URL. */
export const createTestDatabase = (): Promise<Database> =>
  postgresUrl ? createOnServer(postgresUrl) : openTemplateImage()

const openTemplateImage = async (): Promise<Database> => openInMemory(await readFile(inject('template')))

async function createOnServer(serverUrl: string): Promise<Database> {
  const { url, remove } = await createPostgresDatabase(serverUrl, inject('template'))
  const db = await openDatabase({ databaseUrl: url, dataDir: '' })
  return {
    ...db,
    async close() {
      await db.close()
      await remove()
    },
  }
}
