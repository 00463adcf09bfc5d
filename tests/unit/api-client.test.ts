import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { login } from '#contract/people/auth.ts'
import { listMembers } from '#contract/people/members.ts'
import { logout, readMe } from '#contract/people/session.ts'
import { buildClientDigestInput, buildRequestDigestInput } from '#contract/platform/headers.ts'
import { readMeta } from '#contract/portal/site.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { $confirmationRequest, $token, renewToken } from '#lib/api/session.ts'
import { setStrings } from '#lib/i18n/strings.ts'
import { $site } from '#lib/site/site.ts'

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
const meBody = { success: true, message: 'ok', user }
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
  join_policy: 'open',
} as const
const sha512Hex = (text: string) => createHash('sha512').update(text).digest('hex')

interface SentRequest {
  path: string
  headers: Headers
  body: string | null
}

/** Replaces the network with the given successive replies; `null` means that it cannot be reached. */
function stubFetch(
  ...responses: ([status: number, body: unknown, headers?: Record<string, string>] | null)[]
): SentRequest[] {
  const sent: SentRequest[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    sent.push({ path, headers: new Headers(init.headers), body: init.body as string | null })
    const response = responses[Math.min(sent.length, responses.length) - 1]
    if (!response) throw new TypeError('Failed to fetch')
    const [status, body, headers] = response
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), {
      status,
      headers: headers ?? {},
    })
  })
  return sent
}

const buildRefusal = (code: string) => ({ success: false, code, message: 'No.' })
const catchError = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => Promise.reject(new Error('was not refused')),
    (error: ApiError) => error,
  )

beforeEach(() => {
  setStrings('zh-CN', { messages: { refusals: { unavailable: '稍后再试', internal: '发生错误' } } })
  $token.set(token)
  $site.set(site)
})
afterEach(() => vi.unstubAllGlobals())

test('a call says its language, site, person and currency', async () => {
  const sent = stubFetch([200, meBody])
  expect((await call(readMe)).user.settings.channel_verify_needed).toBe(false)
  const { headers, path } = sent[0] as SentRequest
  expect(path).toBe('/api/member/me')
  expect(headers.get('Accept-Language')).toBe('zh-CN')
  expect(headers.get('X-Domain')).toBe('site.example')
  expect(headers.get('X-Auth-Token')).toBe(token)
  expect(headers.get('X-Playlist')).toBe('1')
  expect(headers.get('X-Currency')).toBe('USD')
})

test('the meta call says nothing but its language', async () => {
  const sent = stubFetch([200, { success: true, message: 'ok', metadata: site }])
  await call(readMeta, { query: { domain: 'site.example' } })
  const { headers, path } = sent[0] as SentRequest
  expect(path).toBe('/api/v2/mcn/meta?domain=site.example')
  expect([...headers.keys()].sort()).toEqual(
    ['accept-language', 'x-client-digest', 'x-request-digest', 'x-request-id'].sort(),
  )
})

test('the anti-tamper headers are the hashes that the API works out', async () => {
  const sent = stubFetch([200, { success: true, message: 'ok', token, device: token }])
  $token.set('')
  const body = { id: '사람@b.example', password: 'pw' }
  await call(login, { body })
  const { headers, body: text } = sent[0] as SentRequest
  const id = headers.get('X-Request-Id') ?? ''
  expect(id).toMatch(/^[0-9a-f]{32}$/)
  const bytes = Buffer.byteLength(text ?? '')
  expect(headers.get('X-Request-Digest')).toBe(
    sha512Hex(buildRequestDigestInput(id, 'POST', '/member/login', bytes)),
  )
  expect(headers.get('X-Client-Digest')).toBe(sha512Hex(buildClientDigestInput(id, '', navigator.userAgent)))
})

test('the query is part of what is hashed, and what is undefined is left out', async () => {
  const sent = stubFetch([200, { success: true, message: 'ok', total: 0, page: 1, size: 50, members: [] }])
  await call(listMembers, { query: { page: 1, size: undefined } })
  const { headers, path } = sent[0] as SentRequest
  expect(path).toBe('/api/member/mcn/accounts?page=1')
  const id = headers.get('X-Request-Id') ?? ''
  const text = buildRequestDigestInput(id, 'GET', '/member/mcn/accounts?page=1', 0)
  expect(headers.get('X-Request-Digest')).toBe(sha512Hex(text))
})

