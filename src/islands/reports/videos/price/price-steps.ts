import type { PriceSpread } from '#contract/reports/price-spread.ts'

type Spread = NonNullable<PriceSpread['spread']>

/** A picture of fewer videos would say less than the list. */
export const minSpreadVideos = 5

export interface PriceStep {
  /** null: everything below `to`. */
  from: number | null
  /** Exclusive. null: everything from `from` on. */
  to: number | null
  count: number
}

/** The first and the last step are open: they include everything beyond. */
export const listPriceSteps = ({ from, step, counts }: Spread): PriceStep[] =>
  counts.map((count, at) => ({
    from: at === 0 ? null : from + at * step,
    to: at === counts.length - 1 ? null : from + (at + 1) * step,
    count,
  }))

/** Returns the position of a price between the first and the last step, 0 to 1. */
export function locatePrice({ from, step, counts }: Spread, price: number): number {
  return Math.min(1, Math.max(0, (price - from) / (step * counts.length)))
}
