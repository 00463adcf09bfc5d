import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type * as PendingLogouts from '#lib/api/pending-logouts.ts'
import { sha512 } from '#lib/api/sha512.ts'

const key = 'logouts:'
const now = Date.parse('2026-11-20T09:00:00Z')
const tokens = ['A', 'B', 'C'].map((letter) => letter.repeat(43))
const [first = '', second = '', third = ''] = tokens
const loadFallbackHash = async () => ({ sha512 })
const realCrypto = globalThis.crypto
let stored: Map<string, string>
/** Status codes by token; sessions with other tokens cannot be reached. */
let statuses: Record<string, number>
let sent: string[]
let logouts: typeof PendingLogouts

beforeEach(async () => {
  stored = new Map()
  statuses = {}
  sent = []
  vi.useFakeTimers({ now })
  vi.stubGlobal('document', { documentElement: { lang: 'ko' } })
  // The fallback runs without `subtle`, which works in another thread: fake timers would not wait for it.
  vi.stubGlobal('crypto', {
    getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => realCrypto.getRandomValues(bytes),
  })
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  })
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    const token = new Headers(headers).get('X-Auth-Token') ?? ''
    sent.push(token)
    const status = statuses[token]
    if (status === undefined) throw new TypeError('no connection')
    return Response.json({}, { status })
  })
  vi.resetModules()
  logouts = await import('#lib/api/pending-logouts.ts')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a session that has ended, or that the server no longer knows, is forgotten', async () => {
  statuses = { [first]: 200, [second]: 401 }
  for (const token of tokens) logouts.rememberLogout(token)
  await logouts.endPendingSessions(loadFallbackHash)
  expect(sent).toEqual(tokens)
  expect(stored.get(key)).toBe(`${now} ${third}`)
})

test.each([500, 503, 429, 404, undefined])(
  'after %s it is tried again, less and less often',
  async (status) => {
    if (status) statuses = { [first]: status }
    logouts.rememberLogout(first)
    await logouts.endPendingSessions(loadFallbackHash)
    expect(stored.get(key)).toContain(first)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent.length).toBe(5)
    statuses = { [first]: 200 }
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent.length).toBe(6)
    expect(stored.size).toBe(0)
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(sent.length).toBe(6)
  },
)

test('after a day it is dropped, as is what cannot be read', async () => {
  stored.set(key, `${now - 86_400_001} ${first}\nnonsense\n\n${now + 86_400_001} ${second}`)
  await logouts.endPendingSessions(loadFallbackHash)
  expect([sent, stored.size]).toEqual([[], 0])
  logouts.rememberLogout(third)
  await logouts.endPendingSessions(loadFallbackHash)
  await vi.advanceTimersByTimeAsync(86_400_000 + 600_000)
  expect(stored.size).toBe(0)
  expect(sent.length).toBeLessThan(300)
})

test('what another tab adds meanwhile is not lost', async () => {
  statuses = { [first]: 200 }
  logouts.rememberLogout(first)
  const running = logouts.endPendingSessions(loadFallbackHash)
  stored.set(key, `${stored.get(key)}\n${now} ${second}`)
  await running
  expect(stored.get(key)).toBe(`${now} ${second}`)
})

test('with blocked storage it is tried while the page is open', async () => {
  vi.stubGlobal('localStorage', undefined)
  logouts.rememberLogout(first)
  await logouts.endPendingSessions(loadFallbackHash)
  statuses = { [first]: 200 }
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual([first, first])
})

test('nobody who was not signed in is remembered', () => {
  logouts.rememberLogout('')
  expect(stored.size).toBe(0)
})
