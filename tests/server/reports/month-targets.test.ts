import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withdrawAccount } from '#contract/people/account.ts'
import type { Currency } from '#contract/platform/currency.ts'
import { getMonthStart } from '#contract/reports/calendar.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import {
  readTargetSuggestions,
  removeMonthTarget,
  setMonthTarget,
  targetMonths,
} from '#contract/reports/targets/month-targets.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  password,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelIdFor, insertFacts, videoIdFor } from '#tests/support/facts.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'

// A network in won at 1,000 won a dollar: 100 dollars in January, 300 in February, 200 in March, 50 so far in April.
// Ann has half of it, after a fee of 20 %.

let api: Api
let site: Site
let ann: number
const tokens: Record<string, string> = {}
const won = (amount: number) => amount * 1_000
const revenue: Record<string, number> = {
  '2026-01-01': 40,
  '2026-01-31': 60,
  '2026-02-14': 300,
  '2026-03-10': 200,
  '2026-04-10': 50,
}

beforeAll(async () => {
  api = await startApi()
  api.clock.now = new Date('2026-04-12T12:00:00Z')
  const { db } = api
  site = await createSite(db)
  const boss = await createAccount(db, site, 'boss@example.test')
  ann = await createAccount(db, site, 'ann@example.test', boss)
  const names = ['one', 'two']
  for (const name of names) {
    const registration = await createChannel(db, boss, channelIdFor(name), { earnsFrom: '2020-01-01' })
    if (name === 'one') await insertAssignment(db, registration, ann)
  }
  await queryRaw(db, `insert into exchange_rates (day, krw_micros) values ('2026-01-01', 1000000000)`)
  await queryRaw(
    db,
    `insert into fee_rates (account_id, from_day, permille) values ($1, '2020-01-01', 200)`,
    [ann],
  )
  await insertFacts(
    db,
    Object.entries(revenue).flatMap(([day, dollars]) =>
      names.map((name) => ({
        ...{ day, channelId: channelIdFor(name), videoId: videoIdFor(name), country: 'KR' },
        ...{ views: 1_000, premiumViews: 0, revenueMicros: dollars * 500_000, premiumRevenueMicros: 0 },
      })),
    ),
  )
  for (const name of ['boss', 'ann']) tokens[name] = await signIn(api, `${name}@example.test`)
})
afterAll(() => api.close())
beforeEach(async () => {
  await queryRaw(api.db, 'delete from month_targets')
})

const as = (who: string) => ({ token: tokens[who] ?? '' })

interface Wish {
  month: string
  onward: boolean
  amount: number
  currency?: Currency
}

const set = (who: string, { currency = 'KRW', ...wish }: Wish) =>
  api.call(setMonthTarget, { ...as(who), body: { currency, ...wish } })

const readTarget = async (who: string, query: Record<string, string | number>) =>
  (await api.call(readDashboard, { ...as(who), query })).report?.target

describe('a target stands in the dashboard', () => {
  test('of its month, for its owner, at once', async () => {
    expect(await readTarget('boss', {})).toEqual({ month: '2026-04', amount: null })
    await set('boss', { month: '2026-04', onward: false, amount: won(500_000) })
    await set('ann', { month: '2026-03', onward: true, amount: won(90_000) })
    expect(await readTarget('boss', {})).toEqual({ month: '2026-04', amount: won(500_000) })
    expect(await readTarget('boss', { period: 'last-month' })).toEqual({ month: '2026-03', amount: null })
    expect(await readTarget('ann', {})).toEqual({ month: '2026-04', amount: won(90_000) })
    expect(await readTarget('ann', { period: 'last-month' })).toEqual({
      month: '2026-03',
      amount: won(90_000),
    })
    await api.call(removeMonthTarget, { ...as('boss'), body: { month: '2026-04', onward: false } })
    expect(await readTarget('boss', {})).toEqual({ month: '2026-04', amount: null })
  })

  test('only of a month, and of all that the account sees', async () => {
    await set('boss', { month: '2026-02', onward: true, amount: won(500_000) })
    const february = { period: 'custom', from: '2026-02-01', to: '2026-02-28' } as const
    expect(await readTarget('boss', february)).toEqual({ month: '2026-02', amount: won(500_000) })
    const parts = [
      { ...february, to: '2026-02-27' },
      { period: 'six-months' },
      { period: 'latest' },
      { member: ann },
      { channel: channelIdFor('one') },
      { channels: channelIdFor('one') },
    ] as const
    for (const query of parts) expect(await readTarget('boss', query)).toBeNull()
  })
})

/** A second implementation: what counts for each month, from all that was done. */
function replay(done: readonly (Wish | Omit<Wish, 'amount'>)[], month: string): number | null {
  const alone = new Map<string, number | null>()
  const onward = new Map<string, number | null>()
  for (const one of done) {
    const amount = 'amount' in one ? one.amount : null
    if (one.onward) alone.delete(one.month)
    ;(one.onward ? onward : alone).set(one.month, amount)
  }
  const own = alone.get(month)
  if (own !== undefined) return own
  const from = [...onward.keys()].filter((first) => first <= month).sort()
  return onward.get(from.at(-1) ?? '') ?? null
}

