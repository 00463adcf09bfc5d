import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { exportMonth, readMonth, readMonths, stateCountKeys } from '#contract/settlement/months.ts'
import { exportMovements, readMovements } from '#contract/settlement/movements.ts'
import { exportStatement, readStatement } from '#contract/settlement/statement-detail.ts'
import { exportPayments, importPayments, payStatements } from '#contract/settlement/statement-payments.ts'
import { readBalance, readStatements, statementStates } from '#contract/settlement/statements.ts'
import { createDraftReader } from '#server/settlement/closing/draft-reader.ts'
import {
  createAccount,
  createChannel,
  createSite,
  findPerson,
  insertAssignment,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelIdFor, insertFacts, videoIdFor } from '#tests/support/facts.ts'
import { insertMonthFile, type MonthFile } from '#tests/support/month-sums.ts'
import { closeAndRelease } from '#tests/support/months.ts'
import { insertConfirmedPayee } from '#tests/support/payees.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'

const krwMicros = 1_400_000_000
const march = '2026-03-01'
const april = '2026-04-01'
const may = '2026-05-01'
const now = new Date('2026-06-20T12:00:00Z')

let api: Api
const ids: Record<string, number> = {}
const tokens: Record<string, string> = {}

beforeAll(async () => {
  api = await startApi()
  api.clock.now = now
  const { db } = api
  const site = await createSite(db)
  const elsewhere = await createSite(db, 'elsewhere.test', true)
  const people = [
    ['boss', site, undefined, true],
    ['ann', site, 'boss', false],
    ['ben', site, 'boss', false],
    ['cat', site, 'boss', false],
    ['rival', site, undefined, true],
    ['rita', site, 'rival', false],
    ['alone', site, undefined, false],
    ['stranger', elsewhere, undefined, true],
  ] as const
  for (const [name, where, network, isManager] of people) {
    ids[name] = await createAccount(db, where, `${name}@example.test`, network && ids[network], isManager)
    tokens[name] = await signIn(api, `${name}@example.test`, where.domain)
  }
  const channels = { a: 'ann', b: 'ben', own: 'boss', r: 'rita', l: 'alone', s: 'stranger', c: 'cat' }
  const networks = { r: 'rival', l: 'alone', s: 'stranger' } as Record<string, string>
  for (const [channel, person] of Object.entries(channels)) {
    const registration = await createChannel(db, id(networks[channel] ?? 'boss'), channelIdFor(channel))
    if (!['boss', 'alone', 'stranger'].includes(person)) await insertAssignment(db, registration, id(person))
  }
  await queryRaw(db, `update assignments set assigned_at = '2026-01-01', from_day = '2026-01-01'`)
  await queryRaw(
    db,
    `insert into fee_rates (account_id, from_day, permille) values ($1, '2026-01-01', 200)`,
    [ids.ann],
  )
  await queryRaw(db, `insert into exchange_rates (day, krw_micros) values ('2026-05-31', 1500000000)`)
  for (const name of ['ann', 'ben', 'rita']) await insertConfirmedPayee(db, id(name))
  await insertFacts(
    db,
    ['a', 'b', 'own'].map((channel) => ({
      day: '2026-04-10',
      channelId: channelIdFor(channel),
      videoId: videoIdFor(channel),
      country: 'KR',
      views: 10,
      premiumViews: 1,
      revenueMicros: 20_000_000,
      premiumRevenueMicros: 0,
    })),
  )
  await putFile('ads', { a: '10', b: '3', own: '2', r: '40', l: '9', s: '70', c: '30', nobody: '5' })
  await putFile('premium', { a: '1.5', own: '1' })
  await putFile('ads_adjustments', { a: '-0.25' })
  await putFile('tax', { a: '1' })
  await close(march)
  await queryRaw(
    db,
    `insert into payout_shares (registration_id, from_day, account_id, permille)
    select c.registration_id, s.day::date, s.account_id, s.permille
    from channels c,
      (values ('2026-04-01', $2::integer, 750), ('2026-04-01', $3, 250), ('2026-05-01', $2, 1000)) s (day, account_id, permille)
    where c.channel_id = $1`,
    [channelIdFor('b'), ids.ben, ids.cat],
  )
  await putFile('ads', { a: '8', b: '3', own: '2', r: '40', l: '9', s: '70', c: '30' })
  await putFile('ads', { a: '20', b: '9', r: '1' }, april)
  await closeByRule(april, '2026-04-30')
  await putFile('ads', { a: '5', b: '4', own: '1' }, may)
})
afterAll(() => api.close())

