// @module-tag extended
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  closeMonth,
  readMonthClosing,
  releaseMonth,
  reopenMonth,
} from '#contract/settlement/month-closing.ts'
import { readMonth } from '#contract/settlement/months.ts'
import { readStatement } from '#contract/settlement/statement-detail.ts'
import { payStatements } from '#contract/settlement/statement-payments.ts'
import { readBalance, readStatements } from '#contract/settlement/statements.ts'
import { findSite } from '#server/platform/auth/sites.ts'
import { createAccount, createChannel, insertAssignment, signIn } from '#tests/support/accounts.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { insertMonthFile } from '#tests/support/month-sums.ts'
import { runOperator } from '#tests/support/operator.ts'
import { insertConfirmedPayee } from '#tests/support/payees.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { type Person, startFactorApi } from '#tests/support/second-factor.ts'

// These tests cover how the installation's operator sees and closes a month.

let on: Awaited<ReturnType<typeof startFactorApi>>
let operator: Person
let boss: Person
let rival: Person
let registration = 0
let ann = ''
let annId = 0
const krwMicros = 1_400_000_000

beforeAll(async () => {
  on = await startFactorApi()
  await on.reset()
  const { db } = on.api
  operator = await on.createPerson()
  boss = await on.createPerson('manager')
  rival = await on.createPerson('manager')
  await runOperator(db, 'account', 'grant-operator', operator.email, '--site', 'example.test')
  const site = await findSite(db, 'example.test')
  if (!site) throw new Error('There is no site.')
  const members = [
    await createAccount(db, site, 'ann@example.test', boss.networkId),
    await createAccount(db, site, 'ben@example.test', boss.networkId),
  ]
  annId = members[0] ?? 0
  ann = await signIn(on.api, 'ann@example.test')
  registration = await createChannel(db, boss.networkId, channelIdFor('shared'))
  await createChannel(db, rival.networkId, channelIdFor('rivals'))
  await queryRaw(db, 'update sites set payout_minimum = 1')
  for (const member of members) await insertAssignment(db, registration, member)
  await queryRaw(db, `update assignments set assigned_at = '2026-01-01', from_day = '2026-01-01'`)
  await putFile('ads', { shared: '10', rivals: '4', unknown: '2.5', '': '1' })
  await putFile('payment_summary', {})
  await queryRaw(
    db,
    `insert into month_payments (load_id, position, label, amount)
    select id, position, label, amount from month_loads,
      (values (1, 'Ads Revenue', 2020.25), (2, 'Something else', 3)) as p (position, label, amount)
    where source = 'payment_summary'`,
  )
})
afterAll(() => on.api.close())

const putFile = (source: 'ads' | 'payment_summary', amounts: Record<string, string>) =>
  insertMonthFile(on.api.db, {
    month: '2026-03-01',
    source,
    amounts: Object.fromEntries(
      Object.entries(amounts).map(([name, amount]) => [name === '' ? '' : channelIdFor(name), amount]),
    ),
  })

const read = async ({ token }: Person, language = 'en', query: object = {}) =>
  (await on.api.call(readMonthClosing, { token, language, query: { krwMicros, ...query } })).closing

const rate = { krwMicros, reason: 'The bank’s rate.', again: krwMicros as number | null }

/** Explains the obstacles with these keys. */
const explain = (...keys: string[]) => keys.map((obstacle) => ({ obstacle, text: `case of ${obstacle}` }))

const close = async ({ token }: Person, more: object = {}) => {
  const body = { month: '2026-03', draft: 'none', rate, explanations: [], ...more }
  const { status, body: reply } = await on.api.request(closeMonth, { token, body })
  return [status, reply.code]
}

const change = async (endpoint: typeof releaseMonth | typeof reopenMonth, { token }: Person, more = {}) => {
  const { status, body } = await on.api.request(endpoint, { token, body: { month: '2026-03', ...more } })
  return [status, body.code]
}

test('nobody else sees or closes it, nor an operator without a second factor', async () => {
  for (const person of [boss, rival]) {
    expect((await on.api.request(readMonthClosing, person)).status).toBe(403)
    expect(await close(person)).toEqual([403, 'forbidden'])
  }
  expect((await on.api.request(readMonthClosing, operator)).body.code).toBe('second_factor_required')
  expect(await close(operator)).toEqual([403, 'second_factor_required'])
  await on.enrolTotp(operator)
})

