// @module-tag extended
import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { analyticsScope, monetaryScope } from '#server/demo/reporting/google-grants.ts'
import { type FakeReportingServer, startFakeReportingApi } from '#server/demo/reporting/reporting-server.ts'
import {
  createReportingWorld,
  type FakeJob,
  type ReportingWorld,
} from '#server/demo/reporting/reporting-world.ts'
import { requestRaw } from '#tests/support/raw-http.ts'
import { activityRow, formatActivity } from '#tests/support/report-files.ts'

const owner = 'owner-one'
const activityType = 'content_owner_basic_a4'
const revenueType = 'content_owner_estimated_revenue_a1'
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const start = new Date('2026-03-20T15:00:00Z')

let world: ReportingWorld
let server: FakeReportingServer
let accessToken: string
let refreshToken: string

beforeEach(async () => {
  world = createReportingWorld({ now: () => start })
  world.addOwner(owner)
  ;({ accessToken, refreshToken } = world.oauth.grant())
  server = await startFakeReportingApi(world)
})
afterEach(() => server.close())

const advanceTo = (time: Date | string) => {
  world.now = () => new Date(time)
}
/** Renews the access token, too. */
const travelTo = (time: Date | string) => {
  advanceTo(time)
  ;({ accessToken } = world.oauth.grant())
}
const advanceBy = (ms: number) => advanceTo(new Date(world.now().getTime() + ms))

const authorization = (token = accessToken) => ({ Authorization: `Bearer ${token}` })

interface ApiAnswer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: any JSON
  body: any
}

async function call(
  path: string,
  { query = {}, token = accessToken, ...init }: RequestInit & { query?: object; token?: string } = {},
): Promise<ApiAnswer> {
  const search = new URLSearchParams({ onBehalfOfContentOwner: owner, ...query })
  const response = await fetch(`${server.url}${path}?${search}`, {
    ...init,
    headers: { ...authorization(token), ...init.headers },
  })
  return { status: response.status, body: await response.json() }
}

const post = (body: unknown, headers = { 'Content-Type': 'application/json' }) =>
  call('/v1/jobs', { method: 'POST', body: JSON.stringify(body), headers })

const listIds = async (path: string, query: object = {}) => {
  const { body } = await call(path, { query })
  const [list] = Object.values(body).filter((value) => Array.isArray(value)) as [{ id: string }[]?]
  return (list ?? []).map(({ id }) => id)
}

/** Lists all pages. */
async function listReports(job: FakeJob, query: object = {}) {
  const reports = []
  let pageToken = ''
  do {
    const { body } = await call(`/v1/jobs/${job.id}/reports`, { query: { ...query, pageToken } })
    reports.push(...(body.reports ?? []))
    pageToken = body.nextPageToken ?? ''
  } while (pageToken !== '')
  return reports
}

