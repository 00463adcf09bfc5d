import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMusic } from '#contract/portal/musics.ts'
import { getProfit } from '#contract/reports/reports.ts'
import { readTrackReport } from '#contract/reports/track-report.ts'
import { readVideo, readVideoContext } from '#contract/reports/video-detail.ts'
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
import { insertTracks, isrcFor, replaceClaims, withdrawTrack } from '#tests/support/tracks.ts'

let api: Api
let trackIds: number[]
let memberId: number
const tokens: Record<string, string> = {}
const [own = '', other = '', foreign = ''] = ['own', 'other', 'foreign'].map(channelIdFor)

const fact = (day: string, channelId: string, video: string, country: string, dollars: number): Fact => ({
  day,
  channelId,
  videoId: videoIdFor(video),
  country,
  views: 1000,
  premiumViews: 10,
  revenueMicros: Math.round(dollars * 1_000_000),
  premiumRevenueMicros: 7,
})

const use = (channelId: string, video: string, track = 1) => ({
  channelId,
  videoId: videoIdFor(video),
  isrc: isrcFor(track),
})

/** One track is used by two videos of a member's channel and one of another; the site counts in won. */
beforeAll(async () => {
  api = await startApi()
  const site = await createSite(api.db)
  const manager = await createAccount(api.db, site, 'boss@example.test')
  memberId = await createAccount(api.db, site, 'member@example.test', manager)
  const rival = await createAccount(api.db, site, 'rival@example.test')
  await insertAssignment(api.db, await createChannel(api.db, manager, own), memberId)
  await createChannel(api.db, manager, other)
  await createChannel(api.db, rival, foreign)
  for (const who of ['boss', 'member', 'rival']) tokens[who] = await signIn(api, `${who}@example.test`)
  await queryRaw(
    api.db,
    `insert into fee_rates (account_id, from_day, permille)
    values ($1, '2026-01-01', 300), ($1, '2026-11-02', 155)`,
    [memberId],
  )
  await queryRaw(
    api.db,
    `insert into exchange_rates (day, krw_micros) values ('2026-11-01', 1403777777), ('2026-11-03', 1391111111)`,
  )
  trackIds = await insertTracks(api.db, [{}, {}, {}])
  await insertFacts(api.db, [
    fact('2026-10-01', own, 'a', 'KR', 3.000_001),
    fact('2026-10-02', own, 'a', 'KR', 1.1),
    ...['2026-11-01', '2026-11-02', '2026-11-03'].flatMap((day) => [
      fact(day, own, 'a', 'KR', 2.333_333),
      fact(day, own, 'a', 'US', 0.777_777),
      fact(day, own, 'b', 'JP', 5.123_457),
      fact(day, other, 'c', 'US', 9.876_543),
      fact(day, own, 'without', 'KR', 4),
    ]),
    fact('2026-11-03', foreign, 'theirs', 'KR', 100),
  ])
  await replaceClaims(api.db, [use(own, 'a'), use(own, 'b'), use(other, 'c'), use(foreign, 'theirs')])
  await replaceClaims(api.db, [use(own, 'a'), use(own, 'without', 2)], 'second')
})
afterAll(() => api.close())

const readReport = async (who: string, query: Record<string, string | number> = {}) => {
  const { report } = await api.call(readTrackReport, {
    token: tokens[who] ?? '',
    query: { music: trackIds[0] ?? 0, ...query },
  })
  if (!report) throw new Error('There is no report.')
  return report
}

const videosOf = { boss: ['a', 'b', 'c'], member: ['a', 'b'] }

