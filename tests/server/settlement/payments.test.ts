// @module-tag adapter
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createTaxFile } from '#contract/settlement/filing/tax-files.ts'
import { readMovements } from '#contract/settlement/movements.ts'
import { confirmMemberPayee, enterPayeeOfGone } from '#contract/settlement/payees.ts'
import {
  addManualEntries,
  endBalance,
  exportManualEntries,
  listManualEntries,
  readPayments,
  removeManualEntry,
  requestPayment,
  returnPayments,
} from '#contract/settlement/payments.ts'
import { readStatement } from '#contract/settlement/statement-detail.ts'
import { payStatements } from '#contract/settlement/statement-payments.ts'
import { readBalance, readStatements } from '#contract/settlement/statements.ts'
import { readSpreadsheet } from '#server/settlement/bank-files/spreadsheet.ts'
import { reopenMonth } from '#server/settlement/closing/releases.ts'
import { formatStatementNumber } from '#server/settlement/statements/statement-content.ts'
import {
  isIntact,
  selectStatementEntries,
  selectStatements,
} from '#server/settlement/statements/statement-queries.ts'
import {
  createAccount,
  createChannel,
  createSite,
  findPerson,
  insertAssignment,
  password,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { insertMonthFile } from '#tests/support/month-sums.ts'
import { closeAndRelease, closePreviewed, testCloser } from '#tests/support/months.ts'
import { runOperator } from '#tests/support/operator.ts'
import { insertConfirmedPayee, insertPayee } from '#tests/support/payees.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { execAsOwner } from '#tests/support/traces.ts'

const krwMicros = 1_000_000_000
const march = '2026-03-01'
const april = '2026-04-01'
const now = new Date('2026-06-20T12:00:00Z')

let api: Api
const ids: Record<string, number> = {}
const tokens: Record<string, string> = {}
const id = (name: string) => ids[name] ?? 0
const as = (name: string) => ({ token: tokens[name] ?? '', domain: 'studio.example' })

beforeAll(async () => {
  api = await startApi()
  api.clock.now = now
  const { db } = api
  const site = await createSite(db, 'studio.example')
  for (const [name, network, isManager] of [
    ['boss', undefined, true],
    ['ann', 'boss', false],
    ['ben', 'boss', false],
    ['rival', undefined, true],
  ] as const) {
    ids[name] = await createAccount(db, site, `${name}@studio.example`, network && ids[network], isManager)
    tokens[name] = await signIn(api, `${name}@studio.example`, 'studio.example')
  }
  for (const name of ['ann', 'ben']) {
    const registration = await createChannel(db, id('boss'), channelIdFor(name))
    await insertAssignment(db, registration, id(name))
  }
  await queryRaw(db, `update assignments set from_day = '2026-01-01'`)
})
afterAll(() => api.close())

beforeEach(async () => {
  await execAsOwner(
    api.db,
    `truncate ledger_entries, payouts, manual_entries, statements, month_parts, months, month_loads, month_sums, payees,
      payee_tax_ids,
      withholding_rates, mails, rate_limit_windows cascade`,
  )
  await queryRaw(api.db, `update accounts set removed_at = null, email_confirmed_at = now()`)
  for (const name of ['boss', 'ann', 'ben']) await insertConfirmedPayee(api.db, id(name), 'individual')
})

/** A month in which each member has earned so many dollars; 1,000 won are a dollar. */
async function close(month: string, dollars: Record<string, string>): Promise<void> {
  const amounts = Object.entries(dollars).map(([name, amount]) => [channelIdFor(name), amount])
  await insertMonthFile(api.db, { owner: 'main', month, source: 'ads', amounts: Object.fromEntries(amounts) })
  await closeAndRelease(api.db, { month, krwMicros, now, explanation: 'There is no payment summary.' })
}

const won = (amount: number) => amount * 1_000
const findStatement = async (name: string, month = march) => {
  const [found] = await selectStatements(api.db, { accountId: id(name), month })
  if (!found) throw new Error(`${name} has no statement.`)
  return found
}
const pay = async (name: string, more: { amount?: number; reference?: string; paidOn?: string } = {}) =>
  api.request(payStatements, {
    ...as('boss'),
    body: {
      payments: [
        { statementId: (await findStatement(name)).id, paidOn: '2026-04-25', reference: 'TR-1', ...more },
      ],
    },
  })
const readBoard = () => api.call(readPayments, as('boss'))
const findPayout = async (name: string) =>
  (await readBoard()).payouts.find(({ account }) => account.id === id(name))
const giveBack = async (name: string, more: object = {}) => {
  const payment = (await findPayout(name))?.payment
  const one = {
    paymentId: payment?.id ?? 0,
    cause: 'bank' as const,
    returnedOn: '2026-04-27',
    reason: '예금주 불일치',
  }
  return api.request(returnPayments, { ...as('boss'), body: { returns: [{ ...one, ...more }] } })
}
const readOwnBalance = async (name: string) => (await api.call(readBalance, as(name))).balance
const withhold = () =>
  queryRaw(
    api.db,
    `insert into withholding_rates (site_id, kind, from_month, income_tax_permille, local_tax_permille)
    select id, 'individual', '2026-01-01', 30, 100 from sites`,
  )

describe('a payment', () => {
  test('may pay a part; the rest stays to be paid', async () => {
    await close(march, { ann: '100' })
    expect((await pay('ann', { amount: won(30_000) })).status).toBe(200)
    expect(await findPayout('ann')).toMatchObject({
      state: 'partly_paid',
      amount: won(100_000),
      outstanding: won(70_000),
      payment: { paidOn: '2026-04-25', reference: 'TR-1', amount: won(30_000) },
    })
    expect(await readOwnBalance('ann')).toBe(won(70_000))
    for (const amount of [won(70_001), 0, -1_000, 500]) {
      const refused = await pay('ann', { amount, reference: 'TR-2' })
      expect([refused.status, refused.body.fields['payments.0.amount'].code]).toEqual([422, 'amount_invalid'])
    }
    expect((await pay('ann', { amount: won(70_000), reference: 'TR-2' })).status).toBe(200)
    expect(await findPayout('ann')).toMatchObject({ state: 'paid', outstanding: 0 })
    expect(await readOwnBalance('ann')).toBe(0)
  })

  test('of a part that is recorded again the same way changes nothing', async () => {
    await close(march, { ann: '100' })
    await pay('ann', { amount: won(30_000) })
    expect((await pay('ann', { amount: won(30_000) })).body).toMatchObject({ paid: 0, unchanged: 1 })
    expect(await readOwnBalance('ann')).toBe(won(70_000))
    expect((await pay('ann', { amount: won(30_000), reference: 'TR-2' })).body).toMatchObject({ paid: 1 })
    expect(await readOwnBalance('ann')).toBe(won(40_000))
  })

  test('that came back can be made again at once, and both are told to the person', async () => {
    await close(march, { ann: '100' })
    await pay('ann')
    expect((await giveBack('ann')).body).toMatchObject({ returned: 1, unchanged: 0 })
    expect(await findPayout('ann')).toMatchObject({
      state: 'returned',
      outstanding: won(100_000),
      payment: null,
      returned: { day: '2026-04-27', reason: '예금주 불일치', isMistake: false },
    })
    expect(await readOwnBalance('ann')).toBe(won(100_000))
    expect((await pay('ann', { reference: 'TR-2', paidOn: '2026-04-28' })).status).toBe(200)
    expect(await findPayout('ann')).toMatchObject({ state: 'paid', payment: { reference: 'TR-2' } })
    const { movements } = await api.call(readMovements, as('ann'))
    expect(movements.map(({ kind, amount, balance }) => [kind, amount, balance])).toEqual([
      ['payment', won(-100_000), 0],
      ['return', won(100_000), won(100_000)],
      ['payment', won(-100_000), 0],
      ['income', won(100_000), won(100_000)],
    ])
    const mails = await queryRaw<{ kind: string }>(
      api.db,
      `select kind from mails where account_id = $1 order by id`,
      [id('ann')],
    )
    expect(mails.map(({ kind }) => kind)).toEqual([
      'statement',
      'statement-paid',
      'statement-returned',
      'statement-paid',
    ])
  })

  test('that was recorded by mistake is taken back with a mail that blames no account', async () => {
    await close(march, { ann: '100' })
    await pay('ann')
    expect((await giveBack('ann', { cause: 'mistake' })).body).toMatchObject({ returned: 1 })
    const [mail] = await queryRaw<{ kind: string }>(
      api.db,
      `select kind from mails where account_id = $1 order by id desc limit 1`,
      [id('ann')],
    )
    expect(mail).toEqual({ kind: 'statement-mistake' })
  })

  test('is returned once, not before it was made, not in the future, and only by its network', async () => {
    await close(march, { ann: '100' })
    await pay('ann')
    const payment = (await findPayout('ann'))?.payment?.id ?? 0
    const early = await giveBack('ann', { returnedOn: '2026-04-24' })
    expect(early.body.fields['returns.0.returnedOn'].code).toBe('returned_early')
    const late = await giveBack('ann', { returnedOn: '2026-06-22' })
    expect(late.body.fields['returns.0.returnedOn'].code).toBe('paid_on_future')
    const one = { paymentId: payment, cause: 'bank' as const, returnedOn: '2026-04-27', reason: 'x' }
    const strange = await api.request(returnPayments, { ...as('rival'), body: { returns: [one] } })
    expect([strange.status, strange.body.fields['returns.0.paymentId'].code]).toEqual([
      404,
      'payment_missing',
    ])
    expect((await api.request(returnPayments, { ...as('ann'), body: { returns: [one] } })).status).toBe(403)
    await giveBack('ann')
    const again = await api.request(returnPayments, { ...as('boss'), body: { returns: [one] } })
    expect(again.body).toMatchObject({ returned: 0, unchanged: 1 })
    expect(await readOwnBalance('ann')).toBe(won(100_000))
  })

  test('and its return stand on the next statement, whose hash holds', async () => {
    await close(march, { ann: '100' })
    await pay('ann', { amount: won(40_000) })
    await giveBack('ann', { cause: 'mistake', reason: '잘못 기록' })
    await pay('ann', { reference: 'TR-2' })
    await close(april, { ann: '50' })
    const statement = await findStatement('ann', april)
    expect(statement).toMatchObject({ payments: { amount: won(-100_000) }, payable: { amount: won(50_000) } })
    expect(isIntact(statement, await selectStatementEntries(api.db, statement.id))).toBe(true)
    const { statement: detail } = await api.call(readStatement, { ...as('ann'), query: { id: statement.id } })
    expect(detail.laterLines.map(({ kind, reference, amount }) => [kind, reference, amount])).toEqual([
      ['payment', 'TR-1', won(-40_000)],
      ['return', '잘못 기록', won(40_000)],
      ['payment', 'TR-2', won(-100_000)],
    ])
    expect(
      detail.recentPayments.map(({ reference, returned }) => [reference, returned?.reason ?? null]),
    ).toEqual([
      ['TR-2', null],
      ['TR-1', '잘못 기록'],
    ])
  })
})

describe('what waits for details', () => {
  test('is shown with its sum, and becomes payable when they are confirmed, less its tax', async () => {
    await withhold()
    await queryRaw(api.db, 'delete from payees where account_id = $1', [id('ann')])
    await close(march, { ann: '100', ben: '10' })
    expect((await readBoard()).held).toMatchObject([{ account: { id: id('ann') }, amount: won(100_000) }])
    expect((await findStatement('ann')).state).toBe('details_required')
    await insertPayee(api.db, id('ann'))
    const confirmed = await api.request(confirmMemberPayee, {
      ...as('boss'),
      body: { target: id('ann'), version: 1 },
    })
    expect(confirmed.status).toBe(200)
    // 3 % of 100,000 won and 10 % of that.
    expect(await findPayout('ann')).toMatchObject({
      cause: 'details',
      state: 'awaiting_payment',
      amount: won(96_700),
    })
    expect((await readBoard()).held).toEqual([])
    expect((await pay('ann')).status).toBe(200)
    expect(await readOwnBalance('ann')).toBe(0)
    await close(april, { ann: '50' })
    const { statement } = await api.call(readStatement, {
      ...as('ann'),
      query: { id: (await findStatement('ann', april)).id },
    })
    expect(statement.laterLines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['withholding', won(-3_300)],
      ['payment', won(-96_700)],
    ])
    expect(statement).toMatchObject({ opening: won(100_000), payments: won(-100_000), closing: won(48_350) })
  })

  test('is not paid twice when a month that has it is closed but not released', async () => {
    await withhold()
    await queryRaw(api.db, 'delete from payees where account_id = $1', [id('ann')])
    await close(march, { ann: '100' })
    await insertPayee(api.db, id('ann'))
    await insertConfirmedPayee(api.db, id('ann'), 'individual')
    await insertMonthFile(api.db, {
      owner: 'main',
      month: april,
      source: 'ads',
      amounts: { [channelIdFor('ann')]: '1' },
    })
    await closePreviewed(api.db, { month: april, krwMicros, now, explanation: 'x' })
    const refused = await api.request(requestPayment, { ...as('ann'), body: {} })
    expect([refused.status, refused.body.code]).toEqual([409, 'nothing_payable'])
  })
})

