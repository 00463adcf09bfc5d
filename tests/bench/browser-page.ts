import type { Browser, BrowserContextOptions, Page } from '@playwright/test'

/** 1.6 Mbit/s, as bytes a second, and a processor of a quarter of this machine's speed. */
export const slow = { bytesPerSecond: 200_000, processor: 4 }

export type SignedIn = NonNullable<BrowserContextOptions['storageState']>

interface Watched {
  /** When the chart with data of the address at `path` had been painted, 0 until then. */
  painted: number
  path: string
  began: number
  shifted: number
  frames: number[]
}

declare global {
  interface Window {
    watched: Watched
  }
}

/** Runs in the page before everything else: notes the first stroke of data on a canvas, layout shifts and clicks. */
function watch(): void {
  const watched: Watched = { painted: 0, path: location.pathname, began: 0, shifted: 0, frames: [] }
  window.watched = watched
  const note = (canvas: HTMLCanvasElement) => {
    if (watched.painted > 0 || !canvas.isConnected || location.pathname !== watched.path) return
    watched.painted = Number.POSITIVE_INFINITY
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        watched.painted = performance.now()
      }
      port2.postMessage(null)
    })
  }
  const prototype = CanvasRenderingContext2D.prototype
  for (const name of ['stroke', 'fill'] as const) {
    const draw = prototype[name] as (...given: unknown[]) => void
    prototype[name] = function (this: CanvasRenderingContext2D, ...given: unknown[]) {
      // Grid and axes are drawn without paths of their own.
      if (given[0] instanceof Path2D) note(this.canvas)
      draw.apply(this, given)
    }
  }
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    })[])
      if (!shift.hadRecentInput) watched.shifted += shift.value
  }).observe({ type: 'layout-shift', buffered: true })
  addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (link) Object.assign(watched, { painted: 0, path: link.pathname, began: event.timeStamp })
    },
    { capture: true },
  )
}

/** A page with an empty cache, signed in, on a slow line and processor where that is wanted. */
export async function newPage(browser: Browser, storageState: SignedIn, isSlow = true): Promise<Page> {
  const context = await browser.newContext({ storageState, viewport: { width: 1440, height: 900 } })
  await context.addInitScript(watch)
  const page = await context.newPage()
  if (isSlow) await slowDown(page)
  return page
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: slow.bytesPerSecond,
    uploadThroughput: slow.bytesPerSecond,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slow.processor })
}

/** Milliseconds from the start of the page, or the click that led here, until its first chart was painted with data. */
export async function untilPainted(page: Page): Promise<number> {
  const painted = await page.waitForFunction(
    () => {
      const { painted, began } = window.watched
      return painted > 0 && painted < Number.POSITIVE_INFINITY ? painted - began : false
    },
    null,
    { timeout: 20_000 },
  )
  return Number(await painted.jsonValue())
}

export const shiftOf = (page: Page): Promise<number> => page.evaluate(() => window.watched.shifted)
