import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMonthBoard } from '#contract/settlement/desk/month-board.ts'
import { readMonthPayments } from '#contract/settlement/desk/month-payments.ts'
import { findSite, type Site } from '#server/platform/auth/sites.ts'
import { releaseMonth } from '#server/settlement/closing/releases.ts'
import { createAccount, createChannel, insertAssignment } from '#tests/support/accounts.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { insertMonthFile } from '#tests/support/month-sums.ts'
import { closePreviewed, testCloser } from '#tests/support/months.ts'
import { insertConfirmedPayee } from '#tests/support/payees.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { type Person, startFactorApi } from '#tests/support/second-factor.ts'

let on: Awaited<ReturnType<typeof startFactorApi>>
let site: Site
let boss: Person
let operator: Person
let auditor: Person
let ofSite: Person
let ofOtherSite: Person
let annId = 0
let benId = 0
const krwMicros = 1_400_000_000

beforeAll(async () => {
  on = await startFactorApi()
  await on.reset()
  const { db, clock } = on.api
  clock.now = new Date('2026-05-02T03:00:00Z')
  site = (await findSite(db, 'example.test')) as Site
  operator = await on.createOperator()
  auditor = await on.createOperator('--role', 'auditor')
  ofSite = await on.createOperator('--for-site', 'example.test')
  ofOtherSite = await on.createOperator('--for-site', 'other.test')
  boss = await on.createPerson('manager')
  annId = await createAccount(db, site, 'ann@example.test', boss.networkId)
  benId = await createAccount(db, site, 'ben@example.test', boss.networkId)
  await queryRaw(db, 'update sites set payout_minimum = 1')
  for (const [name, member] of [
    ['anns', annId],
    ['bens', benId],
  ] as const) {
    const registration = await createChannel(db, boss.networkId, channelIdFor(name))
    await insertAssignment(db, registration, member)
    await queryRaw(
      db,
      `insert into payout_shares (registration_id, from_day, account_id, permille)
      values ($1, '2026-01-01', $2, 1000)`,
      [registration, member],
    )
    await queryRaw(
      db,
      `insert into channel_owners (channel_id, owner, first_day) values ($1, 'main', '2026-01-01')`,
      [channelIdFor(name)],
    )
  }
  await queryRaw(db, `update channels set earns_from = '2026-01-01'`)
  await queryRaw(db, `update assignments set assigned_at = '2026-01-01', from_day = '2026-01-01'`)
  await insertConfirmedPayee(db, annId)
  await insertConfirmedPayee(db, benId)
})
afterAll(() => on.api.close())

const putFile = (source: 'ads' | 'payment_summary' | 'tax', amounts: Record<string, string>) =>
  insertMonthFile(on.api.db, {
    month: '2026-03-01',
    source,
    amounts: Object.fromEntries(
      Object.entries(amounts).map(([name, amount]) => [channelIdFor(name), amount]),
    ),
  })

async function putSummary(ads: string): Promise<void> {
  await putFile('payment_summary', {})
  await queryRaw(
    on.api.db,
    `insert into month_payments (load_id, position, label, amount)
    select id, 1, 'Ads Revenue', $1::numeric from month_loads where source = 'payment_summary' and state = 'current'`,
    [ads],
  )
}

const read = ({ token }: Person) => on.api.call(readMonthBoard, { token })
const readCell = async (person: Person, month = '2026-03') =>
  (await read(person)).cells.find((cell) => cell.month === month)

test('shows the last six months of the sites that the role is for', async () => {
  const { months, sites } = await read(operator)
  expect(months.map(({ month }) => month)).toEqual([
    '2025-12',
    '2026-01',
    '2026-02',
    '2026-03',
    '2026-04',
    '2026-05',
  ])
  expect(sites.map(({ domain }) => domain).sort()).toEqual(['example.test', 'other.test'])
  for (const person of [ofSite, ofOtherSite])
    expect((await read(person)).sites.map(({ domain }) => domain)).toEqual([
      person === ofSite ? 'example.test' : 'other.test',
    ])
  expect((await on.api.request(readMonthBoard, boss)).status).toBe(403)
})

test('a month waits for its files, and the running one for its end', async () => {
  expect(await readCell(operator)).toMatchObject({ state: 'files', done: [], payable: null })
  expect(await readCell(operator, '2026-05')).toMatchObject({ state: 'running' })
  await putFile('ads', { anns: '10', bens: '4' })
  expect(await readCell(operator)).toMatchObject({ state: 'files', files: { imported: 1, missing: 2 } })
  expect(await readCell(ofSite)).toMatchObject({ state: 'files', files: null, differenceMicros: null })
  expect(await read(await on.createOperator('--for-owner', 'main'))).toMatchObject({ sites: [], cells: [] })
})

