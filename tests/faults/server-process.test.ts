// @module-tag adapter
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postgresUrl } from '#tests/support/postgres-database.ts'
import { type ProcessDatabase, prepareProcessDatabase } from '#tests/support/process-database.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { startServer } from '#tests/support/server-process.ts'

let template: Awaited<ReturnType<typeof prepareProcessDatabase>>
beforeAll(async () => {
  template = await prepareProcessDatabase(async () => {})
})
afterAll(() => template.remove())

/** Lists the locks that keep other processes out of the embedded database. */
async function listLocks(database: ProcessDatabase): Promise<string[]> {
  const folder = database.environment.DATA_DIR
  return folder === undefined ? [] : (await readdir(folder)).filter((name) => name.startsWith('in-use-by'))
}

test('a start that fails says why, and lets the database go', async () => {
  const place = await template.copy()
  const db = await place.open()
  await queryRaw(db, `update migrations set sha256 = 'other' where name = '0001_baseline.sql'`)
  await db.close()
  const { status, text } = await startServer(place.environment).ended
  expect(status).toBe(1)
  expect(text).toContain('0001_baseline.sql was changed')
  expect(await listLocks(place)).toEqual([])
  await place.remove()
})

test('a signal while the start is under way ends it in order', async () => {
  const place = await template.copy()
  const server = startServer({ ...place.environment, DEMO: '1' })
  await server.waitForOutput(/Creating the demo network/)
  server.kill('SIGTERM')
  const { status, signal, text } = await server.ended
  expect({ status, signal }).toEqual({ status: 0, signal: null })
  expect(text).not.toMatch(/error|at .+:\d+:\d+/i)
  expect(await listLocks(place)).toEqual([])
  await place.remove()
})

test('a signal ends a server that answers', async () => {
  const place = await template.copy()
  const server = startServer(place.environment)
  expect((await fetch(`${await server.address()}/api/ready`)).status).toBe(200)
  server.kill('SIGINT')
  expect(await server.ended).toMatchObject({ status: 0, signal: null })
  expect(await listLocks(place)).toEqual([])
  await place.remove()
})

test.skipIf(postgresUrl)(
  'a restarted server waits for an operator command, and then takes over',
  async () => {
    const place = await template.copy()
    const db = await place.open()
    const server = startServer(place.environment)
    await server.waitForOutput(/is in use by process \d+: waiting up to 60 s/)
    await db.close()
    expect((await fetch(`${await server.address()}/api/ready`)).status).toBe(200)
    server.kill('SIGTERM')
    expect(await server.ended).toMatchObject({ status: 0, signal: null })
    await place.remove()
  },
)

test.skipIf(postgresUrl)('a signal ends a server that waits', async () => {
  const place = await template.copy()
  const db = await place.open()
  const server = startServer(place.environment)
  await server.waitForOutput(/waiting up to/)
  server.kill('SIGTERM')
  const { status, text } = await server.ended
  expect(status).toBe(0)
  expect(text).not.toMatch(/abort/i)
  expect(await listLocks(place)).toHaveLength(1)
  await db.close()
  await place.remove()
})

test('a port that is in use ends it with the reason', async () => {
  const [place, other] = [await template.copy(), await template.copy()]
  const server = startServer(place.environment)
  const port = new URL(await server.address()).port
  const { status, text } = await startServer({ ...other.environment, PORT: port }).ended
  expect({ status, text }).toMatchObject({
    status: 1,
    text: expect.stringContaining(`Port ${port} is in use`),
  })
  expect(await listLocks(other)).toEqual([])
  server.kill('SIGTERM')
  await server.ended
  await Promise.all([place.remove(), other.remove()])
})

/** Preloads code that ends the process's worker thread when a file appears. */
const buildPreload = (file: string) => `import { existsSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
if (!isMainThread) setInterval(() => existsSync(${JSON.stringify(file)}) && process.exit(7), 20).unref()
`

test('an embedded database that ends by itself ends the server', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hookline-worker-'))
  const [preload, now] = [join(folder, 'end-worker.mjs'), join(folder, 'now')]
  await writeFile(preload, buildPreload(now))
  const data = join(folder, 'data')
  const server = startServer({ DATA_DIR: data, NODE_OPTIONS: `--import=${preload}` })
  const address = await server.address()
  expect((await fetch(`${address}/api/ready`)).status).toBe(200)
  await writeFile(now, '')
  const { status, text } = await server.ended
  expect(status).toBe(1)
  expect(text).toMatch(/embedded database has stopped/)
  expect(existsSync(data) && (await readdir(data)).filter((name) => name.startsWith('in-use-by'))).toEqual([])
  await rm(folder, { recursive: true })
})
