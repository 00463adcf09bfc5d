import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { readVideo } from '#contract/reports/video-detail.ts'
import { listVideos, readVideoExtremes, readVideoTotals, videoSorts } from '#contract/reports/videos.ts'
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
let token: string
let memberToken: string
let member: number
const channelOne = channelIdFor('one')
const channelTwo = channelIdFor('two')
const foreign = channelIdFor('foreign')
const hidden = channelIdFor('hidden')

const titles: Record<string, string> = {
  a: '오늘의 먹방 브이로그',
  b: '먹방 100% 리얼',
  c: '今天台北的美食 MUKBANG',
  d: 'ＭＵＫＢＡＮＧ　ｓｔｒｅｅｔ 1000',
  e: 'under_score \\ back',
}

const buildFact = (channelId: string, videoId: string, figures: Partial<Fact> = {}): Fact => ({
  day: '2026-11-01',
  channelId,
  videoId,
  country: 'KR',
  views: 1,
  premiumViews: 0,
  revenueMicros: 0,
  premiumRevenueMicros: 0,
  ...figures,
})

/** Videos with these views and revenue; those of `few` have fewer views than a comparison by price requires. */
const pricedVideos = [
  ['p1', 1000, 9_000_000],
  ['p2', 1000, 1_000],
  ['p3', 2000, 2_000],
  ['p4', 5000, 60_000],
  ['p5', 1000, -10],
  ['p6', 1000, 7_000_000],
  ['p7', 999, 900_000_000],
] as const

beforeAll(async () => {
  api = await startApi()
  const site = await createSite(api.db)
  const manager = await createAccount(api.db, site, 'boss@example.test')
  member = await createAccount(api.db, site, 'member@example.test', manager)
  const rival = await createAccount(api.db, site, 'rival@example.test')
  await insertAssignment(api.db, await createChannel(api.db, manager, channelOne), member)
  await createChannel(api.db, manager, channelTwo)
  await createChannel(api.db, manager, hidden, { verification: 'verifying' })
  await createChannel(api.db, rival, foreign)
  for (const [video, title] of Object.entries(titles)) {
    for (const channelId of video === 'a' ? [channelOne, foreign] : [channelOne])
      await queryRaw(
        api.db,
        `insert into videos (channel_id, video_id, channel_name, title, reported_on, reported_at)
        values ($1, $2, '', $3, '2026-11-01', now())`,
        [channelId, videoIdFor(video), title],
      )
  }
  await insertFacts(api.db, [
    ...Object.keys(titles).map((video, at) => buildFact(channelOne, videoIdFor(video), { views: at + 1 })),
    buildFact(channelOne, videoIdFor('untitled')),
    buildFact(channelTwo, videoIdFor('a'), { views: 77 }),
    buildFact(foreign, videoIdFor('a')),
    ...pricedVideos.map(([video, views, revenueMicros]) =>
      buildFact(channelTwo, videoIdFor(video), { views, revenueMicros }),
    ),
  ])
  token = await signIn(api, 'boss@example.test')
  memberToken = await signIn(api, 'member@example.test')
})
afterAll(() => api.close())

type Query = Record<string, string | number>
const fetchVideos = (query: Query, as = token) => api.call(listVideos, { token: as, query })
const searchVideoIds = async (search: string, query: Query = {}, as = token) =>
  (await fetchVideos({ search, sort: 'views', order: 'asc', ...query }, as)).videos
    .map(({ videoId }) => videoId[0])
    .join('')

test.each([
  ['먹방', 'ab'],
  ['먹', 'ab'],
  ['방 먹', 'ab'],
  ['브이로그', 'a'],
  ['먹방 브이', 'a'],
  ['먹방브이', ''],
  ['美食', 'c'],
  ['mukbang', 'cd'],
  ['MukBang', 'cd'],
  ['ｍｕｋ', 'cd'],
  ['100%', 'b'],
  ['10', 'bd'],
  ['%', 'b'],
  ['r_s', 'e'],
  ['_', 'e'],
  ['\\', 'e'],
  ['1_0', ''],
  ['street\u00a01000', 'd'],
  ["'; drop", ''],
])('the words %j find %j, in every order of the list', async (search, videos) => {
  for (const sort of videoSorts) {
    const sorted = await searchVideoIds(search, { sort })
    expect([...sorted].sort().join('')).toBe(videos)
  }
  const { total, totals } = await api.call(readVideoTotals, { token, query: { search } })
  expect(total).toBe(videos.length)
  const rows = (await fetchVideos({ search })).videos
  expect(totals.views).toBe(rows.reduce((sum, { views }) => sum + views, 0))
})

test.each([
  'a__________',
  ' a__________ ',
  'https://www.youtube.com/shorts/a__________?feature=share',
  'https://youtube.com/watch?list=x&v=a__________&t=3',
  'https://youtu.be/a__________',
  'm.youtube.com/shorts/a__________',
])('%j finds that video under each channel that has it', async (search) => {
  const { videos } = await fetchVideos({ search })
  expect(videos.map(({ channelId, videoId }) => [channelId, videoId])).toEqual([
    [channelTwo, videoIdFor('a')],
    [channelOne, videoIdFor('a')],
  ])
  expect(await searchVideoIds(search, { channel: channelOne })).toBe('a')
})