test('then for what differs, for a rate, and for obstacles, which roles for a site see in part', async () => {
  await putFile('tax', { anns: '1' })
  await putSummary('14.5')
  expect(await readCell(operator)).toMatchObject({
    state: 'difference',
    done: ['files'],
    differenceMicros: -500_000,
  })
  expect(await readCell(ofSite)).toMatchObject({ state: 'difference', differenceMicros: null })
  await putSummary('14')
  expect(await readCell(operator)).toMatchObject({ state: 'rate', done: ['files', 'reconciled'] })
  await queryRaw(on.api.db, `insert into exchange_rates (day, krw_micros) values ('2026-03-31', $1)`, [
    krwMicros,
  ])
  const drafted = await readCell(operator)
  expect(drafted).toMatchObject({
    state: 'ready',
    done: ['files', 'reconciled', 'previewed'],
    obstacles: 0,
    currency: 'KRW',
    statements: 2,
    payable: 18_200_000,
  })
  expect(await readCell(auditor)).toEqual(drafted)
  await putFile('ads', { anns: '10', bens: '4', nobodys: '1' })
  await putSummary('15')
  expect(await readCell(operator)).toMatchObject({ state: 'ready', obstacles: 0 })
})

test('then for its release and its payments, some of which come back', async () => {
  const { db, clock } = on.api
  await closePreviewed(db, { month: '2026-03-01', now: clock.now, explanation: 'It is known.' })
  expect(await readCell(ofSite)).toMatchObject({ state: 'closed', payable: 18_200_000, due: 0 })
  await releaseMonth(db, { month: '2026-03-01', now: clock.now }, testCloser)
  expect(await readCell(ofSite)).toMatchObject({ state: 'paying', due: 18_200_000, paid: 0, returned: 0 })
  const readPayments = async ({ token }: Person, month = '2026-03') => {
    const { body, status } = await on.api.request(readMonthPayments, {
      token,
      query: { month, site: site.id },
    })
    return { ...body, status }
  }
  const sumsOf = async () => {
    const { groups } = await readPayments(ofSite)
    return (groups as { name: string; people: number; amount: number }[])
      .filter(({ people }) => people > 0)
      .map(({ name, people, amount }) => [name, people, amount])
  }
  expect((await readPayments(ofOtherSite)).status).toBe(404)
  expect((await readPayments(operator, '2026-04')).status).toBe(404)
  expect(await readPayments(auditor)).toMatchObject({ currency: 'KRW', paidDays: [] })
  expect(await sumsOf()).toEqual([['ready', 2, 18_200_000]])
  const pay = async (accountId: number) => {
    await queryRaw(
      db,
      `insert into ledger_entries (account_id, statement_id, payout_id, kind, month, earned_month, is_later, currency, micros, amount, paid_on, reference)
      select o.account_id, o.statement_id, o.id, 'payment', '2026-03-01', '2026-03-01', true, o.currency, -o.micros, -o.amount, '2026-05-01', 'Bank'
      from payouts o where o.account_id = $1`,
      [accountId],
    )
  }
  await pay(benId)
  expect(await readCell(ofSite)).toMatchObject({ state: 'paying', paid: 5_600_000 })
  expect(await sumsOf()).toEqual([
    ['ready', 1, 12_600_000],
    ['paid', 1, 5_600_000],
  ])
  expect(await readPayments(ofSite)).toMatchObject({
    groups: [
      { name: 'blocked' },
      {
        name: 'ready',
        payments: [
          {
            accountId: annId,
            nickname: 'ann',
            network: expect.any(String),
            paidTo: '•••• 3444',
            isBeforeTax: false,
          },
        ],
      },
      { name: 'sent' },
      { name: 'paid', payments: [] },
      { name: 'returned' },
    ],
    paidDays: [{ day: '2026-05-01', people: 1, amount: 5_600_000 }],
  })
  await pay(annId)
  expect(await readCell(ofSite)).toMatchObject({
    state: 'paid',
    paid: 18_200_000,
    done: ['files', 'reconciled', 'previewed', 'closed', 'released', 'paid'],
  })
  await queryRaw(
    db,
    `insert into ledger_entries (account_id, statement_id, payout_id, kind, month, earned_month, is_later, currency, micros, amount, paid_on, reference, corrects_id, return_cause)
    select account_id, statement_id, payout_id, 'return', month, earned_month, true, currency, -micros, -amount, '2026-05-02', 'Wrong holder', id, 'bank'
    from ledger_entries
    where kind = 'payment' and account_id = $1`,
    [benId],
  )
  expect(await readCell(ofSite)).toMatchObject({ state: 'paying', paid: 12_600_000, returned: 1 })
  expect(await sumsOf()).toEqual([
    ['paid', 1, 12_600_000],
    ['returned', 1, 5_600_000],
  ])
  // Another payout account waits to be confirmed.
  await queryRaw(
    db,
    'update payees set confirmed_at = null, confirmed_network_id = null where account_id = $1',
    [benId],
  )
  expect(await sumsOf()).toEqual([
    ['blocked', 1, 5_600_000],
    ['paid', 1, 12_600_000],
  ])
  expect((await read(ofOtherSite)).cells.every(({ state }) => state === 'none')).toBe(true)
})
