import { type Figures, getProfit } from '#contract/reports/reports.ts'

type Amounts = Pick<Figures, 'views' | 'grossProfit' | 'netProfit'>

/**
 * A change of profit as views × price: what the change of views would have brought at the old price, and the rest. Both add up
 * to the change. Null without views before, or for amounts that are too large.
 */
export function splitChange(now: Amounts, before: Amounts): { byViews: number; byPrice: number } | null {
  if (before.views === 0) return null
  const [profit, profitBefore] = [getProfit(now), getProfit(before)]
  const byViews = Math.round((profitBefore * now.views) / before.views) - profitBefore
  // The parts would not add up beyond exact integers.
  if (!Number.isSafeInteger(byViews)) return null
  return { byViews, byPrice: profit - profitBefore - byViews }
}