describe('a request for payment', () => {
  test('withholds what was announced, and remembers when it was made', async () => {
    await withhold()
    await queryRaw(api.db, 'delete from payees where account_id = $1', [id('ann')])
    await close(march, { ann: '100' })
    // Confirmed elsewhere, so that no payout was made of it.
    await insertConfirmedPayee(api.db, id('ann'), 'individual')
    const read = () => api.call(readBalance, { ...as('ann'), query: {} })
    const before = await read()
    expect(before).toMatchObject({
      requestable: won(100_000),
      requestableTaxes: [
        { name: 'income-tax', permille: 30, amount: won(-3_000) },
        { name: 'local-income-tax', permille: 100, amount: won(-300) },
      ],
      requestedAt: null,
    })
    const { amount } = await api.call(requestPayment, { ...as('ann'), body: {} })
    expect(amount).toBe(before.requestableTaxes.reduce((rest, tax) => rest + tax.amount, before.requestable))
    expect(await read()).toMatchObject({
      requestable: 0,
      requestableTaxes: [],
      requested: amount,
      requestedAt: now.toISOString(),
    })
  })

  test('puts what waits on request, tells the manager once, and is refused when there is nothing', async () => {
    await close(march, { ann: '100', ben: '5' })
    expect(await api.call(requestPayment, { ...as('ann'), body: {} })).toMatchObject({
      amount: won(100_000),
      currency: 'KRW',
    })
    await api.call(requestPayment, { ...as('ann'), body: {} })
    expect(await findPayout('ann')).toMatchObject({ requestedAt: now.toISOString() })
    const mails = await queryRaw(api.db, `select from mails where kind = 'payment-requested'`)
    expect(mails).toHaveLength(1)
    // 5,000 won are below the minimum of 10,000.
    const refused = await api.request(requestPayment, { ...as('ben'), body: {} })
    expect([refused.status, refused.body.code]).toEqual([409, 'nothing_payable'])
  })
})