test('it is compared with the payment summary, and what is in the way is listed', async () => {
  const closing = await read(operator)
  expect(closing).toMatchObject({
    month: '2026-03',
    state: 'open',
    draft: expect.stringMatching(/^[0-9a-f]{16}$/),
    rates: [
      {
        site: 'example.test',
        currency: 'KRW',
        rule: 'last-day',
        krwMicros,
        day: null,
        ruleKrwMicros: null,
      },
    ],
    explanations: [],
  })
  expect(closing?.owners).toMatchObject([
    {
      owner: 'main',
      agrees: false,
      groups: [
        {
          group: 'ads',
          filesMicros: 17_500_000,
          paidMicros: 2_020_250_000,
          differenceMicros: -2_002_750_000,
        },
      ],
      unknownLines: [{ label: 'Something else', micros: 3_000_000 }],
      withoutChannel: [{ source: 'ads', micros: 1_000_000 }],
      unregistered: [{ channelId: channelIdFor('unknown'), micros: 2_500_000 }],
      unregisteredChannels: 1,
      unregisteredMicros: 2_500_000,
    },
  ])
  expect(closing?.obstacles.map(({ key, canBeExplained, text }) => [key, canBeExplained, text])).toEqual([
    ['difference:main:ads', true, 'main, Ads: the files total $2,002.75 less than was paid.'],
    [
      'unknown-line:main:Something else',
      true,
      'main: no file matches “Something else” of the payment summary.',
    ],
    ['no-tax:main', true, 'main: the file with the tax withheld by YouTube is missing.'],
    [
      `shares:${channelIdFor('shared')}`,
      false,
      `Channel ${channelIdFor('shared').slice(-4)}: from Mar 1, 2026 on, no shares are set for ann and ben.`,
    ],
    ['unregistered', true, expect.stringContaining(`have $2.50: ${channelIdFor('unknown')}.`)],
  ])
  const korean = await read(operator, 'ko')
  expect(korean?.obstacles[0]?.text).toBe('main, 광고: 파일의 금액이 지급된 금액보다 2,002.75달러 적습니다.')
})

test('roles for a site or a content owner see their part of it', async () => {
  const readAs = async (role: 'operator' | 'auditor', ...scope: string[]) => {
    const person = await on.createPerson()
    const grant = ['account', 'grant-operator', person.email, '--site', 'example.test', '--role', role]
    await runOperator(on.api.db, ...grant, ...scope)
    await on.enrolTotp(person)
    const { token } = person
    const reply = await on.api.call(readMonthClosing, { token, query: { month: '2026-03', krwMicros } })
    return { ...reply.closing, arrivals: [...new Set(reply.arrivals.map(({ owner }) => owner))] }
  }
  const whole = await readAs('auditor')
  expect(whole).toMatchObject({ isWhole: true, arrivals: ['main'] })
  expect(whole.summary?.unallocatedMicros).toEqual(expect.any(Number))
  const site = await readAs('auditor', '--for-site', 'example.test')
  expect(site).toMatchObject({ isWhole: false, owners: [], arrivals: [], rates: whole.rates })
  expect(site.obstacles?.map(({ code }) => code)).toEqual(['shares'])
  // Without what is nobody's.
  expect(site.summary).toEqual({ ...whole.summary, incomeMicros: 4_000_000, unallocatedMicros: null })
  const owner = await readAs('operator', '--for-owner', 'main')
  expect(owner).toMatchObject({ rates: [], unpaid: [], jumps: [], shortened: [], summary: null })
  expect([owner.owners, owner.arrivals]).toEqual([whole.owners, ['main']])
  expect(owner.obstacles?.map((one) => ('owner' in one ? one.owner : one.code))).toEqual(
    whole.obstacles?.flatMap((one) => ('owner' in one ? ['main'] : [])),
  )
  const elsewhere = await readAs('operator', '--for-site', 'other.test')
  expect(elsewhere).toMatchObject({ owners: [], rates: [], unpaid: [], jumps: [], arrivals: [] })
  expect(elsewhere.summary).toMatchObject({ statements: 0, incomeMicros: 0, payable: [] })
})

test('managers hear of their own network’s obstacles only', async () => {
  const listOf = async ({ token }: Person) => {
    const query = { month: '2026-03', krwMicros }
    const { obstacles } = await on.api.call(readMonth, { token, language: 'en', query })
    return obstacles.map(({ code }) => code)
  }
  expect(await listOf(boss)).toEqual(['shares'])
  expect(await listOf(rival)).toEqual([])
})

const keys = ['difference:main:ads', 'unknown-line:main:Something else', 'no-tax:main', 'unregistered']

