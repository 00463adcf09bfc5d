import { Writable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { updateAccount } from '#contract/people/account.ts'
import { join, login } from '#contract/people/auth.ts'
import { endImpersonation } from '#contract/people/impersonation.ts'
import { listMembers } from '#contract/people/members.ts'
import { logout, readMe } from '#contract/people/session.ts'
import { createSignInCode } from '#contract/people/sign-in-codes.ts'
import { headerNames } from '#contract/platform/headers.ts'
import { locales } from '#contract/platform/locale.ts'
import { readMeta } from '#contract/portal/site.ts'
import { markDatabaseError } from '#server/platform/db/database.ts'
import { maxRequestsPerNetwork } from '#server/platform/http/request/request-limits.ts'
import { mayCall, plainMember } from '#tests/support/access.ts'
import { createAccount, createSite, password, signIn } from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { signHeaders } from '#tests/support/signed-headers.ts'

let api: Api
let token: string
let memberToken: string
const lines: string[] = []

beforeAll(async () => {
  const sink = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk))
      done()
    },
  })
  api = await startApi(undefined, pino({ level: 'debug' }, sink))
  const site = await createSite(api.db)
  const manager = await createAccount(api.db, site, 'boss@example.test')
  await createAccount(api.db, site, 'member@example.test', manager)
  token = await signIn(api, 'boss@example.test')
  memberToken = await signIn(api, 'member@example.test')
})
afterAll(() => api.close())

test.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s refuses whom it must',
  async (_, endpoint) => {
    if (endpoint.access === 'public')
      return expect((await api.request(endpoint)).body.code).not.toBe('unauthenticated')
    const nobody = await api.request(endpoint)
    expect([nobody.status, nobody.body.code]).toEqual([401, 'unauthenticated'])
    const forged = await api.request(endpoint, { token: 'A'.repeat(43) })
    expect(forged.body.code).toBe('unauthenticated')
    // One of the endpoints ends its session, so each gets its own.
    const member = await api.request(endpoint, { token: await signIn(api, 'member@example.test') })
    if (endpoint.access === 'partner')
      expect([member.status, member.body.code]).toEqual([401, 'unauthenticated'])
    else if (!mayCall(endpoint.access, plainMember))
      expect([member.status, member.body.code]).toEqual([403, 'forbidden'])
    // This session is no view of somebody else.
    else if (endpoint.name === endImpersonation.name) expect(member.body.code).toBe('not_found')
    // Nobody here has anything to be paid.
    else expect([undefined, 'invalid', 'nothing_payable']).toContain(member.body?.code)
  },
)

const siteEndpoints = endpoints.filter(({ access }) => access !== 'partner')

test.each(siteEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s refuses a call that was changed',
  async (_, endpoint) => {
    const forgeries: ((sent: Record<string, string>) => void)[] = [
      (sent) => delete sent[headerNames.requestId],
      (sent) => delete sent[headerNames.requestDigest],
      (sent) => delete sent[headerNames.clientDigest],
      (sent) => Object.assign(sent, { [headerNames.requestId]: '0'.repeat(32) }),
      (sent) => Object.assign(sent, { [headerNames.requestId]: 'not hex' }),
      (sent) => Object.assign(sent, { [headerNames.token]: 'B'.repeat(43) }),
      (sent) => Object.assign(sent, { 'User-Agent': 'somebody else' }),
    ]
    // A large body is not read for a stranger, so that nobody can tell whether it was changed.
    const isLarge = endpoint.maxBodyBytes > 2 * 1024 * 1024
    for (const forge of forgeries) {
      const reply = await api.request(endpoint, { tamper: forge })
      expect([reply.status, reply.body.code]).toEqual(isLarge ? [401, 'unauthenticated'] : [400, 'tampered'])
    }
  },
)

test('a call that changes something is refused when it comes twice, also on another instance', async () => {
  let kept: Record<string, string> = {}
  const body = { id: 'boss@example.test', password }
  const first = await api.request(login, { body, tamper: (sent) => (kept = { ...sent }) })
  expect(first.status).toBe(200)
  const other = await startApi(api.db)
  const again = await other.send(login.path, { method: 'POST', headers: kept, body: JSON.stringify(body) })
  expect([again.status, (await again.json()).code]).toEqual([409, 'repeated'])
})