describe('an entry by hand', () => {
  const add = (entries: object[], who = 'boss') =>
    api.request(addManualEntries, { ...as(who), body: { entries: entries as never } })

  test('stands on the next statement of both, and nothing is lost', async () => {
    await close(march, { ann: '100', ben: '30' })
    const added = await add([
      { member: id('ann'), kind: 'advance', amount: won(20_000), reason: '장비 구입' },
      { member: id('ben'), kind: 'bonus', amount: won(7_000), reason: '이벤트' },
    ])
    expect(added.body).toMatchObject({ added: 2 })
    await close(april, { ann: '50', ben: '10' })
    expect(await findStatement('ann', april)).toMatchObject({ payable: { amount: won(30_000) } })
    expect(await findStatement('ben', april)).toMatchObject({ payable: { amount: won(17_000) } })
    const { statement } = await api.call(readStatement, {
      ...as('ann'),
      query: { id: (await findStatement('ann', april)).id },
    })
    expect(statement).toMatchObject({
      income: won(50_000),
      manual: won(-20_000),
      net: won(30_000),
      manualLines: [{ kind: 'advance', reason: '장비 구입', amount: won(-20_000) }],
    })
    const network = await findStatement('boss', april)
    expect(network.closing.amount).toBe(won(13_000))
    const sums = await queryRaw(
      api.db,
      `select sum(micros)::bigint as micros from ledger_entries where kind = 'manual'`,
    )
    expect(sums).toEqual([{ micros: 0 }])
    const { entries } = await api.call(listManualEntries, { ...as('boss'), query: {} })
    expect(entries).toMatchObject([
      {
        account: { id: id('ben') },
        amount: won(7_000),
        statement: { number: expect.stringMatching(/^202604-/) },
      },
      { account: { id: id('ann') }, amount: won(-20_000), createdBy: 'boss' },
    ])
    const booked = await api.request(removeManualEntry, { ...as('boss'), body: { id: entries[0]?.id ?? 0 } })
    expect([booked.status, booked.body.code]).toEqual([409, 'entry_booked'])
  })

  test('is free again when the month that took it is opened again', async () => {
    await add([{ member: id('ann'), kind: 'deduction', amount: won(1_000), reason: '위약금' }])
    await insertMonthFile(api.db, { month: march, source: 'ads', amounts: { [channelIdFor('ann')]: '100' } })
    await closePreviewed(api.db, { month: march, krwMicros, now, explanation: 'x' })
    expect(await findStatement('ann')).toMatchObject({ payable: { amount: won(99_000) } })
    await reopenMonth(api.db, { month: march, reason: 'A slip.' }, testCloser)
    const [entry] = (await api.call(listManualEntries, { ...as('boss'), query: {} })).entries
    expect(entry).toMatchObject({ amount: won(-1_000), statement: null })
    await closeAndRelease(api.db, { month: march, krwMicros, now, explanation: 'x' })
    expect(await findStatement('ann')).toMatchObject({ payable: { amount: won(99_000) } })
  })

  test('is taken back before a closing takes it', async () => {
    await add([{ member: id('ann'), kind: 'deduction', amount: won(1_000), reason: '위약금' }])
    const [entry] = (await api.call(listManualEntries, { ...as('boss'), query: {} })).entries
    expect(entry).toMatchObject({ amount: won(-1_000), statement: null })
    const strange = await api.request(removeManualEntry, { ...as('rival'), body: { id: entry?.id ?? 0 } })
    expect(strange.status).toBe(404)
    await api.call(removeManualEntry, { ...as('boss'), body: { id: entry?.id ?? 0 } })
    await close(march, { ann: '100' })
    expect(await findStatement('ann')).toMatchObject({ payable: { amount: won(100_000) } })
  })

  test('is in the file of its network', async () => {
    await add([{ member: id('ann'), kind: 'deduction', amount: won(1_000), reason: '=위약금' }])
    await close(march, { ann: '100' })
    const { number } = (await api.call(readStatements, { ...as('ann'), query: {} })).statements[0] ?? {}
    const read = async (who: string) =>
      parse(String((await api.request(exportManualEntries, { ...as(who), language: 'en' })).body), {
        bom: true,
      })
    expect(await read('boss')).toEqual([
      [
        'Day',
        'Member',
        'Email',
        'Type',
        'Amount (KRW)',
        'Currency',
        'Reason',
        'Entered by',
        'Statement number',
      ],
      [
        '2026-06-20',
        'ann',
        'ann@studio.example',
        'Deduction',
        '-1000.000',
        'KRW',
        "'=위약금",
        'boss',
        number,
      ],
    ])
    expect(await read('rival')).toHaveLength(1)
    expect((await api.request(exportManualEntries, as('ann'))).status).toBe(403)
  })

  test('names who is not in the network, and what is no whole amount', async () => {
    const refused = await add([
      { member: id('rival'), kind: 'bonus', amount: won(1_000), reason: 'x' },
      { member: id('ann'), kind: 'bonus', amount: 1_500, reason: 'x' },
    ])
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([
      404,
      ['entries.0.member', 'entries.1.amount'],
    ])
    expect((await add([{ member: id('ann'), kind: 'bonus', amount: 1_000, reason: ' ' }])).status).toBe(422)
    expect(
      (await add([{ member: id('ann'), kind: 'bonus', amount: 1_000, reason: 'x' }], 'ann')).status,
    ).toBe(403)
    expect(await queryRaw(api.db, 'select from manual_entries')).toEqual([])
  })
})