describe('OAuth', () => {
  const verifier = 'verifier-of-forty-three-characters-or-more-0123'
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const redirectUri = 'http://127.0.0.1:5000/callback'
  const authorizationQuery = () => ({
    client_id: world.oauth.client.id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: `${analyticsScope} ${monetaryScope}`,
    state: 'a state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    access_type: 'offline',
    prompt: 'consent',
  })

  const openConsent = (overrides: Record<string, string> = {}) =>
    fetch(
      `${server.url}/o/oauth2/v2/auth?${new URLSearchParams({ ...authorizationQuery(), ...overrides })}`,
      {
        redirect: 'manual',
      },
    )

  const readRedirect = (response: Response) => {
    const url = new URL(response.headers.get('Location') ?? '')
    return { url, ...Object.fromEntries(url.searchParams) } as { url: URL; code?: string; error?: string }
  }

  const postForm = async (path: string, fields: Record<string, string>, headers = {}): Promise<ApiAnswer> => {
    const body = new URLSearchParams(fields)
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      body,
      headers,
      redirect: 'manual',
    })
    return { status: response.status, body: await response.json() }
  }

  const credentials = () => ({
    client_id: world.oauth.client.id,
    client_secret: world.oauth.client.secret,
  })

  const exchange = (code: string | undefined, overrides: Record<string, string> = {}) =>
    postForm('/token', {
      grant_type: 'authorization_code',
      code: code ?? '',
      redirect_uri: redirectUri,
      code_verifier: verifier,
      ...credentials(),
      ...overrides,
    })

  const refresh = (token: string, overrides: Record<string, string> = {}) =>
    postForm('/token', {
      grant_type: 'refresh_token',
      refresh_token: token,
      ...credentials(),
      ...overrides,
    })

  test('gives tokens for a code, once', async () => {
    const response = await openConsent()
    expect(response.status).toBe(302)
    const { url, code } = readRedirect(response)
    expect([url.origin + url.pathname, url.searchParams.get('state')]).toEqual([redirectUri, 'a state'])
    const { status, body } = await exchange(code)
    expect([status, body]).toEqual([
      200,
      {
        access_token: expect.any(String),
        expires_in: 3599,
        refresh_token: expect.any(String),
        scope: `${analyticsScope} ${monetaryScope}`,
        token_type: 'Bearer',
      },
    ])
    expect((await call('/v1/jobs', { token: body.access_token })).status).toBe(200)
    expect(await exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  test('refuses a code with another verifier or redirect URI, and after ten minutes', async () => {
    const changes: Record<string, string>[] = [
      { code_verifier: `${verifier}x` },
      { code_verifier: '' },
      { redirect_uri: 'http://127.0.0.1:5001/callback' },
    ]
    for (const overrides of changes) {
      const { code } = readRedirect(await openConsent())
      expect(await exchange(code, overrides)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    }
    const { code } = readRedirect(await openConsent())
    advanceBy(600_000)
    expect(await exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  test('gives a refresh token only for offline access, and again only after another consent', async () => {
    const receive = async (overrides: Record<string, string>) => {
      const { body } = await exchange(readRedirect(await openConsent(overrides)).code)
      return 'refresh_token' in body
    }
    expect(await receive({ access_type: 'online' })).toBe(false)
    expect(await receive({ prompt: '' })).toBe(false)
    expect(await receive({})).toBe(true)
    world.oauth.revokeConsent()
    expect(await receive({ prompt: '' })).toBe(true)
  })

  test.each([
    [401, 'invalid_client', { client_id: 'other' }],
    [400, 'redirect_uri_mismatch', { redirect_uri: 'https://127.0.0.1/' }],
    [400, 'redirect_uri_mismatch', { redirect_uri: 'http://192.168.0.1/' }],
    [400, 'redirect_uri_mismatch', { redirect_uri: 'http://127.0.0.1.example/' }],
    [400, 'redirect_uri_mismatch', { redirect_uri: 'urn:ietf:wg:oauth:2.0:oob' }],
    [400, 'unsupported_response_type', { response_type: 'token' }],
    [400, 'invalid_scope', { scope: 'https://www.googleapis.com/auth/youtube' }],
    [400, 'invalid_request', { scope: '' }],
    [400, 'invalid_request', { code_challenge_method: 'plain' }],
    [400, 'invalid_request', { code_challenge: 'short' }],
  ])('answers %i %s on a page without redirecting for %o', async (status, error, overrides) => {
    const response = await openConsent(overrides as Record<string, string>)
    expect([response.status, response.headers.get('Location')]).toEqual([status, null])
    expect(await response.text()).toContain(`Error: ${error}`)
  })

  test.each(['http://localhost:1/', 'http://[::1]:5000/callback', 'http://127.0.0.1'])(
    'redirects to the loopback address %s',
    async (uri) => {
      const { url } = readRedirect(await openConsent({ redirect_uri: uri }))
      expect(url.host).toBe(new URL(uri).host)
    },
  )

  test('asks a person, who may leave a scope out or deny', async () => {
    world.oauth.consent = 'ask'
    const openPage = async () => {
      const response = await openConsent()
      const text = await response.text()
      expect([response.status, response.headers.get('Location')]).toEqual([200, null])
      expect(text).toContain('<button name="decision" value="allow">Allow</button>')
      return /name="request" value="([^"]+)"/.exec(text)?.[1] ?? ''
    }
    const decide = (request: string, decision: string) =>
      fetch(`${server.url}/o/oauth2/v2/auth`, {
        method: 'POST',
        body: new URLSearchParams({ request, decision, scope: analyticsScope }),
        redirect: 'manual',
      })
    const request = await openPage()
    const { body } = await exchange(readRedirect(await decide(request, 'allow')).code)
    expect(body.scope).toBe(analyticsScope)
    expect((await decide(request, 'allow')).status).toBe(400)
    const denied = readRedirect(await decide(await openPage(), 'deny'))
    expect([denied.error, denied.code, denied.url.searchParams.get('state')]).toEqual([
      'access_denied',
      undefined,
      'a state',
    ])
  })

  test('decides at once as the world says', async () => {
    world.oauth.tickedScopes = [monetaryScope]
    expect((await exchange(readRedirect(await openConsent()).code)).body.scope).toBe(monetaryScope)
    world.oauth.consent = 'deny'
    expect(readRedirect(await openConsent()).error).toBe('access_denied')
  })

  test('knows the client by form fields or Basic', async () => {
    const { id, secret } = world.oauth.client
    const fields = { grant_type: 'refresh_token', refresh_token: refreshToken }
    const basic = (text: string) => ({ Authorization: `Basic ${Buffer.from(text).toString('base64')}` })
    expect((await postForm('/token', fields, basic(`${id}:${secret}`))).status).toBe(200)
    expect(await postForm('/token', fields, basic(`${id}:x`))).toMatchObject({
      status: 401,
      body: { error: 'invalid_client', error_description: expect.any(String) },
    })
    expect(await refresh(refreshToken, { client_id: 'other' })).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    })
    expect(await postForm('/token', fields)).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    })
    expect(await refresh(refreshToken, { grant_type: 'password' })).toMatchObject({
      status: 400,
      body: { error: 'unsupported_grant_type' },
    })
    const json = { 'Content-Type': 'application/json' }
    expect(await postForm('/token', fields, json)).toMatchObject({ body: { error: 'invalid_request' } })
  })

  test('access tokens expire after an hour, and a refresh gives another', async () => {
    advanceBy(hourMs - 1)
    expect((await call('/v1/jobs')).status).toBe(200)
    advanceBy(1)
    expect(await call('/v1/jobs')).toMatchObject({
      status: 401,
      body: { error: { code: 401, status: 'UNAUTHENTICATED', errors: [{ reason: 'authError' }] } },
    })
    const { body } = await refresh(refreshToken)
    expect(body).not.toHaveProperty('refresh_token')
    expect((await call('/v1/jobs', { token: body.access_token })).status).toBe(200)
    world.oauth.expireAccessTokens()
    expect((await call('/v1/jobs', { token: body.access_token })).status).toBe(401)
    expect((await refresh(refreshToken)).status).toBe(200)
  })

  test('refresh tokens end with consent, after six unused months, and after the lifetime of a test', async () => {
    const invalid = { status: 400, body: { error: 'invalid_grant' } }
    expect(await refresh('1//unknown')).toMatchObject(invalid)
    advanceBy(170 * dayMs)
    expect((await refresh(refreshToken)).status).toBe(200)
    advanceBy(170 * dayMs)
    expect((await refresh(refreshToken)).status).toBe(200)
    advanceBy(190 * dayMs)
    expect(await refresh(refreshToken)).toMatchObject(invalid)

    world.oauth.refreshTokenLifetimeMs = 7 * dayMs
    const testing = world.oauth.grant()
    advanceBy(7 * dayMs)
    expect(await refresh(testing.refreshToken)).toMatchObject(invalid)

    const revoked = world.oauth.grant()
    world.oauth.revokeConsent()
    expect(await refresh(revoked.refreshToken)).toMatchObject(invalid)
    expect((await call('/v1/jobs', { token: revoked.accessToken })).status).toBe(401)
  })

  test('revokes by either token', async () => {
    expect(await postForm('/revoke', { token: 'unknown' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_token' },
    })
    expect((await postForm('/revoke', { token: accessToken })).status).toBe(200)
    expect((await refresh(refreshToken)).status).toBe(400)
    const other = world.oauth.grant()
    expect((await postForm('/revoke', { token: other.refreshToken })).status).toBe(200)
    expect((await call('/v1/jobs', { token: other.accessToken })).status).toBe(401)
  })
})

