import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  readTaxInvoices,
  recordTaxInvoice,
  requestTaxInvoices,
} from '#contract/settlement/filing/tax-invoices.ts'
import { createAccount, createChannel, createSite, signIn } from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { insertMonthFile } from '#tests/support/month-sums.ts'
import { closeAndRelease } from '#tests/support/months.ts'
import { runOperator } from '#tests/support/operator.ts'
import { insertConfirmedPayee, insertPayee } from '#tests/support/payees.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { execAsOwner } from '#tests/support/traces.ts'

const domain = 'studio.example'
const tokens: Record<string, string> = {}
let api: Api
let id: number
let number: string

/** The business `firm` and the individual `kim` earn 10 dollars each. */
beforeAll(async () => {
  api = await startApi()
  const site = await createSite(api.db, domain)
  const boss = await createAccount(api.db, site, `boss@${domain}`)
  await createAccount(api.db, site, `rival@${domain}`)
  for (const name of ['boss', 'rival']) tokens[name] = await signIn(api, `${name}@${domain}`, domain)
  for (const [name, kind] of [
    ['firm', 'business'],
    ['kim', 'individual'],
  ] as const) {
    const account = await createAccount(api.db, site, `${name}@${domain}`, boss)
    await insertConfirmedPayee(api.db, account, kind)
    await queryRaw(
      api.db,
      `insert into assignments (registration_id, account_id, from_day) values ($1, $2, '2026-01-01')`,
      [await createChannel(api.db, boss, channelIdFor(name)), account],
    )
  }
  await queryRaw(api.db, 'update accounts set email_confirmed_at = now()')
  const amounts = { [channelIdFor('firm')]: '10', [channelIdFor('kim')]: '10' }
  const month = '2026-03-01'
  await insertMonthFile(api.db, { owner: 'main', month, source: 'ads', amounts })
  const now = new Date('2026-11-20T12:00:00Z')
  await closeAndRelease(api.db, { month, krwMicros: 1_386_500_000, now, explanation: 'There is none.' })
  const [statement] = await queryRaw<{ id: number }>(
    api.db,
    `select s.id from statements s join accounts a on a.id = s.account_id where a.email = 'firm@${domain}'`,
  )
  id = statement?.id ?? 0
  number = `202603-${String(id).padStart(6, '0')}`
})
afterAll(() => api.close())
beforeEach(() => execAsOwner(api.db, 'delete from tax_invoices; delete from audit_log; delete from mails'))

const as = (who: string) => ({ token: tokens[who] ?? '', domain })
const read = async (who = 'boss') =>
  (await api.call(readTaxInvoices, { ...as(who), query: { month: '2026-03' } })).statements
const request = (who = 'boss') => api.request(requestTaxInvoices, { ...as(who), body: { statements: [id] } })
const invoice = {
  number: '20260425-41000012-12345678',
  issuedOn: '2026-04-25',
  supply: 13_865_000,
  vat: 1_386_000,
}
const record = (change: object = {}, who = 'boss') =>
  api.request(recordTaxInvoice, { ...as(who), body: { statementId: id, ...invoice, ...change } })
const listEntries = () =>
  queryRaw(api.db, 'select action, subject_id as id, detail from audit_log order by id')

test('statements of businesses are listed, and invoices are asked for once', async () => {
  expect(await read()).toEqual([
    {
      statementId: id,
      number,
      nickname: 'firm',
      expected: 13_865_000,
      requestedAt: null,
      invoice: null,
      difference: null,
    },
  ])
  expect((await request()).body).toMatchObject({ requested: 1 })
  expect((await request()).body).toMatchObject({ requested: 0 })
  expect(
    await queryRaw(api.db, `select recipient, data from mails where kind = 'invoice-requested'`),
  ).toEqual([
    {
      recipient: `firm@${domain}`,
      data: { id, month: '2026-03', amount: 13_865_000, currency: 'KRW' },
    },
  ])
  expect(await read()).toMatchObject([{ requestedAt: expect.any(String), invoice: null }])
  expect(await listEntries()).toEqual([
    { action: 'requestTaxInvoices', id: number, detail: { before: null, after: { requested: true } } },
  ])
})

