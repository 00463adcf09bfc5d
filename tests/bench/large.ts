import { login } from '#contract/auth.ts'
import { listChannelFigures } from '#contract/channel-report.ts'
import {
  exportVideos,
  listVideos,
  readDashboard,
  readVideoExtremes,
  type VideoSort,
  videoSorts,
} from '#contract/reports.ts'
import { type Database, openDatabase } from '#server/db/connect.ts'
import { writeCursor } from '#server/reports/cursor.ts'
import { password } from '#tests/support/people.ts'
import { askRemote } from '#tests/support/remote-api.ts'
import { signedHeaders } from '#tests/support/signed-headers.ts'
import { measureCalls, type Question } from './calls.ts'
import { measureKept } from './kept.ts'
import {
  memberUses,
  memberUsesTarget,
  musicQuestions,
  searchQuestions,
  searchTarget,
} from './large-musics.ts'
import { fillLargeNetwork, largeManager, largeMember } from './large-network.ts'
import { startServer } from './process.ts'
import { screenQuestions } from './questions.ts'

const target = { alone: 25, crowded: 50 }
const keptTarget = 5_000
const deep = 500_000
const exportedRows = 10_000

/** The calls on a network of full size on a PostgreSQL server; fills its database first where it is empty. */
export async function benchLarge(url: string, rounds = 200): Promise<boolean> {
  const db = await openDatabase({ databaseUrl: url, dataDir: '' })
  const [filled] = await db.query(`select 1 as one from pg_tables where tablename = 'migrations'`)
  if (!filled) {
    const { fillSeconds, listSeconds } = await fillLargeNetwork(db)
    console.log(
      `large network: filled in ${fillSeconds.toFixed(0)} s, lists built in ${listSeconds.toFixed(1)} s`,
    )
  }
  const cursors = await deepCursors(db)
  await db.close()

  const unkept = await startServer({ DATABASE_URL: url, DEMO: '0' }, 'tests/bench/unkept-server.ts')
  const met = await measureAll(unkept.origin, cursors, rounds).finally(() => unkept.stop())

  const server = await startServer({ DATABASE_URL: url, DEMO: '0' })
  const kept = await measureRepeated(server.origin).finally(() => server.stop())
  return met && kept
}

const sign = async (origin: string, id: string) =>
  (await askRemote(origin, login, { body: { id, password } })).token

async function measureAll(origin: string, cursors: Map<VideoSort, string>, rounds: number): Promise<boolean> {
  const token = await sign(origin, largeManager)
  const screens = await screenQuestions(origin, token)
  const member = await sign(origin, largeMember)
  const questions = [...screens, ...largeQuestions(token, member, cursors), ...musicQuestions(token)]
  const answered = await measureCalls(
    'PostgreSQL, full size, nothing kept',
    target,
    origin,
    questions,
    rounds,
  )
  const searches = await searchQuestions(origin, token)
  const searched = await measureCalls('Search in 100,000 tracks', searchTarget, origin, searches, rounds)
  console.log(
    `\nfirst ${exportedRows} rows of the file of all videos: ${await exportSeconds(origin, token)} s`,
  )
  const used = await measureCalls('Uses by a member', memberUsesTarget, origin, memberUses(member), 50)
  return answered && searched && used
}

function largeQuestions(manager: string, member: string, cursors: Map<VideoSort, string>): Question[] {
  const period = 'six-months'
  const ask = (name: string, endpoint: Question['endpoint'], query = {}, token = manager): Question => ({
    name,
    endpoint,
    query: { period, ...query },
    token,
  })
  return [
    ...[...cursors].map(([sort, cursor]) =>
      ask(`videos by ${sort}, after ${deep}`, listVideos, { sort, cursor }),
    ),
    ...['먹방', '두루미', '旅行', '오늘 먹방', 'street food', 'zzzz', '가', '먹'].flatMap((search) => [
      ask(`videos by views, searched: ${search}`, listVideos, { search }),
      ask(`videos by date, searched: ${search}`, listVideos, { search, sort: 'date' }),
    ]),
    ask('100 channels: dashboard', readDashboard, {}, member),
    ask('100 channels: videos by views', listVideos, {}, member),
    ask('100 channels: videos by price', listVideos, { sort: 'price', order: 'asc' }, member),
    ask('100 channels: videos searched: 먹방', listVideos, { search: '먹방' }, member),
    ask('100 channels: highest and lowest', readVideoExtremes, {}, member),
    ask('100 channels: channels by profit', listChannelFigures, {}, member),
  ]
}

/** Cursors in the midst of the lists: in each order the row at which half of the videos have been read. */
async function deepCursors(db: Database): Promise<Map<VideoSort, string>> {
  const cursors = new Map<VideoSort, string>()
  for (const sort of videoSorts) {
    const column = { date: 'published_at', views: 'views', profit: 'profit', price: 'price' }[sort]
    const [row] = await db.query<{ videoId: string; channelId: string }>(
      `select video_id as "videoId", channel_id as "channelId"
      from video_period
      where period = 'six-months'
      order by network_id, ${column} desc nulls last, video_id desc
      offset $1
      limit 1`,
      [deep],
    )
    if (row) cursors.set(sort, writeCursor({ sort, order: 'desc' }, [row.videoId, row.channelId]))
  }
  return cursors
}

/** How long a reader waits for the first rows of a file; it goes away then. */
async function exportSeconds(origin: string, token: string): Promise<string> {
  const path = `/${exportVideos.path}?period=six-months`
  const started = performance.now()
  const response = await fetch(`${origin}/api${path}`, {
    headers: {
      ...signedHeaders('GET', path, undefined, { domain: 'localhost', token }),
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

async function measureRepeated(origin: string): Promise<boolean> {
  const token = await sign(origin, largeManager)
  const about = { token, query: { period: 'six-months' } }
  let met = true
  for (const [name, endpoint] of [
    ['dashboard', readDashboard],
    ['videos', listVideos],
    ['channels', listChannelFigures],
  ] as const) {
    const rate = await measureKept(origin, { name, endpoint, ...about })
    met &&= rate >= keptTarget
    console.log(
      `${name}, repeated: ${Math.round(rate)} replies a second, target ${keptTarget}: ${rate >= keptTarget ? 'met' : 'MISSED'}`,
    )
  }
  return met
}
