import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { openInMemory } from '#server/db/pglite.ts'
import { makeOnServer, serverUrl } from './server-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** What each fresh database is a copy of: a database's name, or an image's path. */
    template: string
  }
}

/** Prepares once what would take seconds for each database: the tables. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { name, remove } = serverUrl ? await onServer(serverUrl) : await asImage()
  project.provide('template', name)
  return remove
}

async function onServer(url: string) {
  const made = await makeOnServer(url)
  const db = await openDatabase({ databaseUrl: made.url, dataDir: '' })
  await migrate(db)
  await db.close()
  return made
}

async function asImage() {
  const folder = await mkdtemp(join(tmpdir(), 'hookline-image-'))
  const name = join(folder, 'image.tar')
  const db = await openInMemory()
  await migrate(db)
  await writeFile(name, await db.dump())
  await db.close()
  return { name, remove: () => rm(folder, { recursive: true }) }
}
