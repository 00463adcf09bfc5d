import type { Page } from '@playwright/test'

export interface Traffic {
  /** Kilobytes as transferred, of what had arrived a number of milliseconds after the navigation started. */
  sumUntil(ms: number): number
  /** Until now: `scripts` in kilobytes as transferred. */
  readTotals(): { requests: number; scripts: number }
  end(): Promise<void>
}

/** Counts what the page's next navigation loads from the network, not from the cache. */
export async function recordTraffic(page: Page): Promise<Traffic> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const cached = new Set<string>()
  const types = new Map<string, string>()
  const arrivals: { ms: number; bytes: number }[] = []
  let startedAt = Number.NaN
  let [requests, scriptBytes] = [0, 0]
  session.on('Network.requestWillBeSent', ({ timestamp, type }) => {
    if (type === 'Document' && Number.isNaN(startedAt)) startedAt = timestamp
  })
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (response.fromDiskCache || cached.has(requestId) || response.protocol === 'data') return
    types.set(requestId, type)
    requests += 1
  })
  // Of what the process keeps in memory.
  session.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId))
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const type = types.get(requestId)
    if (type === undefined) return
    arrivals.push({ ms: 1000 * (timestamp - startedAt), bytes: encodedDataLength })
    if (type === 'Script') scriptBytes += encodedDataLength
  })
  return {
    sumUntil: (end) => arrivals.reduce((sum, { ms, bytes }) => sum + (ms <= end ? bytes : 0), 0) / 1000,
    readTotals: () => ({ requests, scripts: scriptBytes / 1000 }),
    end: () => session.detach(),
  }
}
