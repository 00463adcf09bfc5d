import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { Currency } from '#contract/platform/params.ts'
import { DayRange } from './reports.ts'
import { VideoListQuery } from './videos.ts'

/** Prices are amount units per million views, rounded, as the list of videos is sorted. */
export const PriceSpread = z.object({
  currency: Currency,
  revision: z.int(),
  range: z.nullable(DayRange),
  /** They have no price, so they are not in `spread`. */
  withoutViews: z.int(),
  /** null: no video has views. */
  spread: z.nullable(
    z.object({
      videos: z.int(),
      /** Lower quartile, median and upper quartile: prices of videos themselves. */
      low: z.int(),
      median: z.int(),
      high: z.int(),
      /** Videos of each step from `from` on. The first and the last one include those beyond. */
      from: z.int(),
      step: z.int(),
      counts: z.array(z.int()),
    }),
  ),
})
export type PriceSpread = z.infer<typeof PriceSpread>

export const readPriceSpread = defineEndpoint({
  name: 'readPriceSpread',
  summary:
    'How the prices per view of a list of videos are distributed: quartiles, and how many videos are in each step.',
  method: 'GET',
  path: 'v2/mcn/reports/videos/price-spread',
  access: 'account',
  query: z.omit(z.object(VideoListQuery), { sort: true, order: true }),
  output: PriceSpread,
  refusals: ['forbidden', 'not_found'],
})
