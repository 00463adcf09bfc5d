import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMonthClosing } from '#contract/settlement/month-closing.ts'
import { exportMonth, readMonth, readMonths } from '#contract/settlement/months.ts'
import { readMovements } from '#contract/settlement/movements.ts'
import { readStatement } from '#contract/settlement/statement-detail.ts'
import { exportPayments, payStatements } from '#contract/settlement/statement-payments.ts'
import { readBalance, readStatements } from '#contract/settlement/statements.ts'
import { grantInstallationRole } from '#server/platform/auth/installation.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { insertMonthFile } from '#tests/support/month-sums.ts'
import { closeAndRelease } from '#tests/support/months.ts'
import { runOperator } from '#tests/support/operator.ts'
import { insertConfirmedPayee } from '#tests/support/payees.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'

const krwMicros = 1_400_000_000
const now = new Date('2026-06-20T12:00:00Z')

let api: Api
const ids: Record<string, number> = {}
const tokens: Record<string, string> = {}
const id = (name: string) => ids[name] ?? 0
const as = (name: string) => ({ token: tokens[name] ?? '', domain: 'example.test' })

const close = (month: string) =>
  closeAndRelease(api.db, { month, krwMicros, now, explanation: 'There is no payment summary.' })

const putFile = (month: string, amounts: Record<string, string>) =>
  insertMonthFile(api.db, {
    month,
    source: 'ads',
    amounts: Object.fromEntries(
      Object.entries(amounts).map(([name, amount]) => [channelIdFor(name), amount]),
    ),
  })

/** All that the manager and the operator read of the closed month. */
async function readClosedMonth() {
  const { months } = await api.call(readMonths, as('boss'))
  const { reconciliation: _, ...detail } = await api.call(readMonth, {
    ...as('boss'),
    query: { month: '2026-03' },
  })
  const { closing } = await api.call(readMonthClosing, { ...as('operator'), query: { month: '2026-03' } })
  const csv = await api.request(exportMonth, { ...as('boss'), query: { month: '2026-03' } })
  const payments = await api.request(exportPayments, { ...as('boss'), query: { month: '2026-03' } })
  return {
    month: months.find(({ month }) => month === '2026-03'),
    detail,
    summary: closing?.summary,
    csv: csv.body,
    payments: payments.body,
  }
}

let before: Awaited<ReturnType<typeof readClosedMonth>>

beforeAll(async () => {
  api = await startApi()
  api.clock.now = now
  const { db } = api
  const site = await createSite(db)
  const people = [
    ['boss', undefined, true],
    ['ann', 'boss', false],
    ['ben', 'boss', false],
    ['operator', undefined, false],
  ] as const
  for (const [name, network, isManager] of people) {
    ids[name] = await createAccount(db, site, `${name}@example.test`, network && ids[network], isManager)
    tokens[name] = await signIn(api, `${name}@example.test`)
  }
  await grantInstallationRole(db, id('operator'), 'operator')
  await queryRaw(db, `update sessions set has_second_factor = true, factor_proved_at = now()`)
  for (const [channel, person] of Object.entries({ a: 'ann', b: 'ben', own: 'boss' })) {
    const registration = await createChannel(db, id('boss'), channelIdFor(channel))
    if (person !== 'boss') await insertAssignment(db, registration, id(person))
  }
  await queryRaw(db, `update assignments set from_day = '2026-01-01'`)
  await queryRaw(
    db,
    `insert into fee_rates (account_id, from_day, permille) values ($1, '2026-01-01', 200)`,
    [ids.ann],
  )
  await insertConfirmedPayee(db, id('ann'))
  await putFile('2026-03-01', { a: '10', b: '3', own: '2', nobody: '5' })
  await close('2026-03-01')
  before = await readClosedMonth()
  expect(before.month).toMatchObject({ members: { payable: 11_200_000 }, states: { awaitingPayment: 1 } })
  await queryRaw(
    db,
    `update assignments set unassigned_at = $2, until_day = $2::timestamptz::date where account_id = $1`,
    [ids.ann, now],
  )
  const { status, text } = await runOperator(
    db,
    'account',
    'promote',
    'ann@example.test',
    '--site',
    'example.test',
  )
  expect([status, text]).toEqual([0, expect.stringContaining('now owns a network')])
})
afterAll(() => api.close())

const findStatement = async (who: string, member: number) =>
  (await api.call(readStatements, { ...as(who), query: { member } })).statements.find(
    ({ month }) => month === '2026-03',
  )

test('a closed month stays as it was when a member becomes a manager elsewhere', async () => {
  expect(await readClosedMonth()).toEqual(before)
})

test('the network that owes a statement sees it, and nothing that came later', async () => {
  await putFile('2026-04-01', { own: '1' })
  await close('2026-04-01')
  const statement = await findStatement('boss', id('ann'))
  expect(statement).toMatchObject({ payable: 11_200_000, state: 'awaiting_payment' })
  const detail = await api.call(readStatement, { ...as('boss'), query: { id: statement?.id ?? 0 } })
  expect(detail.statement.account).toEqual({
    id: ids.ann,
    nickname: 'ann',
    email: 'ann@example.test',
    isNetwork: false,
  })
  const query = { member: id('ann') }
  expect(await api.call(readBalance, { ...as('boss'), query })).toMatchObject({
    balance: 11_200_000,
    awaiting: 11_200_000,
  })
  const { movements } = await api.call(readMovements, { ...as('boss'), query })
  expect(new Set(movements.map(({ month }) => month))).toEqual(new Set(['2026-03']))
  const own = await api.call(readStatements, { ...as('ann'), query })
  expect(own.statements.map(({ month }) => month)).toEqual(['2026-04', '2026-03'])
  for (const { id: number } of own.statements)
    expect(await api.call(readStatement, { ...as('ann'), query: { id: number } })).toMatchObject({
      statement: { id: number },
    })
})

test('the network that owes a statement pays it; its holder, now a manager, does not', async () => {
  const statement = await findStatement('ann', id('ann'))
  const payments = [{ statementId: statement?.id ?? 0, paidOn: '2026-06-01', reference: 'Bank 1' }]
  expect(await api.request(payStatements, { ...as('ann'), body: { payments } })).toMatchObject({
    status: 404,
  })
  expect(await api.call(payStatements, { ...as('boss'), body: { payments } })).toMatchObject({
    paid: 1,
    unchanged: 0,
  })
  expect(await findStatement('ann', id('ann'))).toMatchObject({ state: 'paid', paidOn: '2026-06-01' })
})

test('a network owes what was earned in it, to a member who has left it before the closing, too', async () => {
  const registration = await createChannel(api.db, id('boss'), channelIdFor('late'))
  await insertAssignment(api.db, registration, id('ben'))
  await queryRaw(
    api.db,
    `update assignments set from_day = '2026-01-01', unassigned_at = '2026-06-01', until_day = '2026-06-01'
    where registration_id = $1`,
    [registration],
  )
  await queryRaw(
    api.db,
    `update assignments set unassigned_at = '2026-06-02', until_day = '2026-06-02' where account_id = $1`,
    [ids.ben],
  )
  await runOperator(api.db, 'account', 'promote', 'ben@example.test', '--site', 'example.test')
  await putFile('2026-05-01', { late: '50', own: '1' })
  await close('2026-05-01')
  const month = await api.call(readMonth, { ...as('boss'), query: { month: '2026-05' } })
  expect(month.rows.find(({ account }) => account.id === id('ben'))).toMatchObject({ income: 70_000_000 })
})
