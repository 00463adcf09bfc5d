import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { logout, readMe } from '#contract/people/session.ts'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { addPreloadedResponse, createCacheKey, getCached, waitForPreloads } from '#lib/api/cache.ts'
import { call, getCachedOutput } from '#lib/api/call.ts'
import { buildContextHeaders } from '#lib/api/send-request.ts'
import { $token } from '#lib/api/session.ts'
import { setStrings } from '#lib/i18n/strings.ts'

const token = 'T'.repeat(43)
const user = {
  id: 1,
  email: 'a@b.example',
  nickname: 'Ann',
  permission_flag: 0,
  unread_notices: 0,
  new_statements: 0,
  settings: {},
}
const meBody = JSON.stringify({ success: true, message: 'ok', user })
const readNumber = defineEndpoint({
  name: 'readNumber',
  summary: 'Returns a number.',
  method: 'GET',
  path: 'number',
  access: 'account',
  query: z.object({ of: z.optional(z.number()) }),
  output: z.object({ number: z.number() }),
})

type Responder = (headers: Headers) => Response | Promise<Response>

/** Replaces the network with the given successive replies. */
function stubFetch(...responders: Responder[]): Headers[] {
  const sent: Headers[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    sent.push(headers)
    return (responders[Math.min(sent.length, responders.length) - 1] as Responder)(headers)
  })
  return sent
}

/** Replaces the network with replies that the test sends by hand. */
function stubPendingFetch() {
  const requests: { signal: AbortSignal; respond: (response: Response) => void }[] = []
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    const signal = init.signal ?? new AbortController().signal
    return new Promise((respond, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      requests.push({ signal, respond })
    })
  })
  const waitForRequests = (count: number) => vi.waitFor(() => expect(requests).toHaveLength(count))
  return { requests, waitForRequests }
}

const createNumberResponse = (number: number) =>
  Response.json({ success: true, message: 'ok', number }, { headers: { ETag: `"${number}"` } })
const respondWithETag =
  (etag: string, body = meBody) =>
  () =>
    new Response(body, { headers: { ETag: etag } })
const respondNotModified = () => new Response(null, { status: 304 })

beforeEach(() => {
  vi.stubGlobal('window', {})
  setStrings('ko', {
    messages: { refusals: { unavailable: 'later', internal: 'fault', forbidden: 'no' } },
  })
  $token.set('')
  $token.set(token)
})
afterEach(() => vi.unstubAllGlobals())

test('a read is revalidated with its ETag, and a 304 gives the same output', async () => {
  const sent = stubFetch(respondWithETag('"1"'), respondNotModified)
  const first = await call(readMe)
  expect(sent[0]?.has('If-None-Match')).toBe(false)
  expect(await call(readMe)).toBe(first)
  expect(sent[1]?.get('If-None-Match')).toBe('"1"')
})

test('a changed reply replaces the cached one', async () => {
  const sent = stubFetch(
    respondWithETag('"1"'),
    respondWithETag('"2"', meBody.replace('Ann', 'Bea')),
    respondNotModified,
  )
  await call(readMe)
  expect((await call(readMe)).user.nickname).toBe('Bea')
  expect((await call(readMe)).user.nickname).toBe('Bea')
  expect(sent[2]?.get('If-None-Match')).toBe('"2"')
})

test('an API without ETags gets no If-None-Match', async () => {
  const sent = stubFetch(() => new Response(meBody))
  await call(readMe)
  await call(readMe)
  expect(sent.some((headers) => headers.has('If-None-Match'))).toBe(false)
})

test('nothing is cached across accounts or after signing out', async () => {
  const sent = stubFetch(respondWithETag('"1"'))
  await call(readMe)
  $token.set('N'.repeat(43))
  await call(readMe)
  $token.set(token)
  await call(readMe)
  expect(sent.some((headers) => headers.has('If-None-Match'))).toBe(false)
})

