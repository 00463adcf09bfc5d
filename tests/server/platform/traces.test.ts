// @module-tag extended
// @module-tag adapter
import { Writable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { updateAccount } from '#contract/people/account.ts'
import { login } from '#contract/people/auth.ts'
import { writeTraces } from '#server/platform/jobs/trace-log.ts'
import { createLog } from '#server/platform/log.ts'
import { createAccount, createSite, password, signIn } from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { runOperator } from '#tests/support/operator.ts'
import { postgresUrl } from '#tests/support/postgres-database.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'

let api: Api

beforeAll(async () => {
  api = await startApi()
  const site = await createSite(api.db)
  await createAccount(api.db, site, 'boss@example.test')
})
afterAll(() => api.close())
beforeEach(async () => {
  await execRaw(api.db, 'delete from sign_in_attempts; delete from rate_limit_windows')
  await writeAll()
})

/** @returns the lines that reach the log */
async function writeAll(): Promise<Record<string, unknown>[]> {
  const lines: string[] = []
  const sink = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk))
      done()
    },
  })
  await writeTraces({ db: api.db, log: createLog('info', sink), addressDetail: 'network' })
  return lines.map((line) => JSON.parse(line))
}

const tryLogin = (given = password) =>
  api.request(login, {
    body: { id: 'boss@example.test', password: given },
    tamper: (sent) => void Object.assign(sent, { 'X-Forwarded-For': '203.0.113.9' }),
  })

describe('audit entries and security events', () => {
  test.each([
    `update audit_log set action = 'other'`,
    'delete from audit_log',
    'truncate audit_log',
    'update security_events set is_failure = false',
    'delete from security_events',
    'truncate security_events',
    'truncate accounts cascade',
  ])('are refused to: %s', async (statement) => {
    await tryLogin('a guess')
    await runOperator(api.db, 'site', 'set', 'example.test', '--name', `Name ${Math.random()}`)
    const count = async () =>
      (await queryRaw(api.db, 'select id from audit_log union all select id from security_events')).length
    const before = await count()
    await expect(execRaw(api.db, statement)).rejects.toThrow(/cannot be changed|retained for 180 days/)
    expect(await count()).toBe(before)
  })

  test.skipIf(postgresUrl)(
    'are out of reach of the server’s role when the tables belong to another',
    async () => {
      const asServer = (statement: string) =>
        api.db.transaction(async (tx) => {
          await execRaw(tx, 'set local role hookline_server')
          await execRaw(tx, statement)
        })
      await execRaw(
        api.db,
        `create role hookline_traces nologin;
      create role hookline_server nologin;
      grant select, insert, delete on trace_outbox to hookline_server;
      alter table audit_log owner to hookline_traces;
      grant select, insert on audit_log to hookline_server`,
      )
      try {
        await asServer(`insert into audit_log (actor, action) values ('operator', 'as the server')`)
        for (const statement of ['alter table audit_log disable trigger user', 'drop table audit_log'])
          await expect(asServer(statement)).rejects.toThrow('must be owner')
        for (const statement of ['delete from audit_log', 'truncate audit_log'])
          await expect(asServer(statement)).rejects.toThrow('permission denied')
        expect((await writeAll()).map(({ action }) => action)).toEqual(['as the server'])
      } finally {
        await execRaw(
          api.db,
          `alter table audit_log owner to current_user;
        drop owned by hookline_server;
        drop role hookline_server;
        drop role hookline_traces`,
        )
      }
    },
  )

  test('reach the log once, in order, after they are committed', async () => {
    await tryLogin('a guess')
    await tryLogin()
    const lines = await writeAll()
    expect(lines.map(({ msg, kind, action }) => [msg, kind ?? action])).toEqual([
      ['audit entry', 'login'],
      ['security event', 'sign-in'],
      ['security event', 'sign-in'],
    ])
    expect(lines[0]).toMatchObject({ actor: 'account', address: '203.0.113.0/24', id: expect.any(Number) })
    expect(lines[1]).toMatchObject({ failed: true, accountId: expect.any(Number) })
    expect(JSON.stringify(lines)).not.toContain('boss@')
    expect(await writeAll()).toEqual([])
    await expect(
      api.db.transaction(async (tx) => {
        await execRaw(tx, `insert into audit_log (actor, action) values ('operator', 'undone')`)
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    expect(await writeAll()).toEqual([])
  })

  test('of the operator reach it as well, and so does what waited while no server ran', async () => {
    for (let at = 0; at < 600; at++)
      await queryRaw(api.db, `insert into audit_log (actor, action) values ('operator', $1)`, [`act ${at}`])
    await runOperator(api.db, 'site', 'set', 'example.test', '--name', 'Another')
    const lines = await writeAll()
    expect(lines.map(({ action }) => action)).toEqual([
      ...Array.from({ length: 600 }, (_, at) => `act ${at}`),
      'site set',
    ])
  })

  test('tell of a wrong password at a confirmation, no more often than its limit allows', async () => {
    const token = await signIn(api, 'boss@example.test')
    const body = { password: 'a guess', new_password: 'something better' }
    for (let at = 0; at < 12; at++) await api.request(updateAccount, { token, body })
    const events = (await writeAll()).filter(({ kind }) => kind === 'reauthentication')
    expect(events).toHaveLength(10)
    expect(events[0]).toMatchObject({ failed: true, accountId: expect.any(Number) })
  })
})
