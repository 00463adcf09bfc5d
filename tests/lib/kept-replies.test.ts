import { beforeEach, expect, test, vi } from 'vitest'
import { readChannelSeries } from '#contract/channel-report.ts'
import { endpoint } from '#contract/endpoint.ts'
import { listVideos, readDashboard, readVideoExtremes } from '#contract/reports.ts'
import { readMe } from '#contract/session.ts'
import { ApiError, call } from '#lib/api.ts'
import { siteHeaders } from '#lib/call-headers.ts'
import { download } from '#lib/download.ts'
import { firstPaths } from '#lib/early-calls.ts'
import { keepBegun, questionKey } from '#lib/early-replies.ts'
import { keptReply } from '#lib/kept-replies.ts'
import { $session } from '#lib/session.ts'
import { provideStrings } from '#lib/strings.ts'

const token = 'T'.repeat(43)
const user = {
  id: 1,
  email: 'a@b.example',
  nickname: 'Ann',
  permission_flag: 0,
  unread_notices: 0,
  settings: {},
}
const me = JSON.stringify({ success: true, message: 'ok', user })
const export_ = endpoint({
  name: 'exportX',
  method: 'GET',
  path: 'x/export',
  access: 'account',
  media: 'csv',
})

type Answer = (headers: Headers) => Response

/** The network, answering with the given replies one after the other. */
function network(...answers: Answer[]): Headers[] {
  const sent: Headers[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    sent.push(headers)
    return (answers[Math.min(sent.length, answers.length) - 1] as Answer)(headers)
  })
  return sent
}

const tagged =
  (tag: string, body = me) =>
  () =>
    new Response(body, { headers: { ETag: tag } })
const unchanged = () => new Response(null, { status: 304 })

beforeEach(() => {
  vi.stubGlobal('window', {})
  provideStrings('ko', {
    messages: { refusals: { unavailable: 'later', internal: 'fault', forbidden: 'no' } },
  })
  $session.set('')
  $session.set(token)
})

test('a reply is asked for with the tag of the last one, and a 304 gives the same output', async () => {
  const sent = network(tagged('"1"'), unchanged)
  const first = await call(readMe)
  expect(sent[0]?.has('If-None-Match')).toBe(false)
  expect(await call(readMe)).toBe(first)
  expect(sent[1]?.get('If-None-Match')).toBe('"1"')
})

test('a changed reply takes the place of the kept one', async () => {
  const sent = network(tagged('"1"'), tagged('"2"', me.replace('Ann', 'Bea')), unchanged)
  await call(readMe)
  expect((await call(readMe)).user.nickname).toBe('Bea')
  expect((await call(readMe)).user.nickname).toBe('Bea')
  expect(sent[2]?.get('If-None-Match')).toBe('"2"')
})

test('an API without tags is asked without them', async () => {
  const sent = network(() => new Response(me))
  await call(readMe)
  await call(readMe)
  expect(sent.some((headers) => headers.has('If-None-Match'))).toBe(false)
})

test('nothing is kept for another person, nor after signing out', async () => {
  const sent = network(tagged('"1"'))
  await call(readMe)
  $session.set('N'.repeat(43))
  await call(readMe)
  $session.set(token)
  await call(readMe)
  expect(sent.some((headers) => headers.has('If-None-Match'))).toBe(false)
})

const keyOfMe = (by = token) =>
  questionKey('/member/me', { 'Accept-Language': 'ko', ...siteHeaders(null, by) })

test('a reply that comes after signing out is not kept', async () => {
  network(() => {
    $session.set('')
    return tagged('"1"')()
  })
  await call(readMe)
  expect(keptReply(keyOfMe())).toBeUndefined()
  $session.set(token)
  network(tagged('"1"'))
  await call(readMe)
  expect(keptReply(keyOfMe())).toBeDefined()
})

test('a reply that breaks off is a failure with a code', async () => {
  network(() => new Response(broken('{"success":')))
  await expect(call(readMe)).rejects.toMatchObject({ name: 'ApiError', code: 'unavailable' })
})

/** What the head has begun for `member/me`. */
function begin(reply: Promise<Response>, by = token): void {
  reply.catch(() => {})
  keepBegun(keyOfMe(by), reply)
}

test('a call takes over what the head has asked, once', async () => {
  const sent = network(() => new Response(me.replace('Ann', 'Bea')))
  begin(Promise.resolve(new Response(me)))
  expect((await call(readMe)).user.nickname).toBe('Ann')
  expect(sent).toHaveLength(0)
  expect((await call(readMe)).user.nickname).toBe('Bea')
})

test('what was asked for another token or too long ago is not taken', async () => {
  const sent = network(() => new Response(me))
  begin(Promise.resolve(new Response('{}')), 'N'.repeat(43))
  await call(readMe)
  vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(60_000)
  begin(Promise.resolve(new Response('{}')))
  await call(readMe)
  vi.restoreAllMocks()
  expect(sent).toHaveLength(2)
})

