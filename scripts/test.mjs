import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findBrowser } from './browser.mjs'
import { buildSite } from './build.mjs'
import { install, root, run } from './install.mjs'

// npm test: everything but the faults, in lanes side by side, then one summary. `npm test -- lint server` runs only those
// steps.

const coreCount = availableParallelism()
/** Each has its share of the cores as workers. On two cores, two lanes left a fifth of the processor idle. */
const laneCount = 3

const vitest = (project) => (report, env) =>
  run(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { env, output: 'buffered' },
  )

/** In this order; a step starts as soon as a lane is free and the steps that it needs have ended. */
const steps = {
  build: { start: () => buildSite() },
  lint: {
    start: () =>
      run(['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.'], {
        output: 'buffered',
      }),
  },
  imports: { start: () => run(['scripts/check-imports.ts'], { output: 'buffered' }) },
  server: { start: vitest('server') },
  browser: {
    needs: ['build'],
    start: (report, env) =>
      run(['node_modules/@playwright/test/cli.js', 'test'], {
        env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
        output: 'buffered',
      }),
  },
  // As in production, React without its development checks.
  islands: { start: (report, env) => vitest('islands')(report, { ...env, NODE_ENV: 'production' }) },
  types: {
    needs: ['build'],
    start: () => run(['node_modules/typescript-native/bin/tsc', '--noEmit'], { output: 'buffered' }),
  },
  templates: {
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
  site: { needs: ['build'], start: vitest('site') },
  unit: { start: vitest('unit') },
  faults: { start: vitest('faults'), optional: true },
}

install({ dev: true })
const requested = process.argv.slice(2)
const unknown = requested.filter((name) => !(name in steps))
if (unknown.length > 0) {
  console.error(`No such step: ${unknown.join(', ')}. There are: ${Object.keys(steps).join(', ')}.`)
  process.exit(2)
}
process.env.CHROMIUM_PATH = await findBrowser()
process.env.ASTRO_TELEMETRY_DISABLED = '1'
const waiting = Object.keys(steps).filter((name) =>
  requested.length === 0 ? !steps[name].optional : requested.includes(name),
)
const selected = new Set(waiting)
const results = []
const startedAt = Date.now()
await Promise.all(Array.from({ length: Math.min(laneCount, waiting.length) }, runLane))
printSummary(results)

/** Takes one waiting step after the other. */
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

/** Whether the steps that it needs have ended, as far as they run at all. */
function isReady(name) {
  return (steps[name].needs ?? []).every(
    (needed) => !selected.has(needed) || results.some((result) => result.name === needed),
  )
}

async function runStep(name) {
  console.error(`── ${name} starts`)
  // A run on PostgreSQL can go on beside an embedded one.
  const server = process.env.CITUS_URL ? '-citus' : process.env.DATABASE_URL ? '-postgres' : ''
  const report = join(root, '.cache', `${name}${server}.json`)
  await rm(report, { force: true })
  const started = Date.now()
  const isAlone = selected.size === 1
  const workers = isAlone ? coreCount : Math.max(1, Math.floor(coreCount / laneCount))
  const status = await steps[name].start(report, {
    TEST_WORKERS: process.env.TEST_WORKERS ?? String(workers),
  })
  const seconds = Math.round((Date.now() - started) / 1000)
  console.error(`── ${name} ${status === 0 ? 'passed' : 'FAILED'} after ${seconds} s`)
  return { name, status, seconds, ...(await readResults(report, status)) }
}

/** Reads how many tests a runner reports; a step without tests counts as one check. */
async function readResults(report, status) {
  if (!existsSync(report)) return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 }
  const { numPassedTests, numFailedTests, numPendingTests, stats, suites, testResults } = JSON.parse(
    await readFile(report, 'utf8'),
  )
  const counts = stats
    ? { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
    : { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests }
  const slowest = (testResults ?? [])
    .map((file) => ({ file: file.name.split('/').at(-1), seconds: (file.endTime - file.startTime) / 1000 }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, 3)
  const failures = stats ? listBrowserFailures(suites) : listFailures(testResults)
  // A runner that could not even begin has failed although no test did.
  return { ...counts, slowest, failures, ...(status !== 0 && counts.failed === 0 && { failed: 1 }) }
}

/** The file, name and first line of the error of each failed test, and of each file that could not be loaded. */
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
  console.log('\nstep       result   passed  failed  skipped  seconds  slowest files')
  for (const { name, status, passed, failed, skipped, seconds, slowest = [] } of all) {
    const columns = [passed, failed, skipped, seconds].map((value, index) =>
      String(value).padStart([8, 8, 9, 9][index]),
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
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped in ${seconds} s`)
  process.exit(isFailed ? 1 : 0)
}