describe('the balance of somebody who is gone', () => {
  const end = async (amount: number, more: object = {}) =>
    api.request(endBalance, {
      ...as('boss'),
      body: { member: id('ann'), amount, reason: '연락 두절', ...more },
    })
  const remove = () => queryRaw(api.db, `update accounts set removed_at = now() where id = $1`, [id('ann')])

  test('is ended with the amount that was seen, and becomes the network’s', async () => {
    await close(march, { ann: '100.5' })
    expect((await end(won(100_500))).body.code).toBe('not_gone')
    await remove()
    expect((await end(won(1))).body.code).toBe('balance_changed')
    expect((await end(won(100_500))).status).toBe(200)
    expect(await findStatement('ann')).toMatchObject({ state: 'forfeited', outstanding: { amount: 0 } })
    expect((await end(0)).body.code).toBe('nothing_payable')
    const balances = await queryRaw<{ id: number; micros: number; amount: number }>(
      api.db,
      `select account_id as id, sum(micros)::bigint as micros, sum(amount)::bigint as amount
      from ledger_entries group by 1 order by 1`,
    )
    expect(balances).toEqual([
      { id: id('boss'), micros: 100_500_000, amount: won(100_500) },
      { id: id('ann'), micros: 0, amount: 0 },
    ])
    expect((await pay('ann')).body.fields['payments.0.statementId'].code).toBe('statement_forfeited')
    await close(april, { ben: '1' })
    expect(await findStatement('boss', april)).toMatchObject({
      payments: { amount: won(100_500) },
      closing: { amount: won(100_500) },
      payable: { amount: won(100_500) },
    })
    const { statements } = await api.call(readStatements, as('boss'))
    expect(statements[0]?.payments).toBe(won(100_500))
  })

  test('is paid where the network says, if nobody has entered it', async () => {
    await queryRaw(api.db, `delete from payees where account_id = $1`, [id('ann')])
    await withhold()
    await close(march, { ann: '100' })
    const taxId = '9001011234568'
    const enter = (target: number, more: object = {}, who = 'boss') =>
      api.request(enterPayeeOfGone, {
        ...as(who),
        body: {
          ...{
            target,
            kind: 'individual',
            name: '김하늘',
            bankCode: '004',
            account: '110-222-333444',
            taxId,
          },
          ...more,
        },
      })
    expect((await enter(id('ann'))).body.code).toBe('not_gone')
    await remove()
    await queryRaw(api.db, 'update accounts set email = null where id = $1', [id('ann')])
    onTestFinished(() =>
      queryRaw(api.db, `update accounts set email = 'ann@studio.example' where id = $1`, [id('ann')]).then(
        () => {},
      ),
    )
    expect((await enter(id('ann'), { bankCode: '999' })).body.fields).toEqual({
      bankCode: expect.objectContaining({ code: 'bank_required' }),
    })
    expect((await enter(id('ann'), {}, 'rival')).status).toBe(404)
    expect((await enter(id('boss'))).status).toBe(404)
    expect((await enter(id('ann'), {}, 'ben')).status).toBe(403)
    expect((await readBoard()).held).toHaveLength(1)
    expect((await enter(id('ann'))).status).toBe(200)
    expect(await findPayout('ann')).toMatchObject({
      state: 'awaiting_payment',
      cause: 'details',
      outstanding: won(96_700),
    })
    expect((await readBoard()).held).toEqual([])
    expect((await pay('ann')).status).toBe(200)
    expect(await queryRaw(api.db, 'select from payees where account_id = $1', [id('ann')])).toEqual([])
    // Tax is still filed under the number.
    expect(
      await queryRaw(api.db, 'select from payee_tax_ids where account_id = $1', [id('ann')]),
    ).toHaveLength(1)
    expect(JSON.stringify(await queryRaw(api.db, 'select * from audit_log'))).not.toMatch(
      /222333444|1234568|하늘/,
    )
    const { file } = await api.call(createTaxFile, { ...as('boss'), body: { period: '2026-04', password } })
    const [, row] = await readSpreadsheet(Buffer.from(file?.base64 ?? '', 'base64'))
    expect(row).toEqual([
      '940306',
      '김하늘',
      '900101-1234568',
      '내국인',
      '202604',
      '100000',
      '3',
      '3000',
      '300',
    ])
  })

  test('is paid with details that the network confirms', async () => {
    await close(march, { ann: '100' })
    await remove()
    expect((await pay('ann')).status).toBe(200)
    expect(await findPayout('ann')).toMatchObject({ state: 'paid' })
  })
})

