import * as z from 'zod/mini'
import { csvEndpoint } from '#contract/platform/csv-endpoint.ts'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { Currency } from '#contract/platform/params.ts'
import { CountryFigures } from './countries.ts'
import {
  DailyProfit,
  DailyValues,
  Day,
  DayRange,
  Figures,
  IncompleteDays,
  Profit,
  ReportQuery,
  ReportScope,
  VideoId,
} from './reports.ts'
import { Music, MusicCategory } from './tracks.ts'
import { Video } from './videos.ts'

/** Identified by the ISRC of an active claim. All other fields are null for tracks outside the catalog. */
export const UsedMusic = z.object({
  id: z.nullable(z.int()),
  isrc: z.string(),
  name: z.nullable(z.string()),
  artist: z.nullable(z.string()),
  category: z.nullable(MusicCategory),
  cover: Music.shape.cover,
})
export type UsedMusic = z.infer<typeof UsedMusic>

export const VideoFigures = z.object({
  ...Figures.shape,
  /** Whole seconds, rounded once from a sum in milliseconds. */
  watchSeconds: z.int(),
  /** Seconds per view, not rounded; null without views. */
  averageWatchSeconds: z.nullable(z.number()),
  /** Average watch time divided by length: above 1 for loops; null without views or a length. */
  averageWatchRate: z.nullable(z.number()),
})
export type VideoFigures = z.infer<typeof VideoFigures>

/** One number per day of `days`; null without data, and if the network's day is incomplete. */
export const VideoSeries = z.object({
  days: z.array(Day),
  views: DailyValues,
  ...DailyProfit.shape,
  premiumViews: DailyValues,
})
export type VideoSeries = z.infer<typeof VideoSeries>

export const VideoDetail = z.object({
  currency: Currency,
  revision: z.int(),
  range: DayRange,
  video: Video,
  musics: z.array(UsedMusic),
  totals: VideoFigures,
  /** The comparison period; null if it starts before the data or the channel's earnings. */
  previous: z.nullable(z.object({ range: DayRange, totals: VideoFigures })),
  series: VideoSeries,
  incompleteDays: IncompleteDays,
  /** Sorted by views in descending order. */
  countries: z.array(CountryFigures),
})
export type VideoDetail = z.infer<typeof VideoDetail>

export const readVideo = defineEndpoint({
  name: 'readVideo',
  summary: 'A video in a period: the music it uses, totals, daily series and countries.',
  method: 'GET',
  path: 'v2/mcn/reports/video',
  access: 'account',
  query: z.object({ ...ReportQuery, video: VideoId }),
  output: VideoDetail,
  refusals: ['forbidden', 'not_found'],
})

export const exportCountries = defineEndpoint({
  ...csvEndpoint,
  name: 'exportCountries',
  summary: 'The countries of a video as CSV.',
  path: 'v2/mcn/reports/video/export',
  query: readVideo.query,
})

const videoQuery = { ...ReportScope, video: readVideo.query.shape.video }

/** Ages of a curve, in days. */
export const maxCurveDays = 60
/** Fewer videos of an age do not show what is usual. */
export const minComparedVideos = 5
/** Compared with the newest videos of the channel. */
export const maxComparedVideos = 200
/** Up to the latest complete day. */
export const recentDays = 7

export const VideoCurve = z.object({
  currency: Currency,
  revision: z.int(),
  /** null: the day of upload is unknown, or the channel did not earn yet. */
  curve: z.nullable(
    z.object({
      /** The first day of the curve. */
      publishedDay: Day,
      /** Cumulative, one number per day of age up to the latest complete day; null on incomplete days. */
      ...DailyProfit.shape,
      /** The sum of the last 7 days; null if the video is younger or one of them is incomplete. */
      recent: z.nullable(Profit),
      /**
       * Quartiles of the channel's other videos at the same age, in the account's primary profit: one number per day of age,
       * null with fewer than 5 videos that were that old while the channel earned.
       */
      usual: z.object({
        low: DailyValues,
        median: DailyValues,
        high: DailyValues,
        videos: z.array(z.int()),
      }),
    }),
  ),
})
export type VideoCurve = z.infer<typeof VideoCurve>

/** Cumulative profit by days since upload, beside that of the channel's other videos. */
export const readVideoCurve = defineEndpoint({
  name: 'readVideoCurve',
  summary:
    'Cumulative profit of a video by days since upload, and the quartiles of its channel’s other videos at each age.',
  method: 'GET',
  path: 'v2/mcn/reports/video/curve',
  access: 'account',
  query: z.object(videoQuery),
  output: VideoCurve,
  refusals: ['forbidden', 'not_found'],
})

/** One rate per day: 1 is the whole video; null without views or a length, and on incomplete days. */
const DailyRates = z.array(z.nullable(z.number()))

export const VideoContext = z.object({
  currency: Currency,
  revision: z.int(),
  range: DayRange,
  watchRates: z.object({
    days: z.array(Day),
    video: DailyRates,
    /** Rates of all views of the channel's other videos. */
    channel: DailyRates,
  }),
  /** The tracks of the video earn this with all videos of the account or the selected member. */
  tracks: z.array(z.object({ isrc: z.string(), videos: z.int(), ...Profit.shape })),
})
export type VideoContext = z.infer<typeof VideoContext>

/** A video is compared with these: its channel's watch rates, and other videos with its tracks. */
export const readVideoContext = defineEndpoint({
  name: 'readVideoContext',
  summary:
    'Daily watch rates of a video and of its channel’s other videos, and what its tracks earn in the network.',
  method: 'GET',
  path: 'v2/mcn/reports/video/context',
  access: 'account',
  query: readVideo.query,
  output: VideoContext,
  refusals: ['forbidden', 'not_found'],
})
