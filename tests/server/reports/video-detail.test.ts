// @module-tag extended
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { Figures, getProfit, presetPeriods } from '#contract/reports/reports.ts'
import { readVideo } from '#contract/reports/video-detail.ts'
import { listVideos } from '#contract/reports/videos.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelIdFor, type Fact, insertFacts, rebuildFigures, videoIdFor } from '#tests/support/facts.ts'
import { interceptStatements } from '#tests/support/intercept-statements.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'

let api: Api
let member: number
let token: string
let memberToken: string
let otherToken: string
const channelOne = channelIdFor('one')
const channelTwo = channelIdFor('two')
const channelThree = channelIdFor('three')
const foreignChannel = channelIdFor('theirs')

beforeAll(async () => {
  api = await startApi()
  const site = await createSite(api.db)
  const manager = await createAccount(api.db, site, 'boss@example.test')
  member = await createAccount(api.db, site, 'member@example.test', manager)
  await insertAssignment(
    api.db,
    await createChannel(api.db, manager, channelOne, { earnsFrom: '2026-11-02' }),
    member,
  )
  await createChannel(api.db, manager, channelTwo)
  await createChannel(api.db, manager, channelThree, { verification: 'verifying' })
  const other = await createAccount(api.db, site, 'other@example.test')
  await createChannel(api.db, other, foreignChannel)
  token = await signIn(api, 'boss@example.test')
  memberToken = await signIn(api, 'member@example.test')
  otherToken = await signIn(api, 'other@example.test')
})
afterAll(() => api.close())
afterEach(async () => {
  await execRaw(
    api.db,
    `delete from activity_facts; delete from revenue_facts; delete from claims; delete from report_current;
    delete from report_loads; delete from exchange_rates; delete from fee_rates; delete from videos; delete from tracks`,
  )
  await rebuildFigures(api.db)
})

const buildFact = (day: string, channelId: string, video: string, figures: Partial<Fact> = {}): Fact => ({
  day,
  channelId,
  videoId: videoIdFor(video),
  country: 'KR',
  views: 1000,
  premiumViews: 70,
  revenueMicros: 250_000,
  premiumRevenueMicros: 60_000,
  ...figures,
})

const fetchDetail = (video: string, query: Record<string, string | number> = {}, as = token) =>
  api.call(readVideo, { token: as, query: { video: videoIdFor(video), ...query } })

const fetchRefusalCode = async (video: string, as = token, query: Record<string, string | number> = {}) =>
  (await api.request(readVideo, { token: as, query: { video: videoIdFor(video), ...query } })).body.code

const insertVideo = (channelId: string, video: string, lengthSeconds: number | null) =>
  queryRaw(
    api.db,
    `insert into videos (channel_id, video_id, channel_name, title, length_seconds, published_at, reported_on, reported_at)
    values ($1, $2, '', 'A title', $3, '2026-10-30T12:00:00Z', '2026-11-01', now())`,
    [channelId, videoIdFor(video), lengthSeconds],
  )

const insertFee = (day: string, permille: number) =>
  queryRaw(api.db, 'insert into fee_rates (account_id, from_day, permille) values ($1, $2, $3)', [
    member,
    day,
    permille,
  ])

/** Inserts two countries, two days that count and one before the earning day, with 0.9 s watched per view. */
async function insertSmallNetwork(): Promise<void> {
  await insertFee('2026-11-01', 300)
  await insertFee('2026-11-03', 125)
  await insertVideo(channelOne, 'a', 3)
  await insertFacts(api.db, [
    buildFact('2026-10-01', channelTwo, 'b'),
    buildFact('2026-11-01', channelOne, 'a', { views: 5_000, revenueMicros: 9_000_000 }),
    buildFact('2026-11-02', channelOne, 'a', {
      views: 30,
      premiumViews: 3,
      revenueMicros: 1_001,
      premiumRevenueMicros: 101,
    }),
    buildFact('2026-11-02', channelOne, 'a', {
      country: 'US',
      views: 50,
      premiumViews: 5,
      revenueMicros: 2_002,
      premiumRevenueMicros: 202,
    }),
    buildFact('2026-11-03', channelOne, 'a', {
      views: 21,
      premiumViews: 2,
      revenueMicros: 804,
      premiumRevenueMicros: 0,
    }),
    buildFact('2026-11-04', channelTwo, 'b'),
  ])
}

