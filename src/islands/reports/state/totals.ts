import type { Dashboard } from '#contract/reports/dashboard.ts'
import {
  type DailySeries,
  type Figures,
  getProfit,
  getRelativeChange,
  premiumPrice,
} from '#contract/reports/reports.ts'
import type { TextKey } from '#lib/texts/catalog.ts'

export type TotalKey = 'views' | 'premiumViews' | 'premiumPrice' | 'profit'

export const totalTexts = {
  views: 'reports:figures.views',
  premiumViews: 'reports:figures.premiumViews',
  premiumPrice: 'reports:figures.premiumPrice',
  profit: 'common:profit',
} as const satisfies Record<TotalKey, TextKey>

export type Report = NonNullable<Dashboard['report']>

/** Relative change, or the text key of the reason why there is none. */
export type Change = number | 'none' | 'noBase' | 'missing'

export interface Total {
  key: TotalKey
  value: number | null
  change: Change
  /** Difference from the compared value; null if either is missing. */
  difference: number | null
  trend: (number | null)[]
  previousTrend: (number | null)[]
}

export const totalKeys: readonly TotalKey[] = ['profit', 'views', 'premiumViews', 'premiumPrice']

const getTotal = (key: TotalKey, figures: Figures): number | null =>
  key === 'premiumPrice' ? premiumPrice(figures) : key === 'profit' ? getProfit(figures) : figures[key]

export function getTrend(key: TotalKey, series: DailySeries): (number | null)[] {
  if (key === 'profit') return getProfit(series)
  if (key !== 'premiumPrice') return series[key]
  return series.premiumViews.map((premiumViews, at) => {
    const grossPremiumProfit = series.grossPremiumProfit?.[at] ?? null
    const netPremiumProfit = series.netPremiumProfit?.[at] ?? null
    if (premiumViews === null || (grossPremiumProfit === null && netPremiumProfit === null)) return null
    return premiumPrice({ premiumViews, grossPremiumProfit, netPremiumProfit })
  })
}

export function computeChange(now: number | null, before: number | null | undefined): Change {
  if (before === undefined) return 'none'
  if (now === null) return 'missing'
  return getRelativeChange(now, before) ?? 'noBase'
}

export function getTotals({ totals, series, previous }: Report): Total[] {
  return totalKeys.map((key) => {
    const value = getTotal(key, totals)
    const before = previous ? getTotal(key, previous.totals) : undefined
    return {
      key,
      value,
      change: computeChange(value, before),
      difference: value === null || before == null ? null : value - before,
      trend: getTrend(key, series),
      previousTrend: previous ? getTrend(key, previous.series) : [],
    }
  })
}

/** Managers see gross and net of a selected member. */
export const isNetBesideGross = ({
  grossProfit,
  netProfit,
}: Pick<Figures, 'grossProfit' | 'netProfit'>): boolean => grossProfit !== null && netProfit !== null
