import { beforeEach, expect, test, vi } from 'vitest'
import { defineEndpoint } from '#contract/endpoint.ts'
import { readMe } from '#contract/session.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { download } from '#lib/api/download.ts'
import { getCachedResponse } from '#lib/api/etag-cache.ts'
import { addInFlight, createCacheKey } from '#lib/api/in-flight.ts'
import { $token } from '#lib/api/session.ts'
import { buildSiteHeaders } from '#lib/api/site-headers.ts'
import { setStrings } from '#lib/i18n/strings.ts'

const token = 'T'.repeat(43)
const user = {
  id: 1,
  email: 'a@b.example',
  nickname: 'Ann',
  permission_flag: 0,
  unread_notices: 0,
  settings: {},
}
const meBody = JSON.stringify({ success: true, message: 'ok', user })
const exportEndpoint = defineEndpoint({
  name: 'exportX',
  method: 'GET',
  path: 'x/export',
  access: 'account',
  media: 'csv',
})

type Responder = (headers: Headers) => Response

/** The network, answering with the given replies one after the other. */
function stubFetch(...responders: Responder[]): Headers[] {
  const sent: Headers[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    sent.push(headers)
    return (responders[Math.min(sent.length, responders.length) - 1] as Responder)(headers)
  })
  return sent
}

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

test('a reply is asked for with the tag of the last one, and a 304 gives the same output', async () => {
  const sent = stubFetch(respondWithETag('"1"'), respondNotModified)
  const first = await call(readMe)
  expect(sent[0]?.has('If-None-Match')).toBe(false)
  expect(await call(readMe)).toBe(first)
  expect(sent[1]?.get('If-None-Match')).toBe('"1"')
})

test('a changed reply takes the place of the kept one', async () => {
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

test('an API without tags is asked without them', async () => {
  const sent = stubFetch(() => new Response(meBody))
  await call(readMe)
  await call(readMe)
  expect(sent.some((headers) => headers.has('If-None-Match'))).toBe(false)
})

test('nothing is kept for another person, nor after signing out', async () => {
  const sent = stubFetch(respondWithETag('"1"'))
  await call(readMe)
  $token.set('N'.repeat(43))
  await call(readMe)
  $token.set(token)
  await call(readMe)
  expect(sent.some((headers) => headers.has('If-None-Match'))).toBe(false)
})

const buildKey = (sessionToken = token) =>
  createCacheKey('/member/me', { 'Accept-Language': 'ko', ...buildSiteHeaders(null, sessionToken) })

test('a reply that comes after signing out is not kept', async () => {
  stubFetch(() => {
    $token.set('')
    return respondWithETag('"1"')()
  })
  await call(readMe)
  expect(getCachedResponse(buildKey())).toBeUndefined()
  $token.set(token)
  stubFetch(respondWithETag('"1"'))
  await call(readMe)
  expect(getCachedResponse(buildKey())).toBeDefined()
})

test('a reply that breaks off is a failure with a code', async () => {
  stubFetch(() => new Response(brokenStream('{"success":')))
  await expect(call(readMe)).rejects.toMatchObject({ name: 'ApiError', code: 'unavailable' })
})

/** What the head has begun for `member/me`. */
function preloadMe(response: Promise<Response>, sessionToken = token): void {
  response.catch(() => {})
  addInFlight(buildKey(sessionToken), response)
}

test('a call takes over what the head has asked, once', async () => {
  const sent = stubFetch(() => new Response(meBody.replace('Ann', 'Bea')))
  preloadMe(Promise.resolve(new Response(meBody)))
  expect((await call(readMe)).user.nickname).toBe('Ann')
  expect(sent).toHaveLength(0)
  expect((await call(readMe)).user.nickname).toBe('Bea')
})

test('what was asked for another token or too long ago is not taken', async () => {
  const sent = stubFetch(() => new Response(meBody))
  preloadMe(Promise.resolve(new Response('{}')), 'N'.repeat(43))
  await call(readMe)
  vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(60_000)
  preloadMe(Promise.resolve(new Response('{}')))
  await call(readMe)
  vi.restoreAllMocks()
  expect(sent).toHaveLength(2)
})

test('what the head could not have is tried again, and its refusals count', async () => {
  const sent = stubFetch(() => new Response(meBody))
  preloadMe(Promise.reject(new TypeError('Failed to fetch')))
  expect((await call(readMe)).user.id).toBe(1)
  expect(sent).toHaveLength(1)
  const refusal = { success: false, code: 'unauthenticated', message: 'no' }
  preloadMe(Promise.resolve(Response.json(refusal, { status: 401 })))
  await expect(call(readMe)).rejects.toMatchObject({ code: 'unauthenticated' })
  expect($token.get()).toBe('')
})

test('a call that was aborted while the head asked throws the reason', async () => {
  stubFetch(() => new Response(meBody))
  const stop = new AbortController()
  let answer = (_: Response) => {}
  preloadMe(new Promise((resolve) => (answer = resolve)))
  const result = call(readMe, { signal: stop.signal })
  stop.abort(new Error('left'))
  answer(new Response(meBody))
  await expect(result).rejects.toThrow('left')
})

test('the order of a question does not matter, what it asks does', () => {
  expect(createCacheKey('/a?x=1&y=2', {})).toBe(createCacheKey('/a?y=2&x=1', {}))
  expect(createCacheKey('/a?x=1&y=2', {})).not.toBe(createCacheKey('/a?x=2&y=1', {}))
  expect(createCacheKey('/a', { b: '1' })).not.toBe(createCacheKey('/a', { b: '2' }))
})

/** The page, as far as a download needs one. */
function stubDocument() {
  const downloads: { name: string; file: Blob }[] = []
  let file = new Blob()
  vi.stubGlobal('document', {
    createElement: () => ({
      remove() {},
      click() {
        downloads.push({ name: (this as unknown as { download: string }).download, file })
      },
    }),
    body: { append() {} },
  })
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    file = blob as Blob
    return 'blob:x'
  })
  return downloads
}

