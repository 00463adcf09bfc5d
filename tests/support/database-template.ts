import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/platform/db/adapters/open.ts'
import { openInMemory } from '#server/platform/db/adapters/pglite.ts'
import { distributeTables } from '#server/platform/db/distribution.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { citusUrl, createPostgresDatabase, postgresUrl, shardsPerTable } from './postgres-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The source of each fresh database: a database's name, or an image's path. */
    template: string
  }
}

/** Creates the tables once, which would take seconds for each database. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { name, remove } = postgresUrl ? await createServerTemplate(postgresUrl) : await createImageTemplate()
  project.provide('template', name)
  return remove
}

async function createServerTemplate(url: string) {
  const database = await createPostgresDatabase(url)
  const db = await openDatabase({ databaseUrl: database.url, dataDir: '' })
  await migrate(db)
  if (citusUrl) await distributeTables(db, { shards: shardsPerTable })
  await db.close()
  return database
}

async function createImageTemplate() {
  const folder = await mkdtemp(join(tmpdir(), 'hookline-image-'))
  const name = join(folder, 'image.tar')
  const db = await openInMemory()
  await migrate(db)
  await writeFile(name, await db.dump())
  await db.close()
  return { name, remove: () => rm(folder, { recursive: true }) }
}