test('a body that grew on the way is refused', async () => {
  let kept: Record<string, string> = {}
  await api.request(join, { body: {}, tamper: (sent) => (kept = { ...sent }) })
  const reply = await api.send(join.path, { method: 'POST', headers: kept, body: '{ }' })
  expect((await reply.json()).code).toBe('tampered')
})

test('a body that is not JSON, and one that is huge, get a clear answer', async () => {
  const send = async (body: string) => {
    const { createHash } = await import('node:crypto')
    const hash = (text: string) => createHash('sha512').update(text).digest('hex')
    const id = createHash('md5').update(body).digest('hex')
    return api.send(login.path, {
      method: 'POST',
      body,
      headers: {
        'User-Agent': 'x',
        [headerNames.domain]: 'example.test',
        [headerNames.requestId]: id,
        [headerNames.requestDigest]: hash([id, 'POST', `/${login.path}`, Buffer.byteLength(body)].join('\n')),
        [headerNames.clientDigest]: hash([id, '', 'x'].join('\n')),
      },
    })
  }
  expect((await (await send('{"id": ')).json()).code).toBe('malformed')
  expect((await (await send('null')).json()).code).toBe('invalid')
  expect((await (await send('[]')).json()).code).toBe('invalid')
  expect((await send(`"${'x'.repeat(70_000)}"`)).status).toBe(413)
})

test('a body without a length is read no further than the limit', async () => {
  let read = 0
  const endless = new ReadableStream({
    pull(controller) {
      read += 16_384
      if (read > 4_000_000) controller.close()
      else controller.enqueue(new Uint8Array(16_384))
    },
  })
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body: endless, duplex: 'half' }
  expect((await api.send(login.path, init)).status).toBe(413)
  expect(read).toBeLessThan(200_000)
})

test('a NUL character, which the database cannot hold, is refused wherever it stands', async () => {
  const forms = [
    [login, { id: 'a\0b', password }, 'malformed'],
    [login, { id: 'boss@example.test', password: '\0' }, 'malformed'],
    [join, { email: 'new@example.test', password: '12\x0034', nickname: 'someone' }, 'malformed'],
    [join, { email: 'new\0@example.test', password: '1234', nickname: 'someone' }, 'invalid'],
    [join, { email: 'new@example.test', password: '1234', nickname: 'some\0one' }, 'invalid'],
  ] as const
  for (const [endpoint, body, code] of forms)
    expect((await api.request(endpoint, { body })).body.code).toBe(code)
  expect((await api.request(readMeta, { query: { domain: 'a\0b' } })).body.code).toBe('malformed')
})

test('only calls that could change something are remembered', async () => {
  const count = async () =>
    (await queryRaw<{ count: number }>(api.db, 'select count(*) as count from used_request_ids'))[0]?.count
  const before = await count()
  await api.request(logout, { token: 'A'.repeat(43), body: {} })
  await api.request(join, { body: { email: 'bad', password: '', nickname: '' } })
  await api.request(login, { domain: 'nowhere.test', body: { id: 'boss@example.test', password } })
  expect(await count()).toBe(before)
})

test('a database that cannot be reached is no bug: the call may be tried again', async () => {
  const away = markDatabaseError(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }))
  const other = await startApi({ ...api.db, query: () => Promise.reject(away) })
  const reply = await other.request(readMe, { token })
  expect([reply.status, reply.body.code]).toEqual([503, 'unavailable'])
})

test('meta needs no site header and says what a site is', async () => {
  const reply = await api.call(readMeta, { domain: '', query: { domain: 'WWW.Example.test:8080' } })
  expect(reply.metadata).toMatchObject({ domain: 'example.test', is_playist: false, design_id: '' })
})

test.each(locales)('an unknown site is an unsuccessful meta reply with a message in %s', async (language) => {
  const { status, body } = await api.request(readMeta, { language, query: { domain: 'nowhere.test' } })
  expect(status).toBe(404)
  expect(body).toMatchObject({ success: false, code: 'unknown_site' })
  const { default: messages } = await import(`../../../src/locales/${language}/platform/messages.json`)
  expect(body.message).toBe(messages.refusals.unknown_site)
})

