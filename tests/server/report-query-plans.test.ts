import { afterAll, beforeAll, expect, test } from 'vitest'
import { listChannelFigures, readChannelSeries } from '#contract/channel-report.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { listMusicUses } from '#contract/musics.ts'
import { readDashboard } from '#contract/reports.ts'
import { readVideo } from '#contract/video-detail.ts'
import { listVideos, readVideoExtremes } from '#contract/videos.ts'
import type { Database } from '#server/db/database.ts'
import {
  createAccount,
  createChannel,
  createSite,
  insertAssignment,
  signIn,
} from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { createOwnDatabase } from '#tests/support/database.ts'
import { channelIdFor, insertFacts, videoIdFor } from '#tests/support/facts.ts'
import { interceptStatements } from '#tests/support/intercept-statements.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'

let db: Database
let api: Api
let token: string
let memberToken: string
let member: number
const channelId = channelIdFor('one')
const recordedQueries: { text: string; values: readonly unknown[] }[] = []

beforeAll(async () => {
  db = await createOwnDatabase()
  const recorded = interceptStatements(db, (text, run, values) => {
    recordedQueries.push({ text, values })
    return run()
  })
  api = await startApi({ ...db, ...recorded })
  const site = await createSite(db)
  const manager = await createAccount(db, site, 'boss@example.test')
  member = await createAccount(db, site, 'member@example.test', manager)
  await insertAssignment(db, await createChannel(db, manager, channelId), member)
  await execRaw(db, `insert into exchange_rates values ('2026-11-01', 1400000000)`)
  const figures = { country: 'KR', views: 1000, premiumViews: 1, revenueMicros: 5, premiumRevenueMicros: 1 }
  await insertFacts(db, [{ day: '2026-11-01', channelId: channelId, videoId: videoIdFor('a'), ...figures }])
  token = await signIn(api, 'boss@example.test')
  memberToken = await signIn(api, 'member@example.test')
})
afterAll(() => api.close())

/** The tables that the statements of a call read, by their plans; a part by its whole. */
async function explainTables(
  endpoint: Endpoint,
  sessionToken: string,
  query: Record<string, string | number>,
) {
  recordedQueries.length = 0
  await api.call(endpoint, { token: sessionToken, query })
  const tables = new Set<string>()
  for (const { text, values } of [...recordedQueries].filter((one) => /^\s*(select|with)/.test(one.text))) {
    const [row] = await queryRaw<Record<string, unknown>>(db, `explain (format json) ${text}`, values)
    const plan = row?.['QUERY PLAN']
    collectTables(typeof plan === 'string' ? JSON.parse(plan) : plan, tables)
  }
  return [...tables].filter((table) => !commonTables.has(table)).sort()
}

/** What every call reads: who asks, and of which figures. */
const commonTables = new Set(['sites', 'sessions', 'accounts', 'network_revisions', 'network_periods'])

function collectTables(plan: unknown, tables: Set<string>): void {
  if (typeof plan !== 'object' || plan === null) return
  for (const [key, value] of Object.entries(plan)) {
    if (key === 'Relation Name') tables.add(getParentTable(String(value)))
    else collectTables(value, tables)
  }
}

const partitionedTables = [
  'video_period',
  'channel_period',
  'track_period',
  'video_daily',
  'activity_facts',
  'revenue_facts',
]
const getParentTable = (table: string) =>
  partitionedTables.find((one) => table.startsWith(`${one}_`)) ?? table

// Fees and rates are read inside of functions, which a plan does not show.
const scopeTables = ['exchange_rates', 'incomplete_days', 'network_daily']
const memberTables = [...scopeTables, 'assignments', 'channels', 'fee_rates']
const videoListTables = ['channels', 'video_period', 'videos']
const videoQuery = { video: videoIdFor('a') }

test.each<[string, Endpoint, 'boss' | 'member', Record<string, string | number>, string[]]>([
  ['the dashboard of a network', readDashboard, 'boss', {}, scopeTables],
  [
    'the dashboard of a channel',
    readDashboard,
    'boss',
    { channel: channelId },
    [...scopeTables, 'channel_daily', 'channels'],
  ],
  ['the dashboard of a member', readDashboard, 'member', {}, [...memberTables, 'channel_daily']],
  [
    'the channels of a network',
    listChannelFigures,
    'boss',
    {},
    [...scopeTables, 'channel_period', 'channels'],
  ],
  [
    'a search for channels',
    listChannelFigures,
    'boss',
    { search: 'x' },
    [...scopeTables, 'channel_period', 'channels'],
  ],
  [
    'the channels of a member',
    listChannelFigures,
    'member',
    {},
    [...memberTables, 'channel_daily', 'channel_period'],
  ],
  [
    'a series',
    readChannelSeries,
    'boss',
    { channels: channelId },
    [...scopeTables, 'channel_daily', 'channels'],
  ],
  [
    'a series unasked',
    readChannelSeries,
    'boss',
    {},
    [...scopeTables, 'channel_daily', 'channel_period', 'channels'],
  ],
  ['the videos of a network', listVideos, 'boss', { sort: 'price' }, [...scopeTables, ...videoListTables]],
  ['a search for videos', listVideos, 'boss', { search: '먹방' }, [...scopeTables, ...videoListTables]],
  ['the videos of a member', listVideos, 'member', {}, [...memberTables, ...videoListTables, 'video_daily']],
  [
    'a search for videos of a member',
    listVideos,
    'member',
    { search: '먹방' },
    [...memberTables, ...videoListTables, 'video_daily', 'channel_period'],
  ],
  ['highest and lowest', readVideoExtremes, 'boss', {}, [...scopeTables, ...videoListTables]],
  [
    'one video',
    readVideo,
    'boss',
    videoQuery,
    [
      ...scopeTables,
      ...videoListTables,
      'video_daily',
      'claims',
      'tracks',
      'activity_facts',
      'revenue_facts',
      'report_current',
    ],
  ],
  [
    'uses of tracks in a network',
    listMusicUses,
    'boss',
    { musics: 1 },
    [...scopeTables, 'track_period', 'tracks'],
  ],
  [
    'uses of tracks by a member',
    listMusicUses,
    'member',
    { musics: 1 },
    [...memberTables, ...videoListTables, 'claims', 'report_current', 'tracks', 'video_daily'],
  ],
])('%s is read from what is kept for it, and from nothing else', async (_, endpoint, who, query, allowed) => {
  const tables = await explainTables(endpoint, who === 'boss' ? token : memberToken, {
    period: 'latest',
    ...query,
  })
  expect(recordedQueries.length).toBeGreaterThan(2)
  expect(tables.filter((table) => !allowed.includes(table))).toEqual([])
})
