import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium as browsers, type Page } from '@playwright/test'
import { chromiumOptions } from '#tests/support/chromium-options.ts'
import { managerEmail, submitLogin } from '#tests/support/e2e.ts'
import { startSite } from '#tests/support/site-server.ts'
import {
  measureFirstPaint,
  openPage,
  readLayoutShift,
  type StorageState,
  slowDevice,
} from './page-metrics.ts'
import { measurePhone, sweepWidths } from './screens.ts'
import { scrollRows } from './scroll-rows.ts'

// node scripts/bench-browser.mjs [--timed]: bytes and speed of the dashboard in a browser. Bytes and layout shifts are
// required; times depend on the machine and are only reported, unless --timed requires them too.
// … --phone: every screen and public page on a slow phone. … --shifts: their layout shifts at widths of 320 to 2560 px.
// Both can be limited with --only <part of a path>, --widths 320,360 and --visits 3.

/** `bytes`: JavaScript and CSS, gzip, of everything that is requested before the first chart is drawn. */
const limits = { bytes: 130_000, shift: 0.02, firstChartMs: 1500, moveMs: 150, frameMs: 17 }
const views = ['/report-channel', '/report-video', '/dashboard'] as const
const visits = 5
const { values: flags } = parseArgs({
  options: {
    timed: { type: 'boolean', default: false },
    phone: { type: 'boolean', default: false },
    shifts: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    widths: { type: 'string' },
    visits: { type: 'string', default: '3' },
  },
})
const isTimeRequired = flags.timed
const allWidths = Array.from({ length: 57 }, (_, at) => 320 + 40 * at)
const widths = flags.widths?.split(',').map(Number) ?? allWidths
/** Names for code that the HTML contains itself. */
const inline = { script: 'inline scripts', style: 'inline styles' }
let hasFailed = false

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
const ms = (time: number) => `${time.toFixed(0)} ms`
const sorted = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b)
const quantile = (numbers: readonly number[], share: number) =>
  sorted(numbers)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? Number.NaN
const median = (numbers: readonly number[]) => quantile(numbers, 0.5)

/** Prints a figure beside its target; missing a required one makes the run fail. */
function reportResult(name: string, text: string, target: string, isMet: boolean, isRequired: boolean): void {
  hasFailed ||= isRequired && !isMet
  const verdict = isMet ? 'met' : isRequired ? 'MISSED' : 'missed (reported only)'
  console.log(`${name.padEnd(46)} ${text.padEnd(34)} target ${target.padEnd(12)} ${verdict}`)
}

const site = await startSite()
const browser = await browsers.launch(chromiumOptions)
try {
  const storage = await signIn(browser)
  const options = { origin: site.origin, browser, storage, only: flags.only }
  if (flags.phone) await measurePhone(options, Number(flags.visits))
  if (flags.shifts) hasFailed = !(await sweepWidths(options, widths))
  if (!flags.phone && !flags.shifts) await measureDashboard(storage)
} finally {
  await browser.close()
  site.stop()
}
process.exitCode = hasFailed ? 1 : 0

async function measureDashboard(storage: StorageState): Promise<void> {
  await measureVisits(storage)
  await measureNavigation(storage, 1)
  await measureNavigation(storage, slowDevice.processor)
  await measureScrolling(storage)
}

