import { atom } from 'nanostores'

/** A parsed response with its ETag; null if the API sent none. */
export interface CachedOutput {
  readonly etag: string | null
  readonly output: unknown
}

interface InFlightRead {
  readonly promise: Promise<CachedOutput>
  readonly controller: AbortController
  callers: number
}

interface CacheEntry {
  cached?: CachedOutput
  inFlight?: InFlightRead
}

interface PreloadedResponse {
  readonly startedAt: number
  readonly response: Promise<Response>
  /** A success whose body has been read. */
  arrived?: { readonly etag: string | null; readonly text: string }
}

type PreloadedResponses = Map<string, PreloadedResponse>

declare global {
  interface Window {
    preloadedResponses?: PreloadedResponses
  }
}

const maxEntries = 60
/** A page restored after a long pause requests everything again. */
const maxPreloadAgeMs = 30_000

/** LRU: the least recently used entry comes first. */
const entries = new Map<string, CacheEntry>()

/** Path, sorted query, and the headers for language, site and account: equal keys have equal responses. */
export function createCacheKey(path: string, headers: Readonly<Record<string, string>>): string {
  const [pathname, search = ''] = path.split('?')
  return JSON.stringify([pathname, search.split('&').sort(), Object.entries(headers).sort()])
}

/**
 * Reads the body ahead, so that a view can render with it at once.
 * @returns the text of a success
 */
export function addPreloadedResponse(key: string, response: Promise<Response>): Promise<string | undefined> {
  const readAhead = async () => {
    const arrived = await response
    const text = await arrived.text()
    if (arrived.ok) preloaded.arrived = { etag: arrived.headers.get('ETag'), text }
    return new Response(text || null, arrived)
  }
  const preloaded: PreloadedResponse = { startedAt: performance.now(), response: readAhead() }
  window.preloadedResponses ??= new Map()
  window.preloadedResponses.set(key, preloaded)
  return preloaded.response.then(
    () => preloaded.arrived?.text,
    () => undefined,
  )
}

const getPreloadedResponses = (): PreloadedResponses | undefined =>
  typeof window === 'undefined' ? undefined : window.preloadedResponses

function findPreloadedResponse(key: string): PreloadedResponse | undefined {
  const preloaded = getPreloadedResponses()?.get(key)
  return preloaded && performance.now() - preloaded.startedAt < maxPreloadAgeMs ? preloaded : undefined
}

export function takePreloadedResponse(key: string): Promise<Response> | undefined {
  const preloaded = findPreloadedResponse(key)
  getPreloadedResponses()?.delete(key)
  return preloaded?.response
}

/** Resolves when every preloaded response has arrived or failed. */
export async function waitForPreloads(): Promise<void> {
  await Promise.allSettled([...(getPreloadedResponses()?.values() ?? [])].map(({ response }) => response))
}

function touchEntry(key: string): CacheEntry {
  const entry = entries.get(key) ?? {}
  entries.delete(key)
  entries.set(key, entry)
  const [oldest] = entries.keys()
  if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest)
  return entry
}

export const getCached = (key: string): CachedOutput | undefined => entries.get(key)?.cached

/** Caches a preloaded response that nobody has taken yet, unless `parse` refuses its text by `undefined`. */
export function adoptPreloadedResponse(
  key: string,
  parse: (text: string) => unknown,
): CachedOutput | undefined {
  const arrived = findPreloadedResponse(key)?.arrived
  const output = arrived && parse(arrived.text)
  if (!arrived || output === undefined) return
  const cached = { etag: arrived.etag, output }
  touchEntry(key).cached = cached
  return cached
}

export function evict(key: string): void {
  entries.delete(key)
}

export const clearCache = (): void => entries.clear()

/** Call after a write: reads in flight may predate it, so their responses are neither shared nor stored. */
export function detachReads(): void {
  for (const entry of entries.values()) delete entry.inFlight
}

interface ReadOptions {
  readonly signal?: AbortSignal | undefined
  readonly fresh?: boolean | undefined
}

/**
 * Single flight: callers with the same key share one request, aborted once all of them have aborted. `load` gets the
 * cached output to revalidate and returns the same object after a 304.
 */
export async function readThrough(
  key: string,
  load: (cached: CachedOutput | undefined, signal: AbortSignal) => Promise<CachedOutput>,
  { signal, fresh = false }: ReadOptions = {},
): Promise<unknown> {
  signal?.throwIfAborted()
  const entry = touchEntry(key)
  if (fresh) delete entry.inFlight
  entry.inFlight ??= startRead(entry, load)
  return (await joinRead(entry, entry.inFlight, signal)).output
}

/** The number of reads whose responses are still missing. */
export const $pendingReads = atom(0)

function startRead(entry: CacheEntry, load: Parameters<typeof readThrough>[1]): InFlightRead {
  const controller = new AbortController()
  const run = async () => {
    $pendingReads.set($pendingReads.get() + 1)
    try {
      const result = await load(entry.cached, controller.signal)
      if (entry.inFlight === read) entry.cached = result
      return result
    } finally {
      $pendingReads.set($pendingReads.get() - 1)
      if (entry.inFlight === read) delete entry.inFlight
    }
  }
  const read: InFlightRead = { promise: run(), controller, callers: 0 }
  return read
}

function joinRead(
  entry: CacheEntry,
  read: InFlightRead,
  signal: AbortSignal | undefined,
): Promise<CachedOutput> {
  read.callers += 1
  if (!signal) return read.promise
  return new Promise((resolve, reject) => {
    const leave = () => {
      reject(signal.reason)
      read.callers -= 1
      if (read.callers > 0) return
      if (entry.inFlight === read) delete entry.inFlight
      read.controller.abort(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    read.promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}