test('a manager sees the gross of the days that count', async () => {
  await insertSmallNetwork()
  expect(await fetchDetail('a')).toMatchObject({
    currency: 'USD',
    range: { from: '2026-11-01', to: '2026-11-04' },
    video: {
      videoId: videoIdFor('a'),
      channelId: channelOne,
      channelName: `Channel ${channelOne.slice(-4)}`,
      title: 'A title',
      publishedAt: '2026-10-30T12:00:00.000Z',
      lengthSeconds: 3,
      thumbnail: null,
    },
    musics: [],
    totals: {
      views: 101,
      premiumViews: 10,
      grossProfit: 3_807,
      grossPremiumProfit: 303,
      netProfit: null,
      netPremiumProfit: null,
      // 101 views of 0.9 s are 90.9 s
      watchSeconds: 91,
      averageWatchSeconds: 0.9,
      averageWatchRate: 0.9 / 3,
    },
    series: {
      days: ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'],
      views: [null, 80, 21, null],
      grossProfit: [null, 3_003, 804, null],
      netProfit: null,
      premiumViews: [null, 8, 2, null],
    },
    countries: [
      { country: 'KR', views: 51, grossProfit: 1_805, netProfit: null },
      { country: 'US', views: 50, grossProfit: 2_002, netProfit: null },
    ],
  })
})

test('a member sees the net by the fee of each day, and its split', async () => {
  await insertSmallNetwork()
  const mine = await fetchDetail('a', {}, memberToken)
  // 3,003 less 30 % (900.9, so 901) and 804 less 12.5 % (100.5, so 101); of the premium 303 less 90.9, so 91
  expect(mine.totals).toMatchObject({
    grossProfit: null,
    grossPremiumProfit: null,
    netProfit: 2_102 + 703,
    netPremiumProfit: 212,
  })
  expect(mine.series).toMatchObject({ grossProfit: null, netProfit: [null, 2_102, 703, null] })
  // KR: 1,001 less 300.3, so 701, and 703; US: what is left of 2,102
  expect(mine.countries).toEqual([
    { country: 'KR', views: 51, grossProfit: null, netProfit: 701 + 703 },
    { country: 'US', views: 50, grossProfit: null, netProfit: 1_401 },
  ])
})

test('a manager who chose the member sees both', async () => {
  await insertSmallNetwork()
  const both = await fetchDetail('a', { member })
  expect(both.totals).toMatchObject({ grossProfit: 3_807, grossPremiumProfit: 303, netProfit: 2_805 })
  expect(both.countries.map(({ grossProfit, netProfit }) => [grossProfit, netProfit])).toEqual([
    [1_805, 701 + 703],
    [2_002, 1_401],
  ])
})

test('the totals are those of the row in the list', async () => {
  await insertSmallNetwork()
  await queryRaw(
    api.db,
    `insert into exchange_rates values ('2026-11-01', 1387654321), ('2026-11-03', 1401000001)`,
  )
  await queryRaw(api.db, 'update report_state set data_revision = data_revision + 1')
  await rebuildFigures(api.db)
  for (const [as, query] of [
    [token, {}],
    [memberToken, {}],
    [token, { member }],
  ] as const) {
    const { videos, currency } = await api.call(listVideos, { token: as, query })
    const found = await fetchDetail('a', query, as)
    const row = videos.find(({ videoId }) => videoId === videoIdFor('a'))
    expect(currency).toBe('KRW')
    expect(found).toMatchObject({
      currency,
      totals: Figures.parse(row),
    })
  }
})