test('a closing counts what is returned and partly paid as still owed', async () => {
  await close(march, { ann: '100', ben: '100' })
  await pay('ann', { amount: won(60_000) })
  await pay('ben')
  await giveBack('ben')
  await close(april, { ann: '20', ben: '20' })
  for (const [name, outstanding] of [
    ['ann', 40_000],
    ['ben', 100_000],
  ] as const) {
    expect((await findStatement(name)).outstanding.amount).toBe(won(outstanding))
    expect(await findStatement(name, april)).toMatchObject({ payable: { amount: won(20_000) } })
  }
})

test('the same by command', async () => {
  await close(march, { ann: '100', ben: '100' })
  const number = formatStatementNumber(march, (await findStatement('ann')).id)
  const run = (...words: string[]) => runOperator(api.db, ...words)
  const pay = (amount: string) =>
    run('statement', 'pay', number, '--date', '2026-04-25', '--reference', 'TR-9', '--amount', amount)
  await expect(pay('30000.50')).rejects.toThrow('Won have no cents.')
  await expect(pay('100001')).rejects.toThrow('up to what is left to be paid')
  expect((await pay('30000')).text).toContain('30,000 KRW paid on 2026-04-25')
  expect((await run('statement', 'list', '--state', 'partly paid')).text).toContain('70,000 KRW')
  const giveBack = (...more: string[]) =>
    run('statement', 'return', number, '--date', '2026-04-26', '--reason', 'Wrong holder', ...more)
  expect((await giveBack()).text).toContain('came back on 2026-04-26')
  await expect(giveBack()).rejects.toThrow('no payment that could come back')
  expect(await findPayout('ann')).toMatchObject({ state: 'returned', outstanding: won(100_000) })
  const where = ['--site', 'studio.example']
  await run(
    'entry',
    'add',
    'ann@studio.example',
    ...where,
    '--kind',
    'advance',
    '--amount',
    '5000',
    '--reason',
    'Camera',
  )
  const listed = await run('entry', 'list', 'boss@studio.example', ...where)
  expect(listed.text).toMatch(/ann@studio\.example +advance +-5,000 KRW +Camera .* the next one/)
  const [entry] = (await api.call(listManualEntries, { ...as('boss'), query: {} })).entries
  const remove = () => run('entry', 'remove', String(entry?.id), '--network', 'boss@studio.example', ...where)
  expect((await remove()).text).toContain('is taken back')
  await expect(remove()).rejects.toThrow()
})

