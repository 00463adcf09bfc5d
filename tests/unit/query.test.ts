import { atom } from 'nanostores'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { createQuery, createQueryFrom } from '#lib/api/query.ts'
import { $token } from '#lib/api/session.ts'
import { setStrings } from '#lib/i18n/strings.ts'

const readViews = defineEndpoint({
  name: 'readViews',
  summary: 'Returns the views.',
  method: 'GET',
  path: 'views',
  access: 'account',
  query: z.object({ of: z.string() }),
  output: z.object({ views: z.number() }),
})

const createKey = (of: string, caller = 'me') => ({ caller, of })
type Key = ReturnType<typeof createKey>

interface PendingRequest {
  readonly signal: AbortSignal
  readonly headers: Headers
  readonly respond: (response: Response) => void
}

/** Creates a query whose replies the test sends by hand. */
function createControlledQuery() {
  const requests: PendingRequest[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const signal = init.signal as AbortSignal
    signal.throwIfAborted()
    const headers = new Headers(init.headers)
    return new Promise((respond, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      requests.push({ signal, headers, respond })
    })
  })
  const $key = atom<Key | null>(createKey('a'))
  const { $state, reload } = createQuery($key, readViews, ({ of }) => ({ of }))
  const stop = $state.listen(() => {})
  const waitForRequests = (count: number) => vi.waitFor(() => expect(requests).toHaveLength(count))
  const respondToLast = async (response: Response) => {
    await vi.waitFor(() => expect(requests.at(-1)?.signal.aborted).toBe(false))
    await vi.waitFor(() => {
      requests.at(-1)?.respond(response)
      expect($state.get().isLoading).toBe(false)
    })
  }
  const answer = (views: number) =>
    respondToLast(Response.json({ success: true, message: 'ok', views }, { headers: { ETag: `"${views}"` } }))
  const fail = (code: string, status: number) =>
    respondToLast(Response.json({ success: false, code, message: 'no' }, { status }))
  return { $key, $state, requests, waitForRequests, respondToLast, answer, fail, reload, stop }
}

beforeEach(() => {
  setStrings('ko', { messages: { refusals: { unavailable: 'later', internal: 'fault' } } })
  vi.stubGlobal('window', {})
  $token.set('')
  $token.set('T'.repeat(43))
})
afterEach(() => vi.unstubAllGlobals())

test('a cached key has its result at once and is revalidated', async () => {
  const { $key, $state, waitForRequests, answer, stop } = createControlledQuery()
  await waitForRequests(1)
  await answer(1)
  $key.set(createKey('b'))
  expect($state.get()).toMatchObject({ key: createKey('b'), result: { key: createKey('a') } })
  await waitForRequests(2)
  await answer(2)
  $key.set(createKey('a'))
  expect($state.get()).toMatchObject({
    result: { key: createKey('a'), data: { views: 1 } },
    isLoading: true,
  })
  await waitForRequests(3)
  await answer(3)
  expect($state.get().result).toEqual({ key: createKey('a'), data: { views: 3 } })
  stop()
})

test('a 304 leaves the same result object, so that nothing is rendered again', async () => {
  const { $state, requests, waitForRequests, respondToLast, answer, reload, stop } = createControlledQuery()
  await waitForRequests(1)
  await answer(1)
  const first = $state.get().result
  reload()
  await waitForRequests(2)
  expect(requests[1]?.headers.get('If-None-Match')).toBe('"1"')
  await respondToLast(new Response(null, { status: 304 }))
  expect($state.get().result).toBe(first)
  stop()
})

test('a result is never shown in another caller', async () => {
  const { $key, $state, waitForRequests, answer, stop } = createControlledQuery()
  await waitForRequests(1)
  await answer(1)
  // Another account has signed in, and its session has cleared the cache.
  $token.set('N'.repeat(43))
  $key.set(createKey('a', 'another'))
  expect($state.get().result).toBeNull()
  await waitForRequests(2)
  await answer(2)
  $token.set('T'.repeat(43))
  $key.set(createKey('a'))
  expect($state.get().result).toBeNull()
  await waitForRequests(3)
  stop()
})

test('a late reply to an earlier key is neither shown nor cached', async () => {
  const { $key, $state, requests, waitForRequests, answer, stop } = createControlledQuery()
  await waitForRequests(1)
  $key.set(createKey('b'))
  await waitForRequests(2)
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false])
  await answer(2)
  requests[0]?.respond(Response.json({ success: true, message: 'ok', views: 1 }))
  await new Promise((resolve) => setTimeout(resolve))
  expect($state.get().result).toEqual({ key: createKey('b'), data: { views: 2 } })
  $key.set(createKey('a'))
  expect($state.get().result?.key).toEqual(createKey('b'))
  $key.set(null)
  expect($state.get()).toEqual({ key: null, result: null, error: null, isLoading: false })
  stop()
})

test('after a failure the earlier result stays, unless the account may no longer see it', async () => {
  const { $key, $state, waitForRequests, answer, fail, reload, stop } = createControlledQuery()
  await waitForRequests(1)
  await answer(1)
  reload()
  await waitForRequests(2)
  await fail('invalid', 400)
  expect($state.get()).toMatchObject({ result: { data: { views: 1 } }, error: { code: 'invalid' } })
  reload()
  await waitForRequests(3)
  await fail('forbidden', 403)
  expect($state.get()).toMatchObject({ result: null, error: { code: 'forbidden' } })
  $key.set(createKey('b'))
  await waitForRequests(4)
  await answer(2)
  $key.set(createKey('a'))
  expect($state.get().result?.key).toEqual(createKey('b'))
  await waitForRequests(5)
  stop()
})

test('a reload does not share a request that was sent before it', async () => {
  const { $state, requests, waitForRequests, answer, reload, stop } = createControlledQuery()
  await waitForRequests(1)
  // Another part of the page waits for the same read, so that the first request is not aborted.
  const shared = call(readViews, { query: { of: 'a' } })
  reload()
  await waitForRequests(2)
  await answer(2)
  requests[0]?.respond(Response.json({ success: true, message: 'ok', views: 1 }))
  expect(await shared).toEqual({ views: 1 })
  expect($state.get().result?.data).toEqual({ views: 2 })
  stop()
})

test('another source reports its errors and shows the result of the same caller while it loads', async () => {
  const errors: string[] = []
  let isFailing = false
  const $key = atom(createKey('a'))
  const { $state, reload } = createQueryFrom($key, {
    load: async ({ of }) => {
      if (isFailing) throw new ApiError('unavailable')
      return of
    },
    onError: ({ code }) => errors.push(code),
  })
  const stop = $state.listen(() => {})
  await vi.waitFor(() => expect($state.get().result?.data).toBe('a'))
  isFailing = true
  reload()
  expect($state.get()).toMatchObject({ result: { data: 'a' }, isLoading: true })
  await vi.waitFor(() => expect($state.get().error?.code).toBe('unavailable'))
  expect(errors).toEqual(['unavailable'])
  stop()
})