describe('access', () => {
  test('needs a token with a scope, and the monetary one for revenue', async () => {
    const missing = await fetch(`${server.url}/v1/jobs`)
    expect([missing.status, missing.headers.get('WWW-Authenticate')]).toEqual([
      401,
      'Bearer realm="https://accounts.google.com/", error="invalid_token"',
    ])
    const insufficient = {
      status: 403,
      body: {
        error: { status: 'PERMISSION_DENIED', details: [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }] },
      },
    }
    const none = world.oauth.grant({ scopes: [] })
    expect(await call('/v1/jobs', { token: none.accessToken })).toMatchObject(insufficient)
    const { accessToken: token } = world.oauth.grant({ scopes: [analyticsScope] })
    const activity = world.createJob(owner, activityType)
    const revenue = world.createJob(owner, revenueType)
    const report = world.addReport(revenue, '2026-03-02')
    expect((await call(`/v1/jobs/${activity.id}/reports`, { token })).status).toBe(200)
    expect(await call(`/v1/jobs/${revenue.id}/reports`, { token })).toMatchObject(insufficient)
    const url = `${server.url}/v1/media/CONTENT_OWNER/${owner}/jobs/${revenue.id}/reports/${report.id}?alt=media`
    expect((await fetch(url, { headers: authorization(token) })).status).toBe(403)
    expect((await fetch(url, { headers: authorization() })).status).toBe(200)
  })

  test('is denied for an owner that the person may not act for', async () => {
    const denied = {
      status: 403,
      body: { error: { status: 'PERMISSION_DENIED', errors: [{ reason: 'forbidden' }] } },
    }
    expect(await call('/v1/jobs', { query: { onBehalfOfContentOwner: 'other' } })).toMatchObject(denied)
    const job = world.createJob(owner, activityType)
    const report = world.addReport(job, '2026-03-02')
    const { body } = await call(`/v1/jobs/${job.id}/reports/${report.id}`)
    world.withdrawPermission(owner)
    expect(await call(`/v1/jobs/${job.id}/reports`)).toMatchObject(denied)
    expect((await fetch(body.downloadUrl, { headers: authorization() })).status).toBe(403)
    world.restorePermission(owner)
    expect(await listReports(job)).toHaveLength(1)
  })

  test('keeps owners apart', async () => {
    world.addOwner('owner-two')
    const job = world.createJob('owner-two', activityType)
    expect(await listIds('/v1/jobs')).toEqual([])
    expect((await call(`/v1/jobs/${job.id}/reports`)).status).toBe(404)
    expect((await call(`/v1/jobs/${job.id}`, { method: 'DELETE' })).status).toBe(404)
    expect(await listIds('/v1/jobs', { onBehalfOfContentOwner: 'owner-two' })).toEqual([job.id])
  })

  test.each([
    { unknown: '1' },
    { pageSize: '-1' },
    { pageSize: 'x' },
    { pageToken: 'x' },
    { includeSystemManaged: 'yes' },
  ])('refuses the parameters %o', async (query) => {
    expect(await call('/v1/jobs', { query })).toMatchObject({
      status: 400,
      body: { error: { code: 400, status: 'INVALID_ARGUMENT' } },
    })
  })
})