const id = (name: string) => ids[name] ?? 0

const putFile = (source: MonthFile['source'], amounts: Record<string, string>, month = march) =>
  insertMonthFile(api.db, {
    month,
    source,
    amounts: Object.fromEntries(
      Object.entries(amounts).map(([name, amount]) => [channelIdFor(name), amount]),
    ),
  })

const close = (month: string) =>
  closeAndRelease(api.db, { month, krwMicros, now, explanation: 'There is no payment summary.' })

/** Takes the stored rate of the month's last day, which no estimate uses. */
async function closeByRule(month: string, day: string): Promise<void> {
  await queryRaw(api.db, `insert into exchange_rates (day, krw_micros) values ($1, $2)`, [day, krwMicros])
  await closeAndRelease(api.db, { month, now, explanation: 'There is no payment summary.' })
  await queryRaw(api.db, `delete from exchange_rates where day = $1`, [day])
}

const as = (name: string) => ({
  token: tokens[name] ?? '',
  domain: name === 'stranger' ? 'elsewhere.test' : 'example.test',
})

const readOwn = (name: string) => api.call(readStatements, as(name))

const findStatement = async (name: string, month: string) => {
  const found = (await readOwn(name)).statements.find((one) => one.month === month)
  if (!found) throw new Error('There is no such statement.')
  return found
}

const ask = async (endpoint: Endpoint, who: string, options: object) => {
  const { status, body } = await api.request(endpoint, { ...as(who), ...options })
  return [status, body?.code]
}

/** Sums the ledger by kind and by whether an entry is a correction, independently of the product. */
const sumLedger = (statementId: number) =>
  queryRaw<{ kind: string; corrected: boolean; amount: number }>(
    api.db,
    `select kind, earned_month <> month as corrected, sum(amount)::bigint as amount
    from ledger_entries where statement_id = $1 and kind <> 'payment'
    group by 1, 2 order by 1, 2`,
    [statementId],
  )

