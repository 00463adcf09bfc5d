/** Calls that the page's head has begun, by what they ask and for whom. */
type InFlightRequests = Map<string, { readonly began: number; readonly reply: Promise<Response> }>

declare global {
  interface Window {
    inFlightRequests?: InFlightRequests
  }
}

/** A page that was held back for long asks anew. */
const maxAgeMs = 30_000

/**
 * What a reply depends on: the question in any order of its parts, and the headers that say for whom and in which
 * language. Two calls with the same key get the same reply.
 */
export function createCacheKey(path: string, headers: Readonly<Record<string, string>>): string {
  const [pathname, search = ''] = path.split('?')
  return JSON.stringify([pathname, search.split('&').sort(), Object.entries(headers).sort()])
}

export function addInFlight(key: string, reply: Promise<Response>): void {
  window.inFlightRequests ??= new Map()
  window.inFlightRequests.set(key, { began: performance.now(), reply })
}

/** The reply to just this question when the head has asked it; only once, and only while it is fresh. */
export function takeInFlight(key: string): Promise<Response> | undefined {
  const inFlight = typeof window === 'undefined' ? undefined : window.inFlightRequests
  const found = inFlight?.get(key)
  inFlight?.delete(key)
  return found && performance.now() - found.began < maxAgeMs ? found.reply : undefined
}
