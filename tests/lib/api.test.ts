import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { login } from '#contract/auth.ts'
import { clientDigestText, requestDigestText } from '#contract/headers.ts'
import { listMembers } from '#contract/members.ts'
import { logout, readMe } from '#contract/session.ts'
import { readMeta } from '#contract/site.ts'
import { ApiError, call } from '#lib/api.ts'
import { $session } from '#lib/session.ts'
import { $site } from '#lib/site.ts'
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
const me = { success: true, message: 'ok', user }
const site = {
  domain: 'site.example',
  name: 'Site',
  design_id: '',
  color_primary: '#5b5bd6',
  color_primary_dim: '#eeeefb',
  logo_favicon: null,
  logo_meta: null,
  is_playist: true,
  exclusive_logo: null,
} as const
const hash = (text: string) => createHash('sha512').update(text).digest('hex')

interface Sent {
  path: string
  headers: Headers
  body: string | null
}

/** The network, answering with the given replies one after the other; `null` is one that cannot be reached. */
function network(
  ...replies: ([status: number, body: unknown, headers?: Record<string, string>] | null)[]
): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    sent.push({ path, headers: new Headers(init.headers), body: init.body as string | null })
    const reply = replies[Math.min(sent.length, replies.length) - 1]
    if (!reply) throw new TypeError('Failed to fetch')
    const [status, body, headers] = reply
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), {
      status,
      headers: headers ?? {},
    })
  })
  return sent
}

const refusal = (code: string) => ({ success: false, code, message: 'No.' })
const failure = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => Promise.reject(new Error('was not refused')),
    (error: ApiError) => error,
  )

beforeEach(() => {
  provideStrings('zh-CN', { messages: { refusals: { unavailable: '稍后再试', internal: '发生错误' } } })
  $session.set(token)
  $site.set(site)
})
afterEach(() => vi.unstubAllGlobals())

test('a call says its language, site, person and currency', async () => {
  const sent = network([200, me])
  expect((await call(readMe)).user.settings.channel_verify_needed).toBe(false)
  const { headers, path } = sent[0] as Sent
  expect(path).toBe('/api/member/me')
  expect(headers.get('Accept-Language')).toBe('zh-CN')
  expect(headers.get('X-Domain')).toBe('site.example')
  expect(headers.get('X-Auth-Token')).toBe(token)
  expect(headers.get('X-Playlist')).toBe('1')
  expect(headers.get('X-Currency')).toBe('USD')
})

test('the meta call says nothing but its language', async () => {
  const sent = network([200, { success: true, message: 'ok', metadata: site }])
  await call(readMeta, { query: { domain: 'site.example' } })
  const { headers, path } = sent[0] as Sent
  expect(path).toBe('/api/v2/mcn/meta?domain=site.example')
  expect([...headers.keys()].sort()).toEqual(
    ['accept-language', 'x-client-digest', 'x-request-digest', 'x-request-id'].sort(),
  )
})

test('the anti-tamper headers are the hashes that the API works out', async () => {
  const sent = network([200, { success: true, message: 'ok', token }])
  $session.set('')
  const body = { id: '사람@b.example', password: 'pw' }
  await call(login, { body })
  const { headers, body: text } = sent[0] as Sent
  const id = headers.get('X-Request-Id') ?? ''
  expect(id).toMatch(/^[0-9a-f]{32}$/)
  const bytes = Buffer.byteLength(text ?? '')
  expect(headers.get('X-Request-Digest')).toBe(hash(requestDigestText(id, 'POST', '/member/login', bytes)))
  expect(headers.get('X-Client-Digest')).toBe(hash(clientDigestText(id, '', navigator.userAgent)))
})

test('the query is part of what is hashed, and what is undefined is left out', async () => {
  const sent = network([200, { success: true, message: 'ok', total: 0, page: 1, size: 50, members: [] }])
  await call(listMembers, { query: { page: 1, size: undefined } })
  const { headers, path } = sent[0] as Sent
  expect(path).toBe('/api/member/mcn/accounts?page=1')
  const id = headers.get('X-Request-Id') ?? ''
  const text = requestDigestText(id, 'GET', '/member/mcn/accounts?page=1', 0)
  expect(headers.get('X-Request-Digest')).toBe(hash(text))
})

test('a read is tried again, each time with a new id, after the pause that the server asks for', async () => {
  const sent = network(
    [503, '<html>', { 'Retry-After': '0' }],
    [429, refusal('too_many'), { 'Retry-After': '0' }],
    [200, me],
  )
  await call(readMe)
  expect(sent).toHaveLength(3)
  expect(new Set(sent.map(({ headers }) => headers.get('X-Request-Id'))).size).toBe(3)
})

test('a call that changes something is sent once', async () => {
  const sent = network([503, refusal('unavailable')])
  expect((await failure(call(logout))).code).toBe('unavailable')
  expect(sent).toHaveLength(1)
})

test('a refusal that will not change is not tried again', async () => {
  const sent = network([403, refusal('forbidden')])
  const error = await failure(call(listMembers))
  expect(error).toBeInstanceOf(ApiError)
  expect([error.code, error.status, error.message]).toEqual(['forbidden', 403, 'No.'])
  expect(sent).toHaveLength(1)
})

test('an API that cannot be reached is unavailable, in the words of the page', async () => {
  network(null)
  const error = await failure(call(logout))
  expect([error.code, error.status, error.message]).toEqual(['unavailable', 0, '稍后再试'])
})

test('a reply that is not what the contract says is a fault, not a result', async () => {
  network([200, { success: true, message: 'ok', user: { id: 'x' } }])
  expect((await failure(call(readMe))).code).toBe('internal')
  network([200, '<html>'])
  expect((await failure(call(readMe))).code).toBe('internal')
})

test('a refused token ends the session, unless another one has come', async () => {
  network([401, refusal('unauthenticated')])
  await failure(call(readMe))
  expect($session.get()).toBe('')
  $session.set(token)
  const late = failure(call(readMe))
  $session.set('N'.repeat(43))
  await late
  expect($session.get()).toBe('N'.repeat(43))
})

test('an outage does not end the session', async () => {
  network([500, refusal('internal'), { 'Retry-After': '0' }])
  await failure(call(readMe))
  expect($session.get()).toBe(token)
})

test('an aborted call throws the reason and is not tried again', async () => {
  const stop = new AbortController()
  const sent = network([503, refusal('unavailable'), { 'Retry-After': '3' }])
  const result = failure(call(readMe, { signal: stop.signal }))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  stop.abort(new Error('left'))
  expect((await result).message).toBe('left')
  expect(sent).toHaveLength(1)
})
