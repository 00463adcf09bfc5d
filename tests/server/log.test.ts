import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { createLog } from '#server/log.ts'
import { createAccount, createSite } from '#tests/support/accounts.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'

let db: Database
beforeAll(async () => {
  db = await createTestDatabase()
  const site = await createSite(db)
  await createAccount(db, site, 'hidden@example.test')
})
afterAll(() => db.close())

const insertSql = `insert into accounts (site_id, network_id, email, nickname, password_hash)
  select site_id, network_id, $1, $2, $3 from accounts`

/** What the log holds about a statement that fails. */
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
