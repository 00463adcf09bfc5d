import * as z from 'zod/mini'
import { csvEndpoint } from '#contract/platform/csv-endpoint.ts'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { Currency, maxSearchLength } from '#contract/platform/params.ts'
import {
  createColumnsParam,
  DailyValues,
  DayRange,
  Figures,
  maxPageSize,
  PageQuery,
  Profit,
  premiumSorts,
  ReportQuery,
  SortOrder,
} from './reports.ts'

export const videoSorts = ['date', 'views', 'profit', 'price', ...premiumSorts] as const
export const VideoSort = z.enum(videoSorts)
export type VideoSort = z.infer<typeof VideoSort>

export const VideoListQuery = {
  ...ReportQuery,
  /** Case-insensitive; the title must contain every word. A YouTube id or link finds that video. */
  search: z.optional(z.string().check(z.maxLength(maxSearchLength))),
  sort: z._default(VideoSort, 'views'),
  order: z._default(SortOrder, 'desc'),
}

export const VideoPageQuery = z.object({ ...VideoListQuery, ...PageQuery })
export type VideoPageQuery = z.output<typeof VideoPageQuery>
export type VideoListQuery = Omit<VideoPageQuery, keyof typeof PageQuery>

export const Video = z.object({
  videoId: z.string(),
  channelId: z.string(),
  channelName: z.string(),
  /** null until a metadata report has named the video. */
  title: z.nullable(z.string()),
  publishedAt: z.nullable(z.iso.datetime()),
  lengthSeconds: z.nullable(z.int()),
  /** A path below the API's base; null: use YouTube's picture. */
  thumbnail: z.nullable(z.string()),
})
export type Video = z.infer<typeof Video>

export const VideoRow = z.object({ ...Video.shape, ...Figures.shape })
export type VideoRow = z.infer<typeof VideoRow>

export const VideoPage = z.object({
  currency: Currency,
  revision: z.int(),
  range: z.nullable(DayRange),
  videos: z.array(VideoRow),
  /** Cursor of the next page; null on the last one. */
  nextCursor: z.nullable(z.string()),
})
export type VideoPage = z.infer<typeof VideoPage>

export const listVideos = defineEndpoint({
  name: 'listVideos',
  summary: 'The videos with figures in a period, by page; ties by video id in the same order.',
  method: 'GET',
  path: 'v2/mcn/reports/videos',
  access: 'account',
  query: VideoPageQuery,
  output: VideoPage,
  refusals: ['forbidden', 'not_found', 'list_changed'],
})

/** Sums all rows of a list, for the same filters. */
export const VideoTotals = z.object({
  currency: Currency,
  revision: z.int(),
  range: z.nullable(DayRange),
  /** Rows. */
  total: z.int(),
  /** Sums of the rows. */
  totals: Figures,
})
export type VideoTotals = z.infer<typeof VideoTotals>

export const readVideoTotals = defineEndpoint({
  name: 'readVideoTotals',
  summary: 'How many videos a list has for the same filters, and the sums of their figures.',
  method: 'GET',
  path: 'v2/mcn/reports/videos/totals',
  access: 'account',
  query: z.object({ ...ReportQuery, search: VideoListQuery.search }),
  output: VideoTotals,
  refusals: ['forbidden', 'not_found'],
})

/** Minimum views to be among the highest and lowest, and the size of both lists. */
export const minComparableViews = 1_000
export const extremeVideoCount = 5

export const VideoExtremes = z.object({
  currency: Currency,
  revision: z.int(),
  range: z.nullable(DayRange),
  /** `minComparableViews`, or 1 if no video reaches it. */
  minViews: z.int(),
  /** Sorted by the price per view that the caller sees: highest first, and lowest first. */
  highest: z.array(VideoRow),
  lowest: z.array(VideoRow),
})
export type VideoExtremes = z.infer<typeof VideoExtremes>

export const readVideoExtremes = defineEndpoint({
  name: 'readVideoExtremes',
  summary: 'The videos with the highest and the lowest price per view in a period.',
  method: 'GET',
  path: 'v2/mcn/reports/videos/extremes',
  access: 'account',
  query: z.object(ReportQuery),
  output: VideoExtremes,
  refusals: ['forbidden', 'not_found'],
})

/** The table shows these beside the video: `trend` is a picture, so no file has it. */
export const videoColumns = [
  ...(['trend', 'views', 'profit', 'price', 'premiumViews'] as const),
  ...(['premiumRate', 'premiumProfit', 'premiumPrice'] as const),
] as const
export type VideoColumn = (typeof videoColumns)[number]

export const exportVideos = defineEndpoint({
  ...csvEndpoint,
  name: 'exportVideos',
  summary: 'All videos of a list as CSV.',
  path: 'v2/mcn/reports/videos/export',
  query: z.object({ ...VideoListQuery, columns: createColumnsParam(videoColumns) }),
})

/** The trend of one video of a list. */
export const VideoTrend = z.object({
  channelId: z.string(),
  videoId: z.string(),
  /** One number per day of the range: null if the network's day is incomplete, 0 without views. */
  views: DailyValues,
  /** Covers the compared period; null if there is none, or the channel did not earn in all of it. */
  previous: z.nullable(Profit),
})
export type VideoTrend = z.infer<typeof VideoTrend>

export const VideoTrends = z.object({
  currency: Currency,
  revision: z.int(),
  range: z.nullable(DayRange),
  previousRange: z.nullable(DayRange),
  /** Unordered; unknown videos are missing. */
  trends: z.array(VideoTrend),
})
export type VideoTrends = z.infer<typeof VideoTrends>

const VideoKeys = z.pipe(
  z.string().check(z.regex(/^[\w-]{1,64}:[\w-]{1,11}(,[\w-]{1,64}:[\w-]{1,11})*$/)),
  z.pipe(
    z.transform((keys: string) => [...new Set(keys.split(','))]),
    z.array(z.string()).check(z.maxLength(maxPageSize)),
  ),
)

/** `readVideoTrends` identifies a channel's video by this key. */
export const formatVideoKey = ({ channelId, videoId }: Pick<Video, 'channelId' | 'videoId'>) =>
  `${channelId}:${videoId}`

export const readVideoTrends = defineEndpoint({
  name: 'readVideoTrends',
  summary:
    'Daily views of up to 100 videos of a list, `<channel id>:<video id>` separated by commas, with the compared profit.',
  method: 'GET',
  path: 'v2/mcn/reports/videos/trends',
  access: 'account',
  query: z.object({ ...ReportQuery, videos: VideoKeys }),
  output: VideoTrends,
  refusals: ['forbidden', 'not_found'],
})
