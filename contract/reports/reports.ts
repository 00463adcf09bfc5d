import * as z from 'zod/mini'
import { idParam, intParam, maxSearchLength } from '#contract/platform/params.ts'

/** Calendar periods whose lists of videos and channels are materialized. */
export const listedPeriods = ['latest', 'month', 'last-month', 'six-months'] as const
export const ListedPeriod = z.enum(listedPeriods)
export type ListedPeriod = z.infer<typeof ListedPeriod>

/** They end on the latest complete day, or on the last of its previous month. */
export const presetPeriods = [
  ...(['latest', '7-days', '28-days', 'month', 'last-month'] as const),
  ...(['90-days', 'six-months', 'year'] as const),
] as const
export const periods = [...presetPeriods, 'custom'] as const
export type PresetPeriod = (typeof presetPeriods)[number]
export const Period = z.enum(periods)
export type Period = z.infer<typeof Period>

export const comparisons = ['previous', 'year', 'none'] as const
export const Comparison = z.enum(comparisons)
export type Comparison = z.infer<typeof Comparison>

/** Shares and prices of premium views, in both lists. */
export const premiumSorts = ['premiumViews', 'premiumRate', 'premiumProfit', 'premiumPrice'] as const
export const SortOrder = z.enum(['asc', 'desc'])
export type SortOrder = z.infer<typeof SortOrder>

export const videoPageSize = 20

/** A Pacific-time day as in YouTube's reports, `YYYY-MM-DD`. */
export const Day = z.iso.date()

/** Inclusive. */
export const DayRange = z.object({ from: Day, to: Day })
export type DayRange = z.infer<typeof DayRange>

/**
 * Profits before and after the network's fee, in `amountUnits` of the response's currency. Gross is null for members;
 * net is null for managers unless a member is selected.
 */
export const Profit = z.object({
  grossProfit: z.nullable(z.int()),
  netProfit: z.nullable(z.int()),
})

export const Figures = z.object({
  views: z.int(),
  premiumViews: z.int(),
  ...Profit.shape,
  grossPremiumProfit: Profit.shape.grossProfit,
  netPremiumProfit: Profit.shape.netProfit,
})
export type Figures = z.infer<typeof Figures>

/** Null where the caller may not see it. */
interface VisibleProfit<Value> {
  grossProfit: Value | null
  netProfit: Value | null
}

type PremiumFigures = Pick<Figures, 'premiumViews' | 'grossPremiumProfit' | 'netPremiumProfit'>

function preferGross<Value>(gross: Value | null, net: Value | null): Value {
  const value = gross ?? net
  if (value === null) throw new Error('A reply has no profit, neither gross nor net.')
  return value
}

/** The account's primary profit: gross for a manager, net for a member. */
export const getProfit = <Value>({ grossProfit, netProfit }: VisibleProfit<Value>): Value =>
  preferGross(grossProfit, netProfit)

export const getPremiumProfit = <Value>(figures: {
  grossPremiumProfit: Value | null
  netPremiumProfit: Value | null
}): Value => preferGross(figures.grossPremiumProfit, figures.netPremiumProfit)

/** Net of the manager's selected member, shown beside gross; otherwise null. */
export const getMemberProfit = ({ grossProfit, netProfit }: VisibleProfit<number>): number | null =>
  grossProfit === null ? null : netProfit

const divide = (part: number, whole: number) => (whole === 0 ? null : part / whole)

/** In amount units; null without views. */
export const pricePerView = (f: Pick<Figures, 'views' | 'grossProfit' | 'netProfit'>) =>
  divide(getProfit(f), f.views)
/** RPM, in amount units; null without views. */
export const pricePerThousandViews = (f: Parameters<typeof pricePerView>[0]) =>
  divide(getProfit(f) * 1_000, f.views)
/** In amount units; null without premium views. */
export const premiumPrice = (f: PremiumFigures) => divide(getPremiumProfit(f), f.premiumViews)
/** Share of YouTube Premium views, 0 to 1; null without views. */
export const premiumRate = (f: Pick<Figures, 'views' | 'premiumViews'>) => divide(f.premiumViews, f.views)

