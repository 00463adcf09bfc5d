import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, getWeekday, listDays } from '#contract/reports/calendar.ts'
import { type Payday, readPayday } from '#contract/settlement/payday.ts'
import { requestPayment } from '#contract/settlement/payments.ts'
import { readBalance } from '#contract/settlement/statements.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelIdFor, insertFacts, rebuildFigures, videoIdFor } from '#tests/support/facts.ts'
import { insertMonthFile } from '#tests/support/month-sums.ts'
import { closeAndRelease } from '#tests/support/months.ts'
import { insertConfirmedPayee, insertPayee } from '#tests/support/payees.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { execAsOwner } from '#tests/support/traces.ts'

const domain = 'studio.example'
const now = new Date('2026-05-20T12:00:00Z')
/** 1,000 won are a dollar. */
const krwMicros = 1_000_000_000
const won = (amount: number) => amount * 1_000

let api: Api
const ids: Record<string, number> = {}
const tokens: Record<string, string> = {}
const registrations: Record<string, number> = {}
const id = (name: string) => ids[name] ?? 0

beforeAll(async () => {
  api = await startApi()
  api.clock.now = now
  const { db } = api
  const site = await createSite(db, domain)
  for (const [name, network, isManager] of [
    ['boss', undefined, true],
    ['ann', 'boss', false],
    ['ben', 'boss', false],
    ['solo', undefined, false],
    ['rival', undefined, true],
  ] as const) {
    ids[name] = await createAccount(db, site, `${name}@${domain}`, network && ids[network], isManager)
    tokens[name] = await signIn(api, `${name}@${domain}`, domain)
  }
  for (const [name, network] of [
    ['ann', 'boss'],
    ['ben', 'boss'],
    ['solo', 'solo'],
  ] as const) {
    registrations[name] = await createChannel(db, id(network), channelIdFor(name))
    await insertAssignment(db, registrations[name], id(name))
  }
  await queryRaw(db, `update assignments set from_day = '2026-01-01'`)
  await queryRaw(db, `insert into exchange_rates (day, krw_micros) values ('2020-01-01', ${krwMicros})`)
  await queryRaw(db, 'update sites set payment_day = 25')
})
afterAll(() => api.close())

async function reset(): Promise<void> {
  await execAsOwner(
    api.db,
    `truncate ledger_entries, payouts, manual_entries, statements, month_parts, months, month_loads, month_sums, payees,
      withholding_rates, fee_rates, payout_shares, report_current, report_loads, rate_limit_windows cascade`,
  )
  await rebuildFigures(api.db, '2026-03-01', '2026-05-31')
}

beforeEach(async () => {
  await reset()
  await queryRaw(
    api.db,
    `update accounts set removed_at = null, email_confirmed_at = now(), is_self_registered = false`,
  )
})

const as = (name: string) => ({ token: tokens[name] ?? '', domain })
const read = (name: string, member?: string): Promise<Payday> =>
  api.call(readPayday, { ...as(name), ...(member && { query: { member: id(member) } }) })

async function close(month: string, dollars: Record<string, string>): Promise<void> {
  const amounts = Object.entries(dollars).map(([name, amount]) => [channelIdFor(name), amount])
  await insertMonthFile(api.db, { owner: 'main', month, source: 'ads', amounts: Object.fromEntries(amounts) })
  await closeAndRelease(api.db, { month, krwMicros, now, explanation: 'There is no payment summary.' })
}

const withhold = () =>
  queryRaw(
    api.db,
    `insert into withholding_rates (site_id, kind, from_month, income_tax_permille, local_tax_permille)
    select id, 'individual', '2026-01-01', 30, 100 from sites`,
  )

/** Dollars of each day up to the 18th of May. */
async function report(name: string, dollars: readonly number[], latestDay = '2026-05-18'): Promise<void> {
  await insertFacts(
    api.db,
    dollars.map((amount, at) => ({
      day: addDays(latestDay, at + 1 - dollars.length),
      channelId: channelIdFor(name),
      videoId: videoIdFor(name),
      country: 'KR',
      views: 1,
      premiumViews: 0,
      revenueMicros: amount * 1_000_000,
      premiumRevenueMicros: 0,
    })),
  )
}

