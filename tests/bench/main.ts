import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { signInToDemo } from '#tests/support/remote-api.ts'
import { operatorFlags } from '../../scripts/operator-flags.mjs'
import { measureCalls } from './calls.ts'
import { measureKept } from './kept.ts'
import { benchLarge } from './large.ts'
import { startPostgres } from './postgres-server.ts'
import { measure, startServer } from './process.ts'
import { screenQuestions } from './questions.ts'
import { writeReportFiles } from './report-files.ts'

/** p95 at 1 client and p50 at 10 in milliseconds; replies a second to a repeated question. */
const targets = {
  embedded: { alone: 50, crowded: 150, kept: 3_000 },
  PostgreSQL: { alone: 25, crowded: 50, kept: 5_000 },
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
let met = true
try {
  if (values.large) met = await large()
  else await all()
} finally {
  postgres?.stop()
}
process.exitCode = met ? 0 : 1

async function large(): Promise<boolean> {
  if (!postgres) throw new Error('There is no PostgreSQL server on this machine.')
  return benchLarge(postgres.url, Number(values.rounds))
}

async function all(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-bench-'))
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
    rmSync(folder, { recursive: true, force: true })
  }
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

async function benchCalls(engine: Engine, env: Record<string, string>): Promise<void> {
  const first = await startServer(env)
  await first.stop()
  const second = await startServer(env)
  console.log(
    `${engine}: first start with the demonstration ${first.seconds.toFixed(1)} s, second start ${second.seconds.toFixed(1)} s`,
  )
  await benchKept(engine, second.origin).finally(() => second.stop())
  const unkept = await startServer(env, 'tests/bench/unkept-server.ts')
  await benchUnkept(engine, unkept.origin).finally(() => unkept.stop())
}

async function benchUnkept(engine: Engine, origin: string): Promise<void> {
  const questions = await screenQuestions(origin, await signInToDemo(origin))
  await measureCalls(`${engine}, demonstration, nothing kept`, targets[engine], origin, questions)
}

async function benchKept(engine: Engine, origin: string): Promise<void> {
  const token = await signInToDemo(origin)
  const [question] = await screenQuestions(origin, token)
  if (!question) return
  const rate = await measureKept(origin, question)
  const { kept } = targets[engine]
  console.log(
    `${engine}: ${question.name}, repeated: ${Math.round(rate)} replies a second at 10 clients, target ${kept}: ${rate >= kept ? 'met' : 'MISSED'}`,
  )
}
