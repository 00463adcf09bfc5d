import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  auditPageSize,
  exportAuditLog,
  listAuditLog,
  listPeopleEvents,
} from '#contract/operations/desk/audit.ts'
import { recordAuditEntries, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { createChannel, createSite } from '#tests/support/accounts.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { type Person, startFactorApi } from '#tests/support/second-factor.ts'
import { clearAuditLog, clearSecurityEvents, execAsOwner } from '#tests/support/traces.ts'

let on: Awaited<ReturnType<typeof startFactorApi>>
let operator: Person
let auditor: Person
let ofOtherSite: Person
let manager: Person
let otherSite: { id: number }
const ids = { channel: 0, site: 0 }

beforeAll(async () => {
  on = await startFactorApi()
  await on.reset()
  otherSite = await createSite(on.api.db, 'desk.test')
  operator = await on.createOperator()
  auditor = await on.createOperator('--role', 'auditor')
  ofOtherSite = await on.createOperator('--for-site', 'desk.test')
  manager = await on.createPerson('manager')
  ids.channel = await createChannel(on.api.db, manager.networkId, channelIdFor('one'))
  const [site] = await queryRaw<{ id: number }>(
    on.api.db,
    `select id from sites where domain = 'example.test'`,
  )
  ids.site = site?.id ?? 0
})
afterAll(() => on.api.close())
beforeEach(async () => {
  await clearAuditLog(on.api.db)
  await clearSecurityEvents(on.api.db)
})

type Query = Record<string, string | number>

const read = ({ token }: Person, query: Query = {}) => on.api.call(listAuditLog, { token, query })
const readActions = async (person: Person, query?: Query) =>
  (await read(person, query)).entries.map(({ action }) => action)

const byManager = () => ({
  kind: 'account' as const,
  id: manager.id,
  siteId: ids.site,
  networkId: manager.networkId,
  address: '203.0.113.5',
})

const rename = { action: 'updateAccount', before: { nickname: 'Kim' }, after: { nickname: 'Lee' } }

describe('the audit log', () => {
  test('shows who changed what, with each value before and after', async () => {
    await recordAuditEntry(on.api.db, byManager(), {
      action: 'verifyChannel',
      subject: { kind: 'channel', id: ids.channel },
      context: { code: 'x' },
      before: { verification: 'pending' },
      after: { verification: 'verifying' },
    })
    const { entries, actions, sites } = await read(operator)
    expect(entries).toEqual([
      {
        id: expect.any(Number),
        at: expect.any(String),
        actor: 'account',
        actorId: manager.id,
        actorName: manager.email,
        address: '203.0.113.5',
        site: 'example.test',
        network: expect.any(String),
        action: 'channel verify',
        subject: 'channel',
        subjectId: String(ids.channel),
        subjectName: expect.any(String),
        context: { code: 'x' },
        changes: [{ name: 'verification', before: 'pending', after: 'verifying' }],
      },
    ])
    expect(actions).toEqual(['channel verify'])
    expect(sites).toEqual(expect.arrayContaining(['desk.test', 'example.test']))
  })

  test('is filtered by person, actor, action, area, subject, site and time', async () => {
    const { db } = on.api
    await recordAuditEntry(db, byManager(), rename)
    await recordAuditEntry(db, byManager(), {
      ...{ action: 'verifyChannel', before: null, after: null },
      subject: { kind: 'channel', id: ids.channel },
    })
    await recordAuditEntry(db, { kind: 'background', siteId: otherSite.id }, { ...rename, action: 'alone' })
    await execAsOwner(db, `update audit_log set created_at = '2026-03-01T12:00:00Z' where action = 'alone'`)
    const cases: [Query, string[]][] = [
      [{ person: manager.email.toUpperCase() }, ['channel verify', 'account update']],
      [{ person: 'nobody-of-that-name' }, []],
      [{ actor: 'background' }, ['alone']],
      [{ action: 'account update' }, ['account update']],
      [{ action: 'never recorded' }, []],
      [{ area: 'channels' }, ['channel verify']],
      [{ subject: `channel ${ids.channel}` }, ['channel verify']],
      [{ subject: channelIdFor('one') }, ['channel verify']],
      [{ site: 'desk.test' }, ['alone']],
      [{ since: '2026-03-01T12:00:00Z', until: '2026-03-01T12:00:01Z' }, ['alone']],
      [{ until: '2026-03-01T12:00:00Z' }, []],
      [{ readings: '1' }, []],
    ]
    for (const [query, expected] of cases)
      expect([query, await readActions(operator, query)]).toEqual([query, expected])
    await recordAuditEntry(db, byManager(), { action: 'readMemberPayee', before: null, after: null })
    expect(await readActions(operator, { readings: '1' })).toEqual(['member-payee read'])
  })

  test('has pages in both directions', async () => {
    const entries = Array.from({ length: auditPageSize * 2 + 1 }, (_, at) => ({
      ...rename,
      action: `a${at}`,
    }))
    await recordAuditEntries(on.api.db, byManager(), entries)
    const first = await read(operator)
    expect([first.entries.length, first.hasNewer, first.hasOlder]).toEqual([auditPageSize, false, true])
    const second = await read(operator, { before: first.entries.at(-1)?.id ?? 0 })
    expect([second.entries.length, second.hasNewer, second.hasOlder]).toEqual([auditPageSize, true, true])
    const last = await read(operator, { before: second.entries.at(-1)?.id ?? 0 })
    expect([last.entries.map(({ action }) => action), last.hasNewer, last.hasOlder]).toEqual([
      ['a0'],
      true,
      false,
    ])
    expect(await read(operator, { after: last.entries[0]?.id ?? 0 })).toMatchObject({
      entries: second.entries,
      hasNewer: true,
      hasOlder: true,
    })
    expect(await read(operator, { after: second.entries[0]?.id ?? 0 })).toMatchObject({
      entries: first.entries,
      hasNewer: false,
    })
  })

  test('is what the role reaches: entries of its sites, wherever they were made, and none without a site', async () => {
    const { db } = on.api
    await recordAuditEntry(db, byManager(), rename)
    await recordAuditEntry(db, { kind: 'operator' }, { ...rename, action: 'of no site' })
    await recordAuditEntry(db, { kind: 'operator', siteId: otherSite.id }, { ...rename, action: 'there' })
    await recordAuditEntry(
      db,
      { kind: 'account', id: operator.id, siteId: ids.site },
      {
        ...{ ...rename, action: 'from here' },
        subject: { kind: 'site', id: otherSite.id },
      },
    )
    await recordAuditEntry(
      db,
      { kind: 'account', id: ofOtherSite.id, siteId: otherSite.id },
      {
        ...{ ...rename, action: 'to here' },
        subject: { kind: 'channel', id: ids.channel },
      },
    )
    await recordAuditEntry(
      db,
      { kind: 'account', id: operator.id, siteId: otherSite.id },
      {
        ...{ ...rename, action: 'of every site' },
        subject: { kind: 'month', id: '2026-03' },
      },
    )
    const found = await read(ofOtherSite)
    expect(found.entries.map(({ action }) => action)).toEqual(['from here', 'there'])
    // Names of actions say nothing about anybody.
    expect(found.actions).toEqual(expect.arrayContaining(['from here', 'of every site', 'there']))
    expect(found.sites).toEqual(['desk.test'])
    expect(await readActions(ofOtherSite, { site: 'example.test' })).toEqual([])
    expect(await readActions(auditor)).toHaveLength(6)
    expect(await readActions(operator, { site: 'desk.test' })).toEqual([
      'of every site',
      'from here',
      'there',
    ])
  })

  test('is only for people with a role on the installation', async () => {
    for (const endpoint of [listAuditLog, exportAuditLog, listPeopleEvents])
      expect((await on.api.request(endpoint, { token: manager.token })).status).toBe(403)
  })

  test('is saved as a file with everything that the filter matches, which leaves a security event', async () => {
    const { db } = on.api
    await recordAuditEntries(
      db,
      byManager(),
      Array.from({ length: 1_100 }, () => rename),
    )
    await recordAuditEntry(db, byManager(), { ...rename, action: '=other' })
    const { token } = auditor
    const query = { action: 'account update' }
    const { status, body } = await on.api.request(exportAuditLog, { token, query, language: 'en' })
    expect(status).toBe(200)
    const [names, ...rows] = parse(body as string, { bom: true }) as string[][]
    expect(names?.at(-1)).toBe('Changes')
    expect(rows).toHaveLength(1_100)
    expect(rows[0]?.at(-1)).toBe('nickname: Kim → Lee')
    const { events } = await on.api.call(listPeopleEvents, { token })
    expect(events).toMatchObject([{ kind: 'export', accountId: auditor.id, endpoint: 'exportAuditLog' }])
  })
})

test('10,000 entries of five years are read in order of an index, whatever filters them', async () => {
  const { db } = on.api
  await queryRaw(
    db,
    `insert into audit_log (created_at, actor, actor_id, site_id, network_id, action, subject, subject_id, detail)
    select '2022-01-01'::timestamptz + n * interval '4 hours', 'account', $1, $2, $3,
      (array['verifyChannel', 'updateAccount', 'setFees', 'assignChannel', 'reset'])[1 + n % 5], 'channel', $4::text,
      '{"before": {"a": 1}, "after": {"a": 2}}'
    from generate_series(1, 10000) n`,
    [manager.id, ids.site, manager.networkId, String(ids.channel)],
  )
  await queryRaw(db, 'analyze audit_log')
  const plan = async (text: string) => JSON.stringify(await queryRaw(db, `explain ${text}`))
  const newest = 'order by id desc limit 51'
  expect(await plan(`select * from audit_log a ${newest}`)).toContain('audit_log_pkey')
  expect(await plan(`select * from audit_log a where action = any('{rare}') ${newest}`)).toContain(
    'audit_log_action',
  )
  const days = `created_at >= '2022-02-01' and created_at < '2022-02-02'`
  expect(await plan(`select * from audit_log a where ${days} ${newest}`)).toContain('audit_log_time')
  const filters: Query[] = [
    {},
    { person: 'manager' },
    { action: 'fees set' },
    { area: 'money' },
    { site: 'example.test' },
    { subject: `channel ${ids.channel}` },
    { since: '2022-02-01T00:00:00Z', until: '2022-02-02T00:00:00Z' },
  ]
  for (const person of [operator, ofOtherSite])
    for (const query of filters) {
      const start = performance.now()
      await read(person, query)
      expect([query, performance.now() - start < 500]).toEqual([query, true])
    }
})

describe('security events', () => {
  test('are those of people on the sites of the role, filtered by person, kind and result', async () => {
    const { db } = on.api
    const insert = (kind: string, failed: boolean, accountId: number | null, siteId: number) =>
      queryRaw(
        db,
        `insert into security_events (created_at, kind, is_failure, account_id, site_id, detail)
        values (now(), $1, $2, $3, $4, '{}')`,
        [kind, failed, accountId, siteId],
      )
    await insert('sign-in', false, manager.id, ids.site)
    await insert('sign-in', true, null, ids.site)
    await insert('export', false, null, otherSite.id)
    const kinds = async ({ token }: Person, query: Query = {}) =>
      (await on.api.call(listPeopleEvents, { token, query })).events.map(({ kind, failed, account }) => [
        kind,
        failed,
        account,
      ])
    expect(await kinds(operator)).toEqual([
      ['export', false, null],
      ['sign-in', true, null],
      ['sign-in', false, manager.email],
    ])
    expect(await kinds(operator, { person: manager.email })).toHaveLength(1)
    expect(await kinds(operator, { kind: 'export' })).toHaveLength(1)
    expect(await kinds(operator, { failed: '1' })).toHaveLength(1)
    expect(await kinds(ofOtherSite)).toEqual([['export', false, null]])
  })
})
