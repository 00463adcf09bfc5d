import { login } from '#contract/people/auth.ts'
import { listChannelFigures } from '#contract/reports/channel-report.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { listVideos, readVideoExtremes, type VideoSort, videoSorts } from '#contract/reports/videos.ts'
import { formatCursor } from '#server/reports/paging/cursor.ts'
import type { BenchRequest } from '#tests/bench/latency.ts'
import { createScreenRequests } from '#tests/bench/screen-requests.ts'
import { password } from '#tests/support/accounts.ts'
import { getManagerEmail, getMemberEmail } from '#tests/support/large-data/data-set.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { callRemote } from '#tests/support/remote-api.ts'
import { requireToken } from '#tests/support/require-token.ts'
import { type LargeBench, withDatabase } from './bench.ts'
import { createMusicRequests } from './catalog-requests.ts'

const period = 'six-months'

const signIn = async (origin: string, email: string) =>
  requireToken(await callRemote(origin, login, { body: { id: email, password } }))

export const signInAsManager = (origin: string): Promise<string> => signIn(origin, getManagerEmail(1))
export const signInAsMember = (origin: string): Promise<string> => signIn(origin, getMemberEmail(1))

/** Creates the report calls of the manager, and of a member with 100 channels, in the largest network. */
export async function createReportRequests(bench: LargeBench, origin: string): Promise<BenchRequest[]> {
  const manager = await signInAsManager(origin)
  const member = await signInAsMember(origin)
  const createRequest = (
    name: string,
    endpoint: BenchRequest['endpoint'],
    query = {},
    token = manager,
  ): BenchRequest => ({ name, endpoint, query: { period, ...query }, token })
  return [
    ...(await createScreenRequests(origin, manager)),
    ...[...(await findMiddleCursors(bench))].map(([sort, cursor]) =>
      createRequest(`videos by ${sort}, from the middle`, listVideos, { sort, cursor }),
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
    ...createMusicRequests(manager),
  ]
}

/** Finds the middle row of the largest network's list, in each order. */
const findMiddleCursors = (bench: LargeBench): Promise<Map<VideoSort, string>> =>
  withDatabase(bench, async (db) => {
    const cursors = new Map<VideoSort, string>()
    for (const sort of videoSorts) {
      const column = {
        date: 'published_at',
        views: 'views',
        profit: 'profit',
        price: 'price',
        premiumViews: 'premium_views',
        premiumRate: 'price_per_million(premium_views, views)',
        premiumProfit: 'premium_profit',
        premiumPrice: 'price_per_million(premium_profit, premium_views)',
      }[sort]
      const [row] = await queryRaw<{ videoId: string; channelId: string; revision: number }>(
        db,
        `with listed as (
          select video_id, channel_id, ${column} as value, lists_revision
          from video_period
          join network_revisions using (network_id)
          where period = $1
            and network_id = (select network_id from large_data.networks where number = 1)
        )
        select video_id as "videoId", channel_id as "channelId", lists_revision as revision
        from listed
        order by value desc nulls last, video_id desc
        offset (select count(*) / 2 from listed)
        limit 1`,
        [period],
      )
      if (!row) continue
      const cursor = { revisions: [row.revision], key: [row.videoId, row.channelId] }
      cursors.set(sort, formatCursor({ sort, order: 'desc' }, cursor))
    }
    return cursors
  })