describe('statements', () => {
  test('have the sums of the ledger, newest first', async () => {
    const own = await readOwn('ann')
    expect(own.account).toEqual({
      id: ids.ann,
      nickname: 'ann',
      email: 'ann@example.test',
      isNetwork: false,
    })
    expect(own.statements.map(({ month }) => month)).toEqual(['2026-04', '2026-03'])
    const [later, first] = own.statements
    expect(first).toMatchObject({
      number: `202603-${String(first?.id).padStart(6, '0')}`,
      opening: 0,
      payments: 0,
      income: 16_100_000,
      adjustments: -350_000,
      tax: -1_400_000,
      // 20 % of 10.25 dollars
      fee: -2_870_000,
      corrections: 0,
      net: 11_480_000,
      withholding: 0,
      closing: 11_480_000,
      payable: 11_480_000,
      state: 'awaiting_payment',
      paidOn: null,
    })
    expect(await sumLedger(first?.id ?? 0)).toEqual([
      { kind: 'adjustment', corrected: false, amount: -350_000 },
      { kind: 'fee', corrected: false, amount: -2_870_000 },
      { kind: 'income', corrected: false, amount: 16_100_000 },
      { kind: 'tax', corrected: false, amount: -1_400_000 },
    ])
    expect(later).toMatchObject({
      opening: 11_480_000,
      income: 28_000_000,
      fee: -5_600_000,
      // March has 2 dollars less, of which the network kept 20 %.
      corrections: -2_240_000,
      net: 20_160_000,
      closing: 31_640_000,
      payable: 20_160_000,
    })
    expect(own).toMatchObject({ balance: 31_640_000, awaiting: 31_640_000, minimum: 10_000_000 })
    expect(await api.call(readBalance, as('ann'))).toMatchObject({ balance: 31_640_000 })
  })

  test('are carried over, or lack details', async () => {
    expect((await findStatement('ben', '2026-03')).state).toBe('carried_over')
    expect(await findStatement('cat', '2026-03')).toMatchObject({
      state: 'details_required',
      payable: 42_000_000,
    })
    expect((await findStatement('stranger', '2026-03')).payable).toBe(70_000_000)
  })

  test('tell each line, what it corrects, and the months before', async () => {
    const { id: marchId, number } = await findStatement('ann', '2026-03')
    const { id: aprilId } = await findStatement('ann', '2026-04')
    const { statement } = await api.call(readStatement, { ...as('ann'), query: { id: aprilId } })
    expect(statement).toMatchObject({
      krwMicros,
      minimum: 10_000_000,
      currency: 'KRW',
      previousId: marchId,
      nextId: null,
      fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
      closedAt: now.toISOString(),
      feeLines: [{ permille: 200, amount: -5_600_000 }],
      withholdingLines: [],
      recentPayments: [],
    })
    const channel = { channelId: channelIdFor('a'), name: `Channel ${channelIdFor('a').slice(-4)}` }
    expect(statement.incomeLines).toMatchObject({
      amount: 28_000_000,
      lines: [{ ...channel, amount: 28_000_000, sources: [{ source: 'ads', amount: 28_000_000 }] }],
      omitted: { count: 0, amount: 0 },
    })
    expect(statement.correctionLines.lines).toMatchObject([
      { ...channel, kind: 'income', source: 'ads', earnedMonth: '2026-03', amount: -2_800_000 },
      { ...channel, kind: 'fee', source: null, amount: 560_000 },
    ])
    for (const { corrects } of statement.correctionLines.lines)
      expect(corrects).toEqual({ statementId: marchId, number })
    expect(statement.comparisons.slice(0, 3)).toEqual([
      // 20 dollars at the month's rate, less 20 %
      { month: '2026-04', days: 30, coveredDays: 1, estimated: 22_400_000, final: 22_400_000 },
      { month: '2026-03', days: 31, coveredDays: 0, estimated: null, final: 11_480_000 },
      { month: '2026-02', days: 28, coveredDays: 0, estimated: null, final: null },
    ])
    const { id: catsId } = await findStatement('cat', '2026-04')
    const shared = await api.call(readStatement, { ...as('cat'), query: { id: catsId } })
    // 25 % of Ben's channel
    expect(shared.statement.comparisons[0]).toMatchObject({ estimated: 7_000_000, final: 3_150_000 })
    const before = await api.call(readStatement, { ...as('ann'), query: { id: marchId } })
    expect(before.statement).toMatchObject({
      adjustmentLines: { amount: -350_000, lines: [{ source: 'ads_adjustments', amount: -350_000 }] },
      taxLines: { amount: -1_400_000, lines: [channel] },
      nextId: aprilId,
    })
    expect(before.statement.incomeLines.lines[0]?.sources).toEqual([
      { source: 'ads', amount: 14_000_000 },
      { source: 'premium', amount: 2_100_000 },
    ])
  })

  test('of a network are its fees and the channels that are nobody’s', async () => {
    const { id: own } = await findStatement('boss', '2026-03')
    const { statement } = await api.call(readStatement, { ...as('boss'), query: { id: own } })
    expect(statement).toMatchObject({ income: 4_200_000, fee: 2_870_000, net: 7_070_000, comparisons: [] })
    expect(statement.account).toMatchObject({ isNetwork: true })
  })

  test('of members are the manager’s to see, and nobody else’s', async () => {
    const query = { query: { id: (await findStatement('ann', '2026-03')).id } }
    const member = { query: { member: id('ann') } }
    for (const [who, status, code] of [
      ['ann', 200, undefined],
      ['boss', 200, undefined],
      ['ben', 404, 'not_found'],
      ['rival', 404, 'not_found'],
      ['rita', 404, 'not_found'],
      ['alone', 404, 'not_found'],
      ['stranger', 404, 'not_found'],
    ] as const) {
      expect([who, ...(await ask(readStatement, who, query))]).toEqual([who, status, code])
      expect([who, ...(await ask(exportStatement, who, query))]).toEqual([who, status, code])
    }
    for (const endpoint of [readStatements, readBalance, readMovements, exportMovements])
      for (const [who, status] of [
        ['boss', 200],
        ['ben', 403],
        ['alone', 403],
        ['rival', 404],
        ['stranger', 404],
      ] as const)
        expect([endpoint.name, who, (await ask(endpoint, who, member))[0]]).toEqual([
          endpoint.name,
          who,
          status,
        ])
    const seen = await api.call(readStatements, { ...as('boss'), ...member })
    expect(seen.statements).toEqual((await readOwn('ann')).statements)
    expect(await ask(readStatements, 'boss', { query: { member: 2 ** 40 } })).toEqual([404, 'not_found'])
  })

  test('are files with every entry', async () => {
    const { id: own, number } = await findStatement('ann', '2026-04')
    const { body, headers } = await api.request(exportStatement, {
      ...as('ann'),
      language: 'en',
      query: { id: own },
    })
    expect(headers.get('Content-Disposition')).toContain(`statement_example.test_${number}.csv`)
    const [header, ...rows] = body.trim().split('\r\n')
    expect(header).toBe(
      'Entry number,Type,Month earned,Source,Channel ID,Channel,Fee rate (%),Amount (USD),Amount (KRW),Currency,Corrected entry number',
    )
    expect(rows).toHaveLength(4)
    const amounts = rows.map((row: string) => Number(row.split(',')[8]))
    expect(amounts.reduce((sum: number, amount: number) => sum + amount, 0)).toBeCloseTo(20_160)
    expect(rows.find((row: string) => row.includes('Corrections,2026-03,Ads'))).toMatch(
      /,-2\.000000,-2800\.000,KRW,\d+$/,
    )
  })
})