const month = fc.integer({ min: 1, max: 9 }).map((at) => `2026-0${at}`)
const step = fc.oneof(
  fc.record({ month, onward: fc.boolean(), amount: fc.integer({ min: 1, max: 9 }).map(won) }),
  fc.record({ month, onward: fc.boolean() }),
)

test('each month has the target that was set for it, or last for an earlier one and the following', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      await queryRaw(api.db, 'delete from month_targets')
      for (const one of steps) {
        if ('amount' in one) await set('boss', one)
        else await api.call(removeMonthTarget, { ...as('boss'), body: one })
      }
      for (const asked of Array.from({ length: 11 }, (_, at) =>
        getMonthStart('2026-01-01', at).slice(0, 7),
      )) {
        const { amount } = await api.call(readTargetSuggestions, { ...as('boss'), query: { month: asked } })
        expect([asked, amount]).toEqual([asked, replay(steps, asked)])
      }
      expect((await readTarget('boss', {}))?.amount).toBe(replay(steps, '2026-04'))
    }),
    { numRuns: propertyRuns(60) },
  )
})

test('each currency has its own targets', async () => {
  await set('boss', { month: '2026-04', onward: true, amount: won(500_000) })
  const setPlaylist = (isPlaylist: boolean) =>
    queryRaw(api.db, 'update sites set is_playlist = $1 where id = $2', [isPlaylist, site.id])
  await setPlaylist(true)
  expect(await readTarget('boss', {})).toEqual({ month: '2026-04', amount: null })
  const wish = { month: '2026-04', onward: true, amount: 400_000_000 }
  const refused = await api.request(setMonthTarget, { ...as('boss'), body: { ...wish, currency: 'KRW' } })
  expect([refused.status, refused.body?.code]).toEqual([409, 'outdated'])
  await set('boss', { ...wish, currency: 'USD' })
  expect(await readTarget('boss', {})).toEqual({ month: '2026-04', amount: 400_000_000 })
  await setPlaylist(false)
  expect(await readTarget('boss', {})).toEqual({ month: '2026-04', amount: won(500_000) })
})

test('suggestions are of whole months, as the account sees them', async () => {
  const suggest = (who: string, asked: string) =>
    api.call(readTargetSuggestions, { ...as(who), query: { month: asked } })
  expect(await suggest('boss', '2026-04')).toMatchObject({
    ...{ currency: 'KRW', month: '2026-04', amount: null, isOnward: false },
    lastMonth: { month: '2026-03', profit: won(200_000) },
    bestMonth: { month: '2026-02', profit: won(300_000) },
  })
  expect(await suggest('ann', '2026-04')).toMatchObject({
    lastMonth: { month: '2026-03', profit: won(80_000) },
    bestMonth: { month: '2026-02', profit: won(120_000) },
  })
  // April has not ended.
  expect(await suggest('boss', '2026-05')).toMatchObject({
    lastMonth: null,
    bestMonth: { month: '2026-02', profit: won(300_000) },
  })
  expect(await suggest('boss', '2026-01')).toMatchObject({ lastMonth: null, bestMonth: null })
})

test('amounts are whole, positive and not absurd, and months are near', async () => {
  const wish = { month: '2026-04', onward: true, amount: won(1), currency: 'KRW' } as const
  const refuse = async (body: object, field: string) => {
    const { status, body: reply } = await api.request(setMonthTarget, { ...as('boss'), body })
    expect([status, Object.keys(reply?.fields ?? {})]).toEqual([422, [field]])
  }
  for (const amount of [0, -won(1), 1, won(1) + 1, 10_000_000_001_000, 0.5])
    await refuse({ ...wish, amount }, 'amount')
  for (const month of ['2025-03', '2027-05', '2026-13', '2026-04-01'])
    await refuse({ ...wish, month }, 'month')
  const { status } = await api.request(removeMonthTarget, {
    ...as('boss'),
    body: { month: '2027-05', onward: true },
  })
  expect(status).toBe(422)
  expect(await queryRaw(api.db, 'select from month_targets')).toEqual([])
  for (const at of [-targetMonths, targetMonths])
    await set('boss', {
      ...wish,
      month: getMonthStart('2026-04-01', at).slice(0, 7),
      amount: 10_000_000_000_000,
    })
  expect(await queryRaw(api.db, 'select from month_targets')).toHaveLength(2)
})

test('targets end with their account', async () => {
  const leaver = await createAccount(api.db, site, 'leaver@example.test', undefined, false)
  tokens.leaver = await signIn(api, 'leaver@example.test')
  await set('leaver', { month: '2026-04', onward: true, amount: won(1) })
  expect(await queryRaw(api.db, 'select account_id from month_targets')).toEqual([{ account_id: leaver }])
  await api.call(withdrawAccount, { ...as('leaver'), body: { password } })
  expect(await queryRaw(api.db, 'select from month_targets')).toEqual([])
})
