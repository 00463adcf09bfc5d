import { listChannelFigures, readChannelSeries } from '#contract/reports/channel-report.ts'
import { readDashboard } from '#contract/reports/dashboard.ts'
import { readVideo } from '#contract/reports/video-detail.ts'
import { listVideos, readVideoExtremes } from '#contract/reports/videos.ts'
import { callRemote } from '#tests/support/remote-api.ts'
import type { BenchRequest } from './latency.ts'

const period = 'six-months'

/** Creates the screens' requests for one token. */
export async function createScreenRequests(origin: string, token: string): Promise<BenchRequest[]> {
  const { videos } = await callRemote(origin, listVideos, { token, query: { period } })
  const { channels } = await callRemote(origin, listChannelFigures, { token, query: { period } })
  const video = videos[0]?.videoId ?? ''
  const channel = channels[0]?.channelId ?? ''
  const title = [...(videos.find((row) => row.title)?.title ?? '')]
  const createRequest = (
    name: string,
    endpoint: BenchRequest['endpoint'],
    query: Record<string, string> = {},
  ): BenchRequest => ({
    name,
    endpoint,
    query: { period, ...query },
    token,
  })
  return [
    createRequest('dashboard, this month', readDashboard, { period: 'month' }),
    createRequest('dashboard, 6 months', readDashboard),
    createRequest('dashboard, one channel', readDashboard, { channel }),
    createRequest('videos by date', listVideos, { sort: 'date' }),
    createRequest('videos by views', listVideos, { sort: 'views' }),
    createRequest('videos by profit', listVideos, { sort: 'profit' }),
    createRequest('videos by price, lowest', listVideos, { sort: 'price', order: 'asc' }),
    createRequest('videos of one channel', listVideos, { channel }),
    createRequest('videos, 2 characters searched', listVideos, { search: title.slice(0, 2).join('') }),
    createRequest('highest and lowest videos', readVideoExtremes),
    createRequest('highest and lowest, one channel', readVideoExtremes, { channel }),
    createRequest('video detail', readVideo, { video }),
    createRequest('channels by profit', listChannelFigures),
    createRequest('channels by name', listChannelFigures, { sort: 'name', order: 'asc' }),
    createRequest('channels searched', listChannelFigures, {
      search: [...(channels[0]?.name ?? '')].slice(0, 2).join(''),
    }),
    createRequest('series of the first channels', readChannelSeries),
    createRequest('series of 30 channels', readChannelSeries, {
      channels: channels
        .map(({ channelId }) => channelId)
        .slice(0, 30)
        .join(),
    }),
  ]
}
