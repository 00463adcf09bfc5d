import { afterAll, beforeAll, expect, test } from 'vitest'
import { listDays } from '#contract/reports/calendar.ts'
import { readVideoContext, readVideoCurve } from '#contract/reports/video-detail.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { channelIdFor, type Fact, insertFacts, videoIdFor } from '#tests/support/facts.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'

let api: Api
const tokens: Record<string, string> = {}
const [channel, otherChannel, foreignChannel] = ['one', 'two', 'theirs'].map(channelIdFor)
const isrc = 'KRMIM2600001'

const fact = (day: string, channelId: string | undefined, video: string, dollars: number): Fact => ({
  day,
  channelId: channelId ?? '',
  videoId: videoIdFor(video),
  country: 'KR',
  views: 1000,
  premiumViews: 10,
  revenueMicros: dollars * 1_000_000,
  premiumRevenueMicros: 0,
})

const insertVideo = (channelId: string | undefined, video: string, publishedAt: string) =>
  queryRaw(
    api.db,
    `insert into videos (channel_id, video_id, channel_name, title, length_seconds, published_at, reported_on, reported_at)
    values ($1, $2, '', 'A title', 2, $3, '2026-11-09', now())`,
    [channelId, videoIdFor(video), publishedAt],
  )

const insertClaims = (...uses: [channelId: string | undefined, video: string][]) =>
  queryRaw(
    api.db,
    `with made as (
      insert into report_loads (report_type, owner, day, create_time, file_name, sha256, state)
      values ('claims', 'main', '2026-11-09', now(), 'test', 'claims', 'current')
      returning id
    ), current as (
      insert into report_current (report_type, owner, day, load_id)
      select 'claims', 'main', '2026-11-09', id from made
    )
    insert into claims (load_id, claim_id, claim_status, channel_id, video_id, asset_id, asset_title, artist, isrc,
      is_shorts_eligible)
    select made.id, u.video_id || u.channel_id, 'ACTIVE', u.channel_id, u.video_id, 'A1', '', '', $3, false
    from made, unnest($1::text[], $2::text[]) u (channel_id, video_id)`,
    [uses.map(([channelId]) => channelId), uses.map(([, video]) => videoIdFor(video)), isrc],
  )

/** The video was uploaded in California’s evening of November 3, two days after five others, and a month after one. */
beforeAll(async () => {
  api = await startApi()
  const site = await createSite(api.db)
  const manager = await createAccount(api.db, site, 'boss@example.test')
  const member = await createAccount(api.db, site, 'member@example.test', manager)
  await insertAssignment(api.db, await createChannel(api.db, manager, channel ?? ''), member)
  await createChannel(api.db, manager, otherChannel ?? '')
  const rival = await createAccount(api.db, site, 'rival@example.test')
  await createChannel(api.db, rival, foreignChannel ?? '')
  for (const who of ['boss', 'member', 'rival']) tokens[who] = await signIn(api, `${who}@example.test`)
  await queryRaw(
    api.db,
    "insert into fee_rates (account_id, from_day, permille) values ($1, '2026-11-01', 300)",
    [member],
  )
  await insertVideo(channel, 'a', '2026-11-04T05:00:00Z')
  for (const video of 'bcdef') await insertVideo(channel, video, '2026-11-01T18:00:00Z')
  await insertVideo(channel, 'z', '2026-10-01T12:00:00Z')
  await insertVideo(channel, 'unseen', '2026-11-01T18:00:00Z')
  await insertFacts(api.db, [
    // A day without any report is incomplete.
    ...listDays({ from: '2026-10-31', to: '2026-11-09' }).map((day) => fact(day, channel, 'z', 1)),
    ...[...'bcdef'].map((video, at) => fact('2026-11-01', channel, video, at + 1)),
    fact('2026-11-02', channel, 'a', 50),
    fact('2026-11-03', channel, 'a', 10),
    fact('2026-11-04', channel, 'a', 2),
    fact('2026-11-04', otherChannel, 'other', 7),
    fact('2026-11-04', foreignChannel, 'theirs', 1000),
    fact('2026-11-05', channel, 'f', 4),
  ])
  await insertClaims([channel, 'a'], [otherChannel, 'other'], [foreignChannel, 'theirs'])
})
afterAll(() => api.close())

