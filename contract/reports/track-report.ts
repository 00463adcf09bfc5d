import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { Currency, intParam, maxId } from '#contract/platform/params.ts'
import { CountryFigures } from './countries.ts'
import { DailySeries, DayRange, Figures, IncompleteDays, Profit, ReportQuery } from './reports.ts'
import { VideoRow } from './videos.ts'

/** The videos that earned most; their number says how many there are. */
export const maxTrackVideos = 50

const TrackPeriod = z.object({ range: DayRange, totals: Figures, series: DailySeries })

export const TrackReport = z.object({
  currency: Currency,
  revision: z.int(),
  /** null: no data imported yet for these channels. */
  report: z.nullable(
    z.object({
      /** Sums of the videos that use the track; a video counts fully for each of its tracks. */
      ...TrackPeriod.shape,
      /** The comparison period; null if it starts before the data or none was requested. */
      previous: z.nullable(TrackPeriod),
      /** From the network's first to its latest complete day. */
      bounds: DayRange,
      /** The profit of all videos, with and without the track. */
      all: Profit,
      incompleteDays: IncompleteDays,
      /** Videos with figures in the period. */
      videoCount: z.int(),
      /** Sorted by the account's primary profit, largest first; ties by video id. */
      videos: z.array(VideoRow),
      /** Sorted by views in descending order; they add up to the totals. */
      countries: z.array(CountryFigures),
    }),
  ),
})
export type TrackReport = z.infer<typeof TrackReport>

export const readTrackReport = defineEndpoint({
  name: 'readTrackReport',
  summary:
    'What the videos with a track earned in a period: totals, daily series, the videos that earned most, and countries.',
  method: 'GET',
  path: 'v2/mcn/reports/track',
  access: 'account',
  query: z.object({ ...ReportQuery, music: intParam({ min: 1, max: maxId }) }),
  output: TrackReport,
  refusals: ['forbidden', 'not_found'],
})
