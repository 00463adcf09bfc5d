import { type Dashboard, type Figures, premiumPrice, type Series } from '#contract/reports.ts'
import { changeOf } from '#lib/period.ts'

export type TotalKey = 'views' | 'premiumViews' | 'premiumPrice' | 'profit'

export type Report = NonNullable<Dashboard['report']>

/** How a total stands to the one before: a share, or why there is none (a key of the words for it). */
export type Change = number | 'none' | 'noBase' | 'missing'

export interface Total {
  key: TotalKey
  value: number | null
  change: Change
  /** One value a day of this period, and of the days compared with. */
  trend: (number | null)[]
  before: (number | null)[]
}

export const totalKeys: readonly TotalKey[] = ['views', 'premiumViews', 'premiumPrice', 'profit']

const totalOf = (key: TotalKey, figures: Figures): number | null =>
  key === 'premiumPrice' ? premiumPrice(figures) : figures[key]

/** A day without data has no figure. */
function trendOf(key: TotalKey, series: Series): (number | null)[] {
  if (key !== 'premiumPrice') return series[key]
  return series.days.map((_, at) => {
    const [premiumViews, premiumProfit] = [series.premiumViews[at], series.premiumProfit[at]]
    if (premiumViews == null || premiumProfit == null) return null
    return premiumPrice({ views: 0, premiumViews, profit: 0, premiumProfit, memberProfit: null })
  })
}

export function changeBetween(now: number | null, before: number | null | undefined): Change {
  if (before === undefined) return 'none'
  if (now === null) return 'missing'
  return changeOf(now, before) ?? 'noBase'
}

export function totalsOf({ totals, series, previous }: Report): Total[] {
  return totalKeys.map((key) => {
    const value = totalOf(key, totals)
    return {
      key,
      value,
      change: changeBetween(value, previous ? totalOf(key, previous.totals) : undefined),
      trend: trendOf(key, series),
      before: previous ? trendOf(key, previous.series) : [],
    }
  })
}
