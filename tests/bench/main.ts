import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operatorFlags } from '../../scripts/operator-flags.mjs'
import { type Latency, measureCalls } from './calls.ts'
import { startPostgres } from './postgres-server.ts'
import { measure, startServer } from './process.ts'
import { writeReportFiles } from './report-files.ts'

// npm run bench [-- rows]: what the embedded database and a PostgreSQL server reach on this machine.

const rows = Number(process.argv[2] ?? 1_000_000)
const folder = mkdtempSync(join(tmpdir(), 'hookline-bench-'))
const postgres = await startPostgres()
try {
  const files = await writeReportFiles(folder, '2026-10-01', rows)
  await bench('embedded', { DATA_DIR: join(folder, 'data'), DATABASE_URL: '', DEMO: '0' }, files)
  await benchCalls('embedded', { DATA_DIR: join(folder, 'demo'), DATABASE_URL: '', DEMO: '1' })
  if (postgres) {
    await bench('PostgreSQL', { DATABASE_URL: postgres.url, DEMO: '0' }, files)
    const other = new URL(postgres.url)
    other.pathname = '/template1'
    await benchCalls('PostgreSQL', { DATABASE_URL: other.href, DEMO: '1' })
  } else console.log('PostgreSQL: no server on this machine, not measured')
} finally {
  postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function bench(engine: string, env: Record<string, string>, files: string[]): Promise<void> {
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

async function benchCalls(engine: string, env: Record<string, string>): Promise<void> {
  const first = await startServer(env)
  await first.stop()
  const second = await startServer(env)
  console.log(
    `${engine}: first start with the demonstration ${first.seconds.toFixed(1)} s, second start ${second.seconds.toFixed(1)} s`,
  )
  try {
    for (const latency of await measureCalls(second.origin)) printLatency(engine, latency)
  } finally {
    await second.stop()
  }
}

function printLatency(engine: string, { call, clients, p50, p95 }: Latency): void {
  const who = `${clients} client${clients === 1 ? '' : 's'}`
  console.log(
    `${engine}: ${call.padEnd(24)} ${who.padEnd(10)} p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
  )
}
