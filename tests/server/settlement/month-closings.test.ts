// @module-tag extended
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeMonth, readMonthClosing } from '#contract/settlement/month-closing.ts'
import { readMonth } from '#contract/settlement/months.ts'
import { findSite } from '#server/platform/auth/sites.ts'
import { createAccount, createChannel, insertAssignment } from '#tests/support/accounts.ts'
import { channelIdFor } from '#tests/support/facts.ts'
import { insertMonthFile } from '#tests/support/month-sums.ts'
import { runOperator } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { type Person, startFactorApi } from '#tests/support/second-factor.ts'

// These tests cover how the installation's operator sees and closes a month.

let on: Awaited<ReturnType<typeof startFactorApi>>
let operator: Person
let boss: Person
let rival: Person
let registration = 0
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
    await createAccount(db, site, 'ann@example.test', boss.id),
    await createAccount(db, site, 'ben@example.test', boss.id),
  ]
  registration = await createChannel(db, boss.id, channelIdFor('shared'))
  await createChannel(db, rival.id, channelIdFor('rivals'))
  for (const member of members) await insertAssignment(db, registration, member)
  await queryRaw(db, `update assignments set assigned_at = '2026-01-01'`)
  await putFile('ads', { shared: '10', rivals: '4', unknown: '2.5', '': '1' })
  await putFile('payment_summary', {})
  await queryRaw(
    db,
    `insert into month_payments (load_id, position, label, amount)
    select id, position, label, amount from month_loads,
      (values (1, 'Ads Revenue', 20.25), (2, 'Something else', 3)) as p (position, label, amount)
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

const close = async ({ token }: Person, more: object = {}) => {
  const body = { month: '2026-03', krwMicros, explanation: null, ...more }
  const { status, body: reply } = await on.api.request(closeMonth, { token, body })
  return [status, reply.code]
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
    krwMicros,
    rateDay: null,
    explanation: null,
  })
  expect(closing?.owners).toMatchObject([
    {
      owner: 'main',
      agrees: false,
      groups: [
        { group: 'ads', filesMicros: 17_500_000, paidMicros: 20_250_000, differenceMicros: -2_750_000 },
      ],
      unknownLines: [{ label: 'Something else', micros: 3_000_000 }],
      withoutChannel: [{ source: 'ads', micros: 1_000_000 }],
      unregistered: [{ channelId: channelIdFor('unknown'), micros: 2_500_000 }],
      unregisteredChannels: 1,
      unregisteredMicros: 2_500_000,
    },
  ])
  expect(closing?.obstacles.map(({ code, canBeExplained, text }) => [code, canBeExplained, text])).toEqual([
    ['difference', true, 'main: Ads: the files have 2.75 dollars less than was paid.'],
    ['unknown-line', true, 'main: no file corresponds to “Something else” of the payment summary.'],
    [
      'shares',
      false,
      `Channel ${channelIdFor('shared').slice(-4)}: from 2026-03-01 on, no shares are set for ann and ben.`,
    ],
  ])
  const korean = await read(operator, 'ko')
  expect(korean?.obstacles[0]?.text).toBe('main: 광고 파일의 합계가 지급된 금액보다 2.75달러 적습니다.')
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

test('it is refused while something is in the way, and closed once it is explained', async () => {
  const explanation = 'YouTube case 123'
  expect(await close(operator, { explanation })).toEqual([409, 'month_obstructed'])
  await queryRaw(
    on.api.db,
    `insert into payout_shares (registration_id, from_day, account_id, permille)
    select $1, '2026-03-01', account_id, 500 from assignments where registration_id = $1`,
    [registration],
  )
  expect(await close(operator)).toEqual([409, 'month_obstructed'])
  expect(await close(operator, { month: '2026-04', explanation })).toEqual([404, 'not_found'])
  expect(await close(operator, { krwMicros: 0, explanation })).toEqual([422, 'invalid'])
  const draft = await read(operator)
  expect(await close(operator, { explanation })).toEqual([200, undefined])
  expect(await close(operator, { explanation })).toEqual([409, 'month_closed'])
  const closed = await read(operator)
  expect(closed).toMatchObject({ state: 'closed', explanation, obstacles: [] })
  expect(closed?.summary).toEqual(draft?.summary)
  expect(closed?.summary).toMatchObject({
    incomeMicros: 17_500_000,
    membersMicros: 10_000_000,
    networksMicros: 4_000_000,
    unallocatedMicros: 3_500_000,
  })
  const audit = await queryRaw(
    on.api.db,
    `select action, actor, actor_id as id, subject_id as subject, detail->'after'->>'explanation' as explanation
    from audit_log where subject = 'month'`,
  )
  expect(audit).toEqual([
    { action: 'closeMonth', actor: 'account', id: operator.id, subject: '2026-03', explanation },
  ])
})
