import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { ApiError } from '#lib/api/call.ts'
import { download } from '#lib/api/download.ts'
import { $confirmationRequest, $token, renewToken } from '#lib/api/session.ts'
import { setStrings } from '#lib/i18n/strings.ts'

const token = 'T'.repeat(43)
const exportEndpoint = defineEndpoint({
  name: 'exportX',
  summary: 'Exports the rows.',
  method: 'GET',
  path: 'x/export',
  access: 'account',
  media: 'csv',
})

/** Replaces the network with the given successive replies. */
function stubFetch(...responders: (() => Response)[]): Headers[] {
  const sent: Headers[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(new Headers(init.headers))
    return (responders[Math.min(sent.length, responders.length) - 1] as () => Response)()
  })
  return sent
}

beforeEach(() => {
  setStrings('ko', { messages: { refusals: { unavailable: 'later' } } })
  $token.set(token)
})
afterEach(() => vi.unstubAllGlobals())

/** Replaces the parts of the page that a download uses. */
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
/** A body of chunks whose connection breaks after the last one. */
const brokenStream = (...pieces: string[]) =>
  new ReadableStream({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(encode(piece))
    },
    pull: (controller) => controller.error(new TypeError('network error')),
  })

test('a download saves the whole file under the name of the reply and reports its progress', async () => {
  const saved = stubDocument()
  const reply = { headers: { 'Content-Disposition': 'attachment; filename="videos_2026.csv"' } }
  const sent = stubFetch(() => new Response('a,b\r\n1,2\r\n', reply))
  const progress: number[] = []
  expect(await download(exportEndpoint, { onProgress: (count) => progress.push(count) })).toBe(
    'videos_2026.csv',
  )
  expect(await saved[0]?.file.text()).toBe('a,b\r\n1,2\r\n')
  expect(saved[0]?.name).toBe('videos_2026.csv')
  expect(progress.at(-1)).toBe(10)
  expect(sent[0]?.get('X-Auth-Token')).toBe(token)
})

test('a broken download is retried once and never saved in part', async () => {
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

test('a refused download throws the refusal, an aborted one its reason, and a name never has a folder', async () => {
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

test('a download that asks for a confirmation waits for it', async () => {
  const saved = stubDocument()
  const refusal = { success: false, code: 'confirmation_required', message: 'No.' }
  const sent = stubFetch(
    () => Response.json(refusal, { status: 403 }),
    () => new Response('a\r\n1\r\n'),
  )
  const result = download(exportEndpoint, { fallbackName: 'x.csv' })
  await vi.waitFor(() => expect($confirmationRequest.get()).not.toBeNull())
  expect(saved).toEqual([])
  renewToken('N'.repeat(43))
  $confirmationRequest.get()?.confirm()
  expect(await result).toBe('x.csv')
  expect(await saved[0]?.file.text()).toBe('a\r\n1\r\n')
  expect(sent.map((headers) => headers.get('X-Auth-Token'))).toEqual([token, 'N'.repeat(43)])
})