describe('report types and jobs', () => {
  test('lists types of the owner, those of the system only on request, and omits empty values', async () => {
    const { body } = await call('/v1/reportTypes')
    expect(body.reportTypes).toContainEqual({ id: activityType, name: 'User activity' })
    expect(await listIds('/v1/reportTypes')).not.toContain('content_owner_active_claims_a3')
    expect(await listIds('/v1/reportTypes', { includeSystemManaged: 'true' })).toEqual(
      expect.arrayContaining([
        'content_owner_active_claims_a3',
        'content_owner_video_metadata_a4',
        activityType,
      ]),
    )
    const own = await fetch(`${server.url}/v1/reportTypes`, { headers: authorization() })
    const { reportTypes } = (await own.json()) as { reportTypes: { id: string }[] }
    expect(reportTypes.map(({ id }) => id)).toEqual(['channel_basic_a2', 'channel_traffic_source_a2'])
  })

  test('creates a job per type, and deletes it', async () => {
    expect(await call('/v1/jobs')).toEqual({ status: 200, body: {} })
    const { status, body } = await post({ reportTypeId: activityType, name: 'Daily' })
    expect([status, body]).toEqual([
      200,
      {
        id: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
        reportTypeId: activityType,
        name: 'Daily',
        createTime: '2026-03-20T15:00:00Z',
      },
    ])
    expect((await call('/v1/jobs')).body).toEqual({ jobs: [body] })
    expect((await call(`/v1/jobs/${body.id}`)).body).toEqual(body)
    expect(await post({ reportTypeId: activityType, name: 'Again' })).toMatchObject({
      status: 409,
      body: { error: { code: 409, status: 'ALREADY_EXISTS' } },
    })
    expect(await call(`/v1/jobs/${body.id}`, { method: 'DELETE' })).toEqual({ status: 200, body: {} })
    expect((await call(`/v1/jobs/${body.id}`, { method: 'DELETE' })).status).toBe(404)
    const again = await post({ reportTypeId: activityType, name: 'Again' })
    expect(again.body.id).not.toBe(body.id)
  })

  test.each([
    { reportTypeId: 'content_owner_unknown_a1', name: 'x' },
    { reportTypeId: 'channel_basic_a2', name: 'x' },
    { reportTypeId: 'content_owner_active_claims_a3', name: 'x' },
    { reportTypeId: activityType },
    { reportTypeId: activityType, name: '' },
    { reportTypeId: activityType, name: 'x'.repeat(101) },
    { name: 'x' },
    { reportTypeId: activityType, name: 'x', systemManaged: true },
    [],
    null,
  ])('refuses the job %o', async (body) => {
    expect(await post(body)).toMatchObject({ status: 400, body: { error: { status: 'INVALID_ARGUMENT' } } })
    expect(await listIds('/v1/jobs')).toEqual([])
  })

  test('refuses a body that is not JSON', async () => {
    const body = { reportTypeId: activityType, name: 'x' }
    expect((await post(body, { 'Content-Type': 'text/plain' })).status).toBe(400)
    expect((await call('/v1/jobs', { method: 'POST', body: '{' })).status).toBe(400)
  })

  test('has the jobs of the system from the start, which cannot be deleted', async () => {
    const { body } = await call('/v1/jobs', { query: { includeSystemManaged: 'true' } })
    const claims = body.jobs.find((job: FakeJob) => job.reportTypeId === 'content_owner_active_claims_a3')
    expect(claims).toMatchObject({ systemManaged: true })
    expect((await call(`/v1/jobs/${claims.id}`, { method: 'DELETE' })).status).toBe(403)
  })

  test('a new version of a type appears, and the old one is deprecated', async () => {
    const job = world.createJob(owner, activityType)
    world.addReportType('content_owner_basic_a5')
    world.addReportType('content_owner_active_claims_a4', { systemManaged: true })
    const deprecateTime = new Date('2026-03-22T00:00:00Z')
    world.deprecateReportType(activityType, deprecateTime)
    const { body } = await call('/v1/reportTypes')
    expect(body.reportTypes).toContainEqual({
      id: activityType,
      name: 'User activity',
      deprecateTime: '2026-03-22T00:00:00Z',
    })
    expect((await call(`/v1/jobs/${job.id}`)).body.expireTime).toBe('2026-03-22T00:00:00Z')
    expect((await post({ reportTypeId: 'content_owner_basic_a5', name: 'New' })).status).toBe(200)
    expect(world.findJob(owner, 'content_owner_active_claims_a4')).toBeDefined()
    world.deleteJob(job.id)
    expect((await post({ reportTypeId: activityType, name: 'Still' })).status).toBe(200)
    world.deleteJob(world.findJob(owner, activityType)?.id ?? '')
    travelTo(deprecateTime)
    expect((await post({ reportTypeId: activityType, name: 'Late' })).status).toBe(400)
  })
})

