// @module-tag extended
// @module-tag adapter
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
import { postgresUrl } from '#tests/support/postgres-database.ts'
import { type ProcessDatabase, prepareProcessDatabase } from '#tests/support/process-database.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { activityRow, formatActivity, reportFileName } from '#tests/support/report-files.ts'
import { startServer } from '#tests/support/server-process.ts'

const operatorScript = fileURLToPath(new URL('../../../server/operator/main.ts', import.meta.url))
const node = fileURLToPath(new URL('../../../node_modules/.bin/node', import.meta.url))
const day = '2026-03-02'

let template: Awaited<ReturnType<typeof prepareProcessDatabase>>
let database: ProcessDatabase
let folder: string
beforeAll(async () => {
  template = await prepareProcessDatabase(async () => {})
  database = await template.copy()
  folder = await mkdtemp(join(tmpdir(), 'hookline-operator-'))
})
afterAll(async () => {
  await database.remove()
  await template.remove()
  await rm(folder, { recursive: true })
})

/** Runs the operator as a separate process. */
function spawnOperator(args: string[], interrupted?: Promise<unknown>) {
  const child = spawn(node, [operatorScript, ...args], {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: '', SUDO_USER: 'kim', ...database.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  void interrupted?.then(() => child.kill('SIGINT'))
  return new Promise<{ status: number | null; out: string; err: string }>((resolve) => {
    child.on('close', (status) => resolve({ status, out: stdout, err: stderr }))
  })
}

async function waitForCopy(): Promise<void> {
  const db = await database.open()
  const isCopying = `select 1 from pg_stat_activity where datname = current_database() and query ilike 'copy %'`
  while ((await queryRaw(db, isCopying)).length === 0) await pause(10)
  await db.close()
}

const listDataFiles = () => readdir(database.environment.DATA_DIR ?? '')
const socketPath = () => join(database.environment.DATA_DIR ?? '', 'operator.sock')

/** Leaves the socket of a killed process behind. */
async function createStaleSocket(): Promise<void> {
  const child = spawn(node, [
    '-e',
    `require('node:net').createServer().listen(${JSON.stringify(socketPath())}, () => process.kill(process.pid, 'SIGKILL'))`,
  ])
  await once(child, 'close')
  expect((await stat(socketPath())).isSocket()).toBe(true)
}

test.skipIf(postgresUrl)('without a server the command opens the database itself', async () => {
  expect(await spawnOperator(['site', 'list'])).toMatchObject({
    status: 0,
    out: 'There are no sites yet. See: site add --help\n',
  })
  expect(await listDataFiles()).toEqual(['postgres'])
})

describe('beside a server', () => {
  let server: ReturnType<typeof startServer>
  const ends: (() => void)[] = []
  beforeAll(async () => {
    if (!postgresUrl) await createStaleSocket()
    server = startServer(
      { ...database.environment, LOG_LEVEL: 'info', YOUTUBE_API_KEY: 'the-servers-own' },
      (end) => ends.push(end),
    )
    await server.address()
  })
  afterAll(() => {
    for (const end of ends) end()
  })

  test('a signal to the operator aborts its work and leaves the server alone', async () => {
    const name = `slow-${reportFileName('basic', day)}`
    await writeFile(
      join(folder, name),
      formatActivity(Array.from({ length: 100_000 }, () => activityRow(day))),
    )
    // With PostgreSQL the command is not delegated, so only its statements reveal that it is running.
    const started = postgresUrl ? waitForCopy() : server.waitForOutput(/operator command/)
    const stopped = await spawnOperator(['import', name], started)
    expect(stopped).toMatchObject({ status: 2, err: expect.stringContaining('Stopped by SIGINT') })
    const totals = await spawnOperator(['report', 'totals', '--by', 'day', '--json'])
    expect(totals).toMatchObject({ status: 0, out: '{}\n' })
  })

  test('commands run with their lines, paths, progress and exit status', async () => {
    expect(await spawnOperator(['rates', 'set', '2026-03-01', '1392.5'])).toEqual({
      status: 0,
      out: '2026-03-01: 1392.5 won per dollar\n',
      err: '',
    })
    expect((await spawnOperator(['audit'])).out).toMatch(/ {2}operator kim {2}rates set {2}/)
    await writeFile(join(folder, reportFileName('basic', day)), formatActivity([activityRow(day)]))
    const imported = await spawnOperator(['import', reportFileName('basic', day)])
    expect(imported).toMatchObject({ status: 0, err: expect.stringMatching(/^1\/1 loaded /m) })
    expect(imported.out).toContain('1 file: 1 loaded')
    expect((await spawnOperator(['import', 'nothing-there.csv'])).status).toBe(1)
    expect(await spawnOperator(['rates', 'set', 'yesterday'])).toMatchObject({
      status: 2,
      out: '',
      err: expect.stringContaining("argument 'won'"),
    })
    expect(await spawnOperator(['sing'])).toMatchObject({
      status: 2,
      err: expect.stringContaining("Unknown command 'sing'"),
    })
    expect(await spawnOperator(['help'])).toMatchObject({
      status: 0,
      out: expect.stringContaining('Usage'),
    })
  })

  test.skipIf(postgresUrl)('doctor checks the server’s settings, not its own', async () => {
    const { status, out } = await spawnOperator(['doctor', '--json'])
    expect(status).toBe(1)
    const find = (subject: string) =>
      JSON.parse(out).find((finding: { subject: string }) => finding.subject === subject)
    expect(find('YouTube')).toMatchObject({ status: 'ok' })
    expect(find('sites')).toMatchObject({ status: 'warning', message: 'there is no site' })
    expect(out).not.toContain('the-servers-own')
  })

  test.skipIf(postgresUrl)('the socket is restricted to its user and survives invalid messages', async () => {
    expect((await stat(socketPath())).mode & 0o777).toBe(0o600)
    const socket = connect(socketPath())
    socket.write('words\n')
    expect(await text(socket)).toContain('Failed')
    connect(socketPath()).end()
    const command = JSON.stringify({ args: ['site', 'list'], cwd: folder })
    const confused = connect(socketPath())
    confused.end(`${command}\nwords\n`)
    await once(confused.resume(), 'close')
    expect((await spawnOperator(['site', 'list'])).status).toBe(0)
  })

  test('a silent client does not delay shutdown', async () => {
    if (!postgresUrl) await once(connect(socketPath()), 'connect')
    server.kill('SIGTERM')
    expect(await server.ended).toMatchObject({ status: 0 })
    if (!postgresUrl) expect(await listDataFiles()).toEqual(['postgres'])
  })
})