describe('a month', () => {
  const readClosed = (who: string, query: object = {}) =>
    api.call(readMonth, { ...as(who), query: { month: '2026-03', ...query } })

  test('has a row for each member and for the network, with the sums of their statements', async () => {
    const month = await readClosed('boss')
    expect(month).toMatchObject({ currency: 'KRW', state: 'released', krwMicros, rateDay: null, total: 3 })
    expect(month.rows.map(({ account }) => account.nickname)).toEqual(['ann', 'ben', 'cat'])
    const { month: _, id: statementId, ...ann } = await findStatement('ann', '2026-03')
    expect(month.rows[0]).toMatchObject({ statementId, ...ann })
    expect(month.network).toMatchObject({ net: 7_070_000, account: { nickname: 'boss' } })
    expect(month.totals).toMatchObject({ net: 57_680_000, fee: -2_870_000 })
    expect(month.states).toMatchObject({ carriedOver: 1, awaitingPayment: 1, paid: 0, detailsRequired: 1 })
    expect(month.reconciliation.sources).toEqual([
      { source: 'ads', amount: 63_000_000 },
      { source: 'ads_adjustments', amount: -350_000 },
      { source: 'premium', amount: 3_500_000 },
      { source: 'tax', amount: -1_400_000 },
    ])
    const found = await readClosed('boss', { search: 'cat' })
    expect([found.total, found.totals]).toEqual([1, month.totals])
    for (const state of statementStates)
      expect((await readClosed('boss', { state })).total).toBe(month.states[stateCountKeys[state]])
    expect((await readClosed('boss', { page: 1, size: 2 })).rows).toEqual(month.rows.slice(2))
  })

  test('is compared with the estimates of the network’s channels', async () => {
    const { reconciliation } = await readClosed('boss', { month: '2026-04' })
    expect(reconciliation).toMatchObject({
      coveredDays: 1,
      days: 30,
      final: 40_600_000,
      estimated: 90_000_000,
    })
    expect(
      reconciliation.channels.map(({ channelId, final, estimated }) => [channelId, final, estimated]),
    ).toEqual([
      [channelIdFor('own'), 0, 30_000_000],
      [channelIdFor('b'), 12_600_000, 30_000_000],
      [channelIdFor('a'), 28_000_000, 30_000_000],
    ])
  })

  test('shows another network only its own', async () => {
    const month = await readClosed('rival')
    expect(month.rows.map(({ account }) => account.nickname)).toEqual(['rita'])
    expect(month.reconciliation.sources).toEqual([{ source: 'ads', amount: 56_000_000 }])
    const text = JSON.stringify([month, await api.call(readMonths, as('rival'))])
    for (const told of ['ann@', 'boss@', channelIdFor('a'), '11480000', '7070000'])
      expect(text).not.toContain(told)
    expect(await ask(readMonth, 'ann', { query: { month: '2026-03' } })).toEqual([403, 'forbidden'])
    expect(await ask(readMonth, 'boss', { query: { month: '2025-01' } })).toEqual([404, 'not_found'])
  })

  test('that is open is a draft at the newest rate, or at a given one', async () => {
    const draft = await readClosed('boss', { month: '2026-05' })
    expect(draft).toMatchObject({ state: 'open', krwMicros: 1_500_000_000, rateDay: '2026-05-31' })
    expect(
      draft.rows.map(({ account, net, state, statementId }) => [account.nickname, net, state, statementId]),
    ).toEqual([
      ['ann', 6_000_000, 'carried_over', null],
      ['ben', 6_000_000, 'carried_over', null],
      ['cat', 0, 'carried_over', null],
    ])
    expect(draft.obstacles).toEqual([])
    const given = await readClosed('boss', { month: '2026-05', krwMicros: 1_000_000_000 })
    expect([given.rateDay, given.rows[0]?.income]).toEqual([null, 5_000_000])
    expect(given.reconciliation.sources).toEqual([{ source: 'ads', amount: 10_000_000 }])
  })

  test('is listed with its balances', async () => {
    const { months } = await api.call(readMonths, as('boss'))
    expect(months.map(({ month, state }) => [month, state])).toEqual([
      ['2026-05', 'open'],
      ['2026-04', 'released'],
      ['2026-03', 'released'],
    ])
    expect(months[0]).toMatchObject({ members: null, network: null, states: null })
    expect(months[2]).toMatchObject({
      members: { opening: 0, net: 57_680_000, closing: 57_680_000, payable: 53_480_000 },
      network: { net: 7_070_000 },
      states: { carriedOver: 1, awaitingPayment: 1, paid: 0, detailsRequired: 1 },
    })
  })

  test('is a file, with the network last', async () => {
    const { body } = await api.request(exportMonth, {
      ...as('boss'),
      language: 'en',
      query: { month: '2026-03' },
    })
    const rows = body.trim().split('\r\n')
    expect(rows).toHaveLength(5)
    expect(rows[1]).toMatch(
      /^202603-\d{6},ann,ann@example.test,0\.000,0\.000,16100\.000,-350\.000,-1400\.000,-2870\.000,/,
    )
    expect(rows[4]).toContain(',boss,')
  })

  test.each([
    ['en', '2026-05', 'monthly-closing_example.test_2026-05_Draft.csv'],
    ['ko', '2026-05', '월-정산_example.test_2026-05_초안.csv'],
    ['ko', '2026-03', '월-정산_example.test_2026-03.csv'],
  ])('is a file whose name in %s says that %s is a draft if it is', async (language, month, name) => {
    const { headers } = await api.request(exportMonth, { ...as('boss'), language, query: { month } })
    expect(decodeURIComponent(headers.get('Content-Disposition') ?? '')).toContain(name)
  })
})

