import type { Currency } from '#contract/platform/params.ts'
import type { LatestDay } from '#contract/reports/latest-day.ts'
import type { Mover } from '#contract/reports/movers.ts'
import { getProfit } from '#contract/reports/reports.ts'
import { splitChange } from '#islands/reports/dashboard/movers/split-change.ts'
import { roundMoney } from '#lib/format/number.ts'

export type LatestReport = NonNullable<LatestDay['report']>

interface ShownMover {
  mover: Mover
  before: number
  now: number
  change: number
}

/** Amounts as they are shown, so that what is shown adds up. */
export interface ShownChange {
  change: number
  movers: ShownMover[]
  /** Everything but the movers. */
  rest: number
  split: { byViews: number; byPrice: number } | null
}

/**
 * Explains the change since the same weekday of the week before in amounts that add up as they are shown: movers + rest, and
 * views + price.
 * @returns null if there is nothing to compare with
 */
export function explainChange(
  { latest, weekBefore, reasons }: LatestReport,
  currency: Currency,
): ShownChange | null {
  if (!weekBefore || !reasons) return null
  const show = (figures: Parameters<typeof getProfit<number>>[0]) => roundMoney(getProfit(figures), currency)
  const change = roundMoney(getProfit(latest) - getProfit(weekBefore), currency)
  const movers = reasons.movers.map((mover) => {
    const [before, now] = [show(mover.previous), show(mover.current)]
    return { mover, before, now, change: now - before }
  })
  const split = splitChange(latest, weekBefore)
  const byViews = split && roundMoney(split.byViews, currency)
  return {
    change,
    movers,
    rest: movers.reduce((rest, mover) => rest - mover.change, change),
    split: byViews === null ? null : { byViews, byPrice: change - byViews },
  }
}