const createMeKey = (sessionToken = token) =>
  createCacheKey('/member/me', buildContextHeaders('ko', { site: null, token: sessionToken }))

test('a reply that arrives after signing out is not cached', async () => {
  stubFetch(() => {
    $token.set('')
    return respondWithETag('"1"')()
  })
  await call(readMe)
  expect(getCached(createMeKey())).toBeUndefined()
  $token.set(token)
  stubFetch(respondWithETag('"1"'))
  await call(readMe)
  expect(getCached(createMeKey())).toBeDefined()
})

test('equal reads share one request', async () => {
  const { requests, waitForRequests } = stubPendingFetch()
  const reads = [call(readNumber), call(readNumber)]
  const other = call(readNumber, { query: { of: 2 } })
  await waitForRequests(2)
  requests[0]?.respond(createNumberResponse(1))
  requests[1]?.respond(createNumberResponse(2))
  const [first, second] = await Promise.all(reads)
  expect(first).toBe(second)
  expect((await other).number).toBe(2)
})

test('a shared request is aborted only when every caller has aborted', async () => {
  const { requests, waitForRequests } = stubPendingFetch()
  const [first, second] = [new AbortController(), new AbortController()]
  const reads = [first, second].map(({ signal }) => call(readNumber, { signal }))
  const results = Promise.allSettled(reads)
  await waitForRequests(1)
  first.abort(new Error('left'))
  await expect(reads[0]).rejects.toThrow('left')
  expect(requests[0]?.signal.aborted).toBe(false)
  second.abort(new Error('left too'))
  expect(requests[0]?.signal.aborted).toBe(true)
  await results
  const again = call(readNumber)
  await waitForRequests(2)
  requests[1]?.respond(createNumberResponse(3))
  expect((await again).number).toBe(3)
})

test('a slow old reply does not overwrite a newer one', async () => {
  const { requests, waitForRequests } = stubPendingFetch()
  const slow = call(readNumber)
  await waitForRequests(1)
  const quick = call(readNumber, { fresh: true })
  await waitForRequests(2)
  requests[1]?.respond(createNumberResponse(2))
  await quick
  requests[0]?.respond(createNumberResponse(1))
  expect((await slow).number).toBe(1)
  expect(getCachedOutput(readNumber)).toEqual({ number: 2 })
})

test('a read that was in flight during a write is neither shared nor cached', async () => {
  const { requests, waitForRequests } = stubPendingFetch()
  const before = call(readNumber)
  await waitForRequests(1)
  const write = call(logout)
  await waitForRequests(2)
  requests[1]?.respond(Response.json({ success: true, message: 'ok' }))
  await write
  const after = call(readNumber)
  await waitForRequests(3)
  requests[2]?.respond(createNumberResponse(2))
  await after
  requests[0]?.respond(createNumberResponse(1))
  await before
  expect(getCachedOutput(readNumber)).toEqual({ number: 2 })
})

test('a refusal of access removes the cached output, an outage does not', async () => {
  stubFetch(
    () => createNumberResponse(1),
    () => Response.json({ success: false, code: 'invalid', message: 'no' }, { status: 400 }),
    () => Response.json({ success: false, code: 'forbidden', message: 'no' }, { status: 403 }),
  )
  await call(readNumber)
  await expect(call(readNumber)).rejects.toMatchObject({ code: 'invalid' })
  expect(getCachedOutput(readNumber)).toEqual({ number: 1 })
  await expect(call(readNumber)).rejects.toMatchObject({ code: 'forbidden' })
  expect(getCachedOutput(readNumber)).toBeUndefined()
})

test('the least recently used read is evicted first', async () => {
  stubFetch(() => createNumberResponse(1))
  for (let of = 0; of < 60; of += 1) await call(readNumber, { query: { of } })
  await call(readNumber, { query: { of: 0 } })
  await call(readNumber, { query: { of: 60 } })
  expect(getCachedOutput(readNumber, { of: 0 })).toBeDefined()
  expect(getCachedOutput(readNumber, { of: 1 })).toBeUndefined()
  expect(getCachedOutput(readNumber, { of: 2 })).toBeDefined()
})

