import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { signInToDemo } from '#tests/support/remote-api.ts'
import { operatorFlags } from '../../scripts/operator-flags.mjs'
import { benchLarge } from './large.ts'
import { writeReportFiles } from './large-report-files.ts'
import { measureLatency } from './latency.ts'
import { startPostgres } from './postgres-server.ts'
import { measure, startServer } from './processes.ts'
import { createScreenRequests } from './screen-requests.ts'
import { measureThroughput } from './throughput.ts'

/** p95 at 1 client and p50 at 10 in milliseconds; replies a second to a repeated question. */
const targets = {
  embedded: { singleP95: 50, tenClientsP50: 150, cached: 3_000 },
  PostgreSQL: { singleP95: 25, tenClientsP50: 50, cached: 5_000 },
}
type Engine = keyof typeof targets

// npm run bench [-- rows]: what the embedded database and a PostgreSQL server reach on this machine.
// npm run bench -- --large [--on <postgres://…>] [--rounds <calls>]: the calls on a network of full size; a database
// that is kept is filled once.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { large: { type: 'boolean' }, on: { type: 'string' }, rounds: { type: 'string', default: '200' } },
})
const rows = Number(positionals[0] ?? 1_000_000)
const postgres = values.on ? { url: values.on, stop: () => {} } : await startPostgres()
let allMet = true
try {
  if (values.large) allMet = await benchLargeNetwork()
  else await benchAll()
} finally {
  postgres?.stop()
}
process.exitCode = allMet ? 0 : 1

async function benchLargeNetwork(): Promise<boolean> {
  if (!postgres) throw new Error('There is no PostgreSQL server on this machine.')
  return benchLarge(postgres.url, Number(values.rounds))
}

async function benchAll(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-bench-'))
  try {
    const files = await writeReportFiles(folder, '2026-10-01', rows)
    await benchImport('embedded', { DATA_DIR: join(folder, 'data'), DATABASE_URL: '', DEMO: '0' }, files)
    await benchCalls('embedded', { DATA_DIR: join(folder, 'demo'), DATABASE_URL: '', DEMO: '1' })
    if (postgres) {
      await benchImport('PostgreSQL', { DATABASE_URL: postgres.url, DEMO: '0' }, files)
      const demoUrl = new URL(postgres.url)
      demoUrl.pathname = '/template1'
      await benchCalls('PostgreSQL', { DATABASE_URL: demoUrl.href, DEMO: '1' })
    } else console.log('PostgreSQL: no server on this machine, not measured')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function benchImport(engine: string, env: Record<string, string>, files: string[]): Promise<void> {
  const total = rows + Math.floor(rows / 2)
  const { seconds, peakMegabytes, status } = await measure(
    [...operatorFlags, 'server/operator/main.ts', 'import', ...files],
    env,
  )
  if (status !== 0) throw new Error(`The import ended with ${status}.`)
  const perMinute = Math.round((total / seconds) * 60).toLocaleString('en')
  console.log(
    `${engine}: import of ${total.toLocaleString('en')} rows in ${seconds.toFixed(1)} s, ${perMinute} rows a minute, lists and start of the process included`,
  )
  console.log(`${engine}: peak memory of the importing process ${peakMegabytes?.toFixed(0) ?? 'not told'} MB`)
}

async function benchCalls(engine: Engine, env: Record<string, string>): Promise<void> {
  const first = await startServer(env)
  await first.stop()
  const second = await startServer(env)
  console.log(
    `${engine}: first start with the demonstration ${first.seconds.toFixed(1)} s, second start ${second.seconds.toFixed(1)} s`,
  )
  await benchCached(engine, second.origin).finally(() => second.stop())
  const uncachedServer = await startServer(env, 'tests/bench/uncached-server.ts')
  await benchUncached(engine, uncachedServer.origin).finally(() => uncachedServer.stop())
}

async function benchUncached(engine: Engine, origin: string): Promise<void> {
  const requests = await createScreenRequests(origin, await signInToDemo(origin))
  await measureLatency(`${engine}, demonstration, nothing kept`, targets[engine], origin, requests)
}

async function benchCached(engine: Engine, origin: string): Promise<void> {
  const token = await signInToDemo(origin)
  const [request] = await createScreenRequests(origin, token)
  if (!request) return
  const rate = await measureThroughput(origin, request)
  const { cached } = targets[engine]
  console.log(
    `${engine}: ${request.name}, repeated: ${Math.round(rate)} replies a second at 10 clients, target ${cached}: ${rate >= cached ? 'met' : 'MISSED'}`,
  )
}