describe('lists of reports', () => {
  test('describes a report, whose day is one in Pacific time', async () => {
    const job = world.createJob(owner, activityType)
    const created = { createTime: new Date('2026-03-04T10:11:12.345Z') }
    const report = world.addReport(job, '2026-03-02', created)
    expect((await call(`/v1/jobs/${job.id}/reports`)).body).toEqual({
      reports: [
        {
          id: report.id,
          jobId: job.id,
          startTime: '2026-03-02T08:00:00Z',
          endTime: '2026-03-03T08:00:00Z',
          createTime: '2026-03-04T10:11:12.345000Z',
          downloadUrl: `${server.url}/v1/media/CONTENT_OWNER/${owner}/jobs/${job.id}/reports/${report.id}?alt=media`,
        },
      ],
    })
    expect((await call(`/v1/jobs/${job.id}/reports/1`)).status).toBe(404)
  })

  test.each([
    ['2026-03-07', '2026-03-07T08:00:00Z', 24],
    ['2026-03-08', '2026-03-08T08:00:00Z', 23],
    ['2026-03-09', '2026-03-09T07:00:00Z', 24],
    ['2026-11-01', '2026-11-01T07:00:00Z', 25],
    ['2026-11-02', '2026-11-02T08:00:00Z', 24],
  ])('%s starts at %s and lasts %i hours', async (day, startTime, hours) => {
    const job = world.createJob(owner, activityType)
    world.addReport(job, day)
    const [report] = await listReports(job)
    expect(report.startTime).toBe(startTime)
    expect((Date.parse(report.endTime) - Date.parse(startTime)) / hourMs).toBe(hours)
  })

  test('are newest first, in pages that a new report does not move', async () => {
    const job = world.createJob(owner, activityType)
    const ids = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-01', '2026-03-04'].map(
      (day) => world.addReport(job, day).id,
    )
    ids.reverse()
    expect((await listReports(job)).map(({ id }) => id)).toEqual(ids)
    world.pageSize = 2
    expect((await listReports(job)).map(({ id }) => id)).toEqual(ids)
    expect(await listIds(`/v1/jobs/${job.id}/reports`, { pageSize: 4 })).toEqual(ids.slice(0, 4))
    const path = `/v1/jobs/${job.id}/reports`
    const first = await call(path, { query: { pageSize: 3 } })
    const late = world.addReport(job, '2026-03-05')
    const pageToken = first.body.nextPageToken
    const second = await call(path, { query: { pageSize: 3, pageToken } })
    expect(second.body.reports.map(({ id }: { id: string }) => id)).toEqual(ids.slice(3))
    expect(second.body).not.toHaveProperty('nextPageToken')
    expect((await listIds(path)).includes(late.id)).toBe(true)
    const createdAfter = '2026-01-01T00:00:00Z'
    expect((await call(path, { query: { createdAfter, pageToken } })).status).toBe(400)
  })

  test('have at most 500 in a page', async () => {
    const job = world.createJob(owner, activityType)
    for (let at = 0; at < 501; at++) world.addReport(job, '2026-03-01')
    expect(await listIds(`/v1/jobs/${job.id}/reports`, { pageSize: 1000 })).toHaveLength(500)
    expect(await listReports(job, { pageSize: 1000 })).toHaveLength(501)
  })

  test('are filtered by time of creation and start', async () => {
    const job = world.createJob(owner, activityType)
    const add = (day: string, time: string) => world.addReport(job, day, { createTime: new Date(time) }).id
    const one = add('2026-03-01', '2026-03-03T10:00:00Z')
    const two = add('2026-03-02', '2026-03-04T10:00:00Z')
    const reissue = add('2026-03-01', '2026-03-10T10:00:00Z')
    const list = (query: object) => listIds(`/v1/jobs/${job.id}/reports`, query)
    expect(await list({ createdAfter: '2026-03-03T10:00:00Z' })).toEqual([reissue, two])
    expect(await list({ createdAfter: '2026-03-03T09:59:59.999999Z' })).toEqual([reissue, two, one])
    expect(await list({ startTimeAtOrAfter: '2026-03-02T08:00:00Z' })).toEqual([two])
    expect(await list({ startTimeBefore: '2026-03-02T08:00:00Z' })).toEqual([reissue, one])
    expect(await list({ startTimeBefore: '2026-03-01T08:00:00Z' })).toEqual([])
    for (const createdAfter of ['yesterday', '2026-03-03', '2026-13-03T10:00:00Z'])
      expect((await call(`/v1/jobs/${job.id}/reports`, { query: { createdAfter } })).status).toBe(400)
  })

  test('are not found for a job that is unknown or was deleted elsewhere', async () => {
    const job = world.createJob(owner, activityType)
    const report = world.addReport(job, '2026-03-01')
    const { body } = await call(`/v1/jobs/${job.id}/reports/${report.id}`)
    world.deleteJob(job.id)
    expect(await call(`/v1/jobs/${job.id}/reports`)).toMatchObject({
      status: 404,
      body: { error: { status: 'NOT_FOUND' } },
    })
    expect((await fetch(body.downloadUrl, { headers: authorization() })).status).toBe(404)
  })
})

