import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Day, DayRange, Figures, ReportQuestion } from './reports.ts'
import { Currency } from './site.ts'

/** How many channels a series can be asked for at once. */
export const seriesChannels = 30

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

export const ChannelReport = z.object({
  currency: Currency,
  /** The data this was read from; grows with every change of figures. */
  revision: z.int(),
  /** null: nothing has been imported yet for the channels in question. */
  report: z.nullable(
    z.object({
      range: DayRange,
      /** Those of `readDashboard`, to the integer. */
      totals: Figures,
      /** The days compared with; null where data begins later than they do. */
      previous: z.nullable(z.object({ range: DayRange, totals: Figures })),
      /** Those with figures in the period: highest `profit` first, ties in the order of the channel ids. */
      channels: z.array(ChannelRow),
    }),
  ),
})
export type ChannelReport = z.infer<typeof ChannelReport>

export const readChannelReport = endpoint({
  name: 'readChannelReport',
  method: 'GET',
  path: 'v2/mcn/reports/channels',
  access: 'account',
  summary: 'Figures of a period by channel, with the totals and those of the days before to compare with.',
  query: z.object(ReportQuestion),
  output: ChannelReport,
  refusals: ['forbidden', 'not_found'],
})

/**
 * One number a day, in the order of the reply's `days`: null on a day for which the whole network has no facts (a gap),
 * 0 where only these channels have none.
 */
export const ChannelDays = z.object({
  views: z.array(z.nullable(z.int())),
  profit: z.array(z.nullable(z.int())),
})
export type ChannelDays = z.infer<typeof ChannelDays>

export const ChannelSeries = z.object({
  currency: Currency,
  revision: z.int(),
  /** null: nothing has been imported yet for the channels in question. */
  report: z.nullable(
    z.object({
      range: DayRange,
      days: z.array(Day),
      /** In the order asked for, each once; a channel's days add up to its row in `readChannelReport`. */
      channels: z.array(z.object({ channelId: z.string(), ...ChannelDays.shape })),
      /** All others in question together, rounded as if they were one channel. */
      other: ChannelDays,
    }),
  ),
})
export type ChannelSeries = z.infer<typeof ChannelSeries>

/** Channel ids, by commas. */
const ChannelIds = z.pipe(
  z.string().check(z.regex(/^[\w-]{1,64}(,[\w-]{1,64})*$/)),
  z.pipe(
    z.transform((ids: string) => [...new Set(ids.split(','))]),
    z.array(z.string()).check(z.maxLength(seriesChannels)),
  ),
)

export const readChannelSeries = endpoint({
  name: 'readChannelSeries',
  method: 'GET',
  path: 'v2/mcn/reports/channels/series',
  access: 'account',
  summary: 'Daily views and profit of up to 30 channels, given by commas, and of all others together.',
  query: z.object({ ...ReportQuestion, channels: ChannelIds }),
  output: ChannelSeries,
  refusals: ['forbidden', 'not_found'],
})
