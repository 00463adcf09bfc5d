import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPriceSpread } from '#contract/reports/price-spread.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelIdFor, insertFacts, videoIdFor } from '#tests/support/facts.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'

// 42 videos with 1,000 views each: prices of 100 to 139 cents, one loss, and one far above. Two have no views.

let api: Api
let token: string
let memberToken: string
const channelId = channelIdFor('one')
const day = '2026-11-01'
const usual = Array.from({ length: 40 }, (_, at) => 100 + at)
const cents = [...usual, -50, 900]

/** Price of 1,000 views, as the list is sorted: millionths of a dollar per million views. */
const price = (value: number) => value * 10_000_000

beforeAll(async () => {
  api = await startApi()
  const site = await createSite(api.db)
  const manager = await createAccount(api.db, site, 'boss@example.test')
  const member = await createAccount(api.db, site, 'ann@example.test', manager)
  const registration = await createChannel(api.db, manager, channelId, { earnsFrom: '2020-01-01' })
  await insertAssignment(api.db, registration, member)
  await queryRaw(
    api.db,
    "insert into fee_rates (account_id, from_day, permille) values ($1, '2020-01-01', 500)",
    [member],
  )
  const build = (videoId: string, views: number, value: number) => ({
    day,
    channelId,
    videoId: videoIdFor(videoId),
    country: 'KR',
    views,
    premiumViews: 0,
    revenueMicros: value * 10_000,
    premiumRevenueMicros: 0,
  })
  await insertFacts(api.db, [
    ...cents.map((value, at) => build(`v${at}`, 1_000, value)),
    build('none1', 0, 3),
    build('none2', 0, 0),
  ])
  token = await signIn(api, 'boss@example.test')
  memberToken = await signIn(api, 'ann@example.test')
})
afterAll(() => api.close())

test('few extreme prices neither widen the scale nor are lost', async () => {
  const times: Record<string, string>[] = [{ period: 'month' }, { period: 'custom', from: day, to: day }]
  for (const time of times) {
    const { withoutViews, spread, currency } = await api.call(readPriceSpread, { token, query: time })
    expect([withoutViews, currency]).toEqual([2, 'USD'])
    expect(spread).toEqual({
      videos: 42,
      low: price(109),
      median: price(119),
      high: price(130),
      from: price(100),
      step: price(5),
      counts: [6, 5, 5, 5, 5, 5, 5, 6],
    })
  }
})

test('a member sees the spread after the fee', async () => {
  const { spread } = await api.call(readPriceSpread, { token: memberToken })
  expect(spread).toMatchObject({ videos: 42, median: price(119) / 2, from: price(50), step: price(2) })
  expect(spread?.counts.reduce((sum, count) => sum + count)).toBe(42)
})

test('a search narrows the spread; one price is one step, and no price is no spread', async () => {
  const search = (name: string) => api.call(readPriceSpread, { token, query: { search: videoIdFor(name) } })
  expect((await search('v7')).spread).toEqual({
    videos: 1,
    low: price(107),
    median: price(107),
    high: price(107),
    from: price(107),
    step: price(1),
    counts: [1],
  })
  expect(await search('none1')).toMatchObject({ withoutViews: 1, spread: null })
  expect(await search('nothing')).toMatchObject({ withoutViews: 0, spread: null })
})
