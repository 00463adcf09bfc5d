import { gzipSync } from 'node:zlib'
import { type Browser, chromium as browsers, type Page } from '@playwright/test'
import { chromium } from '#tests/support/chromium.ts'
import { fillLogin, manager } from '#tests/support/e2e.ts'
import { startSite } from '#tests/support/site-server.ts'
import { newPage, type SignedIn, shiftOf, slow, untilPainted } from './browser-page.ts'
import { scrollRows } from './browser-rows.ts'

// node scripts/bench-browser.mjs [--timed]: bytes and speed of the dashboard in a browser. Bytes and layout shifts are
// required; times depend on the machine and are told, with --timed required too.

const most = { scriptBytes: 120_000, shift: 0.02, firstChartMs: 1500, moveMs: 150, frameMs: 17 }
const views = ['/report-channel', '/report-video', '/dashboard'] as const
const visits = 5
const timed = process.argv.includes('--timed')
/** Stands for the scripts that are no files. */
const inPage = 'in the page'
let failed = false

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
const ms = (time: number) => `${time.toFixed(0)} ms`
const sorted = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b)
const quantile = (numbers: readonly number[], share: number) =>
  sorted(numbers)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? Number.NaN
const median = (numbers: readonly number[]) => quantile(numbers, 0.5)

/** Prints a figure beside its target; one that is required and missed makes the run fail. */
function tell(name: string, text: string, target: string, met: boolean, required: boolean): void {
  failed ||= required && !met
  const verdict = met ? 'met' : required ? 'MISSED' : 'missed (told only)'
  console.log(`${name.padEnd(46)} ${text.padEnd(34)} target ${target.padEnd(12)} ${verdict}`)
}

const site = await startSite()
// YouTube's pictures are not asked for. The browser itself refuses them: requests that a test intercepts are slow.
const browser = await browsers.launch({
  ...chromium,
  args: [...chromium.args, '--host-resolver-rules=MAP *.ytimg.com ~NOTFOUND, MAP *.ggpht.com ~NOTFOUND'],
})
try {
  const storage = await signIn(browser)
  await measureVisits(storage)
  await measureMoves(storage, 1)
  await measureMoves(storage, slow.processor)
  await measureRows(storage)
} finally {
  await browser.close()
  site.stop()
}
process.exitCode = failed ? 1 : 0