test('what the head could not have is tried again, and its refusals count', async () => {
  const sent = network(() => new Response(me))
  begin(Promise.reject(new TypeError('Failed to fetch')))
  expect((await call(readMe)).user.id).toBe(1)
  expect(sent).toHaveLength(1)
  const refusal = { success: false, code: 'unauthenticated', message: 'no' }
  begin(Promise.resolve(Response.json(refusal, { status: 401 })))
  await expect(call(readMe)).rejects.toMatchObject({ code: 'unauthenticated' })
  expect($session.get()).toBe('')
})

test('a call that was aborted while the head asked throws the reason', async () => {
  network(() => new Response(me))
  const stop = new AbortController()
  let answer = (_: Response) => {}
  begin(new Promise((resolve) => (answer = resolve)))
  const result = call(readMe, { signal: stop.signal })
  stop.abort(new Error('left'))
  answer(new Response(me))
  await expect(result).rejects.toThrow('left')
})

test('the order of a question does not matter, what it asks does', () => {
  expect(questionKey('/a?x=1&y=2', {})).toBe(questionKey('/a?y=2&x=1', {}))
  expect(questionKey('/a?x=1&y=2', {})).not.toBe(questionKey('/a?x=2&y=1', {}))
  expect(questionKey('/a', { b: '1' })).not.toBe(questionKey('/a', { b: '2' }))
})

test('what the head asks are calls of the contract, with the address’s own question', () => {
  const known = [readDashboard, listVideos, readVideoExtremes, readChannelSeries]
  for (const view of ['/dashboard', '/report-channel', '/report-video']) {
    const paths = firstPaths(view, '?period=latest&member=7&zoom=x&videoDetail=y')
    expect(paths.length).toBeGreaterThan(0)
    for (const path of paths) {
      const { pathname, searchParams } = new URL(path, 'http://here.invalid')
      const asked = known.find((one) => `/${one.path}` === pathname)
      expect(asked?.query.safeParse(Object.fromEntries(searchParams)).success).toBe(true)
      expect([searchParams.get('period'), searchParams.get('member')]).toEqual(['latest', '7'])
      expect(searchParams.has('zoom')).toBe(false)
    }
  }
  expect(firstPaths('/dashboard', '')[0]).toBe('/v2/mcn/reports/dashboard?period=month')
  expect(firstPaths('/report-channel', '?channels=a,,b,')[1]).toContain('channels=a%2Cb')
  expect(firstPaths('/guides', '')).toEqual([])
})

/** The page, as far as a download needs one. */
function page() {
  const saved: { name: string; file: Blob }[] = []
  let file = new Blob()
  vi.stubGlobal('document', {
    createElement: () => ({
      remove() {},
      click() {
        saved.push({ name: (this as unknown as { download: string }).download, file })
      },
    }),
    body: { append() {} },
  })
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    file = blob as Blob
    return 'blob:x'
  })
  return saved
}

const bytes = (text: string) => new TextEncoder().encode(text)
/** A body of pieces, which breaks off after the last one. */
const broken = (...pieces: string[]) =>
  new ReadableStream({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(bytes(piece))
    },
    pull: (controller) => controller.error(new TypeError('network error')),
  })

test('a download saves the whole file under the reply’s name and tells how far it is', async () => {
  const saved = page()
  const reply = { headers: { 'Content-Disposition': 'attachment; filename="videos_2026.csv"' } }
  const sent = network(() => new Response('a,b\r\n1,2\r\n', reply))
  const heard: number[] = []
  expect(await download(export_, { onProgress: (count) => heard.push(count) })).toBe('videos_2026.csv')
  expect(await saved[0]?.file.text()).toBe('a,b\r\n1,2\r\n')
  expect(saved[0]?.name).toBe('videos_2026.csv')
  expect(heard.at(-1)).toBe(10)
  expect(sent[0]?.get('X-Auth-Token')).toBe(token)
})

test('a download that breaks off is asked for once more, and never saved in part', async () => {
  const saved = page()
  const sent = network(
    () => new Response(broken('a')),
    () => new Response('ab'),
  )
  expect(await download(export_)).toBe('exportX.csv')
  expect(await saved[0]?.file.text()).toBe('ab')
  expect(sent).toHaveLength(2)
  const again = network(() => new Response(broken('a')))
  const failed = await download(export_).catch((error) => error)
  expect(failed).toBeInstanceOf(ApiError)
  expect(failed.code).toBe('unavailable')
  expect([again.length, saved.length]).toEqual([2, 1])
})

test('a refused download says why, an aborted one throws the reason, a name never has a folder', async () => {
  const saved = page()
  network(() => Response.json({ success: false, code: 'forbidden', message: 'No.' }, { status: 403 }))
  await expect(download(export_)).rejects.toMatchObject({ code: 'forbidden', message: 'No.' })
  const stop = new AbortController()
  network(() => new Response(broken('a')))
  const aborted = download(export_, { signal: stop.signal, onProgress: () => stop.abort(new Error('left')) })
  await expect(aborted).rejects.toThrow('left')
  expect(saved).toHaveLength(0)
  const reply = { headers: { 'Content-Disposition': "attachment; filename*=UTF-8''..%2Fx%EC%98%81.csv" } }
  network(() => new Response('a', reply))
  expect(await download(export_)).toBe('x영.csv')
})