test('the days before are compared with, unless data or earnings begin later', async () => {
  await insertSmallNetwork()
  expect((await fetchDetail('a')).previous).toBeNull()
  expect((await fetchDetail('a', { period: 'last-month' })).previous).toBeNull()
  expect((await fetchDetail('b')).previous).toMatchObject({
    range: { from: '2026-10-01', to: '2026-10-04' },
    totals: { views: 1_000, grossProfit: 250_000, watchSeconds: 900, averageWatchRate: null },
  })
  expect((await fetchDetail('b', { period: 'six-months' })).previous).toBeNull()
  await insertFacts(api.db, [buildFact('2026-11-10', channelOne, 'a', { views: 7 })])
  const latest = await fetchDetail('a', { period: 'latest' })
  expect([latest.totals.views, latest.previous]).toEqual([
    7,
    {
      range: { from: '2026-11-03', to: '2026-11-03' },
      totals: expect.objectContaining({ views: 21, grossProfit: 804 }),
    },
  ])
})

test('a video without views in the period has totals of nothing, and no averages', async () => {
  await insertSmallNetwork()
  const { totals, countries, series } = await fetchDetail('a', { period: 'latest' })
  expect(totals).toEqual({
    views: 0,
    premiumViews: 0,
    grossProfit: 0,
    grossPremiumProfit: 0,
    netProfit: null,
    netPremiumProfit: null,
    watchSeconds: 0,
    averageWatchSeconds: null,
    averageWatchRate: null,
  })
  expect([countries, series.views]).toEqual([[], [null]])
})

test.each([null, 0])('without a length (%j) there is no watch rate', async (lengthSeconds) => {
  await insertVideo(channelTwo, 'b', lengthSeconds)
  await insertFacts(api.db, [buildFact('2026-11-04', channelTwo, 'b')])
  expect((await fetchDetail('b')).totals).toMatchObject({ averageWatchSeconds: 0.9, averageWatchRate: null })
})

test('a video that is not named, or of a channel that is not shown, is not found', async () => {
  expect(await fetchRefusalCode('b')).toBe('not_found')
  await insertVideo(channelThree, 'c', 3)
  await insertFacts(api.db, [
    buildFact('2026-11-01', channelOne, 'early'),
    ...([channelOne, channelTwo, channelThree, foreignChannel] as const).map((channel, at) =>
      buildFact('2026-11-02', channel, 'abcd'[at] ?? ''),
    ),
    buildFact('2026-11-02', channelIdFor('nobodys'), 'e'),
  ])
  const seen = async (as: string, query = {}) => {
    const codes = await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'early', 'none'].map((video) => fetchRefusalCode(video, as, query)),
    )
    expect(codes.filter((code) => code !== undefined && code !== 'not_found')).toEqual([])
    return codes.map((code) => (code === undefined ? 1 : 0)).join('')
  }
  expect(await seen(token)).toBe('1100000')
  expect(await seen(memberToken)).toBe('1000000')
  expect(await seen(token, { member })).toBe('1000000')
  expect(await seen(otherToken)).toBe('0001000')
})

test('of one video id under channels of two networks, each sees its own figures', async () => {
  await insertVideo(foreignChannel, 'a', 3)
  await insertFacts(api.db, [
    buildFact('2026-11-02', channelOne, 'a', { views: 1 }),
    buildFact('2026-11-02', foreignChannel, 'a', { views: 20, country: 'US' }),
  ])
  expect(await fetchDetail('a')).toMatchObject({
    video: { channelId: channelOne, title: null },
    totals: { views: 1 },
    countries: [{ country: 'KR', views: 1 }],
  })
  expect(await fetchDetail('a', {}, otherToken)).toMatchObject({
    totals: { views: 20 },
    countries: [{ country: 'US', views: 20 }],
  })
})

