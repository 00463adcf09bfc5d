// @module-tag extended
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { login } from '#contract/people/auth.ts'
import { requestPasswordReset } from '#contract/people/email-links.ts'
import { readMe } from '#contract/people/session.ts'
import { exportPayments } from '#contract/settlement/statement-payments.ts'
import { selectDueConnections } from '#server/reports/fetching/connections.ts'
import { createAccount, createSite, password } from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { execRaw } from '#tests/support/raw-sql.ts'

const dayMs = 86_400_000
const present = new Date('2026-11-20T10:00:00Z')

let api: Api

beforeAll(async () => {
  api = await startApi()
  const site = await createSite(api.db)
  await createAccount(api.db, site, 'boss@example.test')
})
afterAll(() => api.close())
beforeEach(async () => {
  api.clock.now = present
  await execRaw(api.db, 'delete from rate_limit_windows; delete from sign_in_attempts; delete from sessions')
})

const jump = (days: number) => {
  api.clock.now = new Date(present.getTime() + days * dayMs)
}

const tryLogin = (word = password, address = '10.0.0.1', id = 'boss@example.test') =>
  api.request(login, {
    body: { id, password: word },
    tamper: (sent) => void Object.assign(sent, { 'X-Forwarded-For': address }),
  })

describe('a clock that was ahead by a year, and is right again', () => {
  test('keeps nobody out: attempts and limits of then are over', async () => {
    jump(365)
    for (let at = 0; at < 8; at++) await tryLogin('a guess')
    expect((await tryLogin()).status).toBe(429)
    jump(0)
    expect((await tryLogin()).status).toBe(200)
  })

  test('forgets addresses that were over their limit', async () => {
    jump(365)
    for (let at = 0; at < 101; at++) await tryLogin('a guess', '10.0.0.2', `nobody${at}@example.test`)
    expect((await tryLogin(password, '10.0.0.2')).status).toBe(429)
    jump(0)
    expect((await tryLogin(password, '10.0.0.2')).status).toBe(200)
  })

  test('leaves no session confirmed for a year', async () => {
    jump(365)
    const { token } = (await tryLogin(password, '10.0.0.3')).body as { token: string }
    jump(0)
    expect((await api.request(readMe, { token })).status).toBe(200)
    // Otherwise it says that there is no such month.
    const { body } = await api.request(exportPayments, { token, query: { month: '2026-10' } })
    expect(body.code).toBe('confirmation_required')
  })

  test('fetches reports that were planned for then', async () => {
    await execRaw(
      api.db,
      `insert into youtube_connections (owner, content_owner_id, refresh_token, consented_at, next_fetch_at) values
        ('main', 'main', '\\x00', '2026-01-01', '2027-11-20 11:00Z'),
        ('soon', 'soon', '\\x00', '2026-01-01', '2026-11-20 11:00Z')`,
    )
    expect((await selectDueConnections(api.db, present)).map(({ owner }) => owner)).toEqual(['main'])
  })
})

test('a clock that goes back and forth crashes no call', async () => {
  const days = [0, -400, 365, -1, 1, 36_500, -10_000, 0]
  for (const day of days) {
    jump(day)
    for (const { status } of [
      await tryLogin(password, '10.0.0.9'),
      await tryLogin('a guess', '10.0.0.9'),
      await api.request(requestPasswordReset, { body: { email: 'boss@example.test' } }),
    ])
      expect(status).toBeLessThan(500)
  }
  expect((await tryLogin(password, '10.0.1.9')).status).toBe(200)
})
