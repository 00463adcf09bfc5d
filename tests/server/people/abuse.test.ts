// @module-tag extended
import { Writable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { login } from '#contract/people/auth.ts'
import { listMembers } from '#contract/people/members.ts'
import { readMe } from '#contract/people/session.ts'
import { createSignInCode } from '#contract/people/sign-in-codes.ts'
import { exportDays, readDashboard } from '#contract/reports/dashboard.ts'
import { rateLimits } from '#server/platform/auth/rate-limits.ts'
import { createLog } from '#server/platform/log.ts'
import { createAccount, createSite, signIn } from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { clearSecurityEvents } from '#tests/support/traces.ts'

let api: Api
let lines: string[]
let token: string
const readsPerMinute = 120

beforeAll(async () => {
  const sink = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk))
      done()
    },
  })
  lines = []
  api = await startApi(undefined, createLog('warn', sink), { readsPerMinute })
  const site = await createSite(api.db)
  const boss = await createAccount(api.db, site, 'boss@example.test')
  await createAccount(api.db, site, 'member@example.test', boss)
})
afterAll(() => api.close())
beforeEach(async () => {
  await execRaw(api.db, 'delete from rate_limit_windows; delete from sign_in_attempts')
  await clearSecurityEvents(api.db)
  // Every test gets its own windows of time.
  api.clock.now = new Date(Math.ceil(api.clock.now.getTime() / 600_000 + 1) * 600_000)
  token = await signIn(api, 'member@example.test')
  lines = []
})

const listWarnings = () => lines.map((line) => JSON.parse(line))
const from = (address: string) => (sent: Record<string, string>) =>
  void Object.assign(sent, { 'X-Forwarded-For': address })
const listEvents = () =>
  queryRaw<{ kind: string }>(
    api.db,
    'select kind, is_failure as failed, account_id as account, site_id as site, address from security_events order by id',
  )

describe('one account', () => {
  test('reads so often a minute, and then waits; others do not', async () => {
    const boss = await signIn(api, 'boss@example.test')
    for (let at = 0; at < readsPerMinute; at++)
      expect((await api.request(readMe, { token })).status).toBe(200)
    api.clock.now = new Date(api.clock.now.getTime() + 40_000)
    const refused = await api.request(readDashboard, { token, query: { period: 'latest' } })
    expect([refused.status, refused.body.code, refused.headers.get('Retry-After')]).toEqual([
      429,
      'too_many',
      '20',
    ])
    expect((await api.request(readMe, { token: boss })).status).toBe(200)
    api.clock.now = new Date(api.clock.now.getTime() + 20_000)
    expect((await api.request(readMe, { token })).status).toBe(200)
    expect(listWarnings()).toMatchObject([
      { control: 'reads', path: `/api/${readDashboard.path}`, accountId: expect.any(Number) },
    ])
  })

  test('exports far less, which bounds the events of exports as well', async () => {
    const ask = () => api.request(exportDays, { token, query: { period: 'latest' } })
    for (let at = 0; at < 3; at++) expect((await ask()).status).toBe(200)
    for (let at = 0; at < 5; at++) expect((await ask()).body.code).toBe('too_many')
    expect((await listEvents()).map(({ kind }) => kind)).toEqual(['export', 'export', 'export'])
    expect((await api.request(readMe, { token })).status).toBe(200)
    expect(listWarnings().map(({ control }) => control)).toEqual(['exports'])
  })

  test('leaves no more events of what it may not do than its limit', async () => {
    for (let at = 0; at < 30; at++)
      expect((await api.request(listMembers, { token })).body.code).toBe('forbidden')
    expect(await listEvents()).toHaveLength(rateLimits['forbidden-event'])
  })
})

describe('a wrong partner key', () => {
  const tryKey = (key: string, address = '203.0.113.9') =>
    api.send(createSignInCode.path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'X-Forwarded-For': address },
      body: '{}',
    })

  test('is recorded with its address, as often as the limit allows', async () => {
    const statuses: number[] = []
    for (let at = 0; at < 25; at++) statuses.push((await tryKey(`guess-${at}`)).status)
    expect(statuses).toEqual([...Array(20).fill(401), ...Array(5).fill(429)])
    expect((await tryKey('guess', '198.51.100.1')).status).toBe(401)
    const events = await listEvents()
    expect(events).toHaveLength(21)
    expect(events[0]).toEqual({
      kind: 'partner-key',
      failed: true,
      account: null,
      site: null,
      address: '203.0.113.9',
    })
    expect(listWarnings().map(({ control }) => control)).toEqual(['partner-key'])
    expect(lines.join()).not.toContain('guess')
  })
})

describe('a refusal by a control', () => {
  test('is one warning per control and network in ten minutes', async () => {
    const alter = (address: string) =>
      api.request(readMe, {
        token,
        tamper: (sent) => void Object.assign(sent, { 'X-Request-Digest': 'x', 'X-Forwarded-For': address }),
      })
    const arrive = () =>
      api.send(readMe.path, { headers: { Origin: 'https://evil.test', 'X-Forwarded-For': '203.0.113.9' } })
    const guess = () =>
      api.request(login, {
        body: { id: 'boss@example.test', password: 'a guess' },
        tamper: from('203.0.113.9'),
      })
    for (let at = 0; at < 3; at++) {
      expect((await alter('203.0.113.9')).body.code).toBe('tampered')
      expect((await alter('198.51.100.1')).body.code).toBe('tampered')
      expect((await arrive()).status).toBe(403)
    }
    for (let at = 0; at < 8; at++) await guess()
    expect(listWarnings().map(({ control, address }) => [control, address])).toEqual([
      ['altered-call', '203.0.113.0/24'],
      ['altered-call', '198.51.100.0/24'],
      ['origin', '203.0.113.0/24'],
      ['sign-in', '203.0.113.0/24'],
    ])
    api.clock.now = new Date(api.clock.now.getTime() + 600_000)
    await alter('203.0.113.9')
    expect(listWarnings()).toHaveLength(5)
  })

  test('of more than a thousand networks is one warning for all others', async () => {
    for (let at = 0; at < 1_010; at++)
      await api.request(readMe, {
        tamper: (sent) =>
          void Object.assign(sent, {
            'X-Request-Digest': 'x',
            'X-Forwarded-For': `203.0.${Math.floor(at / 250)}.${at % 250}`,
          }),
      })
    expect(listWarnings()).toHaveLength(1_001)
  })
})
