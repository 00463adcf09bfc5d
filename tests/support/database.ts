import { readFile } from 'node:fs/promises'
import { expect, inject } from 'vitest'
import { openDatabase } from '#server/platform/db/adapters/open.ts'
import { openInMemory } from '#server/platform/db/adapters/pglite.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createPostgresDatabase, postgresUrl } from './postgres-database.ts'
import { execRaw, queryRaw } from './raw-sql.ts'
import { resetDatabase, type SeedState, snapshotSeeds } from './reset-database.ts'

/**
 * The worker's migrated and empty database. An embedded one is opened once and reset for each test file; on the server
 * of DATABASE_URL each file gets a new one.
 */
export const createTestDatabase = (): Promise<Database> =>
  postgresUrl ? createOnServer(postgresUrl, inject('template')) : lendSharedDatabase()

/** Creates a second database, or one that a test closes, migrates or inspects as a whole. */
export const createOwnDatabase = (): Promise<Database> =>
  postgresUrl ? createOnServer(postgresUrl, inject('template')) : openTemplateImage()

/** Creates a database without tables. */
export async function createEmptyDatabase(): Promise<Database> {
  if (postgresUrl) return createOnServer(postgresUrl)
  const db = await openTemplateImage()
  await execRaw(db, 'drop schema public cascade; create schema public')
  return db
}

const openTemplateImage = async () => openInMemory(await readFile(inject('template')))

interface SharedDatabase {
  db: Database
  seeds: SeedState
  /**
   * The test file that uses the database; if the file failed before it closed the database, the next file takes it
   * over.
   */
  borrower: string | null
  isClean: boolean
}

let shared: Promise<SharedDatabase> | undefined

async function openShared(): Promise<SharedDatabase> {
  const db = await openTemplateImage()
  return { db, seeds: await snapshotSeeds(db), borrower: null, isClean: true }
}

async function lendSharedDatabase(): Promise<Database> {
  shared ??= openShared()
  const state = await shared
  const { db, seeds } = state
  const testFile = expect.getState().testPath ?? ''
  if (state.borrower === testFile)
    throw new Error('This file already has the shared database: use createOwnDatabase for another one.')
  state.borrower = testFile
  if (!state.isClean) await resetDatabase(db, seeds)
  state.isClean = false
  const unsubscribers: (() => void)[] = []
  return {
    ...db,
    listen(listener) {
      const unsubscribe = db.listen(listener)
      unsubscribers.push(unsubscribe)
      return unsubscribe
    },
    async close() {
      for (const unsubscribe of unsubscribers) unsubscribe()
      // This statement waits behind every statement that is still running.
      await queryRaw(db, 'select 1')
      if (state.borrower === testFile) state.borrower = null
    },
  }
}

async function createOnServer(serverUrl: string, template?: string): Promise<Database> {
  const { url, remove } = await createPostgresDatabase(serverUrl, template)
  const db = await openDatabase({ databaseUrl: url, dataDir: '' })
  return {
    ...db,
    async close() {
      await db.close()
      await remove()
    },
  }
}
