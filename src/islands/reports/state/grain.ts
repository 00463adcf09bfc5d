import { addDays, countDays, getMonthStart, getWeekday, listDays } from '#contract/reports/calendar.ts'
import type { DailySeries, DayRange } from '#contract/reports/reports.ts'

export const grains = ['day', 'week', 'month'] as const
export type Grain = (typeof grains)[number]

const maxDays = 60
const maxWeeks = 26

/** Returns days up to 60 days, weeks up to 26 weeks, otherwise months. */
export function getDefaultGrain(range: DayRange): Grain {
  const days = countDays(range)
  if (days <= maxDays) return 'day'
  return days <= maxWeeks * 7 ? 'week' : 'month'
}

/** Anything else in the address means the default. */
export const parseGrain = (text: string | undefined, range: DayRange): Grain =>
  grains.find((grain) => grain === text) ?? getDefaultGrain(range)

/** The first day of the week (Monday) or month. */
export function getBucketStart(day: string, grain: Grain): string {
  if (grain === 'day') return day
  return grain === 'month' ? getMonthStart(day) : addDays(day, -((getWeekday(day) + 6) % 7))
}

function getBucketEnd(day: string, grain: Grain): string {
  if (grain === 'day') return day
  return grain === 'month' ? addDays(getMonthStart(day, 1), -1) : addDays(getBucketStart(day, 'week'), 6)
}

/** The part of a day's week or month that is within the range. */
export const getBucketRange = (day: string, grain: Grain, { from, to }: DayRange): DayRange => {
  const [start, end] = [getBucketStart(day, grain), getBucketEnd(day, grain)]
  return { from: start < from ? from : start, to: end > to ? to : end }
}

/** The first days of the buckets within a range. */
export const listBuckets = (range: DayRange, grain: Grain): string[] =>
  listDays(range).filter((day) => day === range.from || day === getBucketStart(day, grain))

/** Sums of the known days; null if a week or month has none. */
export function groupSeries(series: DailySeries, grain: Grain): DailySeries {
  const [from, to] = [series.days[0], series.days.at(-1)]
  if (grain === 'day' || from === undefined || to === undefined) return series
  const days = listBuckets({ from, to }, grain)
  const bucketOf = series.days.map((day) => days.findLastIndex((start) => start <= day))
  const sum = (values: readonly (number | null)[]): (number | null)[] => {
    const sums: (number | null)[] = days.map(() => null)
    values.forEach((value, at) => {
      const bucket = bucketOf[at] ?? 0
      if (value !== null) sums[bucket] = (sums[bucket] ?? 0) + value
    })
    return sums
  }
  return {
    days,
    views: sum(series.views),
    premiumViews: sum(series.premiumViews),
    grossProfit: series.grossProfit && sum(series.grossProfit),
    netProfit: series.netProfit && sum(series.netProfit),
    grossPremiumProfit: series.grossPremiumProfit && sum(series.grossPremiumProfit),
    netPremiumProfit: series.netPremiumProfit && sum(series.netPremiumProfit),
  }
}