describe('delivery', () => {
  const listDays = async (job: FakeJob) =>
    (await listReports(job)).map(({ startTime }) => startTime.slice(0, 10)).sort()

  test('a new job has no reports for 24 hours, then 30 days in arrears, then a report a day', async () => {
    const job = world.createJob(owner, activityType)
    travelTo('2026-03-21T14:59:59Z')
    world.deliverReports()
    expect(await listDays(job)).toEqual([])
    travelTo('2026-03-21T15:00:00Z')
    world.deliverReports()
    const days = await listDays(job)
    expect([days.length, days[0], days.at(-1)]).toEqual([30, '2026-02-18', '2026-03-19'])
    world.deliverReports()
    expect(await listDays(job)).toHaveLength(30)
    travelTo('2026-03-22T10:59:59Z')
    world.deliverReports()
    expect(await listDays(job)).toHaveLength(30)
    travelTo('2026-03-22T11:00:00Z')
    world.deliverReports()
    expect((await listDays(job)).at(-1)).toBe('2026-03-20')
  })

  const createAutomaticWorld = () => {
    const automatic = createReportingWorld({
      now: () => start,
      isAutomatic: true,
      source: ({ day }) => (day === '2026-03-19' ? null : `date\n${day}\n`),
    })
    automatic.addOwner(owner)
    return automatic
  }

  test('of the system begins at once; days without data may be missing', async () => {
    await server.close()
    world = createAutomaticWorld()
    server = await startFakeReportingApi(world)
    const job = world.findJob(owner, 'content_owner_active_claims_a3')
    if (!job) throw new Error('There is no job.')
    travelTo('2026-03-23T12:00:00Z')
    expect(await listDays(job)).toEqual(['2026-03-18', '2026-03-20', '2026-03-21'])
    const [newest] = await listReports(job)
    const response = await fetch(newest.downloadUrl, { headers: authorization() })
    expect(await response.text()).toBe('date\n2026-03-21\n')
    const restarted = createAutomaticWorld()
    restarted.now = world.now
    expect(restarted.findReport(newest.id)?.content).toBe('date\n2026-03-21\n')
  })

  test('ends when the type is deprecated', async () => {
    const job = world.createJob(owner, activityType)
    travelTo('2026-03-23T12:00:00Z')
    world.deprecateReportType(activityType, new Date('2026-03-22T12:00:00Z'))
    world.deliverReports()
    expect((await listDays(job)).at(-1)).toBe('2026-03-20')
    expect((await listReports(job))[0].jobExpireTime).toBe('2026-03-22T12:00:00Z')
  })

  test('is for 60 days, and for 30 if it was in arrears', async () => {
    const job = world.createJob(owner, activityType)
    travelTo('2026-03-22T11:00:00Z')
    world.deliverReports()
    const reports = await listReports(job)
    const download = async (day: string) => {
      const report = reports.find(({ startTime }) => startTime.startsWith(day))
      return (await fetch(report.downloadUrl, { headers: authorization() })).status
    }
    travelTo('2026-04-20T14:59:59Z')
    expect(await download('2026-03-01')).toBe(200)
    travelTo('2026-04-20T15:00:00Z')
    expect([await download('2026-03-01'), await download('2026-03-20')]).toEqual([404, 200])
    expect(await listDays(job)).toEqual(['2026-03-20'])
    world.listsExpired = true
    expect(await listDays(job)).toHaveLength(31)
    travelTo('2026-05-21T10:59:59Z')
    expect(await download('2026-03-20')).toBe(200)
    travelTo('2026-05-21T11:00:00Z')
    expect(await download('2026-03-20')).toBe(404)
  })
})

