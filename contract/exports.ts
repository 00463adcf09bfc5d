import * as z from 'zod/mini'
import { ChannelListQuestion } from './channel-report.ts'
import { endpoint } from './endpoint.ts'
import { ReportQuestion, VideoListQuestion } from './reports.ts'
import { readVideo } from './video-detail.ts'

/**
 * Tables as files: all rows of a list, not only a page of it. CSV in UTF-8 with a byte order mark, names of columns in
 * the language of the call, numbers without separators, money in its currency with all its decimals. The reply is
 * written while it is read; one that breaks off was not whole, for instance since the figures have changed meanwhile.
 */
const csv = { method: 'GET', access: 'account', media: 'csv', refusals: ['forbidden', 'not_found'] } as const

export const exportDays = endpoint({
  ...csv,
  name: 'exportDays',
  path: 'v2/mcn/reports/days/export',
  summary: 'The days of a period as CSV: views, premium views, profit, prices.',
  query: z.object(ReportQuestion),
})

export const exportVideos = endpoint({
  ...csv,
  name: 'exportVideos',
  path: 'v2/mcn/reports/videos/export',
  summary: 'All videos of a list as CSV.',
  query: z.object(VideoListQuestion),
})

export const exportChannels = endpoint({
  ...csv,
  name: 'exportChannels',
  path: 'v2/mcn/reports/channels/export',
  summary: 'All channels of a list as CSV.',
  query: z.object(ChannelListQuestion),
})

export const exportCountries = endpoint({
  ...csv,
  name: 'exportCountries',
  path: 'v2/mcn/reports/video/export',
  summary: 'The countries of a video as CSV.',
  query: readVideo.query,
})
