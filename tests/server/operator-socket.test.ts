import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Place, prepare } from '#tests/support/killable.ts'
import { activityCsv, activityRow, reportName } from '#tests/support/report-files.ts'
import { serverUrl } from '#tests/support/server-database.ts'
import { startServer } from '#tests/support/server-process.ts'

const main = fileURLToPath(new URL('../../server/operator/main.ts', import.meta.url))
const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))
const day = '2026-03-02'

let base: Awaited<ReturnType<typeof prepare>>
let place: Place
let folder: string
beforeAll(async () => {
  base = await prepare(async () => {})
  place = await base.copy()
  folder = await mkdtemp(join(tmpdir(), 'hookline-operator-'))
})
afterAll(async () => {
  await place.remove()
  await base.remove()
  await rm(folder, { recursive: true })
})

/** The operator as a process of its own. */
function operator(words: string[], interrupted?: Promise<unknown>) {
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
  void interrupted?.then(() => child.kill('SIGINT'))
  return new Promise<{ status: number | null; out: string; err: string }>((resolve) => {
    child.on('close', (status) => resolve({ status, out, err }))
  })
}

const filesThere = () => readdir(place.environment.DATA_DIR ?? '')
const socketPath = () => join(place.environment.DATA_DIR ?? '', 'operator.sock')

/** A socket whose process was killed. */
async function leaveSocket(): Promise<void> {
  const child = spawn(node, [
    '-e',
    `require('node:net').createServer().listen(${JSON.stringify(socketPath())}, () => process.kill(process.pid, 'SIGKILL'))`,
  ])
  await once(child, 'close')
  expect((await stat(socketPath())).isSocket()).toBe(true)
}

test.skipIf(serverUrl)('without a server the command opens the database itself', async () => {
  expect(await operator(['site', 'list'])).toMatchObject({
    status: 0,
    out: 'There is no site yet. See: site add --help\n',
  })
  expect(await filesThere()).toEqual(['postgres'])
})

describe('beside a server', () => {
  let server: ReturnType<typeof startServer>
  const ends: (() => void)[] = []
  beforeAll(async () => {
    if (!serverUrl) await leaveSocket()
    server = startServer(
      { ...place.environment, LOG_LEVEL: 'info', YOUTUBE_API_KEY: 'the-servers-own' },
      (end) => ends.push(end),
    )
    await server.address()
  })
  afterAll(() => {
    for (const end of ends) end()
  })

  test('a signal to the operator aborts its work and leaves the server alone', async () => {
    const name = `slow-${reportName('basic', day)}`
    await writeFile(join(folder, name), activityCsv(Array.from({ length: 100_000 }, () => activityRow(day))))
    // On a server of PostgreSQL the command is not handed over: nothing tells when it has begun.
    const begun = serverUrl ? pause(1_000) : server.says(/a command of the operator/)
    const stopped = await operator(['import', name], begun)
    expect(stopped).toMatchObject({ status: 2, err: expect.stringContaining('Stopped by SIGINT') })
    const totals = await operator(['report', 'totals', '--by', 'day', '--json'])
    expect(totals).toMatchObject({ status: 0, out: '{}\n' })
  })

  test('commands run with their lines, paths, progress and exit status', async () => {
    expect(await operator(['rates', 'set', '2026-03-01', '1392.5'])).toEqual({
      status: 0,
      out: '2026-03-01: 1392.5 won per dollar\n',
      err: '',
    })
    await writeFile(join(folder, reportName('basic', day)), activityCsv([activityRow(day)]))
    const imported = await operator(['import', reportName('basic', day)])
    expect(imported).toMatchObject({ status: 0, err: expect.stringMatching(/^1\/1 loaded /m) })
    expect(imported.out).toContain('1 file: 1 loaded')
    expect((await operator(['import', 'nothing-there.csv'])).status).toBe(1)
    expect(await operator(['rates', 'set', 'yesterday'])).toMatchObject({
      status: 2,
      out: '',
      err: expect.stringContaining('Give the day'),
    })
    expect(await operator(['sing'])).toMatchObject({
      status: 2,
      err: expect.stringContaining('no command "sing"'),
    })
    expect(await operator(['help'])).toMatchObject({
      status: 0,
      out: expect.stringContaining('Usage'),
    })
  })

  test.skipIf(serverUrl)('doctor tells of the server’s settings, not of its own', async () => {
    const { status, out } = await operator(['doctor', '--json'])
    expect(status).toBe(1)
    const of = (about: string) => JSON.parse(out).find((one: { about: string }) => one.about === about)
    expect(of('YouTube')).toMatchObject({ state: 'fine' })
    expect(of('sites')).toMatchObject({ state: 'warning', says: 'there is none' })
    expect(out).not.toContain('the-servers-own')
  })

  test.skipIf(serverUrl)('the socket is for its user only, and whatever is said on it', async () => {
    expect((await stat(socketPath())).mode & 0o777).toBe(0o600)
    // What is no command is told so, and whoever goes away without a word is forgotten.
    const socket = connect(socketPath())
    socket.write('words\n')
    expect(await text(socket)).toContain('Failed')
    connect(socketPath()).end()
    const command = JSON.stringify({ words: ['site', 'list'], folder })
    const confused = connect(socketPath())
    confused.end(`${command}\nwords\n`)
    await once(confused.resume(), 'close')
    expect((await operator(['site', 'list'])).status).toBe(0)
  })

  test('whoever says nothing does not keep it from its end', async () => {
    if (!serverUrl) await once(connect(socketPath()), 'connect')
    server.kill('SIGTERM')
    expect(await server.ended).toMatchObject({ status: 0 })
    if (!serverUrl) expect(await filesThere()).toEqual(['postgres'])
  })
})
