import { listChannelFigures, readChannelSeries } from '#contract/channel-report.ts'
import { listVideos, readDashboard, readVideoExtremes } from '#contract/reports.ts'
import { readVideo } from '#contract/video-detail.ts'
import { askRemote } from '#tests/support/remote-api.ts'
import type { Question } from './calls.ts'

const period = 'six-months'

/** What the screens ask, of one token. */
export async function screenQuestions(origin: string, token: string): Promise<Question[]> {
  const { videos } = await askRemote(origin, listVideos, { token, query: { period } })
  const { channels } = await askRemote(origin, listChannelFigures, { token, query: { period } })
  const video = videos[0]?.videoId ?? ''
  const channel = channels[0]?.channelId ?? ''
  const title = [...(videos.find((row) => row.title)?.title ?? '')]
  const ask = (
    name: string,
    endpoint: Question['endpoint'],
    query: Record<string, string> = {},
  ): Question => ({
    name,
    endpoint,
    query: { period, ...query },
    token,
  })
  return [
    ask('dashboard, this month', readDashboard, { period: 'month' }),
    ask('dashboard, 6 months', readDashboard),
    ask('dashboard, one channel', readDashboard, { channel }),
    ask('videos by date', listVideos, { sort: 'date' }),
    ask('videos by views', listVideos, { sort: 'views' }),
    ask('videos by profit', listVideos, { sort: 'profit' }),
    ask('videos by price, lowest', listVideos, { sort: 'price', order: 'asc' }),
    ask('videos of one channel', listVideos, { channel }),
    ask('videos, 2 characters searched', listVideos, { search: title.slice(0, 2).join('') }),
    ask('highest and lowest videos', readVideoExtremes),
    ask('highest and lowest, one channel', readVideoExtremes, { channel }),
    ask('video detail', readVideo, { video }),
    ask('channels by profit', listChannelFigures),
    ask('channels by name', listChannelFigures, { sort: 'name', order: 'asc' }),
    ask('channels searched', listChannelFigures, {
      search: [...(channels[0]?.name ?? '')].slice(0, 2).join(''),
    }),
    ask('series of the first channels', readChannelSeries),
    ask('series of 30 channels', readChannelSeries, {
      channels: channels
        .map(({ channelId }) => channelId)
        .slice(0, 30)
        .join(),
    }),
  ]
}