test('a draft of a month that was closed meanwhile is refused', async () => {
  const readDraft = createDraftReader(api.db, () => now)
  await expect(readDraft({ month: march, krwMicros })).rejects.toMatchObject({ code: 'month_closed' })
  await expect(readDraft({ month: '2019-01-01', krwMicros })).rejects.toMatchObject({ code: 'not_found' })
})

describe('payments', () => {
  const pay = (who: string, payments: object[]) =>
    api.request(payStatements, { ...as(who), body: { payments } })
  const upload = (who: string, file: string) => api.request(importPayments, { ...as(who), body: { file } })
  const row = async (name: string, more: object = {}) => ({
    statementId: (await findStatement(name, '2026-03')).id,
    paidOn: '2026-04-25',
    reference: 'Bank 1',
    ...more,
  })
  const countPayments = () => queryRaw(api.db, `select from ledger_entries where kind = 'payment'`)

  test.each([
    ['of nobody', 'rita', {}, [404, 'payments.1.statementId', 'statement_missing']],
    ['of the network itself', 'boss', {}, [404, 'payments.1.statementId', 'statement_missing']],
    ['that is carried over', 'ben', {}, [422, 'payments.1.statementId', 'statement_carried_over']],
    ['without details', 'cat', {}, [422, 'payments.1.statementId', 'statement_details']],
    ['twice', 'ann', {}, [422, 'payments.1.statementId', 'statement_repeated']],
  ])('of a statement %s are refused as a whole', async (_, name, more, [status, field, code]) => {
    const { body, ...reply } = await pay('boss', [await row('ann'), await row(name, more)])
    expect(reply.status).toBe(status)
    expect(
      Object.entries(body.fields).map(([key, value]) => [key, (value as { code: string }).code]),
    ).toEqual([[field, code]])
    expect(await countPayments()).toEqual([])
  })

  test.each([
    [{ paidOn: '2026-02-30' }, 'payments.0.paidOn', 'paid_on_invalid'],
    [{ paidOn: '2026-06-22' }, 'payments.0.paidOn', 'paid_on_future'],
    [{ paidOn: '2026-03-31' }, 'payments.0.paidOn', 'paid_on_early'],
    [{ reference: ' ' }, 'payments.0.reference', 'reference_required'],
    [{ reference: 'a\u0007' }, 'payments.0.reference', 'reference_characters'],
    [{ reference: 'a'.repeat(201) }, 'payments.0.reference', 'reference_length'],
  ])('%j is refused', async (more, field, code) => {
    const { status, body } = await pay('boss', [await row('ann', more)])
    expect([status, body.fields[field]?.code]).toEqual([422, code])
  })

  test('are not for members and other managers', async () => {
    expect((await pay('ann', [await row('ann')])).status).toBe(403)
    expect((await pay('rival', [await row('ann')])).status).toBe(404)
    expect(await countPayments()).toEqual([])
  })

  test('of a file name the lines that are wrong', async () => {
    const { number } = await findStatement('ann', '2026-03')
    const head = 'Statement number,Paid on,Payment reference'
    const upper = await upload('boss', `${head}\n${number},2026-04-25,x\n\n202603-999999,2026-04-25,x`)
    expect([upper.status, Object.keys(upper.body.fields)]).toEqual([404, ['lines.4']])
    const lower = await upload(
      'boss',
      `${head}\n${number},25.04.2026,x\n${number},2026-04-25,\nfoo,2026-04-25,x`,
    )
    expect(
      Object.entries(lower.body.fields).map(([key, value]) => [key, (value as { code: string }).code]),
    ).toEqual([
      ['lines.2', 'paid_on_invalid'],
      ['lines.3', 'reference_required'],
      ['lines.4', 'statement_missing'],
    ])
    expect((await upload('boss', 'Number,Day\n1,2')).body.fields.file.code).toBe('payments_columns')
    expect((await upload('boss', `${head}\n"${number},2026-04-25,x`)).body.fields.file.code).toBe(
      'payments_csv',
    )
    expect((await upload('rival', `${head}\n${number},2026-04-25,x`)).status).toBe(404)
    expect((await upload('boss', 'a'.repeat(600_000))).status).toBe(413)
    expect(await countPayments()).toEqual([])
  })

  test.each(['ko', 'en', 'zh-CN', 'zh-TW'])('are a list in %s that is read back', async (language) => {
    const list = await api.request(exportPayments, { ...as('boss'), language, query: { month: '2026-03' } })
    const { number } = await findStatement('ann', '2026-03')
    const [header, ...rows] = (list.body as string).trim().split('\r\n')
    expect(rows).toEqual(
      language === 'ko'
        ? [`${number},ann,ann@example.test,11480.000,KRW,Kim,KB국민은행,1102-2233-3444,,`]
        : rows,
    )
    const filled = `${number};ann;ann@example.test;11480;KRW;Kim;KB국민은행;1102-2233-3444;2026. 4. 25.;"Bank; 1"`
    const file = [header?.replaceAll(',', ';'), filled, `${number};;;;;;`, ''].join('\r\n')
    const { status, body } = await upload('boss', file)
    const isFirst = language === 'ko'
    expect([status, body.paid, body.unchanged, body.ignored]).toEqual([
      200,
      Number(isFirst),
      Number(!isFirst),
      1,
    ])
    expect(await countPayments()).toHaveLength(1)
  })

  test('have account numbers in the list, which were read', async () => {
    expect(
      await queryRaw(
        api.db,
        `select subject_id, detail ->> 'version' as version from audit_log where action = 'exportPayments'`,
      ),
    ).toEqual([{ subject_id: String(id('ann')), version: '1' }])
  })

  test('are on the statement, on the ledger and in the record of changes', async () => {
    const paid = await findStatement('ann', '2026-03')
    expect(paid).toMatchObject({ state: 'paid', paidOn: '2026-04-25', reference: 'Bank; 1' })
    const again = await pay('boss', [await row('ann', { reference: 'Bank 2' })])
    expect(again.body.fields['payments.0.statementId'].code).toBe('statement_paid')
    const { movements, balance } = await api.call(readMovements, as('ann'))
    expect(movements.map(({ kind, month, amount }) => [kind, month, amount])).toEqual([
      ['payment', '2026-03', -11_480_000],
      ['correction', '2026-04', -2_240_000],
      ['fee', '2026-04', -5_600_000],
      ['income', '2026-04', 28_000_000],
      ['fee', '2026-03', -2_870_000],
      ['tax', '2026-03', -1_400_000],
      ['adjustment', '2026-03', -350_000],
      ['income', '2026-03', 16_100_000],
    ])
    expect([balance, movements[0]?.balance, movements[0]?.reference]).toEqual([
      20_160_000,
      20_160_000,
      'Bank; 1',
    ])
    const { statement } = await api.call(readStatement, { ...as('ann'), query: { id: paid.id } })
    expect(statement.recentPayments).toMatchObject([{ number: paid.number, amount: 11_480_000 }])
    const audit = await queryRaw(
      api.db,
      `select action, actor_id as actor, subject_id as subject, detail->'after'->>'reference' as reference
      from audit_log where subject = 'statement'`,
    )
    expect(audit).toEqual([
      {
        action: 'importPayments',
        actor: await findPerson(api.db, 'boss@example.test'),
        subject: paid.number,
        reference: 'Bank; 1',
      },
    ])
    const file = await api.request(exportMovements, { ...as('ann'), language: 'en' })
    expect(file.body.trim().split('\r\n').at(-1)).toMatch(
      /,Payment,-11480\.000,20160\.000,2026-04-25,Bank; 1,KRW$|"Bank; 1"/,
    )
  })

  test('of a removed member are still the manager’s', async () => {
    await queryRaw(
      api.db,
      `update accounts set removed_at = now(), email = null, nickname = null where id = $1`,
      [ids.ben],
    )
    const { statements, account } = await api.call(readStatements, {
      ...as('boss'),
      query: { member: id('ben') },
    })
    expect(account).toMatchObject({ nickname: null, email: null })
    const april = statements.find(({ month }) => month === '2026-04')
    expect(april).toMatchObject({ state: 'awaiting_payment', payable: 13_650_000 })
    const { statement } = await api.call(readStatement, { ...as('boss'), query: { id: april?.id ?? 0 } })
    expect(statement.comparisons[0]).toMatchObject({ estimated: null, final: 9_450_000 })
    const payment = { statementId: april?.id, paidOn: '2026-05-25', reference: 'Last' }
    expect((await pay('boss', [payment])).body).toMatchObject({ paid: 1, unchanged: 0 })
    expect((await pay('boss', [payment])).body).toMatchObject({ paid: 0, unchanged: 1 })
  })
})