test('an invoice is recorded, and its differences are named', async () => {
  expect((await record()).body.statement).toMatchObject({ invoice, difference: { supply: 0, vat: 0 } })
  await record({ supply: 13_000_000 })
  expect(await read()).toMatchObject([
    { invoice: { ...invoice, supply: 13_000_000 }, difference: { supply: -865_000, vat: 86_000 } },
  ])
  expect(await listEntries()).toMatchObject([
    { action: 'recordTaxInvoice', id: number, detail: { before: null, after: invoice } },
    { detail: { before: invoice, after: { supply: 13_000_000 } } },
  ])
  expect((await request()).body).toMatchObject({ requested: 0 })
})

test.each([
  [{ number: '국세청 1' }, { number: 'invoice_number' }],
  [{ supply: 1_500 }, { supply: 'invoice_amount' }],
  [{ vat: -1_000 }, { vat: 'invoice_amount' }],
  [{ issuedOn: '2026-02-30' }, { issuedOn: 'paid_on_invalid' }],
  [{ issuedOn: '2999-01-01' }, { issuedOn: 'paid_on_future' }],
])('%j is refused by field', async (change, expected) => {
  const { status, body } = await record(change)
  expect(status).toBe(422)
  const codes = Object.entries(body.fields as Record<string, { code: string }>)
  expect(Object.fromEntries(codes.map(([name, { code }]) => [name, code]))).toEqual(expected)
})

test('other networks find nothing', async () => {
  expect(await read('rival')).toEqual([])
  for (const { body } of [await request('rival'), await record({}, 'rival')])
    expect(body.code).toBe('not_found')
})

test('the operator lists and records them', async () => {
  const run = (...words: string[]) => runOperator(api.db, 'invoice', ...words)
  const words = ['--number', invoice.number, '--date', invoice.issuedOn, '--supply', '13865']
  expect((await run('record', number, ...words, '--vat', '1386')).lines).toEqual([`${number}: as expected`])
  expect((await run('record', number, ...words, '--vat', '0')).lines).toEqual([
    `${number}: VAT differs by -1386 won`,
  ])
  expect((await run('list', '--month', '2026-03')).lines[1]).toMatch(
    /firm +13,865 KRW .*20260425-41000012-12345678 +2026-04-25/,
  )
  expect(await listEntries()).toHaveLength(2)
  await expect(run('record', '202603-999999', ...words, '--vat', '0')).rejects.toThrow('See: invoice list')
})

test('a business whose details were confirmed after the closing is asked for what it is paid then', async () => {
  const [boss] = await queryRaw<{ id: number; site: number }>(
    api.db,
    'select id, site_id as site from accounts where email = $1',
    [`boss@${domain}`],
  )
  if (!boss) throw new Error('There is no manager.')
  const account = await createAccount(api.db, { id: boss.site } as never, `late@${domain}`, boss.id)
  await insertPayee(api.db, account)
  await queryRaw(api.db, `update payees set kind = 'business' where account_id = $1`, [account])
  for (const kind of ['individual', 'business'])
    await queryRaw(
      api.db,
      `insert into withholding_rates (site_id, kind, from_month, income_tax_permille, local_tax_permille)
      values ($1, $2, '2026-04-01', $3, 100)`,
      [boss.site, kind, kind === 'business' ? 10 : 30],
    )
  await queryRaw(
    api.db,
    `insert into assignments (registration_id, account_id, from_day) values ($1, $2, '2026-01-01')`,
    [await createChannel(api.db, boss.id, channelIdFor('late')), account],
  )
  const month = '2026-04-01'
  await insertMonthFile(api.db, {
    owner: 'main',
    month,
    source: 'ads',
    amounts: { [channelIdFor('late')]: '10' },
  })
  const now = new Date('2026-11-20T12:00:00Z')
  await closeAndRelease(api.db, { month, krwMicros: 1_386_500_000, now, explanation: 'There is none.' })
  const readApril = async () =>
    (await api.call(readTaxInvoices, { ...as('boss'), query: { month: '2026-04' } })).statements
  expect(await readApril()).toEqual([])
  await runOperator(api.db, 'payee', 'confirm', String(account), '--version', '1')
  expect(await readApril()).toMatchObject([{ nickname: 'late', expected: 13_865_000 }])
})
