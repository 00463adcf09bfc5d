import type { Browser, Page } from '@playwright/test'
import { loadScreens } from '#build/bundle/screens.ts'
import { findShell } from '#contract/portal/hosting.ts'
import { getScreenPaths } from '#islands/kit/screen/manifest.ts'
import {
  measureFirstPaint,
  openPhone,
  openWindow,
  readPaintMetrics,
  type StorageState,
  waitForIdlePreload,
  waitForQuiet,
} from './page-metrics.ts'
import { recordTraffic } from './traffic.ts'

interface BenchedScreen {
  readonly name: string
  readonly path: string
  readonly isSignedIn: boolean
}

const publicPaths = ['/', '/musics', '/guides', '/guides/ios-mobile-upload', '/login', '/join', '/nowhere']

/** Lists the screens with a view, as a manager sees them, and the public pages. */
async function listScreens(
  origin: string,
  browser: Browser,
  storage: StorageState,
): Promise<BenchedScreen[]> {
  const patterns = (await loadScreens()).flatMap(({ screen }) => (screen.load ? getScreenPaths(screen) : []))
  const paths: string[] = []
  for (const pattern of patterns)
    paths.push(pattern.endsWith('/*') ? await findFirstItem(origin, pattern, browser, storage) : pattern)
  return [
    ...paths.map((path, at) => ({ name: patterns[at] ?? path, path, isSignedIn: true })),
    ...publicPaths.map((path) => ({ name: `${path} (visitor)`, path, isSignedIn: false })),
  ]
}

/** Finds the first item of a pattern that ends with `/*`, in the list at the path before it. */
async function findFirstItem(origin: string, pattern: string, browser: Browser, storage: StorageState) {
  const list = pattern.slice(0, -'/*'.length)
  const page = await openWindow(browser, storage, 1440)
  await page.goto(origin + list)
  // Links to other parts of the list may come first.
  await waitForQuiet(page, 1000)
  const links = page.locator(`main a[href*="${list}/"]`)
  const paths = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname))
  await page.context().close()
  const path = paths.find((one) => findShell(one) === list)
  if (path === undefined) throw new Error(`${list} has no link to an item.`)
  return path
}

interface ScreenOptions {
  readonly origin: string
  readonly browser: Browser
  readonly storage: StorageState
  /** Parts of names; empty: all screens. */
  readonly only: readonly string[]
}

async function selectScreens({ origin, browser, storage, only }: ScreenOptions): Promise<BenchedScreen[]> {
  const screens = await listScreens(origin, browser, storage)
  return screens.filter(({ name }) => only.length === 0 || only.some((part) => name.includes(part)))
}

const median = (numbers: readonly number[]) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

/** Limits for each screen on the phone: milliseconds, kilobytes, and the layout shift without a unit. */
const phoneLimits = {
  paint: 800,
  largest: Number.POSITIVE_INFINITY,
  chart: 1600,
  blocked: 200,
  received: 140,
  shift: 0.01,
}
type PhoneMetric = keyof typeof phoneLimits
const phoneMetrics = Object.keys(phoneLimits) as PhoneMetric[]

/** Prints a row for each screen, with medians of cold visits on a slow phone. `!` marks a figure over its limit. */
export async function measurePhone(options: ScreenOptions, visits: number): Promise<void> {
  console.log(
    `phone, medians of ${visits} cold visits: first contentful paint, largest, first chart, blocked (ms), received before the chart, or without one before the largest paint (kB), shift`,
  )
  for (const screen of await selectScreens(options)) {
    const runs: Record<PhoneMetric, number>[] = []
    for (let visit = 0; visit < visits; visit += 1) runs.push(await visitOnPhone(screen, options))
    const cells = phoneMetrics.map((metric) => {
      const value = median(runs.map((run) => run[metric]))
      const mark = value > phoneLimits[metric] ? '!' : ' '
      return (metric === 'shift' ? value.toFixed(4) : value > 0 ? value.toFixed(0) : '–').padStart(8) + mark
    })
    console.log(screen.name.padEnd(36) + cells.join(''))
  }
}

async function visitOnPhone(
  { path, isSignedIn }: BenchedScreen,
  { origin, browser, storage }: ScreenOptions,
) {
  const page = await openPhone(browser, isSignedIn ? storage : undefined)
  const traffic = await recordTraffic(page)
  await page.goto(origin + path, { waitUntil: 'commit' })
  // Preloading other screens would take many seconds on this connection.
  await Promise.race([waitForQuiet(page, 2000), waitForIdlePreload(page, 2000)])
  if ((await page.locator('link[rel=modulepreload][href*="/uplot."]').count()) > 0)
    // A failure is reported as a missing figure.
    await measureFirstPaint(page).catch(() => {})
  const metrics = await readPaintMetrics(page)
  const received = traffic.sumUntil(metrics.chart || metrics.largest)
  await page.context().close()
  return { ...metrics, received }
}

/** Prints each screen's largest layout shift and the widths over the limit. @returns whether all are met */
export async function sweepWidths(options: ScreenOptions, widths: readonly number[]): Promise<boolean> {
  console.log(`layout shift at ${widths.length} widths, ${widths[0]} to ${widths.at(-1)} px`)
  let allMet = true
  for (const screen of await selectScreens(options)) {
    const shifts: [width: number, shift: number, causes: string][] = []
    for (const width of widths) {
      const page = await openWindow(options.browser, screen.isSignedIn ? options.storage : undefined, width)
      shifts.push([width, ...(await readShift(page, options.origin + screen.path))])
      await page.context().close()
    }
    const worst = Math.max(...shifts.map(([, shift]) => shift))
    const over = shifts.filter(([, shift]) => shift > phoneLimits.shift)
    allMet &&= over.length === 0
    console.log(screen.name.padEnd(36) + worst.toFixed(4).padStart(8))
    for (const [width, shift, causes] of over) console.log(`  ${width} px: ${shift.toFixed(4)} ${causes}`)
  }
  return allMet
}

async function readShift(page: Page, url: string): Promise<[shift: number, causes: string]> {
  await page.goto(url, { waitUntil: 'commit' })
  await waitForQuiet(page, 400)
  const { layoutShift, shiftCauses } = await page.evaluate(() => window.pageMetrics)
  return [layoutShift, shiftCauses.join('; ')]
}