test('a read is tried again, each time with a new id, after the pause that the server asks for', async () => {
  const sent = stubFetch(
    [503, '<html>', { 'Retry-After': '0' }],
    [429, buildRefusal('too_many'), { 'Retry-After': '0' }],
    [200, meBody],
  )
  await call(readMe)
  expect(sent).toHaveLength(3)
  expect(new Set(sent.map(({ headers }) => headers.get('X-Request-Id'))).size).toBe(3)
})

test('a call that changes something is sent once', async () => {
  const sent = stubFetch([503, buildRefusal('unavailable')])
  expect((await catchError(call(logout))).code).toBe('unavailable')
  expect(sent).toHaveLength(1)
})

test('a refusal that will not change is not tried again', async () => {
  const sent = stubFetch([403, buildRefusal('forbidden')])
  const error = await catchError(call(listMembers))
  expect(error).toBeInstanceOf(ApiError)
  expect([error.code, error.status, error.message]).toEqual(['forbidden', 403, 'No.'])
  expect(sent).toHaveLength(1)
})

test('an API that cannot be reached is unavailable, in the words of the page', async () => {
  stubFetch(null)
  const error = await catchError(call(logout))
  expect([error.code, error.status, error.message]).toEqual(['unavailable', 0, '稍后再试'])
})

test('a reply that is not what the contract says is a fault, not a result', async () => {
  stubFetch([200, { success: true, message: 'ok', user: { id: 'x' } }])
  expect((await catchError(call(readMe))).code).toBe('internal')
  stubFetch([200, '<html>'])
  expect((await catchError(call(readMe))).code).toBe('internal')
})

test('a refused token ends the session, unless another one has come', async () => {
  stubFetch([401, buildRefusal('unauthenticated')])
  await catchError(call(readMe))
  expect($token.get()).toBe('')
  $token.set(token)
  const late = catchError(call(readMe))
  $token.set('N'.repeat(43))
  await late
  expect($token.get()).toBe('N'.repeat(43))
})

test('an outage does not end the session', async () => {
  stubFetch([500, buildRefusal('internal'), { 'Retry-After': '0' }])
  await catchError(call(readMe))
  expect($token.get()).toBe(token)
})

test('an aborted call throws the reason and is not tried again', async () => {
  const stop = new AbortController()
  const sent = stubFetch([503, buildRefusal('unavailable'), { 'Retry-After': '3' }])
  const result = catchError(call(readMe, { signal: stop.signal }))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  stop.abort(new Error('left'))
  expect((await result).message).toBe('left')
  expect(sent).toHaveLength(1)
})

describe('a call that asks for a confirmation', () => {
  const refused = [403, buildRefusal('confirmation_required')] as [number, unknown]
  const newToken = 'N'.repeat(43)
  const waitForQuestion = () => vi.waitFor(() => expect($confirmationRequest.get()).not.toBeNull())
  const confirm = () => {
    renewToken(newToken)
    $confirmationRequest.get()?.confirm()
  }

  test('waits for the person, and is repeated under the new token', async () => {
    const sent = stubFetch(refused, [200, meBody])
    const result = call(readMe)
    await waitForQuestion()
    confirm()
    expect((await result).user.id).toBe(1)
    expect(sent.map(({ headers }) => headers.get('X-Auth-Token'))).toEqual([token, newToken])
    expect($confirmationRequest.get()).toBeNull()
  })

  test('is repeated only once', async () => {
    const sent = stubFetch(refused)
    const result = catchError(call(readMe))
    await waitForQuestion()
    confirm()
    expect((await result).code).toBe('confirmation_required')
    expect(sent).toHaveLength(2)
  })

  test('shares the question with others, and fails with them when it is canceled', async () => {
    stubFetch(refused)
    const results = [catchError(call(readMe)), catchError(call(logout))]
    const questions: unknown[] = []
    onTestFinished($confirmationRequest.listen((question) => questions.push(question)))
    await waitForQuestion()
    await new Promise((resolve) => setTimeout(resolve, 20))
    $confirmationRequest.get()?.cancel(new ApiError('confirmation_required', 403, 'Not confirmed.'))
    expect((await Promise.all(results)).map(({ message }) => message)).toEqual(
      Array(2).fill('Not confirmed.'),
    )
    expect(questions).toEqual([expect.any(Object), null])
  })

  test('is not made by somebody else who has signed in meanwhile', async () => {
    const sent = stubFetch(refused)
    const result = catchError(call(readMe))
    await waitForQuestion()
    $token.set('S'.repeat(43))
    $confirmationRequest.get()?.confirm()
    expect((await result).code).toBe('confirmation_required')
    expect(sent).toHaveLength(1)
  })
})
