import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  confirmSitePayee,
  readSitePayee,
  readWaitingPayees,
} from '#contract/settlement/desk/waiting-payees.ts'
import { findSite, type Site } from '#server/platform/auth/sites.ts'
import { createAccount, listAuditEntries } from '#tests/support/accounts.ts'
import { insertPayee } from '#tests/support/payees.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { type Person, startFactorApi } from '#tests/support/second-factor.ts'

let on: Awaited<ReturnType<typeof startFactorApi>>
let boss: Person
let operator: Person
let auditor: Person
let ofOtherSite: Person
let kimId = 0

beforeAll(async () => {
  on = await startFactorApi()
  await on.reset()
  const { db } = on.api
  operator = await on.createOperator('--for-site', 'example.test')
  auditor = await on.createOperator('--role', 'auditor')
  ofOtherSite = await on.createOperator('--for-site', 'other.test')
  boss = await on.createPerson('manager')
  const site = (await findSite(db, 'example.test')) as Site
  kimId = await createAccount(db, site, 'kim@example.test', boss.networkId)
  for (const id of [kimId, operator.id]) await insertPayee(db, id)
})
afterAll(() => on.api.close())

const list = ({ token }: Person) => on.api.call(readWaitingPayees, { token })
const read = ({ token }: Person, target: number) => on.api.request(readSitePayee, { token, body: { target } })
const confirm = async ({ token }: Person, target: number, version = 1) =>
  (await on.api.request(confirmSitePayee, { token, body: { target, version } })).status

test('lists who waits on the sites of the role, without whole numbers', async () => {
  const found = await list(operator)
  expect(found.total).toBe(2)
  expect(found.payees.find(({ accountId }) => accountId === kimId)).toMatchObject({
    nickname: 'kim',
    site: 'example.test',
    account: '•••• 3444',
    isNameMatch: true,
    isOwn: false,
    version: 1,
  })
  expect(found.payees.find(({ accountId }) => accountId === operator.id)).toMatchObject({
    network: null,
    isNameMatch: false,
    isOwn: true,
  })
  expect(JSON.stringify(await list(auditor))).not.toContain('110222333444')
  expect(await list(ofOtherSite)).toMatchObject({ total: 0, payees: [] })
  expect((await on.api.request(readWaitingPayees, boss)).status).toBe(403)
})

test('a whole number is read with a trace, and its person is mailed', async () => {
  expect((await read(auditor, kimId)).status).toBe(403)
  expect((await read(ofOtherSite, kimId)).status).toBe(404)
  expect((await read(operator, operator.id)).status).toBe(404)
  const { body } = await read(operator, kimId)
  expect(body).toMatchObject({ payee: { account: '110222333444', version: 1 } })
  expect((await listAuditEntries(on.api.db)).at(-1)).toMatchObject({
    action: 'readSitePayee',
    detail: { version: 1, after: { shown: true } },
  })
  expect(
    await queryRaw(on.api.db, `select kind from mails where account_id = $1 and kind = 'payee-read'`, [
      kimId,
    ]),
  ).toHaveLength(1)
})

test('the version that was read is confirmed once, and never one’s own', async () => {
  expect(await confirm(auditor, kimId)).toBe(403)
  expect(await confirm(ofOtherSite, kimId)).toBe(404)
  expect(await confirm(operator, operator.id)).toBe(404)
  expect(await confirm(operator, kimId, 2)).toBe(409)
  expect(await confirm(operator, kimId)).toBe(200)
  expect(await confirm(operator, kimId)).toBe(409)
  expect((await listAuditEntries(on.api.db)).at(-1)).toMatchObject({
    action: 'confirmSitePayee',
    detail: { version: 1, after: { state: 'confirmed' } },
  })
  expect((await list(operator)).payees.map(({ accountId }) => accountId)).toEqual([operator.id])
  expect(
    await queryRaw(on.api.db, 'select confirmed_by as by from payees where account_id = $1', [kimId]),
  ).toEqual([{ by: operator.id }])
})
