import * as z from 'zod/mini'
import { csvEndpoint } from './csv-endpoint.ts'
import { defineEndpoint } from './endpoint.ts'
import { Music, MusicCategory } from './musics.ts'
import {
  DailyProfit,
  DailyValues,
  Day,
  DayRange,
  Figures,
  IncompleteDays,
  Profit,
  ReportQuery,
} from './reports.ts'
import { Currency } from './site.ts'
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

/**
 * Countries add up to the totals exactly: a day's amount is rounded once, then split so that each country is at most
 * two amount units per day off its unrounded value.
 */
export const CountryFigures = z.object({
  /** Upper case; ZZ is unknown. */
  country: z.string().check(z.regex(/^[A-Z]{2}$/)),
  views: z.int(),
  ...Profit.shape,
})
export type CountryFigures = z.infer<typeof CountryFigures>

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
  method: 'GET',
  path: 'v2/mcn/reports/video',
  access: 'account',
  query: z.object({ ...ReportQuery, video: z.string().check(z.regex(/^[\w-]{11}$/)) }),
  output: VideoDetail,
  refusals: ['forbidden', 'not_found'],
})

export const exportCountries = defineEndpoint({
  ...csvEndpoint,
  name: 'exportCountries',
  path: 'v2/mcn/reports/video/export',
  query: readVideo.query,
})