test('no words are no search, and a search has at most 100 characters', async () => {
  for (const search of ['', '  ', '\u3000'])
    expect((await fetchVideos({ search, size: 100 })).videos).toHaveLength(14)
  const reply = await api.request(listVideos, { token, query: { search: 'x'.repeat(101) } })
  expect([reply.status, reply.body.fields?.search?.code]).toEqual([422, 'invalid'])
})

test('a search is paged like the list, and holds nothing of others', async () => {
  const first = await fetchVideos({ search: '먹방', size: 1 })
  const next = await fetchVideos({ search: '먹방', size: 1, cursor: first.nextCursor ?? '' })
  expect([...first.videos, ...next.videos].map(({ videoId }) => videoId[0]).join('')).toBe('ba')
  expect(next.nextCursor).toBeNull()
  expect(await searchVideoIds('먹방', {}, memberToken)).toBe('ab')
  expect(await searchVideoIds('먹방', { channel: channelTwo })).toBe('')
})

describe('highest and lowest', () => {
  const extremes = (query: Query = {}, as = token) => api.call(readVideoExtremes, { token: as, query })
  const ids = (videos: { videoId: string }[]) => videos.map(({ videoId }) => videoId.slice(0, 2))

  test('are five each by price per view, of those with a thousand views', async () => {
    const { minViews, highest, lowest, range } = await extremes()
    expect([minViews, range]).toEqual([1_000, { from: '2026-11-01', to: '2026-11-01' }])
    // Videos with equal prices follow the order of their ids, in the same direction.
    expect(ids(highest)).toEqual(['p1', 'p6', 'p4', 'p3', 'p2'])
    expect(ids(lowest)).toEqual(['p5', 'p2', 'p3', 'p4', 'p6'])
  })

  test('are of fewer views only where nothing has a thousand', async () => {
    for (const [as, query] of [
      [memberToken, {}],
      [token, { member }],
      [token, { channel: channelOne }],
    ] as const) {
      const { minViews, highest } = await extremes(query, as)
      expect(minViews).toBe(1)
      expect(highest).toHaveLength(5)
      expect(new Set(highest.map(({ channelId }) => channelId))).toEqual(new Set([channelOne]))
    }
  })
})

test('one channel narrows every report to what it has', async () => {
  const board = await api.call(readDashboard, { token, query: { channel: channelOne, period: 'latest' } })
  const all = await fetchVideos({ channel: channelOne, period: 'latest', size: 100 })
  expect(board.report?.totals.views).toBe(all.videos.reduce((sum, { views }) => sum + views, 0))
  expect(new Set(all.videos.map(({ channelId }) => channelId))).toEqual(new Set([channelOne]))
  for (const channel of [channelOne, channelTwo]) {
    const { video } = await api.call(readVideo, { token, query: { video: videoIdFor('a'), channel } })
    expect(video.channelId).toBe(channel)
  }
})

test('a channel that is not among those in question is not found, and an impossible id is refused', async () => {
  const video = videoIdFor('a')
  for (const endpoint of [readDashboard, listVideos, readVideoExtremes, readVideo]) {
    const code = async (query: Query, as = token) =>
      (await api.request(endpoint, { token: as, query: { video, ...query } })).body.code
    for (const channel of [foreign, channelIdFor('nobodys')])
      expect(await code({ channel })).toBe('not_found')
    expect(await code({ channel: channelTwo, member })).toBe('not_found')
    expect(await code({ channel: channelTwo }, memberToken)).toBe('not_found')
    expect(await code({ channel: channelOne }, memberToken)).toBeUndefined()
    const { status, body } = await api.request(endpoint, { token, query: { video, channel: 'a b' } })
    expect([status, body.fields?.channel?.code]).toEqual([422, 'invalid'])
  }
  const { report } = await api.call(readDashboard, { token, query: { channel: hidden } })
  expect(report?.totals.views).toBe(0)
  expect(report?.series.views).toEqual([0])
})

// This test is last, because it fills the list.
test('rare words are found behind thousands of others, by the index of words', async () => {
  const ids = Array.from({ length: 1_500 }, (_, at) => `f${String(at).padStart(10, '0')}`)
  await queryRaw(
    api.db,
    `insert into videos (channel_id, video_id, channel_name, title, reported_on, reported_at)
    select $1, id, '', case when n % 700 = 650 then '희귀 두루미' when n % 20 = 0 then '가끔 고래' else '흔한 참새' end,
      '2026-11-01', now()
    from unnest($2::text[]) with ordinality as ids (id, n)`,
    [channelOne, ids],
  )
  await insertFacts(
    api.db,
    ids.map((id, at) => buildFact(channelOne, id, { views: 10 + at })),
    'second',
  )
  const count = async (search: string) => {
    let [rows, cursor]: [number, string | null] = [0, null]
    const views: number[] = []
    do {
      const page: Awaited<ReturnType<typeof fetchVideos>> = await fetchVideos({
        search,
        size: 7,
        ...(cursor && { cursor }),
      })
      rows += page.videos.length
      views.push(...page.videos.map((video) => video.views))
      cursor = page.nextCursor
    } while (cursor)
    expect(views).toEqual(views.toSorted((a, b) => b - a))
    return rows
  }
  expect(await count('두루미')).toBe(2)
  expect(await count('고래')).toBe(75)
})
