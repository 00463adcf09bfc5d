import type { Browser, BrowserContextOptions, Page } from '@playwright/test'

/** 1.6 Mbit/s, as bytes a second, and a processor of a quarter of this machine's speed. */
export const slowDevice = { bytesPerSecond: 200_000, processor: 4 }

export type StorageState = NonNullable<BrowserContextOptions['storageState']>

interface PageMetrics {
  /** When the chart with data of the address at `path` had been painted, 0 until then. */
  paintedAt: number
  path: string
  startedAt: number
  layoutShift: number
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
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    })[])
      if (!shift.hadRecentInput) pageMetrics.layoutShift += shift.value
  }).observe({ type: 'layout-shift', buffered: true })
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
  if (isSlow) await emulateSlowDevice(page)
  return page
}

async function emulateSlowDevice(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: slowDevice.bytesPerSecond,
    uploadThroughput: slowDevice.bytesPerSecond,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDevice.processor })
}

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