const encode = (text: string) => new TextEncoder().encode(text)
/** A body of pieces, which breaks off after the last one. */
const brokenStream = (...pieces: string[]) =>
  new ReadableStream({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(encode(piece))
    },
    pull: (controller) => controller.error(new TypeError('network error')),
  })

test('a download saves the whole file under the reply’s name and tells how far it is', async () => {
  const saved = stubDocument()
  const reply = { headers: { 'Content-Disposition': 'attachment; filename="videos_2026.csv"' } }
  const sent = stubFetch(() => new Response('a,b\r\n1,2\r\n', reply))
  const heard: number[] = []
  expect(await download(exportEndpoint, { onProgress: (count) => heard.push(count) })).toBe('videos_2026.csv')
  expect(await saved[0]?.file.text()).toBe('a,b\r\n1,2\r\n')
  expect(saved[0]?.name).toBe('videos_2026.csv')
  expect(heard.at(-1)).toBe(10)
  expect(sent[0]?.get('X-Auth-Token')).toBe(token)
})

test('a download that breaks off is asked for once more, and never saved in part', async () => {
  const saved = stubDocument()
  const sent = stubFetch(
    () => new Response(brokenStream('a')),
    () => new Response('ab'),
  )
  expect(await download(exportEndpoint)).toBe('exportX.csv')
  expect(await saved[0]?.file.text()).toBe('ab')
  expect(sent).toHaveLength(2)
  const again = stubFetch(() => new Response(brokenStream('a')))
  const failed = await download(exportEndpoint).catch((error) => error)
  expect(failed).toBeInstanceOf(ApiError)
  expect(failed.code).toBe('unavailable')
  expect([again.length, saved.length]).toEqual([2, 1])
})

test('a refused download says why, an aborted one throws the reason, a name never has a folder', async () => {
  const saved = stubDocument()
  stubFetch(() => Response.json({ success: false, code: 'forbidden', message: 'No.' }, { status: 403 }))
  await expect(download(exportEndpoint)).rejects.toMatchObject({ code: 'forbidden', message: 'No.' })
  const stop = new AbortController()
  stubFetch(() => new Response(brokenStream('a')))
  const aborted = download(exportEndpoint, {
    signal: stop.signal,
    onProgress: () => stop.abort(new Error('left')),
  })
  await expect(aborted).rejects.toThrow('left')
  expect(saved).toHaveLength(0)
  const reply = { headers: { 'Content-Disposition': "attachment; filename*=UTF-8''..%2Fx%EC%98%81.csv" } }
  stubFetch(() => new Response('a', reply))
  expect(await download(exportEndpoint)).toBe('x영.csv')
})
