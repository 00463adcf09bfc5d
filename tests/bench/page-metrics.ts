import type { Browser, BrowserContextOptions, Page } from '@playwright/test'

/** 1.6 Mbit/s as bytes per second, and a quarter of this machine's CPU speed. */
export const slowDevice = { bytesPerSecond: 200_000, processor: 4 }
/**
 * Round-trip time of the phone, and of the window whose layout shifts are measured: each stage of loading is painted.
 */
const latencyMs = { phone: 150, window: 150 }

export type StorageState = NonNullable<BrowserContextOptions['storageState']>

interface PageMetrics {
  /** Time at which the chart with data was painted for the address `path`, 0 until then. */
  paintedAt: number
  path: string
  startedAt: number
  layoutShift: number
  /** The value of each shift, with the elements that moved. */
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

/**
 * Runs in the page before everything else: records the first stroke of data on a canvas, or the bars that a page draws
 * without one (`first-figures`), layout shifts and clicks.
 */
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
  const notePaint = () => {
    if (pageMetrics.paintedAt > 0 || location.pathname !== pageMetrics.path) return
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
      // The grid and the axes do not use path objects.
      if (given[0] instanceof Path2D && this.canvas.isConnected) notePaint()
      draw.apply(this, given)
    }
  }
  const { mark } = performance
  performance.mark = (name, options) => {
    if (name === 'first-figures') notePaint()
    return mark.call(performance, name, options)
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

/** Opens a page with an empty cache, signed in, optionally with a slow connection and CPU. */
export async function openPage(browser: Browser, storageState: StorageState, isSlow = true): Promise<Page> {
  const context = await browser.newContext({ storageState, viewport: { width: 1440, height: 900 } })
  await context.addInitScript(installMetrics)
  const page = await context.newPage()
  if (isSlow) await emulateDevice(page, slowDevice)
  return page
}

/** Opens a phone with an empty cache, and a slow connection and CPU. */
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

/** Opens a window of a given width with an empty cache, on a connection with latency. */
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
  /** Factor by which the CPU is slower than this machine's. */
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

/** Resolves once nothing has been requested, received or drawn on a canvas for a while. Streams may stay open. */
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

/** Resolves a while after a screen has begun to preload others, or after a limit. */
export async function waitForIdlePreload(page: Page, afterMs: number): Promise<void> {
  const isPreloading = () => performance.getEntriesByName('idle-preload').length > 0
  await page.waitForFunction(isPreloading, null, { timeout: quietLimitMs, polling: 100 }).catch(() => {})
  await page.waitForTimeout(afterMs)
}

/** Milliseconds since the page started; `chart` is 0 on pages without one. */
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

/**
 * Milliseconds from the start of the page, or from the click that led here, until its first chart with data was
 * painted.
 */
export async function measureFirstPaint(page: Page): Promise<number> {
  const paintedAt = await page.waitForFunction(
    () => {
      const { paintedAt, startedAt } = window.pageMetrics
      return paintedAt > 0 && paintedAt < Number.POSITIVE_INFINITY ? paintedAt - startedAt : false
      // Polling every frame would make the page render frames that nobody else asks for.
    },
    null,
    { timeout: 20_000, polling: 100 },
  )
  return Number(await paintedAt.jsonValue())
}

export const readLayoutShift = (page: Page): Promise<number> =>
  page.evaluate(() => window.pageMetrics.layoutShift)