test('each is recorded with who did it', async () => {
  await execAsOwner(api.db, 'delete from audit_log')
  await close(march, { ann: '100', ben: '100' })
  await pay('ann')
  await giveBack('ann')
  await api.call(requestPayment, { ...as('ben'), body: {} })
  const entries = [{ member: id('ann'), kind: 'bonus' as const, amount: won(1_000), reason: 'A prize' }]
  await api.call(addManualEntries, { ...as('boss'), body: { entries } })
  const [entry] = (await api.call(listManualEntries, { ...as('boss'), query: {} })).entries
  await api.call(removeManualEntry, { ...as('boss'), body: { id: entry?.id ?? 0 } })
  await queryRaw(api.db, `update accounts set removed_at = now() where id = $1`, [id('ann')])
  const body = { member: id('ann'), amount: won(100_000), reason: 'Nobody answers' }
  await api.call(endBalance, { ...as('boss'), body })
  const rows = await queryRaw<{ action: string; actor: number; detail: object }>(
    api.db,
    `select action, actor_id as actor, detail from audit_log where actor_id is not null order by id`,
  )
  const person = await findPerson(api.db, 'boss@studio.example', 'studio.example')
  expect(rows.map(({ action, actor }) => [action, actor])).toEqual([
    ['payStatements', person],
    ['returnPayments', person],
    ['requestPayment', id('ben')],
    ['addManualEntries', person],
    ['removeManualEntry', person],
    ['endBalance', person],
  ])
  expect(JSON.stringify(rows)).not.toContain('A prize')
})