/** Signs in by hand once, and gives what the browser keeps of it. */
async function signIn(browser: Browser): Promise<SignedIn> {
  const context = await browser.newContext({ baseURL: site.origin })
  const page = await context.newPage()
  await page.goto('/login')
  await fillLogin(page, manager)
  await page.waitForURL('**/dashboard')
  await page.locator('[data-figure=profit]').waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

async function measureVisits(storage: SignedIn): Promise<void> {
  const painted: number[] = []
  const shifts: number[] = []
  let scripts = new Map<string, number>()
  const asked: string[] = []
  for (let visit = 0; visit < visits; visit += 1) {
    const page = await newPage(browser, storage)
    const loading = loadedScripts(page)
    page.on('request', (request) => {
      const call = new URL(request.url())
      if (call.pathname.startsWith('/api/')) asked.push(`${visit} ${call.pathname}${call.search}`)
    })
    await page.goto(`${site.origin}/dashboard`, { waitUntil: 'commit' })
    painted.push(await untilPainted(page))
    await page.waitForLoadState('networkidle')
    shifts.push(await shiftOf(page))
    scripts = await loading()
    await page.context().close()
  }
  const total = [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0)
  for (const [name, bytes] of [...scripts].sort(([, a], [, b]) => b - a))
    console.log(`  ${kilobytes(bytes).padStart(9)} ${name}`)
  const target = kilobytes(most.scriptBytes)
  const files = total - (scripts.get(inPage) ?? 0)
  tell('dashboard: script files, gzip', kilobytes(files), target, files <= most.scriptBytes, true)
  tell('dashboard: with what stands in the page', kilobytes(total), target, total <= most.scriptBytes, false)
  const twice = asked.filter((call, at) => asked.indexOf(call) !== at)
  tell('dashboard: calls made twice', twice.join(', ') || '0', '0', twice.length === 0, true)
  const time = median(painted)
  const times = `${ms(time)} (${sorted(painted).map(Math.round).join(', ')})`
  tell('dashboard: first chart, cold', times, ms(most.firstChartMs), time < most.firstChartMs, timed)
  const shift = Math.max(...shifts)
  tell('dashboard: layout shift', shift.toFixed(4), String(most.shift), shift <= most.shift, true)
}

/**
 * What a page loads of script until it stands still, gzipped, by name, with what stands in the page itself. What it
 * fetches after that for its neighbours is told apart: the page marks where that begins.
 */
function loadedScripts(page: Page): () => Promise<Map<string, number>> {
  const replies = new Map<string, Promise<Buffer | null>>()
  let html: Promise<string> | undefined
  page.on('response', (reply) => {
    const { pathname } = new URL(reply.url())
    if (reply.request().isNavigationRequest()) html = reply.text()
    else if (pathname.endsWith('.js'))
      replies.set(
        reply.url(),
        // What is still on its way when the page closes is told by nobody.
        reply.body().catch(() => null),
      )
  })
  return async () => {
    const early = new Set(
      await page.evaluate(() => {
        const from = performance.getEntriesByName('neighbours')[0]?.startTime ?? Number.POSITIVE_INFINITY
        return performance
          .getEntriesByType('resource')
          .filter((entry) => entry.startTime < from)
          .map((entry) => entry.name)
      }),
    )
    const sizes = new Map<string, number>()
    let later = 0
    for (const [url, body] of replies) {
      const code = await body
      if (code === null) continue
      const bytes = gzipSync(code, { level: 9 }).length
      if (early.has(url)) sizes.set(new URL(url).pathname, bytes)
      else later += bytes
    }
    if (later > 0) console.log(`  when idle, for the next views: ${kilobytes(later)}`)
    const inline = [
      ...((await html) ?? '').matchAll(
        /<script(?![^>]*\s(?:src|type="?application)[=/])[^>]*>([\s\S]*?)<\/script>/g,
      ),
    ]
    return sizes.set(inPage, gzipSync(inline.map(([, code]) => code).join('\n'), { level: 9 }).length)
  }
}

/** Twice around the views: the first time their answers are new, the second time they are kept. */
async function measureMoves(storage: SignedIn, processor: number): Promise<void> {
  const page = await newPage(browser, storage, processor > 1)
  await page.goto(`${site.origin}/dashboard`)
  await untilPainted(page)
  await page.waitForLoadState('networkidle')
  const who = processor > 1 ? `slow line, ${processor}× processor` : 'this machine'
  for (const round of ['first', 'again']) {
    const times: number[] = []
    for (const view of views) {
      await page.locator(`nav a[href^="${view}"]`).first().click()
      times.push(await untilPainted(page).catch(() => Number.NaN))
      await page.waitForTimeout(1500)
    }
    const worst = Math.max(...times)
    const text = `${ms(worst)} (${times.map(Math.round).join(', ')})`
    tell(`moves, ${round}, ${who}`, text, ms(most.moveMs), worst < most.moveMs, timed && round === 'again')
  }
  const shift = await shiftOf(page)
  tell(`moves, layout shift, ${who}`, shift.toFixed(4), String(most.shift), shift <= most.shift, true)
  await page.context().close()
}

async function measureRows(storage: SignedIn): Promise<void> {
  const page = await newPage(browser, storage, false)
  const { frames, reached } = await scrollRows(page, site.origin)
  const over = (limit: number) =>
    `${((frames.filter((time) => time > limit).length / frames.length) * 100).toFixed(1)} %`
  const [middle, high] = [median(frames), quantile(frames, 0.95)]
  const met = reached >= 10_000 && middle < most.frameMs && high < most.frameMs
  const text = `median ${middle.toFixed(1)}, p95 ${high.toFixed(1)} ms`
  tell(`rows: ${reached.toLocaleString('en')} scrolled through`, text, `${most.frameMs} ms`, met, timed)
  console.log(`  ${frames.length} frames, over 17 ms ${over(17)}, over 34 ms ${over(34)}`)
  await page.context().close()
}
