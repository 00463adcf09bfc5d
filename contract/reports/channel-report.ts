import * as z from 'zod/mini'
import { csvEndpoint } from '#contract/platform/csv-endpoint.ts'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { Currency, maxSearchLength } from '#contract/platform/params.ts'
import {
  ChannelIds,
  createColumnsParam,
  DailyProfit,
  DailyValues,
  Day,
  DayRange,
  Figures,
  IncompleteDays,
  ListScope,
  PageQuery,
  Profit,
  premiumSorts,
  SortOrder,
  Tag,
  TimeQuery,
} from './reports.ts'

/** Returned unless the request names some. */
export const defaultSeriesChannels = 5

/**
 * Each day is rounded to the currency's unit, and its fee to the unit again; the totals round a day of all channels
 * once. So views always add up to the totals, as do the profits of a single channel and gross profits in dollars; other
 * sums may be off by up to a unit (a thousandth of a won, a millionth of a dollar) per channel and day.
 */
export const ChannelRow = z.object({
  channelId: z.string(),
  name: z.string(),
  thumbnail: z.nullable(z.string()),
  ...Figures.shape,
  /** Videos with figures in the period; null while the list of a listed period is being built. */
  shorts: z.nullable(z.int()),
  /** Covers the compared period; null if there is none, or the channel did not earn in all of it. */
  previous: z.nullable(Profit),
  /** Nicknames of those it is assigned to; null unless the caller is a manager. */
  members: z.nullable(z.array(z.string())),
  /** The caller's own, by name. */
  tags: z.array(Tag),
})
export type ChannelRow = z.infer<typeof ChannelRow>

/** The materialized lists sort by these. */
export const listedChannelSorts = ['name', 'views', 'profit', 'shorts', 'price', ...premiumSorts] as const
export type ListedChannelSort = (typeof listedChannelSorts)[number]
/** `change`: of the profit, relative. `members`: by the first one’s nickname. */
export const channelSorts = [...listedChannelSorts, 'change', 'members'] as const
export const ChannelSort = z.enum(channelSorts)
export type ChannelSort = z.infer<typeof ChannelSort>

export const ChannelPage = z.object({
  currency: Currency,
  revision: z.int(),
  range: z.nullable(DayRange),
  /** All channels with figures, or the matches of `search`. */
  total: z.int(),
  /** Sums of these rows, not only of the page. */
  totals: Figures,
  previousRange: z.nullable(DayRange),
  channels: z.array(ChannelRow),
  nextCursor: z.nullable(z.string()),
})
export type ChannelPage = z.infer<typeof ChannelPage>

export const ChannelListQuery = {
  ...TimeQuery,
  ...ListScope,
  /** Case-insensitive; the name must contain every word. A channel id finds that channel. */
  search: z.optional(z.string().check(z.maxLength(maxSearchLength))),
  sort: z._default(ChannelSort, 'profit'),
  order: z._default(SortOrder, 'desc'),
}

export const listChannelFigures = defineEndpoint({
  name: 'listChannelFigures',
  summary: 'The channels with figures in a period, by page; ties by channel id in the same order.',
  method: 'GET',
  path: 'v2/mcn/reports/channels',
  access: 'account',
  query: z.object({ ...ChannelListQuery, ...PageQuery }),
  output: ChannelPage,
  refusals: ['forbidden', 'not_found', 'list_changed'],
})

/** One number per day of `days`: null if the network's day is incomplete or before its first, 0 without figures. */
export const ChannelDailyValues = z.object({
  views: DailyValues,
  ...DailyProfit.shape,
})
export type ChannelDailyValues = z.infer<typeof ChannelDailyValues>

export const ChannelSeries = z.object({
  currency: Currency,
  revision: z.int(),
  /** null: no data imported yet for these channels. */
  report: z.nullable(
    z.object({
      range: DayRange,
      days: z.array(Day),
      incompleteDays: IncompleteDays,
      /**
       * Keeps the requested order without duplicates; by default those with the highest profit. Days add up to the
       * channel's row in `listChannelFigures`.
       */
      channels: z.array(z.object({ channelId: z.string(), name: z.string(), ...ChannelDailyValues.shape })),
      /** All other channels combined, rounded like a single channel. */
      other: ChannelDailyValues,
    }),
  ),
})
export type ChannelSeries = z.infer<typeof ChannelSeries>

export const readChannelSeries = defineEndpoint({
  name: 'readChannelSeries',
  summary: 'Daily views and profit of up to 30 channels, separated by commas, and of all others combined.',
  method: 'GET',
  path: 'v2/mcn/reports/channels/series',
  access: 'account',
  query: z.object({
    ...TimeQuery,
    ...ListScope,
    channels: z.optional(ChannelIds),
  }),
  output: ChannelSeries,
  refusals: ['forbidden', 'not_found'],
})

/** The table shows these beside the channel. */
export const channelColumns = [
  ...(['profit', 'share', 'change', 'views', 'price', 'shorts', 'members'] as const),
  ...premiumSorts,
] as const
export type ChannelColumn = (typeof channelColumns)[number]

export const exportChannels = defineEndpoint({
  ...csvEndpoint,
  name: 'exportChannels',
  summary: 'All channels of a list as CSV.',
  path: 'v2/mcn/reports/channels/export',
  query: z.object({ ...ChannelListQuery, columns: createColumnsParam(channelColumns) }),
})