test('a reply whose connection breaks is a failure with a code', async () => {
  const broken = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"success":')),
    pull: (controller) => controller.error(new TypeError('network error')),
  })
  stubFetch(() => new Response(broken))
  await expect(call(readMe)).rejects.toMatchObject({ name: 'ApiError', code: 'unavailable' })
})

/** Creates the head's request for `member/me`. */
const preloadMe = (response: Promise<Response>, sessionToken = token) =>
  addPreloadedResponse(createMeKey(sessionToken), response)

test('a preloaded response fills the cache, once', async () => {
  const sent = stubFetch(() => new Response(meBody.replace('Ann', 'Bea')))
  preloadMe(Promise.resolve(respondWithETag('"1"')()))
  expect((await call(readMe)).user.nickname).toBe('Ann')
  expect(sent).toHaveLength(0)
  expect(getCached(createMeKey())?.etag).toBe('"1"')
  expect((await call(readMe)).user.nickname).toBe('Bea')
  expect(sent[0]?.get('If-None-Match')).toBe('"1"')
})

test('a preloaded response that has arrived is there at once, and read once', async () => {
  const sent = stubFetch(() => new Response(meBody))
  preloadMe(Promise.resolve(respondWithETag('"1"')()))
  expect(getCachedOutput(readMe)).toBeUndefined()
  await waitForPreloads()
  const user = getCachedOutput(readMe)
  expect(user?.user.nickname).toBe('Ann')
  expect(await call(readMe)).toBe(user)
  expect(sent).toHaveLength(0)
})

test.each(['{', '{"success":true}'])(
  'a preloaded reply %s is left to the read that reports it',
  async (body) => {
    stubFetch(() => new Response(meBody))
    preloadMe(Promise.resolve(new Response(body)))
    await waitForPreloads()
    expect(getCachedOutput(readMe)).toBeUndefined()
    await expect(call(readMe)).rejects.toMatchObject({ code: 'internal' })
  },
)

test('a response that was preloaded for another account or too long ago is not used', async () => {
  const sent = stubFetch(() => new Response(meBody))
  preloadMe(Promise.resolve(new Response('{}')), 'N'.repeat(43))
  await call(readMe)
  vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(60_000)
  preloadMe(Promise.resolve(new Response('{}')))
  await call(readMe)
  vi.restoreAllMocks()
  expect(sent).toHaveLength(2)
})

test('a failed preload is retried, and its refusals count', async () => {
  const sent = stubFetch(() => new Response(meBody))
  preloadMe(Promise.reject(new TypeError('Failed to fetch')))
  expect((await call(readMe)).user.id).toBe(1)
  expect(sent).toHaveLength(1)
  const refusal = { success: false, code: 'unauthenticated', message: 'no' }
  preloadMe(Promise.resolve(Response.json(refusal, { status: 401 })))
  await expect(call(readMe)).rejects.toMatchObject({ code: 'unauthenticated' })
  expect($token.get()).toBe('')
})

test('a call that is aborted while its preload is pending throws the reason', async () => {
  stubFetch(() => new Response(meBody))
  const stop = new AbortController()
  let answer = (_: Response) => {}
  preloadMe(new Promise((resolve) => (answer = resolve)))
  const result = call(readMe, { signal: stop.signal })
  stop.abort(new Error('left'))
  answer(new Response(meBody))
  await expect(result).rejects.toThrow('left')
})

test('the order of a query does not matter for the key, its values and headers do', () => {
  expect(createCacheKey('/a?x=1&y=2', {})).toBe(createCacheKey('/a?y=2&x=1', {}))
  expect(createCacheKey('/a?x=1&y=2', {})).not.toBe(createCacheKey('/a?x=2&y=1', {}))
  expect(createCacheKey('/a', { b: '1' })).not.toBe(createCacheKey('/a', { b: '2' }))
})
