import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPaymentInfo } from '#contract/settlement/payment-info.ts'
import { createAccount, createSite, signIn } from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { runOperator } from '#tests/support/operator.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
  const site = await createSite(api.db)
  const manager = await createAccount(api.db, site, 'boss@example.test')
  await createAccount(api.db, site, 'member@example.test', manager)
  await createAccount(api.db, await createSite(api.db, 'other.test'), 'boss@other.test')
})
afterAll(() => api.close())

test('a site’s people see who pays them, as soon as the operator has said it, and no other site’s', async () => {
  const token = await signIn(api, 'member@example.test')
  const there = await signIn(api, 'boss@other.test', 'other.test')
  expect((await api.call(readPaymentInfo, { token })).contacts).toBeNull()
  await runOperator(
    api.db,
    ...[
      'payment',
      'set',
      '--site',
      'example.test',
      '--company-name',
      '스튜디오 주식회사',
      '--company-address',
    ],
    ...['서울특별시 1', '--business-number', '123-45-67891', '--company-mail', 'pay@example.test'],
    ...['--manager-name', '김하늘', '--manager-contact', '+82 2 123 4567'],
  )
  expect((await api.call(readPaymentInfo, { token })).contacts).toEqual({
    company_name: '스튜디오 주식회사',
    company_address: '서울특별시 1',
    business_number: '123-45-67891',
    company_mail: 'pay@example.test',
    manager_name: '김하늘',
    manager_contact: '+82 2 123 4567',
  })
  expect((await api.call(readPaymentInfo, { token: there, domain: 'other.test' })).contacts).toBeNull()
})

test('a business number in Korea needs its ten digits, of which the last checks the others', async () => {
  const set = (site: string) =>
    runOperator(api.db, 'payment', 'set', '--site', site, '--business-number', '123-45-67890')
  await expect(set('example.test')).rejects.toThrow('is not a Korean business registration number')
})

test('nobody else sees them', async () => {
  expect((await api.request(readPaymentInfo)).body.code).toBe('unauthenticated')
  const token = await signIn(api, 'boss@other.test', 'other.test')
  expect((await api.request(readPaymentInfo, { token })).body.code).toBe('unauthenticated')
})
