import { login } from '#contract/auth.ts'
import { listChannelFigures } from '#contract/channel-report.ts'
import { readDashboard, type VideoSort, videoSorts } from '#contract/reports.ts'
import { exportVideos, listVideos, readVideoExtremes } from '#contract/videos.ts'
import type { Database } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open.ts'
import { formatCursor } from '#server/reports/cursor.ts'
import { password } from '#tests/support/accounts.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { callRemote } from '#tests/support/remote-api.ts'
import { signHeaders } from '#tests/support/signed-headers.ts'
import {
  createMemberUsesRequests,
  createMusicRequests,
  createSearchRequests,
  memberUsesTarget,
  searchTarget,
} from './large-catalog.ts'
import { fillLargeNetwork, largeManager, largeMember } from './large-network.ts'
import { type BenchRequest, measureLatency } from './latency.ts'
import { startServer } from './processes.ts'
import { createScreenRequests } from './screen-requests.ts'
import { measureThroughput } from './throughput.ts'

const target = { singleP95: 25, tenClientsP50: 50 }
const cachedTarget = 5_000
const deepOffset = 500_000
const exportedRows = 10_000

/** The calls on a network of full size on a PostgreSQL server; fills its database first where it is empty. */
export async function benchLarge(url: string, rounds = 200): Promise<boolean> {
  const db = await openDatabase({ databaseUrl: url, dataDir: '' })
  const [isFilled] = await queryRaw(db, `select 1 as one from pg_tables where tablename = 'migrations'`)
  if (!isFilled) {
    const { fillSeconds, listSeconds } = await fillLargeNetwork(db)
    console.log(
      `large network: filled in ${fillSeconds.toFixed(0)} s, lists built in ${listSeconds.toFixed(1)} s`,
    )
  }
  const cursors = await findDeepCursors(db)
  await db.close()

  const uncachedServer = await startServer({ DATABASE_URL: url, DEMO: '0' }, 'tests/bench/uncached-server.ts')
  const isTargetMet = await measureAll(uncachedServer.origin, cursors, rounds).finally(() =>
    uncachedServer.stop(),
  )

  const server = await startServer({ DATABASE_URL: url, DEMO: '0' })
  const isCachedTargetMet = await measureCachedThroughput(server.origin).finally(() => server.stop())
  return isTargetMet && isCachedTargetMet
}

const signIn = async (origin: string, email: string) =>
  (await callRemote(origin, login, { body: { id: email, password } })).token

async function measureAll(origin: string, cursors: Map<VideoSort, string>, rounds: number): Promise<boolean> {
  const token = await signIn(origin, largeManager)
  const screens = await createScreenRequests(origin, token)
  const member = await signIn(origin, largeMember)
  const requests = [...screens, ...createLargeRequests(token, member, cursors), ...createMusicRequests(token)]
  const screensMet = await measureLatency(
    'PostgreSQL, full size, nothing kept',
    target,
    origin,
    requests,
    rounds,
  )
  const searches = await createSearchRequests(origin, token)
  const searchMet = await measureLatency('Search in 100,000 tracks', searchTarget, origin, searches, rounds)
  console.log(
    `\nfirst ${exportedRows} rows of the file of all videos: ${await measureExport(origin, token)} s`,
  )
  const usesMet = await measureLatency(
    'Uses by a member',
    memberUsesTarget,
    origin,
    createMemberUsesRequests(member),
    50,
  )
  return screensMet && searchMet && usesMet
}

function createLargeRequests(
  manager: string,
  member: string,
  cursors: Map<VideoSort, string>,
): BenchRequest[] {
  const period = 'six-months'
  const createRequest = (
    name: string,
    endpoint: BenchRequest['endpoint'],
    query = {},
    token = manager,
  ): BenchRequest => ({
    name,
    endpoint,
    query: { period, ...query },
    token,
  })
  return [
    ...[...cursors].map(([sort, cursor]) =>
      createRequest(`videos by ${sort}, after ${deepOffset}`, listVideos, { sort, cursor }),
    ),
    ...['먹방', '두루미', '旅行', '오늘 먹방', 'street food', 'zzzz', '가', '먹'].flatMap((search) => [
      createRequest(`videos by views, searched: ${search}`, listVideos, { search }),
      createRequest(`videos by date, searched: ${search}`, listVideos, { search, sort: 'date' }),
    ]),
    createRequest('100 channels: dashboard', readDashboard, {}, member),
    createRequest('100 channels: videos by views', listVideos, {}, member),
    createRequest('100 channels: videos by price', listVideos, { sort: 'price', order: 'asc' }, member),
    createRequest('100 channels: videos searched: 먹방', listVideos, { search: '먹방' }, member),
    createRequest('100 channels: highest and lowest', readVideoExtremes, {}, member),
    createRequest('100 channels: channels by profit', listChannelFigures, {}, member),
  ]
}

/** Cursors in the midst of the lists: in each order the row at which half of the videos have been read. */
async function findDeepCursors(db: Database): Promise<Map<VideoSort, string>> {
  const cursors = new Map<VideoSort, string>()
  for (const sort of videoSorts) {
    const column = { date: 'published_at', views: 'views', profit: 'profit', price: 'price' }[sort]
    const [row] = await queryRaw<{ videoId: string; channelId: string; revision: number }>(
      db,
      `select video_id as "videoId", channel_id as "channelId", lists_revision as revision
      from video_period
      join network_revisions using (network_id)
      where period = 'six-months'
      order by network_id, ${column} desc nulls last, video_id desc
      offset $1
      limit 1`,
      [deepOffset],
    )
    if (row)
      cursors.set(
        sort,
        formatCursor(
          { sort, order: 'desc' },
          { revisions: [row.revision], key: [row.videoId, row.channelId] },
        ),
      )
  }
  return cursors
}

/** How long a reader waits for the first rows of a file; it goes away then. */
async function measureExport(origin: string, token: string): Promise<string> {
  const path = `/${exportVideos.path}?period=six-months`
  const started = performance.now()
  const response = await fetch(`${origin}/api${path}`, {
    headers: {
      ...signHeaders('GET', path, undefined, { domain: 'localhost', token }),
      'Accept-Encoding': 'br',
    },
  })
  let rows = 0
  for await (const chunk of response.body ?? []) {
    rows += Buffer.from(chunk).toString('latin1').split('\r\n').length - 1
    if (rows > exportedRows) break
  }
  return ((performance.now() - started) / 1000).toFixed(1)
}

async function measureCachedThroughput(origin: string): Promise<boolean> {
  const token = await signIn(origin, largeManager)
  const options = { token, query: { period: 'six-months' } }
  let met = true
  for (const [name, endpoint] of [
    ['dashboard', readDashboard],
    ['videos', listVideos],
    ['channels', listChannelFigures],
  ] as const) {
    const rate = await measureThroughput(origin, { name, endpoint, ...options })
    met &&= rate >= cachedTarget
    console.log(
      `${name}, repeated: ${Math.round(rate)} replies a second, target ${cachedTarget}: ${rate >= cachedTarget ? 'met' : 'MISSED'}`,
    )
  }
  return met
}
