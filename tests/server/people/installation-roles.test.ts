import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readOperatorAlerts } from '#contract/operations/operator-alerts.ts'
import { withdrawAccount } from '#contract/people/account.ts'
import { readMe } from '#contract/people/session.ts'
import { syncAlerts } from '#server/platform/alerts/alerts.ts'
import { listAuditEntries, password } from '#tests/support/accounts.ts'
import { insertMonthFile } from '#tests/support/month-sums.ts'
import { runOperator } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { type Person, startFactorApi } from '#tests/support/second-factor.ts'

let on: Awaited<ReturnType<typeof startFactorApi>>
let me: Person
beforeAll(async () => {
  on = await startFactorApi()
  await on.reset()
  for (const owner of ['main', 'second'])
    await insertMonthFile(on.api.db, { month: '2026-03-01', source: 'ads', owner, amounts: {} })
})
afterAll(() => on.api.close())
beforeEach(async () => {
  await queryRaw(on.api.db, 'delete from operator_alerts')
  me = await on.createPerson()
})

const run = (command: string, { email }: Person, ...more: string[]) =>
  runOperator(on.api.db, 'account', command, email, '--site', 'example.test', ...more)
const grant = (person: Person, ...more: string[]) => run('grant-operator', person, ...more)

const listRoles = async ({ email }: Person) =>
  /standalone +– +(.+?) {2,}/.exec(
    (await runOperator(on.api.db, 'account', 'list', '--search', email)).text,
  )?.[1]

test('is given for everything, or for sites and content owners, and listed', async () => {
  expect(await listRoles(me)).toBe('–')
  expect((await grant(me)).text).toContain('is now operator of everything, once signed in')
  expect(await listRoles(me)).toBe('operator of everything')
  const scope = ['--for-owner', 'main', '--for-site', 'other.test', '--for-site', 'example.test']
  await grant(me, ...scope)
  expect(await listRoles(me)).toBe('operator of example.test, other.test, owner main')
  await grant(me, '--role', 'auditor')
  expect(await listRoles(me)).toBe('operator of example.test, other.test, owner main; auditor of everything')
  await expect(grant(me, ...scope)).rejects.toThrow('already')
  await expect(grant(me, '--for-owner', 'unknown')).rejects.toThrow('No report was imported')
  await expect(grant(me, '--for-site', 'nowhere.test')).rejects.toThrow('There is no site')
  await run('revoke-operator', me, '--role', 'operator')
  expect(await listRoles(me)).toBe('auditor of everything')
  await expect(run('revoke-operator', me, '--role', 'operator')).rejects.toThrow('does not have the role')
  await run('revoke-operator', me)
  expect(await listRoles(me)).toBe('–')
  const entries = await listAuditEntries(on.api.db)
  expect(entries.slice(-5)).toMatchObject(
    [
      [{ operator: null }, { operator: 'everything' }],
      [{ operator: 'everything' }, { operator: 'example.test, other.test, owner main' }],
      [{ auditor: null }, { auditor: 'everything' }],
      [{ operator: 'example.test, other.test, owner main' }, { operator: null }],
      [{ auditor: 'everything' }, { auditor: null }],
    ].map(([before, after]) => ({ detail: { before, after } })),
  )
})

test('alerts are shown and mailed to those whom they concern', async () => {
  const { api } = on
  const people: Record<string, Person> = {}
  const scopes = {
    all: [],
    main: ['--for-owner', 'main'],
    both: ['--for-owner', 'main', '--for-owner', 'second'],
    site: ['--for-site', 'example.test'],
    auditor: ['--role', 'auditor', '--for-owner', 'main'],
  }
  for (const [name, scope] of Object.entries(scopes)) {
    const person = await on.createPerson()
    people[name] = person
    await grant(person, ...scope)
    await on.enrolTotp(person)
  }
  await queryRaw(api.db, `delete from mails where kind = 'operator-alert'`)
  for (const owner of ['main', 'second'])
    await syncAlerts(api.db, owner, [{ kind: 'storage' }], [], api.clock.now)
  await syncAlerts(api.db, 'rates', [{ kind: 'rates-refused' }], [], api.clock.now)
  const mails = await queryRaw<{ recipient: string; owner: string }>(
    api.db,
    `select recipient, data ->> 'owner' as owner from mails where kind = 'operator-alert'`,
  )
  const expected: Record<string, [shown: string[], mailed: string[]]> = {
    all: [
      ['main', 'second', 'rates'],
      ['main', 'second', 'rates'],
    ],
    main: [['main'], ['main']],
    both: [
      ['main', 'second'],
      ['main', 'second'],
    ],
    site: [[], []],
    auditor: [['main'], []],
  }
  for (const [name, person] of Object.entries(people)) {
    const { token } = person
    const { alerts } = await api.call(readOperatorAlerts, { token })
    const { user } = await api.call(readMe, { token })
    const mailed = mails.filter(({ recipient }) => recipient === person.email).map(({ owner }) => owner)
    expect([name, alerts.map(({ owner }) => owner ?? 'rates'), mailed.sort()]).toEqual([
      name,
      expected[name]?.[0],
      expected[name]?.[1].toSorted(),
    ])
    expect(user.operator_alerts).toBe(alerts.length)
    expect(user.permissions.filter((one) => one.startsWith('closing.'))).toEqual(
      name === 'all' ? ['closing.read', 'closing.change'] : ['closing.read'],
    )
  }
})

test('a role ends at once in open sessions, and with the account', async () => {
  const { api } = on
  await grant(me)
  await on.enrolTotp(me)
  const ask = async () => (await api.request(readOperatorAlerts, { token: me.token })).status
  expect(await ask()).toBe(200)
  await grant(me, '--for-site', 'example.test')
  expect(await ask()).toBe(200)
  await run('revoke-operator', me)
  expect(await ask()).toBe(403)
  await grant(me, '--role', 'auditor')
  expect(await ask()).toBe(200)
  await api.call(withdrawAccount, { token: me.token, body: { password } })
  expect(await queryRaw(api.db, 'select from installation_grants where account_id = $1', [me.id])).toEqual([])
})
