// @module-tag property
// @module-tag adapter
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type PayeeKind, payeeKinds } from '#contract/people/payee-states.ts'
import { addDays, getMonthStart } from '#contract/reports/calendar.ts'
import { anonymizeAccount } from '#server/people/credentials/accounts.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Source } from '#server/settlement/files/reading/sources.ts'
import {
  type EntryRow,
  isIntact,
  type StatementRow,
  selectStatementEntries,
  selectStatements,
} from '#server/settlement/statements/statement-queries.ts'
import { createAccount, createChannel, createSite } from '#tests/support/accounts.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { channelIdFor, insertFacts, videoIdFor } from '#tests/support/facts.ts'
import { insertMonthFile } from '#tests/support/month-sums.ts'
import { closeAndRelease } from '#tests/support/months.ts'
import { runOperator } from '#tests/support/operator.ts'
import { insertConfirmedPayee } from '#tests/support/payees.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { execAsOwner } from '#tests/support/traces.ts'

const march = '2026-03-01'
const april = '2026-04-01'
const now = new Date('2026-11-20T12:00:00Z')
const krwMicros = 1_386_500_000
const names = ['a', 'b', 'shared', 'free'] as const
const emails = ['ann@studio.example', 'ben@studio.example']

let db: Database
let site: Site
const ids: Record<string, number> = {}
const registrations: Record<string, number> = {}

beforeAll(async () => {
  db = await createTestDatabase()
  site = await createSite(db, 'studio.example')
  ids.boss = await createAccount(db, site, 'boss@studio.example')
  ids.ann = await createAccount(db, site, 'ann@studio.example', ids.boss)
  ids.ben = await createAccount(db, site, 'ben@studio.example', ids.boss)
  for (const name of names) registrations[name] = await createChannel(db, ids.boss, channelIdFor(name))
  await assign('a', 'ann')
  await assign('b', 'ben')
  for (const member of ['ann', 'ben']) await assign('shared', member)
})
afterAll(() => db.close())
beforeEach(async () => {
  for (const name of ['boss', 'ann', 'ben']) await insertConfirmedPayee(db, ids[name] ?? 0)
})
afterEach(async () => {
  await execAsOwner(
    db,
    'truncate ledger_entries, statements, month_parts, months, month_loads, month_sums, payout_shares, fee_rates, payees, withholding_rates cascade',
  )
})

const assign = (name: string, member: string, from = '2026-01-01', until: string | null = null) =>
  queryRaw(
    db,
    `insert into assignments (registration_id, account_id, from_day, until_day, unassigned_at)
    values ($1, $2, $3, $4::date, $4::date)`,
    [registrations[name], ids[member], from, until],
  )

const setFee = (member: string, from: string, permille: number) =>
  queryRaw(
    db,
    `insert into fee_rates (account_id, from_day, permille) values ($1, $2, $3)
    on conflict (account_id, from_day) do update set permille = excluded.permille`,
    [ids[member], from, permille],
  )

const putFile = (source: Source, amounts: Record<string, string>, month = march, owner = 'main') =>
  insertMonthFile(db, {
    owner,
    month,
    source,
    amounts: Object.fromEntries(
      Object.entries(amounts).map(([name, amount]) => [name === '' ? '' : channelIdFor(name), amount]),
    ),
  })

const close = (month: string, rate = krwMicros) =>
  closeAndRelease(db, { month, krwMicros: rate, now, explanation: 'There is no payment summary.' })

const preview = (month: string, won = '1386.5') =>
  runOperator(db, 'month', 'preview', '--month', month, '--rate', won)

/** Closes what a preview shows. */
async function runClose(month: string, words: readonly string[] = [], won = '1386.5') {
  const { text } = await preview(month, won)
  const draft = /^draft (\w+)$/m.exec(text)?.[1] ?? ''
  const rate = ['--rate', won, '--again', won, '--reason', 'The bank’s rate.']
  return runOperator(db, 'month', 'close', '--month', month, '--draft', draft, ...rate, ...words)
}
const explain = ['no-summary:main', 'no-tax:main'].flatMap((name) => ['--explain', `${name}=There is none.`])