test.each([
  ['zh-Hant-TW,zh;q=0.9', 'zh-TW'],
  ['zh', 'zh-CN'],
  ['fr, en;q=0.5, ko;q=0.7', 'ko'],
  ['fr', 'ko'],
  ['', 'ko'],
  ['en-GB', 'en'],
])('Accept-Language %j is answered in %s', async (language, expected) => {
  const { body } = await api.request(readMe, { language })
  const { default: messages } = await import(`../../../src/locales/${expected}/platform/messages.json`)
  expect(body.message).toBe(messages.refusals.unauthenticated)
})

test('pages of the installation’s sites may call from elsewhere, other pages may not', async () => {
  const preflight = (origin: string) =>
    api.send(login.path, { method: 'OPTIONS', headers: { Origin: origin, Host: 'api.example.test' } })
  const own = await preflight('https://www.example.test')
  expect(own.status).toBe(204)
  expect(own.headers.get('Access-Control-Allow-Origin')).toBe('https://www.example.test')
  expect(own.headers.get('Access-Control-Allow-Headers')).toContain(headerNames.requestDigest)
  for (const origin of [
    'https://evil.test',
    'https://example.test.evil.test',
    'null',
    'https://notexample.test',
  ]) {
    const reply = await preflight(origin)
    expect(reply.headers.get('Access-Control-Allow-Origin')).toBeNull()
    expect(reply.headers.get('Cache-Control')).toBe('no-store')
    expect(reply.status).toBe(403)
  }
})

test('no reply is taken for something else than it says', async () => {
  for (const path of ['health', 'docs', 'nothing'])
    expect((await api.send(path)).headers.get('X-Content-Type-Options')).toBe('nosniff')
})

/** Reads as a browser does, and returns the raw body. */
async function getPath(path: string, extraHeaders: Record<string, string> = {}, language = 'en') {
  const requestHeaders = {
    ...signHeaders('GET', `/${path}`, undefined, { token, language }),
    ...extraHeaders,
  }
  const reply = await api.send(path, { headers: requestHeaders })
  return { status: reply.status, headers: reply.headers, body: Buffer.from(await reply.arrayBuffer()) }
}

test('a reply that the caller has already is not sent again', async () => {
  const first = await getPath(listMembers.path)
  const tag = first.headers.get('ETag') ?? ''
  expect(tag).toMatch(/^"[\w-]{22}"$/)
  for (const held of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
    const again = await getPath(listMembers.path, { 'If-None-Match': held })
    expect([again.status, again.body.length]).toEqual([304, 0])
    for (const name of ['ETag', 'Cache-Control', 'Vary', 'X-Content-Type-Options'])
      expect(again.headers.get(name)).toBe(first.headers.get(name))
  }
  expect((await getPath(listMembers.path, { 'If-None-Match': '"other"' })).status).toBe(200)
  expect((await getPath(listMembers.path, { 'If-None-Match': tag }, 'ko')).status).toBe(200)
  expect(first.headers.get('Cache-Control')).toBe('no-store')
})

test('a tag changes with the data', async () => {
  const tag = async () => (await getPath(listMembers.path)).headers.get('ETag')
  const before = await tag()
  expect(await tag()).toBe(before)
  await queryRaw(api.db, `update accounts set nickname = nickname || '!' where email = 'member@example.test'`)
  expect(await tag()).not.toBe(before)
})

test('long replies are compressed as the caller takes them, and tagged by their form', async () => {
  const plain = await getPath('openapi.json')
  expect(plain.headers.get('Content-Encoding')).toBeNull()
  const tags = [plain.headers.get('ETag')]
  for (const [encoding, open] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const reply = await getPath('openapi.json', { 'Accept-Encoding': `${encoding};q=0.9, deflate` })
    expect(reply.headers.get('Content-Encoding')).toBe(encoding)
    expect(reply.headers.get('Vary')).toContain('Accept-Encoding')
    expect(reply.body.length).toBeLessThan(plain.body.length / 4)
    expect(open(reply.body).equals(plain.body)).toBe(true)
    tags.push(reply.headers.get('ETag'))
  }
  expect(new Set(tags).size).toBe(3)
  expect(
    (await getPath('openapi.json', { 'Accept-Encoding': 'br;q=0, gzip;q=0' })).headers.get(
      'Content-Encoding',
    ),
  ).toBeNull()
  expect(
    (await getPath(readMeta.path, { 'Accept-Encoding': 'br' })).headers.get('Content-Encoding'),
  ).toBeNull()
})

