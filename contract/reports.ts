import * as z from 'zod/mini'
import { csvEndpoint } from './csv-endpoint.ts'
import { defineEndpoint } from './endpoint.ts'
import { idParam, intParam, maxSearchLength } from './params.ts'
import { Currency } from './site.ts'

export const periods = ['latest', 'month', 'last-month', 'six-months'] as const
export const Period = z.enum(periods)
export type Period = z.infer<typeof Period>

export const videoSorts = ['date', 'views', 'profit', 'price'] as const
export const VideoSort = z.enum(videoSorts)
export type VideoSort = z.infer<typeof VideoSort>
export const SortOrder = z.enum(['asc', 'desc'])
export type SortOrder = z.infer<typeof SortOrder>

export const videoPageSize = 20

/** A report day: YouTube's Pacific day, `YYYY-MM-DD`. */
export const Day = z.iso.date()

/** First and last day, both included. */
export const DayRange = z.object({ from: Day, to: Day })
export type DayRange = z.infer<typeof DayRange>

/**
 * A profit before and after the network's fee, in units of the reply's currency (`amountUnits`). Gross is null for a
 * member, who sees only net; net is null for a manager who has not chosen a member.
 */
export const Profit = z.object({
  grossProfit: z.nullable(z.int()),
  netProfit: z.nullable(z.int()),
})

/** The counts and profits of a period. */
export const Figures = z.object({
  views: z.int(),
  premiumViews: z.int(),
  ...Profit.shape,
  grossPremiumProfit: Profit.shape.grossProfit,
  netPremiumProfit: Profit.shape.netProfit,
})
export type Figures = z.infer<typeof Figures>

interface GrossAndNet<Value> {
  grossProfit: Value | null
  netProfit: Value | null
}

type PremiumFigures = Pick<Figures, 'premiumViews' | 'grossPremiumProfit' | 'netPremiumProfit'>

function preferGross<Value>(gross: Value | null, net: Value | null): Value {
  const value = gross ?? net
  if (value === null) throw new Error('A reply has neither gross nor net profit.')
  return value
}

/** The profit that an account sees first: gross for a manager, net for a member. */
export const getProfit = <Value>({ grossProfit, netProfit }: GrossAndNet<Value>): Value =>
  preferGross(grossProfit, netProfit)

/** The premium profit that an account sees first: gross for a manager, net for a member. */
export const getPremiumProfit = <Value>(figures: {
  grossPremiumProfit: Value | null
  netPremiumProfit: Value | null
}): Value => preferGross(figures.grossPremiumProfit, figures.netPremiumProfit)

/** The net of the member that a manager has chosen, shown beside gross; null otherwise. */
export const getMemberProfit = ({ grossProfit, netProfit }: GrossAndNet<number>): number | null =>
  grossProfit === null ? null : netProfit

const divide = (part: number, whole: number) => (whole === 0 ? null : part / whole)

// Prices and rates derived from figures.

/** Profit of one view, in amount units; null without views. */
export const pricePerView = (f: Pick<Figures, 'views' | 'grossProfit' | 'netProfit'>) =>
  divide(getProfit(f), f.views)
/** Premium profit of one premium view, in amount units; null without premium views. */
export const premiumPrice = (f: PremiumFigures) => divide(getPremiumProfit(f), f.premiumViews)
/** Share of the views by viewers with YouTube Premium, 0 to 1; null without views. */
export const premiumRate = (f: Pick<Figures, 'views' | 'premiumViews'>) => divide(f.premiumViews, f.views)

/** One value per day; null when unknown. */
export const DailyValues = z.array(z.nullable(z.int()))

/** `Profit` by day. */
export const DailyProfit = z.object({
  grossProfit: z.nullable(DailyValues),
  netProfit: z.nullable(DailyValues),
})

/**
 * One number a day, in the order of `days`: null on a day for which the whole network has no facts (a gap), 0 where only
 * the channels in question have none.
 */
export const DailySeries = z.object({
  days: z.array(Day),
  views: DailyValues,
  premiumViews: DailyValues,
  ...DailyProfit.shape,
  grossPremiumProfit: DailyProfit.shape.grossProfit,
  netPremiumProfit: DailyProfit.shape.netProfit,
})
export type DailySeries = z.infer<typeof DailySeries>

export const maxPageSize = 100

