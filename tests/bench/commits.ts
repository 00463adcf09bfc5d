import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium as browsers, type Page } from '@playwright/test'
import { chromiumOptions } from '#tests/support/chromium-options.ts'
import { managerEmail, submitLogin } from '#tests/support/e2e.ts'
import { type CommitServer, startCommit } from './commit-servers.ts'
import {
  measureFirstPaint,
  openPhone,
  readPaintMetrics,
  type StorageState,
  waitForQuiet,
} from './page-metrics.ts'
import { recordTraffic } from './traffic.ts'

// node scripts/bench-commits.mjs <commit> <commit> … [--turns 4] [--visits 3]: how fast the dashboard is on a slow phone,
// at several commits in turns. The first commit is that with which the others are compared: ratios count, because times
// depend on the machine.

const { values, positionals: commits } = parseArgs({
  allowPositionals: true,
  options: {
    turns: { type: 'string', default: '4' },
    visits: { type: 'string', default: '3' },
    cache: { type: 'string', default: join('.cache', 'commits') },
    path: { type: 'string', default: '/dashboard' },
  },
})
const [turns, visits] = [Number(values.turns), Number(values.visits)]
if (commits.length < 2 || !(turns > 0) || !(visits > 0)) {
  console.error(
    'Usage: node scripts/bench-commits.mjs <commit> <commit> … [--turns 4] [--visits 3] [--path /dashboard]',
  )
  process.exit(2)
}

/** Times in milliseconds from the start of the page, sizes in kilobytes as transferred. */
interface Visit {
  paint: number
  largest: number
  chart: number
  blocked: number
  shift: number
  /** Of what had been received before the first chart. */
  beforeChart: number
  /** Until nothing is loaded any more. */
  requests: number
  scripts: number
}

const names: Readonly<Record<keyof Visit, string>> = {
  paint: 'first contentful paint, ms',
  largest: 'largest contentful paint, ms',
  chart: 'first chart, ms',
  blocked: 'blocked time, ms',
  shift: 'layout shift',
  beforeChart: 'received before the first chart, kB',
  requests: 'requests until idle',
  scripts: 'scripts until idle, kB',
}

interface Runs {
  first: Visit[]
  repeat: Visit[]
}

const servers: CommitServer[] = []
const browser = await browsers.launch(chromiumOptions)
try {
  for (const commit of commits) servers.push(await startCommit(commit, values.cache))
  const runs = new Map<CommitServer, Runs>()
  for (const server of servers) runs.set(server, { first: [], repeat: [] })
  const storages = new Map<CommitServer, StorageState>()
  for (const server of servers) storages.set(server, await signIn(browser, server.origin))
  for (let turn = 0; turn < turns; turn += 1)
    for (const [server, { first, repeat }] of runs)
      for (let visit = 0; visit < visits; visit += 1) {
        const [cold, warm] = await visitTwice(browser, server.origin, storages.get(server))
        first.push(cold)
        repeat.push(warm)
      }
  report(runs)
} finally {
  await browser.close()
  for (const server of servers) await server.stop()
}

/** Signs in by hand, which also makes the browser load the fonts of the system. */
async function signIn(browser: Browser, origin: string): Promise<StorageState> {
  const context = await browser.newContext({ baseURL: origin, locale: 'ko-KR' })
  const page = await context.newPage()
  await page.goto('/login')
  await submitLogin(page, managerEmail)
  await page.waitForURL('**/dashboard')
  await page.locator('canvas').first().waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

async function visitTwice(
  browser: Browser,
  origin: string,
  storage: StorageState | undefined,
): Promise<[first: Visit, repeat: Visit]> {
  const page = await openPhone(browser, storage)
  try {
    await rest(page, origin)
    await clearCache(page)
    const first = await visit(page, origin + values.path)
    await rest(page, origin)
    return [first, await visit(page, origin + values.path)]
  } finally {
    await page.context().close()
  }
}

/** Stays in the same process of the browser: a fresh one spends half a second on the fonts of the system. */
async function rest(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/guides`)
  await waitForQuiet(page, 500)
}

async function clearCache(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  // This also empties what the page's process keeps in memory.
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Network.setCacheDisabled', { cacheDisabled: false })
  await session.detach()
}

async function visit(page: Page, url: string): Promise<Visit> {
  const traffic = await recordTraffic(page)
  await page.goto(url, { waitUntil: 'commit' })
  const chart = await measureFirstPaint(page)
  await waitForQuiet(page, 2_000)
  const { paint, largest, blocked, shift } = await readPaintMetrics(page)
  const beforeChart = traffic.sumUntil(chart)
  const result = { paint, largest, chart, blocked, shift, beforeChart, ...traffic.readTotals() }
  await traffic.end()
  return result
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

function report(runs: ReadonlyMap<CommitServer, Runs>): void {
  const all = [...runs]
  console.log(
    `${values.path}, medians of ${turns * visits} visits on a slow phone, in ${turns} turns; ratios to ${commits[0]}`,
  )
  print(
    '',
    all.map(([{ commit }]) => commit),
  )
  const times = [
    'paint',
    'largest',
    'chart',
    'blocked',
    'shift',
    'beforeChart',
    'requests',
    'scripts',
  ] as const
  for (const kind of ['first', 'repeat'] as const)
    for (const metric of times)
      printRow(
        `${kind} visit, ${names[metric]}`,
        all.map(([, { [kind]: own }]) => median(own.map((one) => one[metric]))),
        metric === 'shift' ? 3 : 0,
      )
  printRow(
    'second start to ready, s',
    all.map(([{ startSeconds }]) => startSeconds),
    1,
  )
  printRow(
    'resident memory at ready, MB',
    all.map(([{ memory }]) => memory.ready),
  )
  printRow(
    'resident memory at idle, MB',
    all.map(([{ memory }]) => memory.idle),
  )
}

function printRow(name: string, figures: readonly number[], digits = 0): void {
  const [base = Number.NaN] = figures
  print(
    name,
    figures.map(
      (figure, at) => figure.toFixed(digits) + (at === 0 ? '' : ` (${(figure / base).toFixed(2)})`),
    ),
  )
}

function print(name: string, cells: readonly string[]): void {
  console.log(name.padEnd(48) + cells.map((cell) => cell.padStart(18)).join(''))
}
