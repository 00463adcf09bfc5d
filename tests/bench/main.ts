import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { signInToDemo } from '#tests/support/remote-api.ts'
import { type PostgresServer, startPostgres } from '../../scripts/postgres-server.mjs'
import { measureAttacks } from './attacks.ts'
import { measureImport, writeImportFiles } from './imports.ts'
import { benchLarge, measurementNames } from './large.ts'
import { measureLatency } from './latency.ts'
import { measureLogins } from './logins.ts'
import { measureMemory } from './memory.ts'
import { createMonthsDatabase, type MonthsEnv, measureMonths } from './months.ts'
import { startServer } from './processes.ts'
import { createScreenRequests } from './screen-requests.ts'
import { measureThroughput } from './throughput.ts'

/** p95 for 1 client and p50 for 10 in milliseconds; responses per second to a repeated request. */
const targets = {
  embedded: { singleP95: 50, tenClientsP50: 150, cached: 3_000 },
  PostgreSQL: { singleP95: 12, tenClientsP50: 15, tenClientsP95: 30, cached: 10_000 },
}
type Engine = keyof typeof targets

// npm run bench [-- rows]: what the embedded database and a PostgreSQL server reach on this machine.
// npm run bench -- --only logins: reads while many people sign in. … --only attacks: people who sign in while others guess.
// npm run bench -- --large: the targets at full size; see docs/testing.md for the options.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    large: { type: 'boolean' },
    size: { type: 'string', default: '1' },
    only: { type: 'string', multiple: true, default: [] },
    'fill-only': { type: 'boolean', default: false },
    data: { type: 'string', default: join('.cache', 'bench') },
    on: { type: 'string' },
    rounds: { type: 'string', default: '200' },
  },
})
const rows = Number(positionals[0] ?? 1_000_000)
const size = Number(values.size)
const partNames = values.large
  ? measurementNames
  : ['import', 'calls', 'logins', 'attacks', 'memory', 'months']
const unknown = values.only.filter((name) => !partNames.includes(name))
if (!(size > 0) || !(rows > 0) || unknown.length > 0) {
  const problem =
    unknown.length > 0
      ? `No such measurement: ${unknown.join(', ')}. There are: ${partNames.join(', ')}.`
      : 'Rows and --size must be positive numbers.'
  console.error(problem)
  process.exit(2)
}
const isWanted = (part: string) => values.only.length === 0 || values.only.includes(part)
const postgres = values.on
  ? { url: values.on, processId: undefined, stop: () => {} }
  : await startPostgres({
      ...(values.large && { keptFolder: values.data }),
      settings: ['shared_buffers=512MB', 'max_wal_size=4GB', 'shared_preload_libraries=pg_stat_statements'],
    })
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    postgres?.stop()
    process.exit(130)
  })
let allMet = true
try {
  if (values.large) allMet = await benchLargeData(postgres)
  else allMet = await benchAll(postgres)
} finally {
  postgres?.stop()
}
process.exitCode = allMet ? 0 : 1

async function benchLargeData(server: PostgresServer | undefined): Promise<boolean> {
  if (!server) throw new Error('There is no PostgreSQL server on this machine.')
  const { rounds, only } = values
  return benchLarge(server, { size, rounds: Number(rounds), only, fillOnly: values['fill-only'] })
}

async function benchAll(server: PostgresServer | undefined): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-bench-'))
  let isMet = true
  try {
    const files = isWanted('import') ? await writeImportFiles(folder, rows) : []
    const benchEngine = async (
      engine: Engine,
      importEnv: NodeEnv,
      demoEnv: NodeEnv,
      monthsEnv: MonthsEnv,
    ) => {
      if (isWanted('import')) await benchImport(engine, importEnv, files)
      if (isWanted('calls')) await benchCalls(engine, demoEnv)
      if (isWanted('logins')) isMet = (await benchProxied(engine, demoEnv, measureLogins)) && isMet
      if (isWanted('attacks')) isMet = (await benchProxied(engine, demoEnv, measureAttacks)) && isMet
      if (isWanted('memory')) await benchMemory(engine, demoEnv)
      if (isWanted('months'))
        isMet = (await measureMonths(engine, monthsEnv, join(folder, 'months'))) && isMet
    }
    await benchEngine(
      'embedded',
      { DATA_DIR: join(folder, 'data'), DATABASE_URL: '' },
      { DATA_DIR: join(folder, 'demo'), DATABASE_URL: '', DEMO: '1' },
      { DATA_DIR: join(folder, 'months-data'), DATABASE_URL: '' },
    )
    if (server) {
      const demoUrl = new URL(server.url)
      demoUrl.pathname = '/template1'
      const monthsUrl = await createMonthsDatabase(server.url)
      await benchEngine(
        'PostgreSQL',
        { DATABASE_URL: server.url },
        { DATABASE_URL: demoUrl.href, DEMO: '1' },
        { DATABASE_URL: monthsUrl },
      )
    } else console.log('PostgreSQL: no server on this machine, not measured')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return isMet
}

type NodeEnv = Record<string, string>

/** The addresses of callers are those of `X-Forwarded-For`. */
async function benchProxied(
  engine: Engine,
  env: NodeEnv,
  measure: (engine: string, origin: string) => Promise<boolean>,
): Promise<boolean> {
  const server = await startServer({ ...env, BEHIND_PROXY: '1' })
  return measure(engine, server.origin).finally(() => server.stop())
}

/** The first start creates the demonstration, which takes memory of its own. */
async function benchMemory(engine: Engine, env: NodeEnv): Promise<void> {
  await (await startServer(env)).stop()
  const server = await startServer({ ...env, BEHIND_PROXY: '1' })
  await measureMemory(engine, server).finally(() => server.stop())
}

async function benchImport(engine: string, env: Record<string, string>, files: string[]): Promise<void> {
  const measured = await measureImport(files, rows, env)
  const { seconds, rowsPerMinute, peakMegabytes } = measured
  const format = (count: number) => Math.round(count).toLocaleString('en')
  console.log(
    `${engine}: import of ${format(measured.rows)} rows in ${seconds.toFixed(1)} s, ` +
      `${format(rowsPerMinute)} rows a minute, lists and start of the process included`,
  )
  console.log(`${engine}: peak memory of the importing process ${peakMegabytes?.toFixed(0) ?? 'unknown'} MB`)
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
  await measureLatency(`${engine}, demonstration, nothing cached`, targets[engine], origin, requests)
}

async function benchCached(engine: Engine, origin: string): Promise<void> {
  const token = await signInToDemo(origin)
  const [request] = await createScreenRequests(origin, token)
  if (!request) return
  const { perSecond, p50Ms } = await measureThroughput(origin, request)
  const { cached } = targets[engine]
  console.log(
    `${engine}: ${request.name}, repeated: ${Math.round(perSecond)} responses a second at 10 clients, ` +
      `p50 ${p50Ms.toFixed(2)} ms, target ${cached}: ${perSecond >= cached ? 'met' : 'MISSED'}`,
  )
}
