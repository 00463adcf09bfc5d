import * as z from 'zod/mini'
import { csvEndpoint } from './csv-endpoint.ts'
import { defineEndpoint } from './endpoint.ts'
import { maxSearchLength } from './params.ts'
import {
  DailyProfit,
  DailyValues,
  Day,
  DayRange,
  Figures,
  PageQuery,
  ReportQuery,
  SortOrder,
} from './reports.ts'
import { Currency } from './site.ts'

/** How many channels a series can be asked for at once, and how many it shows unasked. */
export const maxSeriesChannels = 30
export const defaultSeriesChannels = 5

/**
 * A channel's figures in a period. Each of its days is rounded to the currency's unit, and the fee of that day to the
 * unit again; the totals round a day of all channels together, once. So the channels' views always add up to the
 * totals. Profits do where one channel is in question, and gross profits in dollars; any other sum may be off by up to
 * a unit (a thousandth of a won, a millionth of a dollar) for each channel and day.
 */
export const ChannelRow = z.object({
  channelId: z.string(),
  name: z.string(),
  /** An address, or null while there is no picture. */
  thumbnail: z.nullable(z.string()),
  ...Figures.shape,
  /** Its videos with figures in the period; null until the list of videos has been built for these days. */
  shorts: z.nullable(z.int()),
})
export type ChannelRow = z.infer<typeof ChannelRow>

export const channelSorts = ['name', 'views', 'profit', 'shorts', 'price'] as const
export const ChannelSort = z.enum(channelSorts)
export type ChannelSort = z.infer<typeof ChannelSort>

export const ChannelPage = z.object({
  currency: Currency,
  revision: z.int(),
  range: z.nullable(DayRange),
  /** How many channels with figures there are in all, with `search` those that it finds. */
  total: z.int(),
  channels: z.array(ChannelRow),
  /** Hand it back for the next page; null on the last one. */
  nextCursor: z.nullable(z.string()),
})
export type ChannelPage = z.infer<typeof ChannelPage>

/** The channels with figures in a period, in an order. */
export const ChannelListQuery = {
  period: ReportQuery.period,
  member: ReportQuery.member,
  /** Words that a channel's name holds, all of them, upper and lower case alike; or its id. */
  search: z.optional(z.string().check(z.maxLength(maxSearchLength))),
  sort: z._default(ChannelSort, 'profit'),
  order: z._default(SortOrder, 'desc'),
}

export const listChannelFigures = defineEndpoint({
  name: 'listChannelFigures',
  method: 'GET',
  path: 'v2/mcn/reports/channels',
  access: 'account',
  query: z.object({ ...ChannelListQuery, ...PageQuery }),
  output: ChannelPage,
  refusals: ['forbidden', 'not_found'],
})

/**
 * One number a day, in the order of the reply's `days`: null on a day for which the whole network has no facts (a gap),
 * 0 where only these channels have none.
 */
export const ChannelDailyValues = z.object({
  views: DailyValues,
  ...DailyProfit.shape,
})
export type ChannelDailyValues = z.infer<typeof ChannelDailyValues>

export const ChannelSeries = z.object({
  currency: Currency,
  revision: z.int(),
  /** null: nothing has been imported yet for the channels in question. */
  report: z.nullable(
    z.object({
      range: DayRange,
      days: z.array(Day),
      /**
       * In the order asked for, each once; unasked those with the highest profit. A channel's days add up to its row in
       * `listChannelFigures`.
       */
      channels: z.array(z.object({ channelId: z.string(), name: z.string(), ...ChannelDailyValues.shape })),
      /** All others in question together, rounded as if they were one channel. */
      other: ChannelDailyValues,
    }),
  ),
})
export type ChannelSeries = z.infer<typeof ChannelSeries>

/** Channel ids, by commas. */
const ChannelIds = z.pipe(
  z.string().check(z.regex(/^[\w-]{1,64}(,[\w-]{1,64})*$/)),
  z.pipe(
    z.transform((ids: string) => [...new Set(ids.split(','))]),
    z.array(z.string()).check(z.maxLength(maxSeriesChannels)),
  ),
)

export const readChannelSeries = defineEndpoint({
  name: 'readChannelSeries',
  method: 'GET',
  path: 'v2/mcn/reports/channels/series',
  access: 'account',
  query: z.object({
    period: ReportQuery.period,
    member: ReportQuery.member,
    channels: z.optional(ChannelIds),
  }),
  output: ChannelSeries,
  refusals: ['forbidden', 'not_found'],
})

export const exportChannels = defineEndpoint({
  ...csvEndpoint,
  name: 'exportChannels',
  path: 'v2/mcn/reports/channels/export',
  query: z.object(ChannelListQuery),
})
