import { type Figures, getProfit } from '#contract/reports/reports.ts'

type Amounts = Pick<Figures, 'views' | 'grossProfit' | 'netProfit'>

/**
 * Splits a change of profit into views × price: the effect of the change in views at the old price, and the rest. Both
 * add up to the change. Null without views before, or for amounts that are too large.
 */
export function splitChange(now: Amounts, before: Amounts): { byViews: number; byPrice: number } | null {
  if (before.views === 0) return null
  const [profit, profitBefore] = [getProfit(now), getProfit(before)]
  const byViews = Math.round((profitBefore * now.views) / before.views) - profitBefore
  // Beyond exact integers the parts would not add up.
  if (!Number.isSafeInteger(byViews)) return null
  return { byViews, byPrice: profit - profitBefore - byViews }
}