test('it is refused while something is in the way, and closed once each obstacle is explained', async () => {
  const readDraft = async () => (await read(operator))?.draft
  expect(await close(operator, { draft: await readDraft(), explanations: explain(...keys) })).toEqual([
    409,
    'month_obstructed',
  ])
  const old = await readDraft()
  await queryRaw(
    on.api.db,
    `insert into payout_shares (registration_id, from_day, account_id, permille)
    select $1, '2026-03-01', account_id, 500 from assignments where registration_id = $1`,
    [registration],
  )
  expect(await close(operator, { draft: old, explanations: explain(...keys) })).toEqual([
    409,
    'draft_changed',
  ])
  const draft = await readDraft()
  const given = { draft, explanations: explain(...keys) }
  for (const missing of keys)
    expect(
      await close(operator, { draft, explanations: explain(...keys.filter((key) => key !== missing)) }),
    ).toEqual([409, 'month_obstructed'])
  expect(await close(operator, { ...given, month: '2026-04' })).toEqual([404, 'not_found'])
  expect(await close(operator, { ...given, rate: { ...rate, krwMicros: 0 } })).toEqual([422, 'invalid'])
  expect(await close(operator, { ...given, rate: { ...rate, again: null } })).toEqual([422, 'invalid'])
  expect(await close(operator, { ...given, rate: null })).toEqual([409, 'month_obstructed'])
  const before = await read(operator)
  expect(await close(operator, given)).toEqual([200, undefined])
  expect(await close(operator, given)).toEqual([409, 'month_closed'])
  const closed = await read(operator)
  expect(closed).toMatchObject({
    state: 'closed',
    obstacles: [],
    rateReason: rate.reason,
    draft: null,
    canReopen: true,
    needsOtherPerson: false,
  })
  expect(closed?.explanations.map(({ text, obstacle }) => [text, obstacle?.text])).toEqual(
    keys.map((key) => [`case of ${key}`, before?.obstacles.find((one) => one.key === key)?.text]),
  )
  expect(closed?.summary).toEqual(before?.summary)
  expect(closed?.summary).toMatchObject({
    incomeMicros: 17_500_000,
    membersMicros: 10_000_000,
    networksMicros: 4_000_000,
    unallocatedMicros: 3_500_000,
  })
})

const readAnn = async () => (await on.api.call(readStatements, { token: ann })).statements

test('members see, and managers pay, nothing before it is released', async () => {
  await insertConfirmedPayee(on.api.db, annId)
  expect(await readAnn()).toEqual([])
  expect((await on.api.call(readBalance, { token: ann })).balance).toBe(0)
  const month = await on.api.call(readMonth, { token: boss.token, query: { month: '2026-03' } })
  const row = month.rows.find(({ account }) => account.id === annId)
  expect(row).toMatchObject({ net: 7_000_000, state: 'awaiting_payment' })
  const payments = [{ statementId: row?.statementId ?? 0, paidOn: '2026-05-01', reference: 'Bank 1' }]
  const paid = await on.api.request(payStatements, { token: boss.token, body: { payments } })
  expect(paid.body.fields).toMatchObject({ 'payments.0.statementId': { code: 'statement_unreleased' } })
  expect(await queryRaw(on.api.db, `select from mails where kind = 'statement'`)).toEqual([])
  expect(
    (await on.api.request(readStatement, { token: ann, query: { id: row?.statementId ?? 0 } })).status,
  ).toBe(404)
})

test('it is opened again without a trace in people’s statements, until it is released', async () => {
  const reason = 'The rate was mistyped.'
  expect(await change(reopenMonth, boss, { reason })).toEqual([403, 'forbidden'])
  expect(await change(reopenMonth, operator, { reason })).toEqual([200, undefined])
  expect(await change(reopenMonth, operator, { reason })).toEqual([409, 'month_not_closed'])
  expect(await change(releaseMonth, operator)).toEqual([409, 'month_not_closed'])
  expect(await queryRaw(on.api.db, 'select from ledger_entries')).toEqual([])
  expect(await queryRaw(on.api.db, 'select from statements')).toEqual([])
  expect(await queryRaw(on.api.db, 'select from month_parts')).toEqual([])
  const opened = await read(operator)
  expect(opened).toMatchObject({ state: 'open', explanations: [], closedAt: null })
  expect(await close(operator, { draft: opened?.draft, explanations: explain(...keys) })).toEqual([
    200,
    undefined,
  ])
})

test('it is released by somebody else where the site says so', async () => {
  await queryRaw(on.api.db, `update sites set needs_other_person = true where domain = 'example.test'`)
  expect((await read(operator))?.needsOtherPerson).toBe(true)
  expect(await change(releaseMonth, operator)).toEqual([409, 'other_person_required'])
  expect((await runOperator(on.api.db, 'month', 'release', '--month', '2026-03')).text).toBe(
    '2026-03 released: 3 statements',
  )
  expect(await change(releaseMonth, operator)).toEqual([409, 'month_released'])
  expect(await change(reopenMonth, operator, { reason: 'Too late.' })).toEqual([409, 'month_released'])
  expect(await readAnn()).toMatchObject([{ month: '2026-03', net: 7_000_000, state: 'awaiting_payment' }])
  expect(
    await queryRaw(on.api.db, `select action, actor from audit_log where subject = 'month' order by id`),
  ).toEqual([
    { action: 'closeMonth', actor: 'account' },
    { action: 'reopenMonth', actor: 'account' },
    { action: 'closeMonth', actor: 'account' },
    { action: 'month release', actor: 'operator' },
  ])
})