/** (now − before) / before; null if a figure is missing or the previous one is not positive. */
export function getRelativeChange(current: number | null, previous: number | null): number | null {
  if (current === null || previous === null || previous <= 0) return null
  return (current - previous) / previous
}

/** Of the profit, relative to the compared one; null if there is none. */
export const getProfitChange = (row: VisibleProfit<number> & { previous: VisibleProfit<number> | null }) =>
  row.previous && getRelativeChange(getProfit(row), getProfit(row.previous))

/** 0 to 1; null where a whole is not positive, so that its parts have no share. */
export const getShare = (part: number, whole: number) => (whole > 0 ? part / whole : null)

/** null: unknown. */
export const DailyValues = z.array(z.nullable(z.int()))

export const DailyProfit = z.object({
  grossProfit: z.nullable(DailyValues),
  netProfit: z.nullable(DailyValues),
})

/** One number per day of `days`: null if the network's day is incomplete or before its first, 0 without figures. */
export const DailySeries = z.object({
  days: z.array(Day),
  views: DailyValues,
  premiumViews: DailyValues,
  ...DailyProfit.shape,
  grossPremiumProfit: DailyProfit.shape.grossProfit,
  netPremiumProfit: DailyProfit.shape.netProfit,
})
export type DailySeries = z.infer<typeof DailySeries>

/** Days of the range of which an owner's report is missing, sorted. What is reported of them counts in totals. */
export const IncompleteDays = z.array(Day)

export const maxPageSize = 100

export const PageQuery = {
  size: z._default(intParam({ min: 1, max: maxPageSize }), videoPageSize),
  cursor: z.optional(z.string().check(z.maxLength(400))),
}

export const ChannelId = z.string().check(z.regex(/^[\w-]{1,64}$/))
export const VideoId = z.string().check(z.regex(/^[\w-]{11}$/))

/** Of one request. */
export const maxSelectedChannels = 30
/** Of a report that is shared by a link. */
export const maxSharedChannels = 20

export const ChannelIds = z.pipe(
  z.string().check(z.regex(/^[\w-]{1,64}(,[\w-]{1,64})*$/)),
  z.pipe(
    z.transform((ids: string) => [...new Set(ids.split(','))]),
    z.array(z.string()).check(z.maxLength(maxSelectedChannels)),
  ),
)

export const TimeQuery = {
  period: z._default(Period, 'month'),
  /** First and last day of the period `custom`, which needs both. Limited to the days that have data. */
  from: z.optional(Day),
  to: z.optional(Day),
  /** With the days before (`month` and `year`: the same days of the one before; one day: the day a week before), the same days a year earlier, or nothing. */
  compare: z._default(Comparison, 'previous'),
}
export const timeKeys = ['period', 'from', 'to', 'compare'] as const
const TimeQueryObject = z.object(TimeQuery)
export type RequestedTime = z.output<typeof TimeQueryObject>

/** Limits a list to the channels that all of these name. */
export const ListScope = {
  /** An account id; managers only. Absent: all members. */
  member: z.optional(idParam()),
  /** One of the caller's own tags. Absent: channels with and without tags. */
  tag: z.optional(idParam()),
}

export const ReportScope = {
  ...ListScope,
  /** One of the channels visible to the caller or the selected member. Absent: all of them. */
  channel: z.optional(ChannelId),
}

export const ReportQuery = { ...TimeQuery, ...ReportScope }

/** A caller's name for some channels, which nobody else sees. */
export const Tag = z.object({ id: z.int(), name: z.string() })
export type Tag = z.infer<typeof Tag>
/** In an address, where an empty parameter would be none. */
export const noColumns = ','

/** Columns of a file beside what names a row: those that are shown, by default all. */
export const createColumnsParam = <const Columns extends readonly string[]>(columns: Columns) =>
  z.optional(
    z.pipe(
      z.pipe(
        z.string().check(z.maxLength(maxSearchLength)),
        z.transform((names: string) => [...new Set(names.split(','))].filter(Boolean)),
      ),
      z.array(z.enum(columns)),
    ),
  )
