export interface CachedResponse {
  readonly etag: string
  readonly output: unknown
}

/** Some views with some of their periods and pages. */
const maxEntries = 60

/** Outputs of reads by what was asked and for whom, the one that was not used for longest first. */
const cache = new Map<string, CachedResponse>()

/** What came last to this question: its tag to ask with, its output for when that still holds. */
export function getCachedResponse(key: string): CachedResponse | undefined {
  const found = cache.get(key)
  if (found) {
    cache.delete(key)
    cache.set(key, found)
  }
  return found
}

export function cacheResponse(key: string, etag: string, output: unknown): void {
  cache.delete(key)
  cache.set(key, { etag, output })
  for (const oldest of cache.keys()) {
    if (cache.size <= maxEntries) return
    cache.delete(oldest)
  }
}

export const clearResponseCache = (): void => cache.clear()
