import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { availableParallelism, constants } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { findBrowser } from './browser.mjs'
import { buildSite } from './build.mjs'
import { install, root, run } from './install.mjs'
import { startTestPostgres } from './postgres-server.mjs'

// `npm test` shows that an installation works: it runs steps in parallel lanes and prints one summary. `npm run
// test:all` runs every test, `npm test -- --rest` those that npm test skips. `npm test -- lint server` runs only those
// steps.

const coreCount = availableParallelism()
/** Each lane gets its share of the cores as workers. Two lanes left a fifth of the CPU idle on two cores. */
const laneCount = 3

const { values: options, positionals: requested } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean' }, rest: { type: 'boolean' } },
})
const tier = options.all ? 'all' : options.rest ? 'rest' : 'main'
/** Selects the tests of a tier. `main` runs few random cases, so `rest` repeats them. */
const filters = {
  main: { vitest: ['--tagsFilter=!extended'], playwright: ['--grep', '@main'] },
  rest: { vitest: ['--tagsFilter=extended || property'], playwright: ['--grep-invert', '@main'] },
  all: { vitest: [], playwright: [] },
}

const vitest =
  (projects, filter = filters[tier].vitest, ownEnv = {}) =>
  (report, env) =>
    run(
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        ...projects.flatMap((project) => ['--project', project]),
        ...filter,
        '--passWithNoTests',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
      { env: { ...env, ...(tier !== 'main' && { FULL_RUNS: '1' }), ...ownEnv }, output: 'buffered' },
    )

/** Runs on a PostgreSQL server, if there is one. */
const vitestOnServer = (project, filter) => (report, env) =>
  vitest([project], filter, postgres && { DATABASE_URL: postgres.url })(report, env)

/**
 * Exit statuses when Node itself crashes, as V8 does with WebAssembly under load (nodejs/node#64500). They are not a
 * test's failure.
 */
const crashes = new Set(
  ['SIGTRAP', 'SIGABRT', 'SIGSEGV', 'SIGILL', 'SIGBUS'].map((signal) => 128 + constants.signals[signal]),
)

const main = ['main', 'all']
const rest = ['rest', 'all']

/** Steps run in this order; each starts as soon as a lane is free and the steps that it needs have ended. */
const steps = {
  build: { start: () => buildSite() },
  lint: {
    tiers: main,
    start: () =>
      run(['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.'], {
        output: 'buffered',
      }),
  },
  imports: { tiers: main, start: () => run(['scripts/check-imports.ts'], { output: 'buffered' }) },
  security: { tiers: main, start: () => run(['scripts/check-security.ts'], { output: 'buffered' }) },
  docs: { tiers: main, start: () => run(['scripts/check-docs.ts'], { output: 'buffered' }) },
  texts: { tiers: main, start: () => run(['scripts/check-texts.ts'], { output: 'buffered' }) },
  server: { usesPostgres: true, start: vitestOnServer('server') },
  browser: {
    needs: ['build'],
    start: (report, env) =>
      run(['node_modules/@playwright/test/cli.js', 'test', ...filters[tier].playwright], {
        env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
        output: 'buffered',
      }),
  },
  // Production runs React without its development checks, too.
  islands: { start: vitest(['islands'], undefined, { NODE_ENV: 'production' }) },
  types: {
    tiers: main,
    needs: ['build'],
    start: () => run(['node_modules/typescript-native/bin/tsc', '--noEmit'], { output: 'buffered' }),
  },
  templates: {
    tiers: main,
    start: () =>
      run(
        [
          'node_modules/astro/bin/astro.mjs',
          'check',
          '--tsconfig',
          'tsconfig.astro.json',
          '--minimumSeverity',
          'warning',
        ],
        { output: 'failures' },
      ),
  },
  site: { needs: ['build'], start: vitest(['site', 'specification']) },
  unit: { start: vitest(['unit']) },
  faults: { tiers: rest, usesPostgres: true, start: vitestOnServer('faults', []) },
  // PostgreSQL has proved everything but the embedded database's adapter.
  embedded: {
    tiers: rest,
    isNeeded: () => postgres !== undefined,
    start: vitest(['server', 'faults'], ['--tagsFilter=adapter'], { DATABASE_URL: '', FULL_RUNS: '' }),
  },
  lighthouse: {
    tiers: rest,
    needs: ['build'],
    start: () => run(['tests/bench/lighthouse.ts', '--untimed'], { output: 'buffered' }),
  },
}

install({ dev: true })
const unknown = requested.filter((name) => !(name in steps))
if (unknown.length > 0) {
  console.error(`No such step: ${unknown.join(', ')}. There are: ${Object.keys(steps).join(', ')}.`)
  process.exit(2)
}
process.env.CHROMIUM_PATH = await findBrowser()
process.env.ASTRO_TELEMETRY_DISABLED = '1'
const isRequested = (name) =>
  requested.length > 0 ? requested.includes(name) : (steps[name].tiers ?? [tier]).includes(tier)
const postgres = await findPostgres(Object.keys(steps).filter(isRequested))
const waiting = Object.keys(steps).filter(
  (name) => isRequested(name) && (requested.length > 0 || (steps[name].isNeeded?.() ?? true)),
)
const selected = new Set(waiting)
const results = []
for (const [signal, status] of Object.entries({ SIGINT: 130, SIGTERM: 143 }))
  process.once(signal, () => process.exit(status))
