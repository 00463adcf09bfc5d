// @module-tag extended
// @module-tag needs-postgres
// @module-tag one-server
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvalStatus } from '#contract/channels/channel-states.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { readHome } from '#contract/portal/site-home.ts'
import { addDays } from '#contract/reports/calendar.ts'
import { listChannelFigures, readChannelSeries } from '#contract/reports/channel-report.ts'
import { readCountries } from '#contract/reports/countries.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { readLatestDay } from '#contract/reports/latest-day.ts'
import { moverKinds, readMovers } from '#contract/reports/movers.ts'
import { listMusicUses } from '#contract/reports/music-uses.ts'
import { readPriceSpread } from '#contract/reports/price-spread.ts'
import { readVideo, readVideoCurve } from '#contract/reports/video-detail.ts'
import {
  formatVideoKey,
  listVideos,
  readVideoExtremes,
  readVideoTotals,
  readVideoTrends,
} from '#contract/reports/videos.ts'
import { changesChannel } from '#server/platform/db/change-feed.ts'
import type { Database } from '#server/platform/db/database.ts'
import { importFiles } from '#server/reports/ingest/import-files.ts'
import { refreshLists } from '#server/reports/lists/lists.ts'
import { signIn } from '#tests/support/accounts.ts'
import { startApi } from '#tests/support/api.ts'
import { reviewChannel } from '#tests/support/channel-fixtures.ts'
import { createOwnDatabase } from '#tests/support/database.ts'
import { fillLargeData, getManagerEmail, getMemberEmail } from '#tests/support/large-data/data-set.ts'
import { measuredOwner, writeNextDay } from '#tests/support/large-data/report-files.ts'
import {
  createMeteredDatabase,
  type MeteredStatement,
  scaleStatistics,
  sumRows,
} from '#tests/support/metered-database.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { findBrokenReportInvariants } from '#tests/support/report-invariants.ts'

// Uses the benchmark's large data set, reduced to two small sizes. No statement of a report may read more rows than its
// query needs, however many videos there are. Rows are counted, because times on a busy machine prove nothing.

const fullSize = 1_000_000
const smallSizes = [600, 2_400]
const firstDay = '2026-07-22'
const lastDay = '2026-09-20'
const days = 61
const videosPerPage = 20
const memberChannels = 5
const otherMembers = 4
/** A search reads this many rows of a sorted list before it looks elsewhere. */
const searchedRows = 500
const domain = 'localhost'

type DataSet = Awaited<ReturnType<typeof startDataSet>>
const dataSets: DataSet[] = []

async function startDataSet(videos: number) {
  const unmetered = await createOwnDatabase()
  const settings = {
    channels: videos / 12,
    videos,
    tracks: 100,
    memberChannels,
    otherMembers,
    firstDay,
    lastDay,
  }
  await fillLargeData(unmetered, settings)
  await scaleStatistics(unmetered, fullSize / videos)
  const { db, statements } = createMeteredDatabase(unmetered)
  const api = await startApi(db)
  const [manager = '', member = ''] = await Promise.all(
    [getManagerEmail(1), getMemberEmail(1)].map((email) => signIn(api, email, domain)),
  )
  const [example] = await queryRaw<{ registration: number; channel: string; video: string; videos: number }>(
    unmetered,
    `select c.registration_id as registration,
      c.channel_id as channel,
      min(v.video_id) filter (where v.every_days is not null) as video,
      count(*) as videos
    from large_data.networks n
    join channels c on c.network_id = n.network_id
    join large_data.videos v on v.channel_id = c.channel_id
    where n.number = 1
    group by c.registration_id
    having count(*) filter (where v.every_days is not null and v.countries = 1) > 0
    order by count(*), c.registration_id
    limit 1`,
  )
  if (!example) throw new Error('The data set has no regular video.')
  const query = { period: 'six-months' }
  const { videos: firstVideos } = await api.call(listVideos, { domain, token: manager, query })
  const page = firstVideos.map(formatVideoKey).join()
  return { unmetered, db, api, statements, manager, member, example, page }
}

beforeAll(async () => {
  for (const videos of smallSizes) dataSets.push(await startDataSet(videos))
}, 300_000)
afterAll(async () => {
  for (const { api } of dataSets) await api.close()
})

test('the data set has the shape of full size, and figures that the product computes alike', async () => {
  for (const { unmetered } of dataSets) {
    const [shape] = await queryRaw<{ networks: number; owners: number; days: number; activeVideos: number }>(
      unmetered,
      `select (select count(distinct network_id) from network_daily) as networks,
        count(distinct owner) as owners,
        count(distinct day) as days,
        count(*) filter (where day > $1) as "activeVideos"
      from video_daily`,
      [addDays(lastDay, -10)],
    )
    expect(shape).toMatchObject({ networks: 10, owners: 2, days })
    const { videos = 0 } = (await queryRaw<{ videos: number }>(unmetered, countVideos))[0] ?? {}
    const activeShare = (shape?.activeVideos ?? 0) / 10 / videos
    expect(activeShare).toBeGreaterThan(0.03)
    expect(activeShare).toBeLessThan(0.09)
    expect(await findBrokenReportInvariants(unmetered)).toEqual([])
  }
})
const countVideos = 'select count(*) as videos from videos'