/** Signs in by hand once, and returns the browser's storage. */
async function signIn(browser: Browser): Promise<StorageState> {
  const context = await browser.newContext({ baseURL: site.origin })
  const page = await context.newPage()
  await page.goto('/login')
  await submitLogin(page, managerEmail)
  await page.waitForURL('**/dashboard')
  await page.locator('[data-figure=profit]').waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

async function measureVisits(storage: StorageState): Promise<void> {
  const painted: number[] = []
  const shifts: number[] = []
  let assets: AssetSizes = { beforeChart: new Map(), afterChart: 0 }
  const apiCalls: string[] = []
  for (let visit = 0; visit < visits; visit += 1) {
    const page = await openPage(browser, storage)
    const readAssets = collectAssets(page)
    page.on('request', (request) => {
      const call = new URL(request.url())
      if (call.pathname.startsWith('/api/')) apiCalls.push(`${visit} ${call.pathname}${call.search}`)
    })
    await page.goto(`${site.origin}/dashboard`, { waitUntil: 'commit' })
    const paintedAt = await measureFirstPaint(page)
    painted.push(paintedAt)
    await page.waitForLoadState('networkidle')
    shifts.push(await readLayoutShift(page))
    assets = await readAssets(paintedAt)
    await page.context().close()
  }
  reportBytes(assets)
  const twice = apiCalls.filter((call, at) => apiCalls.indexOf(call) !== at)
  reportResult('dashboard: calls made twice', twice.join(', ') || '0', '0', twice.length === 0, true)
  const time = median(painted)
  const times = `${ms(time)} (${sorted(painted).map(Math.round).join(', ')})`
  reportResult(
    'dashboard: first chart, cold',
    times,
    ms(limits.firstChartMs),
    time < limits.firstChartMs,
    isTimeRequired,
  )
  const shift = Math.max(...shifts)
  reportResult('dashboard: layout shift', shift.toFixed(4), String(limits.shift), shift <= limits.shift, true)
}

interface AssetSizes {
  /** Bytes, gzip, by path or by the name of inline code. */
  readonly beforeChart: ReadonlyMap<string, number>
  readonly afterChart: number
}

function reportBytes({ beforeChart, afterChart }: AssetSizes): void {
  for (const [name, bytes] of [...beforeChart].sort(([, a], [, b]) => b - a))
    console.log(`  ${kilobytes(bytes).padStart(9)} ${name}`)
  console.log(`  after the first chart: ${kilobytes(afterChart)}`)
  const sum = (isCounted: (name: string) => boolean) =>
    [...beforeChart].reduce((total, [name, bytes]) => total + (isCounted(name) ? bytes : 0), 0)
  const isStyle = (name: string) => name.endsWith('.css') || name === inline.style
  const target = kilobytes(limits.bytes)
  const report = (name: string, bytes: number, isRequired: boolean) =>
    reportResult(`dashboard: ${name}, gzip`, kilobytes(bytes), target, bytes <= limits.bytes, isRequired)
  const total = sum((name) => name !== inline.script)
  const styles = sum(isStyle)
  console.log(`  script files ${kilobytes(total - styles)}, styles ${kilobytes(styles)}`)
  report('script files and styles', total, true)
  report('with inline scripts', total + (beforeChart.get(inline.script) ?? 0), false)
}

function gzippedSize(content: Buffer | string): number {
  return gzipSync(content, { level: 9 }).length
}

function sizeOfAll(html: string, pattern: RegExp): number {
  return gzippedSize([...html.matchAll(pattern)].map(([, code]) => code).join('\n'))
}

/** Measures a page's scripts and styles; the result splits them by when they were requested. */
function collectAssets(page: Page): (paintedAt: number) => Promise<AssetSizes> {
  const responses = new Map<string, Promise<Buffer | null>>()
  let html: Promise<string> | undefined
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (response.request().isNavigationRequest()) html = response.text()
    else if (/\.(js|css)$/.test(pathname))
      responses.set(
        response.url(),
        // The page may close before a late body has arrived.
        response.body().catch(() => null),
      )
  })
  return async (paintedAt) => {
    const earlyUrls = new Set(
      await page.evaluate(
        (time) =>
          performance
            .getEntriesByType('resource')
            .filter((entry) => entry.startTime < time)
            .map((entry) => entry.name),
        paintedAt,
      ),
    )
    const beforeChart = new Map<string, number>()
    let afterChart = 0
    for (const [url, body] of responses) {
      const content = await body
      if (content === null) continue
      if (earlyUrls.has(url)) beforeChart.set(new URL(url).pathname, gzippedSize(content))
      else afterChart += gzippedSize(content)
    }
    const source = (await html) ?? ''
    beforeChart.set(
      inline.script,
      sizeOfAll(source, /<script(?![^>]*\s(?:src|type="?application)[=/])[^>]*>([\s\S]*?)<\/script>/g),
    )
    beforeChart.set(inline.style, sizeOfAll(source, /<style[^>]*>([\s\S]*?)<\/style>/g))
    return { beforeChart, afterChart }
  }
}

/** Visits the views twice: the first responses are new, the second ones come from the cache. */
async function measureNavigation(storage: StorageState, processor: number): Promise<void> {
  const page = await openPage(browser, storage, processor > 1)
  await page.goto(`${site.origin}/dashboard`)
  await measureFirstPaint(page)
  await page.waitForLoadState('networkidle')
  const device = processor > 1 ? `slow line, ${processor}× processor` : 'this machine'
  for (const round of ['first', 'again']) {
    const times: number[] = []
    for (const view of views) {
      await page.locator(`nav a[href^="${view}"]`).first().click()
      times.push(await measureFirstPaint(page).catch(() => Number.NaN))
      await page.waitForTimeout(1500)
    }
    const worst = Math.max(...times)
    const text = `${ms(worst)} (${times.map(Math.round).join(', ')})`
    reportResult(
      `moves, ${round}, ${device}`,
      text,
      ms(limits.moveMs),
      worst < limits.moveMs,
      isTimeRequired && round === 'again',
    )
  }
  const shift = await readLayoutShift(page)
  reportResult(
    `moves, layout shift, ${device}`,
    shift.toFixed(4),
    String(limits.shift),
    shift <= limits.shift,
    true,
  )
  await page.context().close()
}

async function measureScrolling(storage: StorageState): Promise<void> {
  const page = await openPage(browser, storage, false)
  const { frames, reached } = await scrollRows(page, site.origin)
  const over = (limit: number) =>
    `${((frames.filter((time) => time > limit).length / frames.length) * 100).toFixed(1)} %`
  const [middle, high] = [median(frames), quantile(frames, 0.95)]
  const met = reached >= 10_000 && middle < limits.frameMs && high < limits.frameMs
  const text = `median ${middle.toFixed(1)}, p95 ${high.toFixed(1)} ms`
  reportResult(
    `rows: ${reached.toLocaleString('en')} scrolled through`,
    text,
    `${limits.frameMs} ms`,
    met,
    isTimeRequired,
  )
  console.log(`  ${frames.length} frames, over 17 ms ${over(17)}, over 34 ms ${over(34)}`)
  await page.context().close()
}