const withhold = (kind: PayeeKind, incomeTax: number, localTax: number, from = '2026-01-01') =>
  queryRaw(
    db,
    `insert into withholding_rates (site_id, kind, from_month, income_tax_permille, local_tax_permille)
    values ($1, $2, $3, $4, $5)
    on conflict (site_id, kind, from_month) do update set income_tax_permille = excluded.income_tax_permille,
      local_tax_permille = excluded.local_tax_permille`,
    [site.id, kind, from, incomeTax, localTax],
  )

const readBalances = async () => {
  const rows = await queryRaw<{ account: number | null; micros: number; amount: number }>(
    db,
    `select account_id as account, sum(micros)::bigint as micros, sum(amount)::bigint as amount
    from ledger_entries
    group by 1`,
  )
  return new Map(rows.map(({ account, micros, amount }) => [account, { micros, amount }]))
}

describe('closing a month', () => {
  test('is refused at a rate far from the known one, unless it is forced', async () => {
    await putFile('ads', { a: '10' })
    const closeAt = (won: string, ...more: string[]) => runClose('2026-03', [...explain, ...more], won)
    await expect(closeAt('13.865')).rejects.toThrow('A dollar is not worth ₩13.865.')
    await queryRaw(
      db,
      `insert into exchange_rates (day, krw_micros) values ('2026-03-20', 1386500000), ('2026-04-01', 1900000000)`,
    )
    await expect(closeAt('13.865')).rejects.toThrow(
      /₩13\.865 per dollar is 99\.0% less than ₩1,386\.5, the exchange rate of 2026-03-20\.\nIf the rate is right, add --force\./,
    )
    await expect(closeAt('1900')).rejects.toThrow('37.0% more than ₩1,386.5')
    await queryRaw(db, 'delete from exchange_rates')
    expect((await closeAt('1900', '--force')).text).toMatch(/^studio.example: 1900 won per dollar/m)
    await putFile('ads', { a: '10' }, april)
    await expect(runClose('2026-04', explain)).rejects.toThrow(
      '₩1,386.5 per dollar is 27.0% less than ₩1,900, at which 2026-03 was closed.',
    )
    expect((await runClose('2026-04', [...explain, '--force'])).status).toBe(0)
  })

  test('is refused with what is in its way, and can be explained but for shares', async () => {
    await putFile('ads', { a: '10', shared: '5' })
    await expect(runClose('2026-03')).rejects.toThrow('main: there is no payment summary.')
    await expect(runClose('2026-03', explain)).rejects.toThrow(
      /from 2026-03-01 on, no shares are set for .+\n +See: channel share UC\S+ … --from 2026-03-01/,
    )
    await expect(runClose('2026-05', explain)).rejects.toThrow('no final files of 2026-05')
    const shown = await preview('2026-03')
    expect([shown.status, shown.text]).toEqual([1, expect.stringContaining('cannot be closed')])
    expect(await queryRaw(db, 'select from ledger_entries')).toEqual([])
    const words = [String(registrations.shared), ...emails.map((email) => `${email}=60`)]
    await expect(runOperator(db, 'channel', 'share', ...words, '--from', march)).rejects.toThrow('120 %')
    const shares = [`${emails[0]}=60`, `${emails[1]}=30.5`, '--from', march]
    await runOperator(db, 'channel', 'share', String(registrations.shared), ...shares)
    expect((await runClose('2026-03', explain)).lines[0]).toMatch(/: 3 statements\./)
    const balances = await readBalances()
    expect(balances.get(ids.ann ?? 0)).toEqual({ micros: 13_000_000, amount: 18_024_500 })
    expect(balances.get(ids.ben ?? 0)?.micros).toBe(1_525_000)
    expect(balances.get(ids.boss ?? 0)?.micros).toBe(475_000)
    await expect(runClose('2026-03', explain)).rejects.toThrow('already closed')
    await expect(runOperator(db, 'month', 'withdraw', '--month', '2026-03')).rejects.toThrow('is closed')
    await expect(
      runOperator(db, 'channel', 'share', String(registrations.shared), ...shares),
    ).rejects.toThrow('before the first day of an open month')
  })

  test('agrees with the payment summary, or is refused by source', async () => {
    await putFile('ads', { a: '10' })
    await putFile('tax', {})
    await putFile('payment_summary', {})
    const pay = (amount: string) =>
      queryRaw(
        db,
        `insert into month_payments (load_id, position, label, amount)
        select id, 1, 'Ads Revenue', $1::numeric from month_loads where source = 'payment_summary'
        on conflict (load_id, position) do update set amount = excluded.amount`,
        [amount],
      )
    await pay('12.5')
    await expect(runClose('2026-03')).rejects.toThrow('Ads: the files total $2.50 less')
    await pay('10.004')
    expect((await runClose('2026-03')).status).toBe(0)
  })

  test('waits for its end, and for the months before', async () => {
    await putFile('ads', { a: '1' }, '2099-03-01')
    await expect(runClose('2099-03', explain)).rejects.toThrow('closed from 2099-04-01 on')
    await putFile('ads', { a: '1' })
    await putFile('ads', { a: '1' }, april)
    await expect(runClose('2026-04', explain)).rejects.toThrow('2026-03 is still open')
  })

  test('counts fees, shares and assignments by day, as much as days were estimated', async () => {
    await insertFacts(
      db,
      [
        ['2026-03-01', 30_000_000],
        ['2026-03-02', 50_000_000],
        ['2026-03-03', 20_000_000],
      ].map(([day, revenueMicros]) => ({
        day: day as string,
        channelId: channelIdFor('free'),
        videoId: videoIdFor('free'),
        country: 'KR',
        views: 1,
        premiumViews: 0,
        revenueMicros: revenueMicros as number,
        premiumRevenueMicros: 0,
      })),
    )
    await assign('free', 'ann', '2026-03-01', '2026-03-03')
    await setFee('ann', '2026-03-01', 200)
    await setFee('ann', '2026-03-02', 100)
    const shares = ['ann@studio.example=60', 'ben@studio.example=30', '--from', '2026-03-02']
    await runOperator(db, 'channel', 'share', String(registrations.free), ...shares)
    await queryRaw(db, 'delete from payout_shares where account_id = $1 and from_day > $2', [ids.ann, april])
    await putFile('ads', { free: '120' })
    await putFile('tax', { free: '10' })
    await close(march)
    const lines = await queryRaw<{ account: number; kind: string; micros: number }>(
      db,
      `select account_id as account, kind, sum(micros)::bigint as micros
      from ledger_entries group by 1, 2 order by 1, 2`,
    )
    await queryRaw(db, 'delete from assignments where registration_id = $1', [registrations.free])
    const sum = (name: string) =>
      lines.filter(({ account }) => account === ids[name]).reduce((total, { micros }) => total + micros, 0)
    // Only ann has left, so Ben's share also counts on the third day.
    expect([sum('ann'), sum('ben'), sum('boss')]).toEqual([56_100_000, 23_100_000, 30_800_000])
    expect(
      lines.filter(({ account }) => account === ids.ann).map(({ kind, micros }) => [kind, micros]),
    ).toEqual([
      ['fee', -9_900_000],
      ['income', 72_000_000],
      ['tax', -6_000_000],
    ])
  })

  test('carries small balances over, and what is awaited is paid once', async () => {
    await putFile('ads', { a: '5', b: '50' })
    await close(march)
    const list = async () =>
      (await selectStatements(db, {})).map(({ email, state, payable }) => [email, state, payable.amount])
    expect(await list()).toEqual([
      ['ann@studio.example', 'carried_over', 0],
      ['ben@studio.example', 'awaiting_payment', 69_325_000],
    ])
    await putFile('ads', { a: '5', b: '8' }, april)
    await close(april, 1_400_000_000)
    expect((await list()).slice(2)).toEqual([
      // Of 13,932.5 won, half a won stays on the ledger.
      ['ann@studio.example', 'awaiting_payment', 13_932_000],
      ['ben@studio.example', 'awaiting_payment', 11_200_000],
    ])
    const [, first] = await selectStatements(db, { month: march })
    const number = `202603-${String(first?.id).padStart(6, '0')}`
    const pay = (date = '2026-04-25') =>
      runOperator(db, 'statement', 'pay', number, '--date', date, '--reference', 'Bank 1')
    await expect(pay('2999-01-01')).rejects.toThrow('The day of the payment cannot be in the future.')
    await expect(pay('2026-03-31')).rejects.toThrow('must be after the end of the month')
    expect((await pay()).text).toContain('69,325 KRW paid on 2026-04-25')
    await expect(pay()).rejects.toThrow('was paid on 2026-04-25, reference Bank 1')
    expect((await readBalances()).get(ids.ben ?? 0)).toEqual({ micros: 8_000_000, amount: 11_200_000 })
    const movements = await runOperator(
      db,
      'statement',
      'account',
      'ben@studio.example',
      '--site',
      site.domain,
    )
    expect(movements.lines.at(-1)).toMatch(
      /payment of 2026-04-25, reference Bank 1, to •••• 3444 +-69,325 KRW +11,200 KRW$/,
    )
    const shown = await runOperator(db, 'statement', 'show', number, '--json')
    expect([shown.status, JSON.parse(shown.text)]).toMatchObject([0, { number, payableAmount: 69_325_000 }])
    await putFile('ads', { a: '5' }, '2026-05-01')
    await close('2026-05-01')
    const [, last] = await selectStatements(db, { month: '2026-05-01' })
    expect(last).toMatchObject({
      opening: { amount: 80_525_000 },
      payments: { amount: -69_325_000 },
      state: 'carried_over',
    })
  })

  test('pays from the minimum of the site on', async () => {
    await putFile('ads', { a: '10', b: '9.99' })
    await runOperator(db, 'site', 'set', site.domain, '--payout-minimum', '13865')
    await close(march)
    await queryRaw(db, 'update sites set payout_minimum = null')
    const statements = await selectStatements(db, {})
    expect(statements.map(({ state, minimumAmount }) => [state, minimumAmount])).toEqual([
      ['awaiting_payment', 13_865_000],
      ['carried_over', 13_865_000],
    ])
  })

  test('waits for a confirmed payout account before anything is paid', async () => {
    await queryRaw(db, 'delete from payees where account_id = $1', [ids.ben])
    await putFile('ads', { b: '50' })
    await close(march)
    const [statement] = await selectStatements(db, {})
    expect(statement).toMatchObject({ state: 'details_required', payable: { amount: 69_325_000 } })
    const number = `202603-${String(statement?.id).padStart(6, '0')}`
    const pay = () => runOperator(db, 'statement', 'pay', number, '--date', '2026-04-25', '--reference', 'x')
    await expect(pay()).rejects.toThrow(
      `${number} cannot be paid: no payout account of ben@studio.example is confirmed. See: payee list`,
    )
    await insertConfirmedPayee(db, ids.ben ?? 0)
    await queryRaw(db, 'update payees set confirmed_network_id = account_id where account_id = $1', [ids.ben])
    await expect(pay()).rejects.toThrow('cannot be paid')
    await insertConfirmedPayee(db, ids.ben ?? 0)
    expect((await pay()).text).toContain('69,325 KRW paid')
  })

  test('keeps what it must know of somebody who is gone until the last payment', async () => {
    const gone = await createAccount(db, site, 'gone@studio.example', ids.boss)
    await insertConfirmedPayee(db, gone)
    await queryRaw(
      db,
      `insert into assignments (registration_id, account_id, from_day) values ($1, $2, '2026-01-01')`,
      [registrations.free, gone],
    )
    await putFile('ads', { free: '50' })
    await close(march)
    const readPayees = () => queryRaw(db, 'select account_id from payees where account_id = $1', [gone])
    await db.transaction((tx) => anonymizeAccount(tx, gone, now))
    await queryRaw(db, 'delete from assignments where registration_id = $1', [registrations.free])
    expect(await readPayees()).toHaveLength(1)
    const [statement] = await selectStatements(db, { state: 'awaiting_payment' })
    const number = `202603-${String(statement?.id).padStart(6, '0')}`
    await runOperator(db, 'statement', 'pay', number, '--date', '2026-04-25', '--reference', 'Bank 2')
    expect(await readPayees()).toEqual([])
    expect(await selectStatements(db, { id: statement?.id })).toMatchObject([
      { state: 'paid', paidTo: '•••• 3444', email: null },
    ])
  })

  test('withholds tax of what becomes payable, as lines of their own unallocated until they are remitted', async () => {
    const rates = ['--from', '2026-04', '--income-tax', '3', '--local-income-tax', '10']
    await runOperator(db, 'withholding', 'set', site.domain, '--kind', 'individual', ...rates)
    await insertConfirmedPayee(db, ids.ann ?? 0, 'individual')
    await putFile('ads', { a: '5' })
    await close(march)
    await putFile('ads', { a: '4.5', b: '20' }, april)
    const previewed = await preview('2026-04')
    expect(previewed.text).toMatch(/ann@studio.example +4.50 .* -420 KRW +– +12,751.750 KRW +12,751 KRW/)
    await close(april)
    const [ann, ben] = await selectStatements(db, { month: april })
    // 3 % of 13,171 won are 395.13, and 10 % of 390 are 39: both are cut to 10 won.
    expect(ann).toMatchObject({ payable: { amount: 12_751_000 }, closing: { amount: 12_751_750 } })
    expect(ben).toMatchObject({ payable: { amount: 27_730_000 } })
    const shown = await runOperator(db, 'statement', 'show', `202604-${String(ann?.id).padStart(6, '0')}`)
    expect(shown.lines).toEqual(
      expect.arrayContaining([expect.stringMatching(/income tax withheld, 3 % +-390 KRW/)]),
    )
    const totals = await runOperator(db, 'withholding', 'totals', '--month', '2026-04')
    expect(totals.lines.at(-1)).toMatch(/total +13,171 KRW +390 KRW +30 KRW +12,751 KRW/)
    expect((await readBalances()).get(null)?.amount).toBe(420_000)
  })

  test('carries everything over where tax is withheld and nobody knows how much', async () => {
    await withhold('individual', 30, 100)
    await queryRaw(db, 'delete from payees where account_id = $1', [ids.ben])
    await putFile('ads', { b: '50' })
    await close(march)
    const select = async (month: string) => (await selectStatements(db, { month }))[0]
    expect(await select(march)).toMatchObject({
      state: 'details_required',
      payable: { amount: 0 },
      closing: { amount: 69_325_000 },
      lacksDetails: true,
    })
    await insertConfirmedPayee(db, ids.ben ?? 0, 'individual')
    expect(await select(march)).toMatchObject({ state: 'carried_over' })
    await putFile('ads', { b: '1' }, april)
    await close(april)
    expect(await select(april)).toMatchObject({ state: 'awaiting_payment', opening: { amount: 69_325_000 } })
  })

  test('books what came late as corrections that say what they correct', async () => {
    await setFee('ann', '2026-01-01', 200)
    await putFile('ads', { a: '10', '': '1' })
    await close(march)
    const frozen = await selectStatements(db, { month: march })
    await setFee('ann', '2026-02-01', 900)
    await putFile('ads', { a: '7', b: '2', '': '1' })
    await putFile('ads', { b: '3' }, april)
    await close(april)
    const entries = await queryRaw(
      db,
      `select e.account_id as account, e.kind, e.earned_month as month, e.micros, o.micros as corrected
      from ledger_entries e
      left join ledger_entries o on o.id = e.corrects_id
      where e.month = $1
      order by e.earned_month, e.account_id, e.kind`,
      [april],
    )
    expect(entries).toEqual([
      { account: ids.boss, kind: 'fee', month: march, micros: -600_000, corrected: 2_000_000 },
      { account: ids.ann, kind: 'fee', month: march, micros: 600_000, corrected: -2_000_000 },
      { account: ids.ann, kind: 'income', month: march, micros: -3_000_000, corrected: 10_000_000 },
      { account: ids.ben, kind: 'income', month: march, micros: 2_000_000, corrected: null },
      { account: ids.ben, kind: 'income', month: april, micros: 3_000_000, corrected: null },
    ])
    expect(await selectStatements(db, { month: march })).toEqual(frozen)
  })

  test('twice at once books it once', async () => {
    await putFile('ads', { a: '10' })
    const outcomes = await Promise.allSettled([close(march), close(march)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await readBalances()).get(ids.ann ?? 0)?.micros).toBe(10_000_000)
  })

  test('has no entry of another account or month than its statement', async () => {
    await putFile('ads', { a: '10' })
    await close(march)
    for (const [account, month] of [
      ['account_id + 1', 'month'],
      ['account_id', `month - interval '1 month'`],
    ])
      await expect(
        execRaw(
          db,
          `insert into ledger_entries (account_id, kind, month, earned_month, micros, currency, amount, statement_id)
          select ${account}, 'income', ${month}, month, 1, currency, 1, id from statements`,
        ),
      ).rejects.toThrow('ledger_entries_statement_id_account_id_month_fkey')
  })

  test.each(['ledger_entries', 'statements', 'month_parts'])(
    'leaves %s that nobody can change',
    async (table) => {
      await putFile('ads', { a: '10' })
      await close(march)
      for (const statement of [
        `delete from ${table}`,
        `truncate ${table} cascade`,
        `update ${table} set month = month`,
      ])
        await expect(execRaw(db, statement)).rejects.toThrow('cannot be changed')
      if (table !== 'ledger_entries') return
      await execAsOwner(db, `update ledger_entries set amount = amount + 1 where kind = 'income'`)
      const [statement] = await selectStatements(db, { month: march })
      const number = `202603-${String(statement?.id).padStart(6, '0')}`
      expect((await runOperator(db, 'statement', 'show', number)).status).toBe(1)
    },
  )
})