interface ReportCase {
  title: string
  endpoint: Endpoint
  who: 'manager' | 'member'
  query?: (dataSet: DataSet) => Record<string, string | number>
  /** Tables that its statements may read, besides those that every call reads. */
  tables: string[]
  /** Rows that a statement may read. */
  maxRows: number
  /** The answer and the rows that are read for it have the same size in both data sets. */
  isIndependent?: true
}

/** Tables that identify the caller and the scope of the figures. */
const commonTables = [
  'sites',
  'sign_in_providers',
  'site_images',
  'sessions',
  'installation_grants',
  'accounts',
  'report_state',
  'network_revisions',
  'network_periods',
]
const scopeTables = [...commonTables, 'exchange_rates', 'incomplete_days', 'network_daily']
const memberTables = [...scopeTables, 'assignments', 'channels', 'fee_rates', 'channel_daily']
const videoListTables = ['channels', 'video_period', 'videos']
const ofChannel = ({ example }: DataSet) => ({ channel: example.channel })

test.each<ReportCase>([
  {
    title: 'the home page of a site',
    endpoint: readHome,
    who: 'manager',
    query: () => ({ domain }),
    tables: ['sites', 'sign_in_providers', 'site_homes', 'site_images', 'report_state', 'track_order'],
    maxRows: 2,
    isIndependent: true,
  },
  {
    title: 'the dashboard of a network',
    endpoint: readDashboard,
    who: 'manager',
    tables: scopeTables,
    maxRows: 3 * days,
    isIndependent: true,
  },
  {
    title: 'the dashboard of a channel',
    endpoint: readDashboard,
    who: 'manager',
    query: ofChannel,
    tables: [...scopeTables, 'channel_daily', 'channels'],
    maxRows: 4 * days,
  },
  {
    title: 'the dashboard of a member',
    endpoint: readDashboard,
    who: 'member',
    tables: memberTables,
    maxRows: (memberChannels + 4) * days,
  },
  {
    title: 'the latest day of a network',
    endpoint: readLatestDay,
    who: 'manager',
    tables: [
      ...scopeTables,
      'channel_owners',
      ...videoListTables,
      'video_daily',
      'channel_daily',
      'channel_period',
    ],
    maxRows: 3 * days,
  },
  {
    title: 'the latest day of a channel',
    endpoint: readLatestDay,
    who: 'manager',
    query: ofChannel,
    tables: [...scopeTables, 'channel_daily', 'channel_owners', ...videoListTables, 'video_daily'],
    maxRows: 4 * days,
  },
  {
    title: 'the latest day of a member',
    endpoint: readLatestDay,
    who: 'member',
    tables: [...memberTables, 'channel_owners', ...videoListTables, 'video_daily'],
    maxRows: (memberChannels + 4) * days,
  },
  {
    title: 'the channels of a network',
    endpoint: listChannelFigures,
    who: 'manager',
    tables: [...scopeTables, 'channel_period', 'channels', 'assignments', 'channel_tags', 'tagged_channels'],
    maxRows: 2 * days,
  },
  {
    title: 'a search for channels',
    endpoint: listChannelFigures,
    who: 'manager',
    query: () => ({ search: 'x' }),
    tables: [...scopeTables, 'channel_period', 'channels', 'channel_tags', 'tagged_channels'],
    maxRows: 2 * days,
  },
  {
    title: 'the channels of a member',
    endpoint: listChannelFigures,
    who: 'member',
    tables: [...memberTables, 'channel_period', 'channel_tags', 'tagged_channels'],
    maxRows: (memberChannels + 4) * days,
  },
  {
    title: 'the series of a channel',
    endpoint: readChannelSeries,
    who: 'manager',
    query: ({ example }) => ({ channels: example.channel }),
    tables: [...scopeTables, 'channel_daily', 'channels'],
    maxRows: 4 * days,
  },
  {
    title: 'the series of the first five channels',
    endpoint: readChannelSeries,
    who: 'manager',
    tables: [...scopeTables, 'channel_daily', 'channel_period', 'channels'],
    maxRows: (5 + 4) * days,
  },
  {
    title: 'the videos of a network',
    endpoint: listVideos,
    who: 'manager',
    query: () => ({ sort: 'price' }),
    tables: [...scopeTables, ...videoListTables],
    maxRows: 7 * videosPerPage,
    isIndependent: true,
  },
  {
    title: 'the videos of a channel',
    endpoint: listVideos,
    who: 'manager',
    query: ofChannel,
    tables: [...scopeTables, ...videoListTables],
    maxRows: 2 * days,
  },
  {
    title: 'the countries of a channel',
    endpoint: readCountries,
    who: 'manager',
    query: ofChannel,
    tables: [...scopeTables, 'channels', 'country_daily'],
    maxRows: 70 * days,
  },
  {
    title: 'a search for videos',
    endpoint: listVideos,
    who: 'manager',
    query: () => ({ search: '먹방' }),
    tables: [...scopeTables, ...videoListTables],
    maxRows: searchedRows,
  },
  {
    title: 'the videos of a member',
    endpoint: listVideos,
    who: 'member',
    tables: [...memberTables, ...videoListTables, 'video_daily'],
    maxRows: (videosPerPage + 4) * days,
  },
  {
    title: 'a search for videos of a member',
    endpoint: listVideos,
    who: 'member',
    query: () => ({ search: '먹방' }),
    tables: [...memberTables, ...videoListTables, 'video_daily', 'channel_period'],
    maxRows: (videosPerPage + 4) * days,
  },
  {
    title: 'the trends of a page of videos',
    endpoint: readVideoTrends,
    who: 'manager',
    query: ({ page }) => ({ videos: page }),
    tables: [...scopeTables, 'channels', 'video_daily'],
    // The page has twenty videos, few of which have figures on every day.
    maxRows: videosPerPage * days,
  },
  {
    title: 'the curve of a video',
    endpoint: readVideoCurve,
    who: 'manager',
    query: ({ example }) => ({ video: example.video }),
    tables: [...scopeTables, 'channels', 'metadata_channels', 'video_daily', 'video_period', 'videos'],
    maxRows: 6 * days,
  },
  {
    title: 'the totals of the videos of a channel',
    endpoint: readVideoTotals,
    who: 'manager',
    query: ofChannel,
    tables: [...scopeTables, 'channels', 'video_period'],
    maxRows: 2 * days,
  },
  {
    title: 'the spread of the prices of a channel',
    endpoint: readPriceSpread,
    who: 'manager',
    query: ofChannel,
    tables: [...scopeTables, 'channels', 'video_period'],
    maxRows: 2 * days,
  },
  {
    title: 'the highest and the lowest videos',
    endpoint: readVideoExtremes,
    who: 'manager',
    tables: [...scopeTables, ...videoListTables],
    maxRows: 2 * days,
    isIndependent: true,
  },
  {
    title: 'a video',
    endpoint: readVideo,
    who: 'manager',
    query: ({ example }) => ({ video: example.video }),
    tables: [
      ...scopeTables,
      ...videoListTables,
      'metadata_channels',
      'video_daily',
      'claims',
      'tracks',
      'activity_facts',
      'revenue_facts',
      'report_current',
    ],
    // A video in one country has four reports a day.
    maxRows: 8 * days,
  },
  {
    title: 'uses of tracks in a network',
    endpoint: listMusicUses,
    who: 'manager',
    query: () => ({ musics: 1 }),
    tables: [...scopeTables, 'track_period', 'tracks'],
    maxRows: 2 * days,
    isIndependent: true,
  },
  {
    title: 'uses of tracks by a member',
    endpoint: listMusicUses,
    who: 'member',
    query: () => ({ musics: 1 }),
    tables: [...memberTables, ...videoListTables, 'claims', 'report_current', 'tracks', 'video_daily'],
    maxRows: (videosPerPage + 4) * days,
  },
])('$title: no statement reads more than $maxRows rows, whatever the size', async (report) => {
  const sums: number[] = []
  for (const dataSet of dataSets) {
    const { unmetered, api, statements } = dataSet
    // Nothing is read from the server's cache, whose entries expire.
    await queryRaw(unmetered, 'select pg_notify($1, $2)', [changesChannel, 'sites'])
    statements.length = 0
    const query = { period: 'six-months', ...report.query?.(dataSet) }
    await api.call(report.endpoint, { domain, token: dataSet[report.who], query })
    expect(statements.length).toBeGreaterThan(1)
    expect(listTables(statements).filter((table) => !report.tables.includes(table))).toEqual([])
    expect(statements.filter((one) => sumRows(one, 'read') > report.maxRows)).toEqual([])
    sums.push(statements.reduce((sum, one) => sum + sumRows(one, 'read'), 0))
  }
  const [small = 0, large = 0] = sums
  if (report.isIndependent) expect(large).toBeLessThanOrEqual(1.05 * small)
})

