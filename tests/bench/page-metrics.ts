import type { Browser, BrowserContextOptions, Page } from '@playwright/test'

/** 1.6 Mbit/s, as bytes a second, and a processor of a quarter of this machine's speed. */
export const slowDevice = { bytesPerSecond: 200_000, processor: 4 }
/** Round trip of the phone, and of the window whose layout shifts are measured: each stage of loading is painted. */
const latencyMs = { phone: 150, window: 150 }

export type StorageState = NonNullable<BrowserContextOptions['storageState']>

interface PageMetrics {
  /** When the chart with data of the address at `path` had been painted, 0 until then. */
  paintedAt: number
  path: string
  startedAt: number
  layoutShift: number
  /** Each shift's value with what moved. */
  shiftCauses: string[]
  largestPaint: number
  longTasks: { start: number; duration: number }[]
  frames: number[]
}

declare global {
  interface Window {
    pageMetrics: PageMetrics
  }
}

/** Runs in the page before everything else: notes the first stroke of data on a canvas, layout shifts and clicks. */
function installMetrics(): void {
  const pageMetrics: PageMetrics = {
    paintedAt: 0,
    path: location.pathname,
    startedAt: 0,
    layoutShift: 0,
    shiftCauses: [],
    largestPaint: 0,
    longTasks: [],
    frames: [],
  }
  window.pageMetrics = pageMetrics
  const notePaint = (canvas: HTMLCanvasElement) => {
    if (pageMetrics.paintedAt > 0 || !canvas.isConnected || location.pathname !== pageMetrics.path) return
    pageMetrics.paintedAt = Number.POSITIVE_INFINITY
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        pageMetrics.paintedAt = performance.now()
      }
      port2.postMessage(null)
    })
  }
  const prototype = CanvasRenderingContext2D.prototype
  for (const name of ['stroke', 'fill'] as const) {
    const draw = prototype[name] as (...args: unknown[]) => void
    prototype[name] = function (this: CanvasRenderingContext2D, ...given: unknown[]) {
      // Grid and axes are drawn without paths of their own.
      if (given[0] instanceof Path2D) notePaint(this.canvas)
      draw.apply(this, given)
    }
  }
  type Shift = PerformanceEntry & {
    value: number
    hadRecentInput: boolean
    sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[]
  }
  const describeSource = ({ node, previousRect, currentRect }: Shift['sources'][number]) => {
    const element = node instanceof Element ? node : node?.parentElement
    const box = (rect: DOMRect) => [rect.x, rect.y, rect.width, rect.height].map(Math.round).join(',')
    return `${element?.localName}.${element?.className} ${box(previousRect)} -> ${box(currentRect)}`
  }
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries() as Shift[]) {
      if (shift.hadRecentInput) continue
      pageMetrics.layoutShift += shift.value
      const sources = shift.sources.map(describeSource).join(' | ')
      pageMetrics.shiftCauses.push(
        `${shift.value.toFixed(4)} at ${Math.round(shift.startTime)} ms: ${sources}`,
      )
    }
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    pageMetrics.largestPaint = list.getEntries().at(-1)?.startTime ?? 0
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      pageMetrics.longTasks.push({ start: startTime, duration })
  }).observe({ type: 'longtask', buffered: true })
  addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (link) Object.assign(pageMetrics, { paintedAt: 0, path: link.pathname, startedAt: event.timeStamp })
    },
    { capture: true },
  )
}

/** A page with an empty cache, signed in, on a slow line and processor where that is wanted. */
export async function openPage(browser: Browser, storageState: StorageState, isSlow = true): Promise<Page> {
  const context = await browser.newContext({ storageState, viewport: { width: 1440, height: 900 } })
  await context.addInitScript(installMetrics)
  const page = await context.newPage()
  if (isSlow) await emulateDevice(page, slowDevice)
  return page
}

/** A phone with an empty cache, on a slow line and processor. */
export async function openPhone(browser: Browser, storageState?: StorageState): Promise<Page> {
  const context = await browser.newContext({
    ...(storageState && { storageState }),
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    locale: 'ko-KR',
  })
  await context.addInitScript(installMetrics)
  const page = await context.newPage()
  await emulateDevice(page, { ...slowDevice, latencyMs: latencyMs.phone })
  return page
}

/** A window of a width with an empty cache, on a line with latency. */
export async function openWindow(
  browser: Browser,
  storageState: StorageState | undefined,
  width: number,
): Promise<Page> {
  const context = await browser.newContext({
    ...(storageState && { storageState }),
    viewport: { width, height: 900 },
    locale: 'ko-KR',
  })
  await context.addInitScript(installMetrics)
  const page = await context.newPage()
  await emulateDevice(page, { latencyMs: latencyMs.window })
  return page
}

interface Device {
  /** Unlimited by default. */
  readonly bytesPerSecond?: number
  readonly latencyMs?: number
  /** How many times slower than this machine. */
  readonly processor?: number
}

async function emulateDevice(page: Page, device: Device): Promise<void> {
  const { bytesPerSecond = -1, latencyMs = 0, processor = 1 } = device
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: processor })
}

const quietLimitMs = 20_000

/** Resolves once nothing has been requested, answered or drawn on a canvas for a while. Streams may stay open. */
export async function waitForQuiet(page: Page, quietMs: number): Promise<void> {
  let lastActivity = Date.now()
  const note = () => {
    lastActivity = Date.now()
  }
  page.on('request', note)
  page.on('requestfinished', note)
  const deadline = Date.now() + quietLimitMs
  while (Date.now() - lastActivity < quietMs && Date.now() < deadline) await page.waitForTimeout(50)
}

/** Resolves a while after a screen began to preload others, or after a limit. */
export async function waitForIdlePreload(page: Page, afterMs: number): Promise<void> {
  const isPreloading = () => performance.getEntriesByName('idle-preload').length > 0
  await page.waitForFunction(isPreloading, null, { timeout: quietLimitMs, polling: 100 }).catch(() => {})
  await page.waitForTimeout(afterMs)
}

/** Milliseconds since the start of the page; `chart` is 0 on pages without one. */
export const readPaintMetrics = (page: Page) =>
  page.evaluate(() => {
    const { paintedAt, largestPaint, longTasks, layoutShift } = window.pageMetrics
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
    // Preloads of other screens begin when this one is finished.
    const end = performance.getEntriesByName('idle-preload')[0]?.startTime ?? Number.POSITIVE_INFINITY
    const blocked = longTasks
      .filter(({ start, duration }) => start + duration > paint && start < end)
      .reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0)
    return { paint, largest: largestPaint, chart: paintedAt, blocked, shift: layoutShift }
  })

/** Milliseconds from the start of the page, or the click that led here, until its first chart was painted with data. */
export async function measureFirstPaint(page: Page): Promise<number> {
  const paintedAt = await page.waitForFunction(
    () => {
      const { paintedAt, startedAt } = window.pageMetrics
      return paintedAt > 0 && paintedAt < Number.POSITIVE_INFINITY ? paintedAt - startedAt : false
    },
    null,
    { timeout: 20_000 },
  )
  return Number(await paintedAt.jsonValue())
}

export const readLayoutShift = (page: Page): Promise<number> =>
  page.evaluate(() => window.pageMetrics.layoutShift)
