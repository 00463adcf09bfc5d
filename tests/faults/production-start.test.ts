import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSite } from '#tests/support/accounts.ts'
import { type ProcessDatabase, prepareProcessDatabase } from '#tests/support/process-database.ts'
import { startServer } from '#tests/support/server-process.ts'

let folder: string
let empty: Awaited<ReturnType<typeof prepareProcessDatabase>>
let used: Awaited<ReturnType<typeof prepareProcessDatabase>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hookline-modules-'))
  empty = await prepareProcessDatabase(async () => {})
  used = await prepareProcessDatabase(async (db) => {
    await createSite(db, 'real.test')
  })
})
afterAll(() => Promise.all([empty.remove(), used.remove(), rm(folder, { recursive: true })]))

const preload = new URL('../support/list-modules.mjs', import.meta.url).href
let starts = 0

/** Starts a server and waits until it answers. @returns the URLs of the modules that it loads */
async function listModules(place: ProcessDatabase, environment: Record<string, string>): Promise<string[]> {
  const file = join(folder, String(++starts))
  const server = startServer({
    ...place.environment,
    ...environment,
    NODE_OPTIONS: `--import=${preload}`,
    LOADED_MODULES: file,
  })
  expect((await fetch(`${await server.address()}/api/ready`)).status).toBe(200)
  server.kill('SIGTERM')
  await server.ended
  const modules = (await readFile(file, 'utf8')).trimEnd().split('\n')
  expect(modules.filter((url) => url.endsWith('/server/main.ts'))).toHaveLength(1)
  return modules
}

const listDemoModules = async (...parameters: Parameters<typeof listModules>) =>
  (await listModules(...parameters)).filter((url) => url.includes('/server/demo/'))

/** Libraries that only some requests need. Those of the page filler follow as soon as the server listens. */
const lazyLibraries =
  /\/node_modules\/(fontkit|pdfkit|subset-font|sharp|@simplewebauthn|nodemailer|mdast-|oauth4webapi|commander|csv-parse)/

test('a start loads no library that only some requests need', async () => {
  const place = await empty.copy()
  const modules = await listModules(place, { DEMO: '0' })
  expect(modules.filter((url) => lazyLibraries.test(url))).toEqual([])
  await place.remove()
})

test('a production server loads no module of the demonstration', async () => {
  const place = await empty.copy()
  // DATABASE_URL alone already turns the demonstration off.
  const DEMO = place.environment.DATABASE_URL ? '' : '0'
  expect(await listDemoModules(place, { DEMO })).toEqual([])
  expect(await listDemoModules(place, { DEMO, HOST: '0.0.0.0' })).toEqual([])
  await place.remove()
})

test('neither does one that has sites of its own, even if it could be a demonstration', async () => {
  const place = await used.copy()
  expect(await listDemoModules(place, { DEMO: '1' })).toEqual([])
  await place.remove()
})

test('the demonstration loads them', async () => {
  const place = await empty.copy()
  expect(await listDemoModules(place, { DEMO: '1' })).not.toEqual([])
  await place.remove()
}, 120_000)