/** Amounts have whole and decimal digits, and may be negative. */
const amount = fc
  .tuple(fc.integer({ min: -300, max: 9_000 }), fc.nat(999_999_999))
  .map(([dollars, decimals]) => `${dollars}.${String(decimals).padStart(9, '0')}`)

const channelNames = ['a', 'b', 'shared', 'free', 'unknown', ''] as const
const incomeSources = ['ads', 'ads_adjustments', 'premium', 'channel_adjustments', 'tax'] as const
const months = [march, april, '2026-05-01']

const file = fc.record({
  owner: fc.constantFrom('main', 'us'),
  month: fc.constantFrom(...months),
  source: fc.constantFrom(...incomeSources),
  amounts: fc.dictionary(fc.constantFrom(...channelNames), amount, { minKeys: 1 }),
})

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('file' as const), file }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('fee' as const),
      member: fc.constantFrom('ann', 'ben'),
      day: fc.nat(90).map((days) => addDays(march, days)),
      permille: fc.integer({ min: 0, max: 1_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('withdraw' as const),
      month: fc.constantFrom(...months),
      source: fc.constantFrom(...incomeSources),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('assign' as const),
      member: fc.constantFrom('ann', 'ben'),
      from: fc.nat(60),
      days: fc.nat(20),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pay' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('withhold' as const),
      payees: fc.constantFrom(...payeeKinds),
      incomeTax: fc.integer({ min: 0, max: 400 }),
      localTax: fc.integer({ min: 0, max: 1_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('payee' as const),
      member: fc.constantFrom('boss', 'ann', 'ben'),
      payee: fc.constantFrom(null, ...payeeKinds),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('minimum' as const),
      won: fc.constantFrom(0, 1, 10_000, 9_000_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('close' as const) }) },
)

async function runStep(drawn: typeof step extends fc.Arbitrary<infer Step> ? Step : never): Promise<void> {
  switch (drawn.kind) {
    case 'file': {
      const { source, amounts, month, owner } = drawn.file
      return putFile(source, amounts, month, owner)
    }
    case 'fee':
      await setFee(drawn.member, drawn.day, drawn.permille)
      return
    case 'withdraw':
      await runOperator(
        db,
        'month',
        'withdraw',
        '--month',
        drawn.month.slice(0, 7),
        '--source',
        drawn.source,
        '--owner',
        'us',
      ).catch((error) => expect(error.message).toMatch(/is closed|There (is|are) no/))
      return
    case 'assign': {
      const from = addDays(march, drawn.from)
      await queryRaw(db, 'delete from assignments where registration_id = $1', [registrations.free])
      await assign('free', drawn.member, from, addDays(from, drawn.days))
      return
    }
    case 'pay': {
      const [waiting] = await selectStatements(db, { state: 'awaiting_payment' })
      if (!waiting) return
      const number = `${waiting.month.slice(0, 7).replace('-', '')}-${String(waiting.id).padStart(6, '0')}`
      await runOperator(db, 'statement', 'pay', number, '--date', '2026-07-01', '--reference', 'x')
      return
    }
    case 'withhold':
      await withhold(drawn.payees, drawn.incomeTax, drawn.localTax)
      return
    case 'payee':
      if (drawn.payee) await insertConfirmedPayee(db, ids[drawn.member] ?? 0, drawn.payee)
      else await queryRaw(db, 'delete from payees where account_id = $1', [ids[drawn.member]])
      return
    case 'minimum':
      await queryRaw(db, 'update sites set payout_minimum = $1', [drawn.won])
      return
    case 'close':
      await closeNext()
  }
}

/** A month before a closed one is not closed by itself any more. */
const isPast = `m.month <= (select max(c.month) from months c where c.state <> 'open')`

async function closeNext(): Promise<void> {
  const [next] = await queryRaw<{ month: string }>(
    db,
    `select m.month::text as month from months m
    where not coalesce(${isPast}, false)
      and exists (select from month_loads l where l.month = m.month and l.state = 'current')
    order by m.month limit 1`,
  )
  if (next) await close(next.month)
}

/** Reads the amounts in YouTube's files for all closed months, in millionths: each source is rounded once. */
const readPaid = async () => {
  const [row] = await queryRaw<{ micros: number }>(
    db,
    `select coalesce(sum(micros), 0)::bigint as micros
    from (
      select round(sum(case l.source when 'tax' then -s.amount else s.amount end) * 1000000) as micros
      from month_loads l
      join month_sums s on s.load_id = l.id
      join months m on m.month = l.month
      where l.state = 'current'
        and ${isPast}
      group by l.month, l.source
    ) x`,
  )
  return row?.micros ?? 0
}

/** Tax is withheld from the payable amount, in whole tens of won, and never from an amount that is carried over. */
function expectTaxedOnce(statement: StatementRow, entries: readonly EntryRow[]): void {
  const taxes = entries.filter(({ kind }) => kind === 'withholding')
  const withheld = -taxes.reduce((sum, { amount }) => sum + amount, 0)
  const gross = statement.payable.amount + withheld
  if (statement.payable.amount === 0) expect(taxes).toEqual([])
  for (const { amount, taxName, taxPermille } of taxes) {
    const incomeTax = -(taxes.find((tax) => tax.taxName === 'income-tax')?.amount ?? 0)
    const base = taxName === 'income-tax' ? gross : incomeTax
    expect(Math.abs(amount) % 10_000).toBe(0)
    const exact = (BigInt(base) * BigInt(taxPermille ?? 0)) / 1_000n
    expect(exact + BigInt(amount)).toBeGreaterThanOrEqual(0n)
    expect(exact + BigInt(amount)).toBeLessThan(10_000n)
  }
  expect(statement.payable.micros).toBeGreaterThanOrEqual(0)
}

async function expectConsistentLedger(): Promise<void> {
  const statements = await selectStatements(db, {})
  expect(new Set(statements.map(({ id }) => id)).size).toBe(statements.length)
  for (const statement of statements) {
    const entries = await selectStatementEntries(db, statement.id)
    expect(isIntact(statement, entries)).toBe(true)
    const lines = entries.reduce((sum, { micros }) => sum + micros, 0)
    expect(statement.opening.micros + statement.payments.micros + lines).toBe(statement.closing.micros)
    expectTaxedOnce(statement, entries)
  }
  const balances = await readBalances()
  for (const account of new Set(statements.map(({ accountId }) => accountId))) {
    const last = statements.findLast(({ accountId }) => accountId === account)
    const [paid] = await queryRaw<{ micros: number; amount: number }>(
      db,
      `select coalesce(sum(micros), 0)::bigint as micros, coalesce(sum(amount), 0)::bigint as amount
      from ledger_entries
      where account_id = $1
        and kind = 'payment'`,
      [account],
    )
    const known = statements
      .filter(({ accountId }) => accountId === account)
      .reduce((sum, { payments }) => sum + payments.micros, 0)
    expect(balances.get(account)?.micros).toBe((last?.closing.micros ?? 0) + (paid?.micros ?? 0) - known)
  }
}

test('whatever is imported, corrected and paid, the ledger has what YouTube paid, to the millionth', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 18 }), async (steps) => {
      const words = ['ann@studio.example=50', 'ben@studio.example=33.3', '--from', '2026-01-01']
      await runOperator(db, 'channel', 'share', String(registrations.shared), ...words)
      const hashes = new Map<number, string>()
      for (const one of [...steps, { kind: 'close' as const }, { kind: 'close' as const }]) {
        await runStep(one)
        for (const { id, sha256 } of await selectStatements(db, {})) {
          expect(hashes.get(id) ?? sha256).toBe(sha256)
          hashes.set(id, sha256)
        }
      }
      // Closes one more month, which books the late files of the others.
      await putFile('ads', { a: '1' }, getMonthStart(march, 3))
      for (let at = 0; at < 4; at++) await closeNext()
      await expectConsistentLedger()
      const [booked] = await queryRaw<{ micros: number }>(
        db,
        `select coalesce(sum(micros), 0)::bigint as micros from ledger_entries where kind <> 'payment'`,
      )
      expect(booked?.micros).toBe(await readPaid())
      const withheld = await queryRaw<{ micros: number; amount: number }>(
        db,
        `select sum(micros)::bigint as micros, sum(amount)::bigint as amount
        from ledger_entries where kind = 'withholding' group by currency`,
      )
      expect(withheld.every(({ micros, amount }) => micros === 0 && amount === 0)).toBe(true)
      await queryRaw(db, 'delete from assignments where registration_id = $1', [registrations.free])
      await queryRaw(db, 'update sites set payout_minimum = null')
      await execAsOwner(
        db,
        'truncate ledger_entries, statements, month_parts, months, month_loads, month_sums, payout_shares, fee_rates, payees, withholding_rates cascade',
      )
    }),
    { numRuns: propertyRuns(30) },
  )
})
