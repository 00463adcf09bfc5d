import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { buildSite } from './build.mjs'
import { install, root, run } from './install.mjs'

// npm test: everything but the faults, then one summary. `npm test -- lint server` runs only those.

const vitest = (project) => async (report) =>
  run([
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])

const steps = {
  lint: () => run(['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.']),
  imports: () => run(['scripts/check-imports.ts']),
  types: () =>
    run(['node_modules/astro/bin/astro.mjs', 'check', '--minimumSeverity', 'warning'], { quietly: true }),
  build: () => buildSite(),
  unit: vitest('unit'),
  site: vitest('site'),
  server: vitest('server'),
  faults: vitest('faults'),
  islands: vitest('islands'),
  browser: (report) =>
    run(['node_modules/@playwright/test/cli.js', 'test'], { env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report } }),
}

/** Killed, cut off, restarted, under writes: minutes of starting processes, for `.ci/run` and whoever changes such a thing. */
const optionalSteps = ['faults']

install({ dev: true })
const requested = process.argv.slice(2)
const unknown = requested.filter((name) => !(name in steps))
if (unknown.length > 0) {
  console.error(`No such step: ${unknown.join(', ')}. There are: ${Object.keys(steps).join(', ')}.`)
  process.exit(2)
}
process.env.CHROMIUM_PATH = await findBrowser()
process.env.ASTRO_TELEMETRY_DISABLED = '1'
const defaultSteps = Object.keys(steps).filter((name) => !optionalSteps.includes(name))
const selected =
  requested.length === 0 ? defaultSteps : Object.keys(steps).filter((name) => requested.includes(name))
// Quiet, and busy with one core only: it goes on beside the others.
const types = selected.includes('types') ? [runStep('types')] : []
const results = []
for (const name of selected.filter((one) => one !== 'types')) results.push(await runStep(name))
printSummary([...(await Promise.all(types)), ...results])

async function runStep(name) {
  console.error(`\n── ${name}`)
  const report = join(root, '.cache', `${name}.json`)
  await rm(report, { force: true })
  const started = Date.now()
  const status = await steps[name](report)
  return {
    name,
    status,
    seconds: Math.round((Date.now() - started) / 1000),
    ...(await readResults(report, status)),
  }
}

/** How many tests a runner's report tells of; a step without tests counts as one check. */
async function readResults(report, status) {
  if (!existsSync(report)) return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 }
  const { numPassedTests, numFailedTests, numPendingTests, stats } = JSON.parse(
    await readFile(report, 'utf8'),
  )
  const counts = stats
    ? { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
    : { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests }
  // A runner that could not even begin has failed although no test did.
  return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

function printSummary(all) {
  const sum = (key) => all.reduce((total, result) => total + result[key], 0)
  console.log('\nstep       result   passed  failed  skipped  seconds')
  for (const { name, status, passed, failed, skipped, seconds } of all) {
    const columns = [passed, failed, skipped, seconds].map((value, at) =>
      String(value).padStart([8, 8, 9, 9][at]),
    )
    console.log(`${name.padEnd(11)}${(status === 0 ? 'ok' : 'FAILED').padEnd(7)}${columns.join('')}`)
  }
  const bad = all.some(({ status }) => status !== 0)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
  process.exit(bad ? 1 : 0)
}