describe('the next payday', () => {
  test('is that of the statements, with its amount and the payout account', async () => {
    await insertConfirmedPayee(api.db, id('ann'), 'individual')
    await close('2026-04-01', { ann: '100' })
    const payday = await read('ann')
    expect(payday).toMatchObject({
      currency: 'KRW',
      payday: { day: '2026-05-25', amount: won(100_000) },
      nextPayday: '2026-05-25',
      held: 0,
      carried: 0,
      payoutAccount: 'confirmed',
      paidTo: '•••• 3444',
      confirmedBy: 'manager',
    })
    expect((await api.call(readBalance, as('ann'))).payday).toEqual(payday.payday)
  })

  test('says what is held, and which step the person takes', async () => {
    await withhold()
    await close('2026-04-01', { ann: '100' })
    const held = { payday: null, held: won(100_000), carried: 0 }
    expect(await read('ann')).toMatchObject({ ...held, payoutAccount: 'missing', paidTo: null })
    await queryRaw(
      api.db,
      `update accounts set email_confirmed_at = null, is_self_registered = true where id = ${id('ann')}`,
    )
    expect(await read('ann')).toMatchObject({ ...held, payoutAccount: 'unconfirmed' })
    await queryRaw(api.db, 'update accounts set email_confirmed_at = now(), is_self_registered = false')
    await insertPayee(api.db, id('ann'))
    expect(await read('ann')).toMatchObject({ ...held, payoutAccount: 'entered', confirmedBy: 'manager' })
    await queryRaw(api.db, `update payees set rejected_at = now(), rejection_reason = 'Whose is it?'`)
    expect(await read('ann')).toMatchObject({ ...held, payoutAccount: 'rejected' })
    expect(await read('solo')).toMatchObject({ held: 0, payoutAccount: 'missing', confirmedBy: 'operator' })
  })

  test('has what waits for the minimum apart from what is held', async () => {
    await insertConfirmedPayee(api.db, id('ann'))
    await close('2026-04-01', { ann: '9' })
    expect(await read('ann')).toMatchObject({
      payday: null,
      held: 0,
      carried: won(9_000),
      minimum: won(10_000),
    })
  })

  test('has the month of the first figures without an amount while too little is known', async () => {
    const [first, ...others] = (await read('ann')).estimates
    expect(first).toMatchObject({ month: '2026-05', day: '2026-06-25', range: null, reachesMinimum: true })
    expect(others).toEqual([])
    await report(
      'ann',
      Array.from({ length: 13 }, () => 5),
    )
    expect((await read('ann')).estimates).toMatchObject([{ month: '2026-05', range: null }])
  })

  test('has the month before with the days that are known, until it is released', async () => {
    await insertConfirmedPayee(api.db, id('ann'))
    await report(
      'ann',
      Array.from({ length: 48 }, () => 5),
    )
    expect((await read('ann')).estimates).toMatchObject([
      { month: '2026-04', day: '2026-05-25', range: { low: won(150_000), high: won(150_000) }, tax: 'none' },
      { month: '2026-05', day: '2026-06-25', range: { low: won(155_000), high: won(155_000) } },
    ])
    await close('2026-04-01', { ann: '151' })
    expect(await read('ann')).toMatchObject({
      payday: { amount: won(151_000) },
      estimates: [{ month: '2026-05', range: { low: won(155_000) } }],
    })
    api.clock.now = new Date('2026-05-27T12:00:00Z')
    await execAsOwner(api.db, 'truncate ledger_entries, payouts, statements, months cascade')
    // The payday of April has passed, so it is paid on the next one.
    expect((await read('ann')).estimates.map(({ day }) => day)).toEqual(['2026-06-25', '2026-06-25'])
    api.clock.now = now
  })

  test('of what was asked for is the same as in the statements', async () => {
    await insertConfirmedPayee(api.db, id('ann'))
    await close('2026-04-01', { ann: '9' })
    await queryRaw(api.db, 'update sites set payout_minimum = 5')
    expect((await api.request(requestPayment, as('ann'))).status).toBe(200)
    expect((await read('ann')).payday).toEqual((await api.call(readBalance, as('ann'))).payday)
    expect((await read('ann')).payday).toMatchObject({ amount: won(9_000) })
    await queryRaw(api.db, 'update sites set payout_minimum = null')
  })

  test('of members is the manager’s to see, and nobody else’s', async () => {
    await insertConfirmedPayee(api.db, id('ann'))
    await report(
      'ann',
      Array.from({ length: 20 }, () => 5),
    )
    expect(await read('boss', 'ann')).toEqual(await read('ann'))
    expect((await read('boss')).estimates).toEqual([])
    for (const [name, member, code] of [
      ['rival', 'ann', 'not_found'],
      ['ben', 'ann', 'forbidden'],
      ['solo', 'ann', 'forbidden'],
    ] as const) {
      const { body } = await api.request(readPayday, { ...as(name), query: { member: id(member) } })
      expect([name, body.code]).toEqual([name, code])
      expect(JSON.stringify(body)).not.toContain('3444')
    }
  })

  test('is what an independent calculation expects', async () => {
    const days = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 14, maxLength: 60 })
    const world = fc.record({
      days,
      fee: fc.integer({ min: 0, max: 1_000 }),
      share: fc.constantFrom(1_000, 500, 250),
      isTaxed: fc.boolean(),
      hasAccount: fc.boolean(),
      carried: fc.constantFrom(0, 9),
    })
    await fc.assert(
      fc.asyncProperty(world, async ({ days, fee, share, isTaxed, hasAccount, carried }) => {
        await reset()
        if (isTaxed) await withhold()
        if (hasAccount) await insertConfirmedPayee(api.db, id('ann'), 'individual')
        // April is released, so that only May is estimated.
        await close('2026-04-01', carried > 0 ? { ann: String(carried) } : { ben: '1' })
        await queryRaw(
          api.db,
          `insert into fee_rates (account_id, from_day, permille) values ($1, '2020-01-01', $2)`,
          [id('ann'), fee],
        )
        if (share < 1_000)
          await queryRaw(
            api.db,
            `insert into payout_shares (registration_id, from_day, account_id, permille) values ($1, '2026-05-01', $2, $3)`,
            [registrations.ann, id('ann'), share],
          )
        await report('ann', days)
        const { estimates } = await read('ann')
        const isAfterTax = isTaxed && hasAccount
        const profits = days.map((amount, at) => ({
          day: addDays('2026-05-18', at + 1 - days.length),
          profit: Math.trunc((amount * 1_000 * (1_000 - fee) * share) / 1_000),
        }))
        const bounds = [0.25, 0.75].map((quarter) =>
          expectPayment(expectMonth(profits, quarter) + won(carried * 1_000), isAfterTax),
        )
        expect(estimates).toEqual([
          {
            month: '2026-05',
            day: '2026-06-25',
            range: { low: bounds[0]?.amount, high: bounds[1]?.amount },
            tax: isTaxed ? (hasAccount ? 'after' : 'before') : 'none',
            reachesMinimum: bounds[0]?.isPaid,
          },
        ])
      }),
      { numRuns: propertyRuns(40) },
    )
  })
})