test.each(['boss', 'member'] as const)(
  'a track earned %s what its videos earned, day by day',
  async (who) => {
    const report = await readReport(who)
    const videos = await Promise.all(
      videosOf[who].map((video) =>
        api.call(readVideo, { token: tokens[who] ?? '', query: { video: videoIdFor(video) } }),
      ),
    )
    const sum = (of: (video: (typeof videos)[number]) => number) =>
      videos.reduce((total, video) => total + of(video), 0)
    expect(report.totals.views).toBe(sum(({ totals }) => totals.views))
    expect(getProfit(report.totals)).toBe(sum(({ totals }) => getProfit(totals)))
    expect(report.videoCount).toBe(videos.length)
    expect(report.videos.map(getProfit)).toEqual(
      videos.map(({ totals }) => getProfit(totals)).sort((a, b) => b - a),
    )
    expect(report.videos.reduce((total, video) => total + getProfit(video), 0)).toBe(getProfit(report.totals))
    const daily = getProfit<(number | null)[]>(report.series)
    for (const [at] of report.series.days.entries())
      expect(daily[at]).toBe(sum(({ series }) => getProfit<(number | null)[]>(series)[at] ?? 0))
    for (const { country, ...figures } of report.countries)
      expect(getProfit(figures)).toBe(
        sum(({ countries }) => {
          const row = countries.find((one) => one.country === country)
          return row ? getProfit(row) : 0
        }),
      )
    expect(report.countries.reduce((total, row) => total + getProfit(row), 0)).toBe(getProfit(report.totals))
    const { tracks } = await api.call(readVideoContext, {
      token: tokens[who] ?? '',
      query: { video: videoIdFor('a') },
    })
    expect(tracks).toEqual([
      expect.objectContaining({ videos: videos.length, netProfit: report.totals.netProfit }),
    ])
  },
)

test('it is compared with the days before, and is a share of everything', async () => {
  const { previous, range, all, totals } = await readReport('member')
  expect(range).toEqual({ from: '2026-11-01', to: '2026-11-03' })
  expect(previous?.range).toEqual({ from: '2026-10-01', to: '2026-10-03' })
  expect(previous?.totals.views).toBe(2000)
  expect(totals.grossProfit).toBeNull()
  expect(all.grossProfit).toBeNull()
  expect(all.netProfit).toBeGreaterThan(totals.netProfit ?? 0)
  expect((await readReport('member', { compare: 'none' })).previous).toBeNull()
})

test('a manager sees the gross, and beside it the net of a selected member', async () => {
  const network = await readReport('boss')
  expect(network.totals.netProfit).toBeNull()
  const ofMember = await readReport('boss', { member: memberId })
  const own = await readReport('member')
  expect(ofMember.totals.netProfit).toBe(own.totals.netProfit)
  expect(ofMember.totals.grossProfit).toBeGreaterThan(ofMember.totals.netProfit ?? 0)
  expect(ofMember.totals.grossProfit).toBeLessThan(network.totals.grossProfit ?? 0)
  const ofChannel = await readReport('boss', { channel: other })
  expect(ofChannel.videos.map(({ channelId }) => channelId)).toEqual([other])
})

test('without videos there are zeros; without figures, no report', async () => {
  const unused = await readReport('boss', { music: trackIds[2] ?? 0 })
  expect(unused).toMatchObject({ videoCount: 0, videos: [], countries: [], totals: { grossProfit: 0 } })
  expect(unused.series.views).toEqual([0, 0, 0])
  expect(unused.all.grossProfit).toBeGreaterThan(0)
})

test('unknown and withdrawn tracks are not found, with figures or without', async () => {
  const [, , withdrawn = 0] = trackIds
  await withdrawTrack(api.db, withdrawn)
  for (const music of [withdrawn, 2 ** 31 - 1]) {
    const report = await api.request(readTrackReport, { token: tokens.boss ?? '', query: { music } })
    expect([report.status, report.body.code]).toEqual([404, 'not_found'])
    const track = await api.request(readMusic, { query: { music } })
    expect([track.status, track.body.code]).toEqual([404, 'not_found'])
  }
  await withdrawTrack(api.db, withdrawn, false)
})

test('others may not ask for a member or a channel', async () => {
  const request = async (who: string, query: Record<string, string | number>) =>
    (
      await api.request(readTrackReport, {
        token: tokens[who] ?? '',
        query: { music: trackIds[0] ?? 0, ...query },
      })
    ).status
  expect(await request('member', { member: memberId })).toBe(403)
  expect(await request('rival', { member: memberId })).toBe(404)
  expect(await request('member', { channel: other })).toBe(404)
  const music = { query: { music: trackIds[0] ?? 0 } }
  expect((await api.request(readTrackReport, music)).status).toBe(401)
})

test('visitors may read a track of the catalog', async () => {
  const { music } = await api.call(readMusic, { query: { music: trackIds[0] ?? 0 } })
  expect(music).toMatchObject({ id: trackIds[0], isrc: isrcFor(1), favorite: false })
})