test('a member chooses nobody, a manager a member of the own network, and an id has 11 characters', async () => {
  await insertSmallNetwork()
  expect(await fetchRefusalCode('a', memberToken, { member })).toBe('forbidden')
  expect(await fetchRefusalCode('a', otherToken, { member })).toBe('not_found')
  for (const video of ['', 'short', 'much too long', 'a'.repeat(12), "a' or '1'='"]) {
    const { status, body } = await api.request(readVideo, { token, query: { video } })
    expect([status, body.fields?.video?.code]).toEqual([422, 'invalid'])
  }
  expect((await api.request(readVideo, { token })).body.fields?.video?.code).toBe('invalid')
})

test('the music used is what active claims say, each track once, also outside the catalog', async () => {
  await insertFacts(api.db, [buildFact('2026-11-04', channelTwo, 'b')])
  await execRaw(
    api.db,
    `insert into tracks (isrc, name, artist, category, cover)
    values ('KRMIM2600001', 'Song', 'Singer', 'song', 'covers/1.svg'), ('KRMIM2600002', 'Other', 'Singer', 'BGM', null)`,
  )
  const claims = [
    ['main', 'ACTIVE', channelTwo, 'KRMIM2600001'],
    ['second', 'active', channelTwo, 'KRMIM2600001'],
    ['main', 'ACTIVE', channelTwo, 'USABC2600009'],
    ['main', 'ACTIVE', channelTwo, null],
    ['main', 'INACTIVE', channelTwo, 'KRMIM2600002'],
    ['main', 'ACTIVE', foreignChannel, 'KRMIM2600002'],
    ['replaced', 'ACTIVE', channelTwo, 'KRMIM2600002'],
  ] as const
  for (const [at, [owner, status, channel, isrc]] of claims.entries()) {
    await queryRaw(
      api.db,
      `with made as (
        insert into report_loads (report_type, owner, day, create_time, file_name, sha256, state)
        values ('claims', $1, '2026-11-04', now(), 'test', $2, $3)
        returning id
      ), pointed as (
        insert into report_current (report_type, owner, day, load_id)
        select 'claims', $1, $4::date, id from made where $3 = 'current'
      )
      insert into claims (load_id, claim_id, claim_status, channel_id, video_id, asset_id, asset_title, artist, isrc,
        is_shorts_eligible)
      select id, 'c', $5, $6, $7, '', '', '', $8, false from made`,
      [
        owner,
        `sha${at}`,
        owner === 'replaced' ? 'replaced' : 'current',
        `2026-11-${10 + at}`,
        status,
        channel,
        videoIdFor('b'),
        isrc,
      ],
    )
  }
  const { musics } = await fetchDetail('b')
  expect(musics).toEqual([
    {
      id: expect.any(Number),
      isrc: 'KRMIM2600001',
      name: 'Song',
      artist: 'Singer',
      category: 'song',
      cover: 'covers/1.svg',
    },
    { id: null, isrc: 'USABC2600009', name: null, artist: null, category: null, cover: null },
  ])
})

test('a day that is published while a video is read is read again', async () => {
  await insertFacts(api.db, [buildFact('2026-11-02', channelOne, 'a', { views: 1 })])
  let published = false
  const intercepted = interceptStatements(api.db, async (text, run) => {
    if (!published && text.includes('from activity_facts')) {
      published = true
      await insertFacts(api.db, [buildFact('2026-11-02', channelOne, 'a', { views: 2, country: 'US' })])
    }
    return run()
  })
  const other = await startApi({ ...api.db, ...intercepted })
  const { totals, countries } = await other.call(readVideo, { token, query: { video: videoIdFor('a') } })
  expect([published, totals.views, countries]).toEqual([
    true,
    2,
    [{ country: 'US', views: 2, grossProfit: 250_000, netProfit: null }],
  ])
})