interface DayProfit {
  day: string
  profit: number
}

/** Counts the days of May, and for the rest of it the days of the same weekday in eight weeks at a quarter of their order. */
function expectMonth(profits: readonly DayProfit[], quarter: number): number {
  const recent = profits.filter(({ day }) => day >= '2026-03-24')
  const rest = listDays({ from: '2026-05-19', to: '2026-05-31' }).map((day) => {
    const same = recent.filter((one) => getWeekday(one.day) === getWeekday(day))
    const sorted = same.map(({ profit }) => profit).sort((a, b) => a - b)
    const at = quarter * (sorted.length - 1)
    return sorted[quarter < 0.5 ? Math.floor(at) : Math.ceil(at)] ?? 0
  })
  const known = profits.filter(({ day }) => day >= '2026-05-01').map(({ profit }) => profit)
  return [...known, ...rest].reduce((sum, profit) => sum + profit, 0)
}

/** Whole won from 10,000; 3 % and a tenth of that, each cut to ten won. */
function expectPayment(sum: number, isAfterTax: boolean): { amount: number; isPaid: boolean } {
  const whole = Math.floor(sum / 1_000)
  if (whole < 10_000) return { amount: won(whole), isPaid: false }
  const incomeTax = isAfterTax ? Math.floor((whole * 3) / 100 / 10) * 10 : 0
  const localTax = Math.floor(incomeTax / 10 / 10) * 10
  return { amount: won(whole - incomeTax - localTax), isPaid: true }
}
