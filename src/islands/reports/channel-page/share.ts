import { type Figures, getProfit } from '#contract/reports/reports.ts'

type Amounts = Pick<Figures, 'grossProfit' | 'netProfit'>

/** 0 to 1, or less or more where some channels had losses; null unless the whole is a profit. */
export function computeShare(part: Amounts, whole: Amounts): number | null {
  const total = getProfit(whole)
  return total > 0 ? getProfit(part) / total : null
}