test('a reply that may hold a token is never compressed, and has no tag', async () => {
  const reply = await api.request(login, {
    body: { id: 'boss@example.test', password },
    tamper: (sent) => Object.assign(sent, { 'Accept-Encoding': 'br, gzip' }),
  })
  expect(reply.body.token).toMatch(/^[\w-]{43}$/)
  expect(reply.headers.get('Content-Encoding')).toBeNull()
  expect(reply.headers.get('ETag')).toBeNull()
})

test('pages elsewhere may ask whether they have a reply, and read its tag and a file’s name', async () => {
  const there = { Origin: 'https://www.example.test', Host: 'api.example.test' }
  const preflight = await api.send(listMembers.path, { method: 'OPTIONS', headers: there })
  expect(preflight.headers.get('Access-Control-Allow-Headers')).toContain('If-None-Match')
  const tag = (await getPath(listMembers.path)).headers.get('ETag') ?? ''
  const reply = await getPath(listMembers.path, { ...there, 'If-None-Match': tag })
  expect(reply.status).toBe(304)
  expect(reply.headers.get('Access-Control-Allow-Origin')).toBe(there.Origin)
  expect(reply.headers.get('Access-Control-Expose-Headers')).toMatch(/ETag.*Content-Disposition/)
  expect(reply.headers.get('Vary')).toMatch(/Origin.*Accept-Encoding/)
})

test('health and readiness', async () => {
  expect(await (await api.send('health')).json()).toEqual({ alive: true })
  expect(await (await api.send('ready')).json()).toEqual({ ready: true })
})

test('what does not exist is refused in the contract’s shape', async () => {
  const reply = await api.send('v2/mcn/nothing')
  expect(reply.status).toBe(404)
  expect(await reply.json()).toMatchObject({ success: false, code: 'not_found' })
})

test('the OpenAPI document has every endpoint, and its page loads nothing from elsewhere', async () => {
  const document = await (await api.send('openapi.json')).json()
  const told = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(told.sort()).toEqual(endpoints.map(({ method, path }) => `${method} /${path}`).sort())
  const dashboard = document.paths['/v2/mcn/reports/dashboard'].get
  expect(dashboard.parameters.map(({ name }: { name: string }) => name)).toContain('period')
  const file = document.paths['/v2/mcn/reports/videos/export'].get.responses
  expect(Object.keys(file[200].content)).toEqual(['text/csv'])
  expect(Object.keys(file[403].content)).toEqual(['application/json'])
  // Every body can be invalid, even one without fields: it may not be an object.
  expect(document.paths[`/${logout.path}`].post.responses[422].description).toBe('invalid')
  const partner = document.paths[`/${createSignInCode.path}`].post
  expect(partner).toMatchObject({ parameters: [], security: [{ partner: [] }] })
  expect(document.components.securitySchemes.partner).toEqual({ type: 'http', scheme: 'bearer' })
  expect(partner.responses[400].description).not.toContain('tampered')
  const page = await (await api.send('docs')).text()
  expect(page).not.toMatch(/https?:\/\//)
  for (const [, asset] of page.matchAll(/(?:src|href)="\/api\/([^"]+)"/g)) {
    expect((await api.send(asset ?? '')).status).toBe(200)
  }
})

test('the members of a network are listed to its manager, a page at a time', async () => {
  const page = await api.call(listMembers, { token, query: { page: 0, size: 50 } })
  expect(page).toMatchObject({ total: 1, page: 0, size: 50 })
  expect(page.members[0]).toMatchObject({ user_id: 'member@example.test', fee_rate: 0, channels: 0 })
  expect((await api.call(listMembers, { token, query: { page: 1 } })).members).toEqual([])
  expect((await api.request(listMembers, { token, query: { page: -1 } })).body.fields.page.code).toBe(
    'invalid',
  )
})