/** A page of a list: `size` rows after the row that `cursor` names. */
export const PageQuery = {
  size: z._default(intParam({ min: 1, max: maxPageSize }), videoPageSize),
  cursor: z.optional(z.string().check(z.maxLength(400))),
}

/** YouTube's id of a channel. */
export const ChannelId = z.string().check(z.regex(/^[\w-]{1,64}$/))

/** Query parameters of every report. */
export const ReportQuery = {
  period: z._default(Period, 'month'),
  /** A member of the network, by account id; only for managers. Absent: all. */
  member: z.optional(idParam()),
  /** One channel of those that the caller, or the chosen member, may see. Absent: all of them. */
  channel: z.optional(ChannelId),
}

export const Dashboard = z.object({
  currency: Currency,
  /** The data this was read from; grows with every change of figures. */
  revision: z.int(),
  /** null: nothing has been imported yet for the channels in question. */
  report: z.nullable(
    z.object({
      range: DayRange,
      totals: Figures,
      series: DailySeries,
      /** The days compared with; null where data begins later than they do. */
      previous: z.nullable(z.object({ range: DayRange, totals: Figures, series: DailySeries })),
    }),
  ),
})
export type Dashboard = z.infer<typeof Dashboard>

export const readDashboard = defineEndpoint({
  name: 'readDashboard',
  method: 'GET',
  path: 'v2/mcn/reports/dashboard',
  access: 'account',
  query: z.object(ReportQuery),
  output: Dashboard,
  refusals: ['forbidden', 'not_found'],
})

export const VideoRow = z.object({
  videoId: z.string(),
  channelId: z.string(),
  channelName: z.string(),
  /** null until a metadata report has named the video. */
  title: z.nullable(z.string()),
  publishedAt: z.nullable(z.iso.datetime()),
  lengthSeconds: z.nullable(z.int()),
  /** An address below the API's base, or null: the picture is YouTube's. */
  thumbnail: z.nullable(z.string()),
  ...Figures.shape,
})
export type VideoRow = z.infer<typeof VideoRow>

export const VideoPage = z.object({
  currency: Currency,
  revision: z.int(),
  range: z.nullable(DayRange),
  videos: z.array(VideoRow),
  /** Hand it back for the next page; null on the last one. */
  nextCursor: z.nullable(z.string()),
})
export type VideoPage = z.infer<typeof VideoPage>

/** The videos with figures in a period, in an order. */
export const VideoListQuery = {
  ...ReportQuery,
  /** Case-insensitive; the title must contain every word. A YouTube id or link finds that video. */
  search: z.optional(z.string().check(z.maxLength(maxSearchLength))),
  sort: z._default(VideoSort, 'views'),
  order: z._default(SortOrder, 'desc'),
}

export const listVideos = defineEndpoint({
  name: 'listVideos',
  method: 'GET',
  path: 'v2/mcn/reports/videos',
  access: 'account',
  query: z.object({ ...VideoListQuery, ...PageQuery }),
  output: VideoPage,
  refusals: ['forbidden', 'not_found'],
})

/** Views that a video needs to be among the highest and lowest, and how many there are of each. */
export const minComparableViews = 1_000
export const extremeVideoCount = 5

export const VideoExtremes = z.object({
  currency: Currency,
  revision: z.int(),
  range: z.nullable(DayRange),
  /** `minComparableViews`, or 1 where no video in question reaches it. */
  minViews: z.int(),
  /** By price per view, the highest first. A member's are chosen by the gross and stand in the order of the net. */
  highest: z.array(VideoRow),
  /** The lowest first. */
  lowest: z.array(VideoRow),
})
export type VideoExtremes = z.infer<typeof VideoExtremes>

export const readVideoExtremes = defineEndpoint({
  name: 'readVideoExtremes',
  method: 'GET',
  path: 'v2/mcn/reports/videos/extremes',
  access: 'account',
  query: z.object(ReportQuery),
  output: VideoExtremes,
  refusals: ['forbidden', 'not_found'],
})

export const exportDays = defineEndpoint({
  ...csvEndpoint,
  name: 'exportDays',
  path: 'v2/mcn/reports/days/export',
  query: z.object(ReportQuery),
})

export const exportVideos = defineEndpoint({
  ...csvEndpoint,
  name: 'exportVideos',
  path: 'v2/mcn/reports/videos/export',
  query: z.object(VideoListQuery),
})