const million = 1_000_000
const readCurve = (who: string, query: Record<string, string> = {}) =>
  api.request(readVideoCurve, { token: tokens[who], query: { video: videoIdFor('a'), ...query } })
const readContext = (who: string, query: Record<string, string> = {}) =>
  api.request(readVideoContext, { token: tokens[who], query: { video: videoIdFor('a'), ...query } })

test('a curve starts on the Pacific day of the upload and sums the days since', async () => {
  const { curve } = await api.call(readVideoCurve, {
    token: tokens.boss,
    query: { video: videoIdFor('a') },
  })
  expect(curve?.publishedDay).toBe('2026-11-03')
  expect(curve?.grossProfit).toEqual([10, 12, 12, 12, 12, 12, 12].map((dollars) => dollars * million))
  expect(curve?.netProfit).toBeNull()
  expect(curve?.recent).toEqual({ grossProfit: 12 * million, netProfit: null })
})

test('the usual are the quartiles of other videos with figures, at ages that five have reached', async () => {
  const { curve } = (await readCurve('boss')).body
  const { low, median, high, videos } = curve?.usual ?? {}
  expect([low?.[0], median?.[0], high?.[0]]).toEqual([2 * million, 3 * million, 4 * million])
  expect([low?.[4], median?.[4], high?.[4]]).toEqual([2 * million, 3 * million, 4 * million])
  expect(videos?.slice(0, 10)).toEqual([5, 5, 5, 5, 5, 5, 5, 5, 5, 0])
  expect([low?.[9], median?.[9], high?.[9]]).toEqual([null, null, null])
})

test('without a known day of upload, or with one before the channel earned, there is no curve', async () => {
  expect(
    (await readCurve('boss', { video: videoIdFor('other'), channel: otherChannel ?? '' })).body.curve,
  ).toBeNull()
  expect((await readCurve('boss', { video: videoIdFor('z') })).body.curve).toBeNull()
})

test('a member sees the net of the assigned channels alone', async () => {
  const { curve } = (await readCurve('member')).body
  expect(curve?.grossProfit).toBeNull()
  expect(curve?.netProfit?.slice(0, 2)).toEqual([7 * million, 8.4 * million])
  expect(curve?.recent).toEqual({ grossProfit: null, netProfit: 8.4 * million })
  expect(curve?.usual.median[0]).toBe(2.1 * million)
  const { tracks } = (await readContext('member')).body
  expect(tracks).toEqual([{ isrc, videos: 1, grossProfit: null, netProfit: (50 * 0.7 + 8.4) * million }])
  for (const read of [readCurve, readContext])
    expect((await read('member', { video: videoIdFor('other') })).status).toBe(404)
})

test('a track earns with all videos of the network, and of no other', async () => {
  const { tracks } = (await readContext('boss', { channel: channel ?? '' })).body
  expect(tracks).toEqual([{ isrc, videos: 2, grossProfit: 69 * million, netProfit: null }])
})

test('watch rates are shares of the length: of the video, and of the channel’s others', async () => {
  const query = { period: 'custom', from: '2026-11-01', to: '2026-11-03' }
  const { watchRates } = (await readContext('boss', query)).body
  // Every view lasts 0.9 of 2 seconds.
  expect(watchRates).toEqual({
    days: ['2026-11-01', '2026-11-02', '2026-11-03'],
    video: [null, 0.45, 0.45],
    channel: [0.45, 0.45, 0.45],
  })
})

test('another network’s video is not found, whatever channel is named', async () => {
  for (const read of [readCurve, readContext]) {
    expect((await read('rival')).status).toBe(404)
    expect((await read('rival', { channel: channel ?? '' })).status).toBe(404)
    expect((await read('boss', { channel: foreignChannel ?? '' })).status).toBe(404)
    expect((await read('member', { member: '1' })).status).toBe(403)
  }
})
