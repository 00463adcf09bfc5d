import type { LatestDay, UsualRange } from '#contract/reports/latest-day.ts'

type Days = NonNullable<LatestDay['report']>['days']

/** A range far above all days would leave no height for them. */
const maxRangeHeight = 1.6

/** Bars and ranges on one scale that starts at 0, or below if a day was. As styles, in percent of the height. */
export function createDayScale(days: Readonly<Days>) {
  const profits = days.map(({ profit }) => profit ?? 0)
  const highest = Math.max(0, ...profits)
  const highs = days.map(({ usual }) => usual?.high ?? 0)
  const top =
    highest > 0 ? Math.min(Math.max(highest, ...highs), highest * maxRangeHeight) : Math.max(1, ...highs)
  const bottom = Math.min(0, ...profits)
  const toHeight = (amount: number) =>
    ((Math.min(top, Math.max(bottom, amount)) - bottom) / (top - bottom)) * 100
  const draw = (low: number, high: number) => ({
    insetBlockEnd: `${toHeight(low).toFixed(2)}%`,
    blockSize: `${(toHeight(high) - toHeight(low)).toFixed(2)}%`,
  })
  return {
    /** Where bars begin. */
    zero: `${toHeight(0).toFixed(2)}%`,
    drawBar: (profit: number) => draw(Math.min(0, profit), Math.max(0, profit)),
    drawBand: ({ low, high }: UsualRange) => draw(low, high),
  }
}
