// @module-tag extended
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMovers } from '#contract/reports/movers.ts'
import { listVideos, readVideoTotals } from '#contract/reports/videos.ts'
import { createAccount, createChannel, createSite, signIn } from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelIdFor, insertFacts, videoIdFor } from '#tests/support/facts.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'

// Two content owners report the same video on the same days: a day is converted and rounded once, however it is summed.

const days = ['2026-07-01', '2026-07-02', '2026-08-01', '2026-08-02']
/**
 * Revenue per owner and day: a thousandth of a won and a third. Two of them, 2.67, round to three; rounded separately,
 * they would be two.
 */
const revenueMicros = 1
const krwMicros = 1_333_500_000
const month = { period: 'month' }
const sameDays = { period: 'custom', from: '2026-08-01', to: '2026-08-02' }

let api: Api
let token: string

beforeAll(async () => {
  api = await startApi()
  const site = await createSite(api.db)
  const manager = await createAccount(api.db, site, 'boss@example.test')
  token = await signIn(api, 'boss@example.test')
  for (const name of ['shared', 'own']) await createChannel(api.db, manager, channelIdFor(name))
  await queryRaw(api.db, 'insert into exchange_rates (day, krw_micros) values ($1, $2)', [days[0], krwMicros])
  const report = (name: string, owner: string) =>
    days.map((day) => ({
      day,
      channelId: channelIdFor(name),
      videoId: videoIdFor(name),
      country: 'KR',
      views: owner === 'main' ? 9 : 1,
      premiumViews: 0,
      revenueMicros,
      premiumRevenueMicros: 0,
    }))
  await insertFacts(api.db, [...report('shared', 'main'), ...report('own', 'main')])
  await insertFacts(api.db, report('shared', 'second'), 'second')
})
afterAll(() => api.close())

test.each([month, sameDays])('lists of $period: each day of a shared video is rounded once', async (time) => {
  const { videos } = await api.call(listVideos, { token, query: { ...time, sort: 'profit', order: 'desc' } })
  expect(videos.map(({ videoId, views, grossProfit }) => ({ videoId, views, grossProfit }))).toEqual([
    { videoId: videoIdFor('shared'), views: 20, grossProfit: 6 },
    { videoId: videoIdFor('own'), views: 18, grossProfit: 2 },
  ])
  const { totals } = await api.call(readVideoTotals, { token, query: time })
  expect(totals).toMatchObject({ views: 38, grossProfit: 8 })
})

test('movers of a month: nothing moved, because July had the same days', async () => {
  const { comparison } = await api.call(readMovers, { token, query: { ...month, by: 'video' } })
  expect(comparison).toMatchObject({ risers: [], fallers: [], risen: 0, fallen: 0 })
})

test('movers of chosen days: the days before had nothing', async () => {
  const { comparison } = await api.call(readMovers, { token, query: { ...sameDays, by: 'video' } })
  expect(comparison?.risers.map(({ id, current }) => [id, current.grossProfit])).toEqual([
    [videoIdFor('shared'), 6],
    [videoIdFor('own'), 2],
  ])
})