/** Rounds halves away from zero, like PostgreSQL. */
const divideRounded = (dividend: bigint, divisor: bigint) => {
  const half = divisor / 2n
  return dividend < 0n ? -((-dividend + half) / divisor) : (dividend + half) / divisor
}
const getRate = (day: string) => (day >= '2026-11-03' ? 1_401_000_001n : 1_387_654_321n)
const getFee = (day: string) => (day >= '2026-11-03' ? 125n : day >= '2026-11-02' ? 333n : 0n)

/** Converts a day's micros to won, less the fee. */
function expectedAmount(day: string, micros: bigint, isNet: boolean): bigint {
  const gross = divideRounded(micros * getRate(day), 1_000_000_000n)
  return isNet ? gross - divideRounded(gross * getFee(day), 1000n) : gross
}

/** Adds countries in a plain loop: each gets the resulting increase of the day's amount. */
function expectedCountries(facts: Fact[], isNet: boolean) {
  const countries = new Map<string, { country: string; views: number; profit: number }>()
  const cumulativeByDay = new Map<string, bigint>()
  for (const { day, country, views, revenueMicros } of facts.toSorted((a, b) =>
    a.country < b.country ? -1 : 1,
  )) {
    const before = cumulativeByDay.get(day) ?? 0n
    const after = before + BigInt(revenueMicros)
    cumulativeByDay.set(day, after)
    const found = countries.get(country) ?? { country, views: 0, profit: 0 }
    countries.set(country, {
      country,
      views: found.views + views,
      profit: found.profit + Number(expectedAmount(day, after, isNet) - expectedAmount(day, before, isNet)),
    })
  }
  return [...countries.values()]
    .sort((a, b) => b.views - a.views || (a.country < b.country ? -1 : 1))
    .map(({ profit, ...country }) => ({
      ...country,
      grossProfit: isNet ? null : profit,
      netProfit: isNet ? profit : null,
    }))
}

const anyFact = fc.record({
  day: fc.constantFrom('2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'),
  channelId: fc.constantFrom(channelOne, channelTwo),
  videoId: fc.constantFrom(...'ab').map(videoIdFor),
  country: fc.constantFrom('KR', 'US', 'ZZ', 'JP'),
  views: fc.integer({ min: 0, max: 40 }),
  premiumViews: fc.constant(0),
  revenueMicros: fc.integer({ min: -500, max: 5_000_000 }),
  premiumRevenueMicros: fc.constant(0),
})

test('the countries equal a plain loop over the facts and add up to the totals, whatever the facts', async () => {
  await queryRaw(
    api.db,
    `insert into exchange_rates values ('2026-10-15', 1387654321), ('2026-11-03', 1401000001)`,
  )
  await insertFee('2026-11-02', 333)
  await insertFee('2026-11-03', 125)
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyFact, { minLength: 1, maxLength: 30 }),
      fc.constantFrom(...presetPeriods),
      async (facts, period) => {
        await execRaw(
          api.db,
          'delete from activity_facts; delete from revenue_facts; delete from report_current',
        )
        await rebuildFigures(api.db)
        await insertFacts(api.db, [...facts, buildFact('2026-11-02', channelOne, 'a')])
        for (const as of [token, memberToken]) {
          const { video, range, totals, countries } = await fetchDetail('a', { period }, as)
          const counted = [...facts, buildFact('2026-11-02', channelOne, 'a')].filter(
            ({ day, channelId, videoId }) =>
              channelId === video.channelId &&
              videoId === videoIdFor('a') &&
              day >= range.from &&
              day <= range.to &&
              (channelId === channelTwo || day >= '2026-11-02'),
          )
          expect(countries).toEqual(expectedCountries(counted, as === memberToken))
          const sum = (of: (country: (typeof countries)[number]) => number) =>
            countries.reduce((total, country) => total + of(country), 0)
          expect([sum(({ views }) => views), sum(getProfit)]).toEqual([totals.views, getProfit(totals)])
        }
      },
    ),
    { numRuns: propertyRuns(15) },
  )
})
