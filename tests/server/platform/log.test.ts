import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { login } from '#contract/people/auth.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createLog } from '#server/platform/log.ts'
import type { AddressDetail } from '#server/platform/log-address.ts'
import { createAccount, createSite } from '#tests/support/accounts.ts'
import { startApi } from '#tests/support/api.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'

let db: Database
beforeAll(async () => {
  db = await createTestDatabase()
  const site = await createSite(db)
  await createAccount(db, site, 'hidden@example.test')
})
afterAll(() => db.close())

const insertSql = `insert into accounts (site_id, network_id, roles, email, nickname, password_hash)
  select site_id, network_id, roles, $1, $2, $3 from accounts where kind = 'person'`

/** Returns the log about a statement that fails. */
async function logFailure(text: string, values: unknown[]) {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  await queryRaw(db, text, values).catch((err: unknown) => log.error({ err }, 'it failed'))
  expect(lines).toHaveLength(1)
  return { line: lines[0] ?? '', err: JSON.parse(lines[0] ?? '').err }
}

test('an error of PostgreSQL is logged without the values of rows and parameters', async () => {
  const { line, err } = await logFailure(insertSql, ['hidden@example.test', 'hidden', 'hidden'])
  expect(line).not.toMatch(/hidden/i)
  expect(err).toMatchObject({ code: '23505', constraint: 'accounts_email' })
  expect(err.message).toContain('duplicate key value violates unique constraint "accounts_email"')
  expect(err.stack).toContain('duplicate key value')
  expect(Object.keys(err).sort()).toEqual(['code', 'constraint', 'message', 'stack', 'type'])
})

test('a check that fails is logged without the row', async () => {
  const { line, err } = await logFailure(insertSql, [null, 'hidden', 'hidden'])
  expect(line).not.toMatch(/hidden/i)
  expect(err).toMatchObject({ code: '23514', constraint: 'accounts_identity' })
})

test.each([
  [`select $1::text::integer`, 'hidden'],
  [`select $1::text::date`, 'hidden "and" more'],
  [`select $1::text::jsonb`, '{"hidden": '],
  [`select ($1::text || '1')::uuid`, 'hid\nden'],
])('a value that cannot be taken is not in the log: %s', async (text, value) => {
  const { line, err } = await logFailure(text, [value])
  expect(line).not.toMatch(/hid|den|more/i)
  expect(err.code).toMatch(/^22/)
  expect(err.stack).toMatch(/:\d+:\d+/)
})

test('other errors keep what they say', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  log.error({ err: new RangeError('too large') })
  log.error({ err: 'thrown text' })
  expect(lines.map((line) => JSON.parse(line).err)).toMatchObject([
    { type: 'RangeError', message: 'too large', stack: expect.stringContaining('log.test.ts') },
    { message: 'thrown text' },
  ])
})

describe('a request', () => {
  const email = 'hidden@example.test'
  const secrets = { password: 'hidden password', token: 'h'.repeat(43) }
  const v4 = '203.0.113.77'
  const mapped = '::ffff:203.0.113.77'
  const v6 = '2001:db8:0:7::abcd'

  async function logRequest(address: string, logAddresses?: AddressDetail) {
    const lines: string[] = []
    const log = createLog('info', { write: (line) => void lines.push(line) })
    const api = await startApi(db, log, { ...(logAddresses && { logAddresses }) })
    await api.request(login, {
      body: { id: email, password: secrets.password },
      token: secrets.token,
      query: { secret: secrets.token },
      tamper: (sent) => Object.assign(sent, { 'X-Forwarded-For': address }),
    })
    expect(lines).toHaveLength(1)
    return { line: lines[0] ?? '', fields: JSON.parse(lines[0] ?? '') }
  }

  test.each([
    [v4, undefined, '203.0.113.0/24'],
    [mapped, 'network', '203.0.113.0/24'],
    [v6, 'network', '2001:db8:0:7::/64'],
    [v4, 'full', v4],
    [mapped, 'full', v4],
    [v6, 'full', v6],
    [v6, 'none', undefined],
    ['<script>', 'full', 'unknown'],
  ] as const)('from %s is logged with the detail %s as %s', async (address, detail, logged) => {
    const { fields } = await logRequest(address, detail)
    expect(fields).toMatchObject({ method: 'POST', path: `/api/${login.path}`, status: 401 })
    expect(fields.address).toBe(logged)
  })

  test('is logged without secrets, whatever it contains', async () => {
    const { line } = await logRequest(v4, 'full')
    expect(line).not.toMatch(/hidden|hhh/)
  })
})

test('LOG_ADDRESSES is checked', () => {
  expect(readConfig({}).logAddresses).toBe('network')
  expect(readConfig({ LOG_ADDRESSES: 'none' }).logAddresses).toBe('none')
  expect(() => readConfig({ LOG_ADDRESSES: 'some' })).toThrow(
    'LOG_ADDRESSES must be one of network, full, none, not "some".',
  )
})