test('of a parameter that comes twice the first counts, and the body is not the query', async () => {
  const send = async (query: string) => {
    const path = `${listMembers.path}?${query}`
    const headers = signHeaders('GET', `/${path}`, undefined, { token })
    return (await (await api.send(path, { headers })).json()) as { page: number; size: number }
  }
  expect(await send('page=0&page=1&size=20&size=50')).toMatchObject({ page: 0, size: 20 })
  const { body } = await api.request(login, { query: { id: 'boss@example.test', password } })
  expect(body.fields).toMatchObject({ id: expect.anything(), password: expect.anything() })
})

test('names that change objects, and fields that a call does not have, change nothing', async () => {
  const body =
    '{"nickname":"New name","permission_flag":1,"grants":[{"role":"operator"}],"network_id":1,"fee_rate":0,"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'
  const readRow = async () =>
    (
      await queryRaw<Record<string, unknown>>(
        api.db,
        `select * from accounts where email = 'member@example.test'`,
      )
    )[0] ?? {}
  const before = await readRow()
  const headers = signHeaders('POST', `/${updateAccount.path}`, body, { token: memberToken })
  expect((await api.send(updateAccount.path, { method: 'POST', headers, body })).status).toBe(200)
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  expect((await api.call(readMe, { token: memberToken })).user).toMatchObject({
    nickname: 'New name',
    permission_flag: 0,
  })
  expect(await readRow()).toEqual({ ...before, nickname: 'New name' })
})

test('the log never holds a token, a password, an email or a query', async () => {
  await api.request(readMeta, { query: { domain: 'secret-in-query.test' } })
  const log = lines.join('')
  expect(log).toContain('"path":"/api/member/login"')
  for (const secret of [token, memberToken, password, 'boss@example.test', 'secret-in-query']) {
    expect(log).not.toContain(secret)
  }
})

test('no reply is stored by browsers or proxies, or tells other sites its address', async () => {
  for (const reply of [
    await api.request(readMe, { token }),
    await api.request(readMe),
    await api.request(readMeta, { query: { domain: 'example.test' } }),
    await api.request(login, { body: {} }),
  ]) {
    expect(reply.headers.get('Cache-Control')).toBe('no-store')
    expect(reply.headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin')
  }
})

test('no reply may be framed or load anything, the documentation no more than it needs', async () => {
  const readPolicy = async (path: string, init?: RequestInit) =>
    (await api.send(path, init)).headers.get('Content-Security-Policy')
  const post = { method: 'POST', body: '{}' }
  for (const [path, init] of [
    ['health', {}],
    ['nothing', {}],
    [login.path, post],
    ['openapi.json', {}],
    ['docs/start.js', {}],
  ] as const)
    expect(await readPolicy(path, init)).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(await readPolicy('docs')).toMatch(
    /^default-src 'none'; script-src 'self';.* frame-ancestors 'none'$/,
  )
})

test('a request refused because too many are in progress has the same headers', async () => {
  const init = { headers: { 'X-Forwarded-For': '203.0.113.7', 'X-Forwarded-Proto': 'https' } }
  const ended = Promise.withResolvers<void>()
  const busy = await startApi(api.db, undefined, {
    registerDemoRoutes: (demo) =>
      demo.get('/waits', async (c) => {
        await ended.promise
        return c.text('')
      }),
  })
  const waiting = Array.from({ length: maxRequestsPerNetwork }, () => busy.send('waits', init))
  const { status, headers } = await busy.send('health', init)
  ended.resolve()
  await Promise.all(waiting)
  expect(status).toBe(429)
  expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000; includeSubDomains')
  expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(headers.get('X-Frame-Options')).toBe('DENY')
})

test('over HTTPS the API says that the site stays there', async () => {
  const readHeader = async (headers: Record<string, string>) =>
    (await api.send('health', { headers })).headers.get('Strict-Transport-Security')
  expect(await readHeader({ 'X-Forwarded-Proto': 'https' })).toBe('max-age=31536000; includeSubDomains')
  expect(await readHeader({ 'X-Forwarded-Proto': 'http' })).toBeNull()
  expect(await readHeader({})).toBeNull()
})