describe('downloads', () => {
  const text = formatActivity([activityRow('2026-03-02'), activityRow('2026-03-02', { country_code: 'US' })])
  const gzip = { 'Accept-Encoding': 'gzip', 'User-Agent': 'hookline (gzip)' }

  const addReport = async (content: Parameters<ReportingWorld['addReport']>[2] = { content: text }) => {
    const job = world.findJob(owner, activityType) ?? world.createJob(owner, activityType)
    world.addReport(job, '2026-03-02', content)
    const [{ downloadUrl }] = await listReports(job)
    return downloadUrl as string
  }

  const download = (url: string, headers: Record<string, string> = {}) =>
    requestRaw(url, { headers: { ...authorization(), ...headers } })

  test('are CSV with their length, and header-only without content', async () => {
    const { status, headers, body, isComplete } = await download(await addReport())
    expect([status, headers['content-type'], headers['content-length'], isComplete]).toEqual([
      200,
      'text/csv',
      String(Buffer.byteLength(text)),
      true,
    ])
    expect(body.toString()).toBe(text)
    const empty = await download(await addReport({}))
    expect(empty.body.toString()).toMatch(/^date,channel_id,[\w,]+\n$/)
  })

  test('are packed only for clients that also say gzip in their User-Agent', async () => {
    const url = await addReport()
    const packed = await download(url, gzip)
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(packed.headers['content-length']).toBe(String(packed.body.length))
    expect(gunzipSync(packed.body).toString()).toBe(text)
    for (const headers of [
      { ...gzip, 'User-Agent': 'hookline' },
      { ...gzip, 'Accept-Encoding': 'identity' },
    ]) {
      const plain = await download(url, headers)
      expect([plain.headers['content-encoding'], plain.body.toString()]).toEqual([undefined, text])
    }
  })

  test.each([{}, gzip])('are generated in parts when they are large (%o)', async (headers) => {
    const rows = 60_000
    const url = await addReport({
      content: function* () {
        yield 'date,number\n'
        for (let at = 0; at < rows; at++) yield `20260302,${(at * 2_654_435_761) % 4_294_967_296}\n`
      },
    })
    const response = await download(url, headers)
    expect(response.headers['content-length']).toBe(String(response.body.length))
    expect(await download(url, headers)).toMatchObject({ isComplete: true, body: response.body })
    const plain = response.headers['content-encoding'] ? gunzipSync(response.body) : response.body
    expect(plain.length).toBeGreaterThan(1 << 20)
    expect(plain.toString().match(/\n/g)).toHaveLength(rows + 1)
  })

  test('need the token, alt=media, and a report that exists', async () => {
    const url = await addReport()
    expect((await requestRaw(url)).status).toBe(401)
    const invalid = await download(url.replace('alt=media', 'alt=json'))
    expect([invalid.status, JSON.parse(invalid.body.toString())]).toMatchObject([
      400,
      [{ error: { status: 'INVALID_ARGUMENT' } }],
    ])
    expect((await download(url.replace(/\d+\?/, '1?'))).status).toBe(404)
    expect((await download(`${server.url}/v1/media/x?alt=media`)).status).toBe(400)
  })

  describe('fail', () => {
    const media = '/v1/media/*'

    test('as often as injected, in order', async () => {
      const url = await addReport()
      world.injectFault(media, { kind: 'status', status: 503 }, 2)
      world.injectFault(media, { kind: 'status', status: 401 })
      const statuses = []
      for (let at = 0; at < 4; at++) statuses.push((await download(url)).status)
      expect(statuses).toEqual([503, 503, 401, 200])
      expect(world.countRequests(media)).toBe(4)
      expect(world.countRequests('GET /v1/jobs')).toBe(0)
      world.injectFault(media, { kind: 'empty' }, 9)
      world.clearFaults()
      expect((await download(url)).body.toString()).toBe(text)
    })

    test.each([
      [400, 'INVALID_ARGUMENT', undefined],
      [401, 'UNAUTHENTICATED', undefined],
      [403, 'PERMISSION_DENIED', undefined],
      [404, 'NOT_FOUND', undefined],
      [429, 'RESOURCE_EXHAUSTED', 7],
      [429, 'RESOURCE_EXHAUSTED', new Date('2026-03-20T15:01:00Z')],
      [500, 'INTERNAL', undefined],
      [503, 'UNAVAILABLE', undefined],
    ] as const)('with %i %s, Retry-After %s', async (status, rpcStatus, retryAfter) => {
      world.injectFault('/v1/jobs', {
        kind: 'status',
        status,
        reason: 'a reason',
        ...(retryAfter !== undefined && { retryAfter }),
      })
      const response = await fetch(`${server.url}/v1/jobs`, { headers: authorization() })
      expect([response.status, await response.json()]).toMatchObject([
        status,
        { error: { code: status, status: rpcStatus, errors: [{ reason: 'a reason' }] } },
      ])
      const expected = typeof retryAfter === 'object' ? 'Fri, 20 Mar 2026 15:01:00 GMT' : retryAfter
      expect(response.headers.get('Retry-After')).toBe(expected === undefined ? null : String(expected))
    })

    test('on /token in the form of OAuth', async () => {
      world.injectFault('POST /token', { kind: 'status', status: 400 })
      world.injectFault('POST /token', { kind: 'status', status: 503 })
      for (const [status, error] of [
        [400, 'invalid_grant'],
        [503, 'internal_failure'],
      ] as const) {
        const response = await fetch(`${server.url}/token`, { method: 'POST' })
        expect([response.status, await response.json()]).toMatchObject([status, { error }])
      }
    })

    test('by matching a pattern or a function', async () => {
      const url = await addReport()
      world.injectFault(/^GET \/v1\/media\/.*reports\/\d+$/, { kind: 'status', status: 500 })
      expect((await download(url)).status).toBe(500)
      world.injectFault(({ query }) => query.pageSize === '7', { kind: 'status', status: 500 })
      expect((await call('/v1/jobs', { query: { pageSize: '8' } })).status).toBe(200)
      expect((await call('/v1/jobs', { query: { pageSize: '7' } })).status).toBe(500)
    })

    test.each([{}, gzip])('by a connection that is cut (%o)', async (headers) => {
      const url = await addReport()
      world.injectFault(media, { kind: 'cut', afterBytes: 10 })
      const cut = await download(url, headers)
      expect([cut.isComplete, cut.body.length]).toEqual([false, 10])
      expect(Number(cut.headers['content-length'])).toBeGreaterThan(10)
      world.injectFault(media, { kind: 'cut', afterBytes: 10, chunked: true })
      const chunked = await download(url, headers)
      expect([chunked.isComplete, chunked.body.length]).toEqual([false, 10])
      expect(chunked.headers).toMatchObject({ 'transfer-encoding': 'chunked' })
      world.injectFault(media, { kind: 'cut', afterBytes: 0 })
      expect(await download(url, headers)).toMatchObject({ status: 200, isComplete: false })
    })

    test('by a connection that is dropped before the headers', async () => {
      const url = await addReport()
      world.injectFault(media, { kind: 'dropped' })
      await expect(download(url)).rejects.toThrow(/hang up|ECONNRESET/)
      world.injectFault('/v1/jobs', { kind: 'dropped' })
      await expect(fetch(`${server.url}/v1/jobs`, { headers: authorization() })).rejects.toThrow()
    })

    test('by headers without a body, until the client gives up', async () => {
      const url = await addReport()
      world.injectFault(media, { kind: 'stalled', afterBytes: 5 })
      const abort = new AbortController()
      const response = await fetch(url, { headers: authorization(), signal: abort.signal })
      const reader = response.body?.getReader()
      expect((await reader?.read())?.value).toHaveLength(5)
      const rest = reader?.read()
      abort.abort()
      await expect(rest).rejects.toThrow(/abort/)
      world.injectFault('/v1/jobs', { kind: 'stalled' })
      expect((await fetch(`${server.url}/v1/jobs`, { headers: authorization() })).status).toBe(200)
    })

    test('by damage that the length does not show', async () => {
      const url = await addReport()
      world.injectFault(media, { kind: 'truncated', afterBytes: 60 })
      const short = await download(url, gzip)
      expect([short.isComplete, short.headers['content-length'], short.body.length]).toEqual([true, '60', 60])
      expect(() => gunzipSync(short.body)).toThrow('unexpected end of file')
      world.injectFault(media, { kind: 'corrupted' })
      const damaged = await download(url, gzip)
      expect([damaged.isComplete, damaged.headers['content-length']]).toEqual([
        true,
        String(damaged.body.length),
      ])
      expect(() => gunzipSync(damaged.body)).toThrow()
      world.injectFault(media, { kind: 'truncated', afterBytes: 60 })
      expect((await download(url)).body.toString()).toBe(text.slice(0, 60))
    })

    test('by another content with status 200, or a redirect', async () => {
      const url = await addReport()
      world.injectFault(media, { kind: 'page' })
      expect((await download(url)).body.toString()).toMatch(/^<!doctype html>/)
      world.injectFault(media, { kind: 'empty' })
      expect(await download(url)).toMatchObject({ status: 200, body: Buffer.alloc(0), isComplete: true })
      world.injectFault('/v1/jobs', { kind: 'json', body: { jobs: 'none' } })
      expect(await call('/v1/jobs')).toEqual({ status: 200, body: { jobs: 'none' } })
      world.injectFault(media, { kind: 'redirect', location: 'http://127.0.0.1:9/' })
      expect(await download(url)).toMatchObject({ status: 302, headers: { location: 'http://127.0.0.1:9/' } })
      world.injectFault(media, { kind: 'chunked' })
      const chunked = await download(url)
      expect([chunked.headers['content-length'], chunked.isComplete, chunked.body.toString()]).toEqual([
        undefined,
        true,
        text,
      ])
    })

    test('by being slow', async () => {
      const url = await addReport()
      world.injectFault(media, { kind: 'slow', ms: 60 })
      const started = performance.now()
      expect((await download(url)).body.toString()).toBe(text)
      expect(performance.now() - started).toBeGreaterThanOrEqual(55)
    })
  })
})