const startedAt = Date.now()
await Promise.all(Array.from({ length: Math.min(laneCount, waiting.length) }, runLane))
printSummary(results)

/**
 * Uses the server of DATABASE_URL, otherwise a temporary one: the embedded database needs several times the CPU time.
 */
async function findPostgres(names) {
  if (process.env.CITUS_URL || !names.some((name) => steps[name].usesPostgres)) return undefined
  if (process.env.DATABASE_URL !== undefined)
    return process.env.DATABASE_URL ? { url: process.env.DATABASE_URL } : undefined
  try {
    const server = await startTestPostgres()
    if (!server) console.error('No PostgreSQL on this machine: tests use the embedded database.')
    else process.on('exit', server.stop)
    return server
  } catch (error) {
    console.error(`PostgreSQL did not start (${error.message}): tests use the embedded database.`)
    return undefined
  }
}

/** Takes one waiting step after another. */
async function runLane() {
  for (;;) {
    const index = waiting.findIndex(isReady)
    if (index >= 0) {
      const [name] = waiting.splice(index, 1)
      results.push(await runStep(name))
    } else if (waiting.length > 0) await new Promise((resolve) => setTimeout(resolve, 200))
    else return
  }
}

/** True if the steps that it needs, and that run at all, have ended. */
function isReady(name) {
  return (steps[name].needs ?? []).every(
    (needed) => !selected.has(needed) || results.some((result) => result.name === needed),
  )
}

async function runStep(name) {
  console.error(`── ${name} starts`)
  // A run on PostgreSQL can coexist with one on the embedded database.
  const server = process.env.CITUS_URL ? '-citus' : postgres ? '-postgres' : ''
  const report = join(root, '.cache', `${name}${server}.json`)
  await rm(report, { force: true })
  const started = Date.now()
  const isAlone = selected.size === 1
  const workers = isAlone ? coreCount : Math.max(1, Math.floor(coreCount / laneCount))
  const start = () => steps[name].start(report, { TEST_WORKERS: process.env.TEST_WORKERS ?? String(workers) })
  let status = await start()
  if (crashes.has(status)) {
    console.error(`── ${name} starts again: Node itself crashed`)
    status = await start()
  }
  const seconds = Math.round((Date.now() - started) / 1000)
  console.error(`── ${name} ${status === 0 ? 'passed' : 'FAILED'} after ${seconds} s`)
  return { name, status, seconds, ...(await readResults(report, status)) }
}

/** Reads how many tests a runner reports; a step without tests counts as one check. */
async function readResults(report, status) {
  if (!existsSync(report)) return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, leftOut: 0 }
  const { numPassedTests, numFailedTests, numPendingTests, stats, suites, testResults } = JSON.parse(
    await readFile(report, 'utf8'),
  )
  const counts = stats
    ? { passed: stats.expected + stats.flaky, failed: stats.unexpected, leftOut: stats.skipped }
    : { passed: numPassedTests, failed: numFailedTests, leftOut: numPendingTests }
  const slowest = (testResults ?? [])
    .map((file) => ({ file: file.name.split('/').at(-1), seconds: (file.endTime - file.startTime) / 1000 }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, 3)
  const failures = stats ? listBrowserFailures(suites) : listFailures(testResults)
  // A runner that could not even start has failed, although no test has.
  return { ...counts, slowest, failures, ...(status !== 0 && counts.failed === 0 && { failed: 1 }) }
}

/** Lists the file, name and first error line of each failed test, and of each file that could not be loaded. */
function listFailures(files) {
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    const file = relative(root, name)
    if (failed.length === 0 && status === 'failed') return [describeFailure(file, message)]
    return failed.map((test) => describeFailure(`${file} › ${test.fullName}`, test.failureMessages[0]))
  })
}

function listBrowserFailures(suites) {
  return suites.flatMap((suite) => [
    ...listBrowserFailures(suite.suites ?? []),
    ...suite.specs
      .filter((spec) => !spec.ok)
      .map((spec) =>
        describeFailure(
          `${spec.file}:${spec.line} › ${spec.title}`,
          spec.tests.flatMap(({ results }) => results).findLast(({ error }) => error)?.error.message,
        ),
      ),
  ])
}

function describeFailure(test, message = '') {
  return `${test}\n    ${stripVTControlCharacters(message).split('\n', 1)[0]}`
}

function printSummary(all) {
  const sum = (key) => all.reduce((total, result) => total + result[key], 0)
  console.log('\nstep       result   passed  failed  left out  seconds  slowest files')
  for (const { name, status, passed, failed, leftOut, seconds, slowest = [] } of all) {
    const columns = [passed, failed, leftOut, seconds].map((value, index) =>
      String(value).padStart([8, 8, 10, 9][index]),
    )
    const files = slowest.map((one) => `${one.file} ${Math.round(one.seconds)} s`).join(', ')
    console.log(
      `${name.padEnd(11)}${(status === 0 ? 'ok' : 'FAILED').padEnd(7)}${columns.join('')}  ${files}`.trimEnd(),
    )
  }
  for (const { name, failures = [] } of all)
    for (const failure of failures) console.log(`\nFAILED ${name}: ${failure}`)
  const isFailed = all.some(({ status }) => status !== 0)
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  console.log(
    `\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('leftOut')} left out in ${seconds} s`,
  )
  process.exit(isFailed ? 1 : 0)
}
