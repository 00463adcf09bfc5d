import { afterAll, beforeAll, expect, test } from 'vitest'
import { listChannelFigures, readChannelSeries } from '#contract/channel-report.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { listMusicUses } from '#contract/musics.ts'
import { listVideos, readDashboard, readVideoExtremes } from '#contract/reports.ts'
import { readVideo } from '#contract/video-detail.ts'
import type { Database } from '#server/db/connect.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { channelNamed, putFacts, videoNamed } from '#tests/support/facts.ts'
import { assign, makeAccount, makeChannel, makeSite, signIn } from '#tests/support/people.ts'

let db: Database
let api: Api
let token: string
let memberToken: string
let member: number
const one = channelNamed('one')
const recorded: { text: string; values: readonly unknown[] }[] = []

beforeAll(async () => {
  db = await freshDatabase()
  const query: Database['query'] = (text, values = []) => {
    recorded.push({ text, values })
    return db.query(text, values)
  }
  api = await startApi({ ...db, query })
  const site = await makeSite(db)
  const manager = await makeAccount(db, site, 'boss@example.test')
  member = await makeAccount(db, site, 'member@example.test', manager)
  await assign(db, await makeChannel(db, manager, one), member)
  await db.exec(`insert into exchange_rates values ('2026-11-01', 1400000000)`)
  const figures = { country: 'KR', views: 1000, premiumViews: 1, revenueMicros: 5, premiumRevenueMicros: 1 }
  await putFacts(db, [{ day: '2026-11-01', channelId: one, videoId: videoNamed('a'), ...figures }])
  token = await signIn(api, 'boss@example.test')
  memberToken = await signIn(api, 'member@example.test')
})
afterAll(() => api.close())

/** The tables that the statements of a call read, by their plans; a part by its whole. */
async function tablesOf(endpoint: Endpoint, as: string, query: Record<string, string | number>) {
  recorded.length = 0
  await api.ask(endpoint, { token: as, query })
  const tables = new Set<string>()
  for (const { text, values } of [...recorded].filter((one) => /^\s*(select|with)/.test(one.text))) {
    const [row] = await db.query<Record<string, unknown>>(`explain (format json) ${text}`, values)
    const plan = row?.['QUERY PLAN']
    addTables(typeof plan === 'string' ? JSON.parse(plan) : plan, tables)
  }
  return [...tables].filter((table) => !asked.has(table)).sort()
}

/** What every call reads: who asks, and of which figures. */
const asked = new Set(['sites', 'sessions', 'accounts', 'report_state', 'network_periods'])

function addTables(plan: unknown, tables: Set<string>): void {
  if (typeof plan !== 'object' || plan === null) return
  for (const [key, value] of Object.entries(plan)) {
    if (key === 'Relation Name') tables.add(wholeOf(String(value)))
    else addTables(value, tables)
  }
}

const parted = [
  'video_period',
  'channel_period',
  'music_period',
  'video_daily',
  'activity_facts',
  'revenue_facts',
]
const wholeOf = (table: string) => parted.find((one) => table.startsWith(`${one}_`)) ?? table

// Fees and rates are read inside of functions, which a plan does not show.
const scope = ['exchange_rates', 'network_daily', 'report_current']
const mine = [...scope, 'assignments', 'channels', 'fee_rates']
const named = ['channels', 'video_period', 'videos']
const video = { video: videoNamed('a') }

test.each<[string, Endpoint, 'boss' | 'member', Record<string, string | number>, string[]]>([
  ['the dashboard of a network', readDashboard, 'boss', {}, scope],
  [
    'the dashboard of a channel',
    readDashboard,
    'boss',
    { channel: one },
    [...scope, 'channel_daily', 'channels'],
  ],
  ['the dashboard of a member', readDashboard, 'member', {}, [...mine, 'channel_daily']],
  ['the channels of a network', listChannelFigures, 'boss', {}, [...scope, 'channel_period', 'channels']],
  [
    'a search for channels',
    listChannelFigures,
    'boss',
    { search: 'x' },
    [...scope, 'channel_period', 'channels'],
  ],
  [
    'the channels of a member',
    listChannelFigures,
    'member',
    {},
    [...mine, 'channel_daily', 'channel_period'],
  ],
  ['a series', readChannelSeries, 'boss', { channels: one }, [...scope, 'channel_daily', 'channels']],
  [
    'a series unasked',
    readChannelSeries,
    'boss',
    {},
    [...scope, 'channel_daily', 'channel_period', 'channels'],
  ],
  ['the videos of a network', listVideos, 'boss', { sort: 'price' }, [...scope, ...named]],
  ['a search for videos', listVideos, 'boss', { search: '먹방' }, [...scope, ...named]],
  ['the videos of a member', listVideos, 'member', {}, [...mine, ...named, 'video_daily']],
  [
    'a search for videos of a member',
    listVideos,
    'member',
    { search: '먹방' },
    [...mine, ...named, 'video_daily', 'channel_period'],
  ],
  ['highest and lowest', readVideoExtremes, 'boss', {}, [...scope, ...named]],
  [
    'one video',
    readVideo,
    'boss',
    video,
    [...scope, ...named, 'video_daily', 'claims', 'musics', 'activity_facts', 'revenue_facts'],
  ],
  ['uses of tracks in a network', listMusicUses, 'boss', { musics: 1 }, [...scope, 'music_period', 'musics']],
  [
    'uses of tracks by a member',
    listMusicUses,
    'member',
    { musics: 1 },
    [...mine, ...named, 'claims', 'musics', 'video_daily'],
  ],
])('%s is read from what is kept for it, and from nothing else', async (_, endpoint, who, query, allowed) => {
  const tables = await tablesOf(endpoint, who === 'boss' ? token : memberToken, {
    period: 'latest',
    ...query,
  })
  expect(recorded.length).toBeGreaterThan(2)
  expect(tables.filter((table) => !allowed.includes(table))).toEqual([])
})
