import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serverUrl } from '#tests/support/database.ts'
import { type Place, prepare } from '#tests/support/killable.ts'
import { activityCsv, activityRow, reportName } from '#tests/support/report-files.ts'
import { startServer } from '#tests/support/server-process.ts'

const main = fileURLToPath(new URL('../../server/operator/main.ts', import.meta.url))
const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))
const day = '2026-03-02'

let base: Awaited<ReturnType<typeof prepare>>
let folder: string
beforeAll(async () => {
  base = await prepare(async () => {})
  folder = await mkdtemp(join(tmpdir(), 'hookline-operator-'))
})
afterAll(async () => {
  await base.remove()
  await rm(folder, { recursive: true })
})

/** The operator as a process of its own. */
function operator(place: Place, words: string[], interruptAfterMs?: number) {
  const child = spawn(node, [main, ...words], {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: '', ...place.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  if (interruptAfterMs) setTimeout(() => child.kill('SIGINT'), interruptAfterMs)
  return new Promise<{ status: number | null; out: string; err: string }>((resolve) => {
    child.on('close', (status) => resolve({ status, out, err }))
  })
}

const socketIn = (place: Place) => join(place.environment.DATA_DIR ?? '', 'operator.sock')

async function withServer(
  work: (place: Place) => Promise<void>,
  before = async (_: Place) => {},
): Promise<void> {
  const place = await base.copy()
  await before(place)
  const server = startServer({ ...place.environment, LOG_LEVEL: 'error' })
  await server.address()
  await work(place)
  server.kill('SIGTERM')
  expect(await server.ended).toMatchObject({ status: 0 })
  if (!serverUrl) expect(await readdir(place.environment.DATA_DIR ?? '')).toEqual(['postgres'])
  await place.remove()
}

test('commands run beside a server, with their lines, paths, progress and exit status', async () => {
  await withServer(async (place) => {
    expect(await operator(place, ['rates', 'set', '2026-03-01', '1392.5'])).toEqual({
      status: 0,
      out: '2026-03-01: 1392.5 won per dollar\n',
      err: '',
    })
    await writeFile(join(folder, reportName('basic', day)), activityCsv([activityRow(day)]))
    const imported = await operator(place, ['import', reportName('basic', day)])
    expect(imported).toMatchObject({ status: 0, err: expect.stringMatching(/^1\/1 loaded /m) })
    expect(imported.out).toContain('1 file: 1 loaded')
    expect((await operator(place, ['import', 'nothing-there.csv'])).status).toBe(1)
    expect(await operator(place, ['rates', 'set', 'yesterday'])).toMatchObject({
      status: 2,
      out: '',
      err: expect.stringContaining('Give the day'),
    })
    expect(await operator(place, ['sing'])).toMatchObject({
      status: 2,
      err: expect.stringContaining('no command "sing"'),
    })
    expect(await operator(place, ['help'])).toMatchObject({
      status: 0,
      out: expect.stringContaining('Usage'),
    })
  })
})

test('a signal to the operator aborts its work and leaves the server alone', async () => {
  const name = `slow-${reportName('basic', day)}`
  await writeFile(join(folder, name), activityCsv(Array.from({ length: 400_000 }, () => activityRow(day))))
  await withServer(async (place) => {
    const stopped = await operator(place, ['import', name], 1_000)
    expect(stopped).toMatchObject({ status: 2, err: expect.stringContaining('Stopped by SIGINT') })
    const totals = await operator(place, ['report', 'totals', '--by', 'day', '--json'])
    expect(totals).toMatchObject({ status: 0, out: '{}\n' })
  })
})

test.skipIf(serverUrl)('the socket is for its user only, and a dead one is replaced', async () => {
  const leaveOne = async (place: Place) => {
    const dead = createServer()
    await new Promise<void>((resolve) => dead.listen(`${socketIn(place)}.new`, resolve))
    const child = spawn(node, [
      '-e',
      `require('node:net').createServer().listen(${JSON.stringify(socketIn(place))}, () => process.kill(process.pid, 'SIGKILL'))`,
    ])
    await new Promise((resolve) => child.on('close', resolve))
    dead.close()
    expect((await stat(socketIn(place))).isSocket()).toBe(true)
  }
  await withServer(async (place) => {
    expect((await stat(socketIn(place))).mode & 0o777).toBe(0o600)
    expect((await operator(place, ['sites', 'list'])).out).toBe('There is no site yet.\n')
    // What is no command is told so, and whoever goes away without a word is forgotten.
    const socket = connect(socketIn(place))
    socket.write('words\n')
    for await (const chunk of socket) expect(String(chunk)).toContain('Failed')
    connect(socketIn(place)).end()
  }, leaveOne)
})

test.skipIf(serverUrl)('without a server the command opens the database itself', async () => {
  const place = await base.copy()
  expect((await operator(place, ['sites', 'list'])).status).toBe(0)
  expect(await readdir(place.environment.DATA_DIR ?? '')).toEqual(['postgres'])
  await place.remove()
})