test.each(moverKinds.filter((by) => by !== 'channel'))(
  'movers by %s of a listed period take its profits from the list, and read only the days before',
  async (by) => {
    for (const { unmetered, api, statements, manager } of dataSets) {
      const [before] = await queryRaw<{ days: number }>(
        unmetered,
        'select count(*) as days from video_daily where day < $1',
        [`${lastDay.slice(0, 7)}-01`],
      )
      statements.length = 0
      const query = { period: 'month', by }
      const { comparison } = await api.call(readMovers, { domain, token: manager, query })
      expect(comparison?.risers).not.toEqual([])
      expect(listTables(statements)).toContain('video_period')
      for (const { tables } of statements)
        expect(tables.get('video_daily')?.read ?? 0).toBeLessThanOrEqual(before?.days ?? 0)
    }
  },
)

const listTables = (statements: readonly MeteredStatement[]): string[] => [
  ...new Set(statements.flatMap(({ tables }) => [...tables.keys()])),
]

const periods = 4
const lists = ['video_period', 'channel_period', 'track_period']
/** Rows for the periods of ten networks, and after a new day for the ranking of a hundred tracks. */
const rowsOfUnchanged = 2 * 10 * days
const rowsPerChange = 30

test('a new day of one owner reads and writes the rows of what it changed, in its networks only', async () => {
  for (const { unmetered, db, statements } of dataSets) {
    const before = await selectRows(unmetered, 'owner <> $1')
    await importNextDay(unmetered, db, statements)
    const after = await selectRows(unmetered, 'owner <> $1')
    expect(after).toEqual(before)
    const [changed] = await queryRaw<{ videos: number; channels: number }>(
      unmetered,
      `select count(distinct (channel_id, video_id)) as videos, count(distinct channel_id) as channels
      from video_daily
      where owner = $1
        and day >= $2`,
      [measuredOwner, lastDay],
    )
    const { videos, channels } = changed ?? { videos: 0, channels: 0 }
    expect(countWritten(statements, 'video_period')).toBeLessThanOrEqual(periods * videos)
    expect(countWritten(statements, 'channel_period')).toBeLessThanOrEqual(periods * channels)
    expect(countWritten(statements, 'track_period')).toBeLessThanOrEqual(videos)
    expect(countWritten(statements, 'video_period')).toBeGreaterThan(0)
    // The smaller data set has few videos, so the planner looks up each day.
    const isSmall = dataSets[0]?.db === db
    if (!isSmall) expectReads(statements, videos + channels)
  }
})

test('a channel that no longer earns reads and writes its own rows', async () => {
  for (const { unmetered, db, statements, example } of dataSets) {
    const [before, others] = [await selectRows(unmetered, 'true'), await selectRows(unmetered, 'number > 1')]
    await reviewChannel(db, example.registration, approvalStatus.held, null, new Date())
    statements.length = 0
    await refreshLists(db)
    const after = await selectRows(unmetered, 'true')
    expect(await selectRows(unmetered, 'number > 1')).toEqual(others)
    expect(countWritten(statements, 'video_period')).toBeLessThanOrEqual(periods * example.videos)
    expect(countWritten(statements, 'channel_period')).toBeLessThanOrEqual(periods)
    expect(countWritten(statements, 'track_period')).toBeLessThanOrEqual(example.videos)
    expect(after.length).toBeLessThan(before.length)
    expect(listTables(statements)).not.toContain('track_daily')
    expectReads(statements, example.videos + 1)
  }
})

function expectReads(statements: readonly MeteredStatement[], changes: number): void {
  const maxRows = rowsOfUnchanged + rowsPerChange * changes
  expect(statements.filter((one) => sumRows(one, 'read') > maxRows)).toEqual([])
}

const countWritten = (statements: readonly MeteredStatement[], table: string): number =>
  statements.reduce((sum, { tables }) => sum + (tables.get(table)?.written ?? 0), 0)

/** Records only the statements of the refresh. */
async function importNextDay(unmetered: Database, db: Database, statements: MeteredStatement[]) {
  const folder = await mkdtemp(join(tmpdir(), 'hookline-reports-'))
  try {
    await writeNextDay(unmetered, folder)
    const progress = {
      start() {},
      advance() {},
      completeFile() {},
      startStep() {
        statements.length = 0
      },
      end() {},
    }
    const now = new Date('2026-09-23')
    const { outcomes } = await importFiles(db, [folder], { owner: measuredOwner, now, progress })
    expect(outcomes.map(({ result }) => result)).toEqual(['loaded', 'loaded'])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Selects rows of some networks' lists, each with the transaction that wrote it. */
async function selectRows(db: Database, condition: string): Promise<object[]> {
  const parameters = condition.includes('$1') ? [measuredOwner] : []
  const rows = await Promise.all(
    lists.map((list) =>
      queryRaw(
        db,
        `select p.xmin::text as writer, to_jsonb(p) as row
        from ${list} p
        join large_data.networks n on n.network_id = p.network_id
        where ${condition}
        order by p.ctid`,
        parameters,
      ),
    ),
  )
  return rows.flat()
}
