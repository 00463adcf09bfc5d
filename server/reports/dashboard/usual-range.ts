import { addDays } from '#contract/reports/calendar.ts'
import { minUsualWeeks, type UsualRange, usualWeeks } from '#contract/reports/latest-day.ts'
import { computeQuartiles } from '#server/reports/figures/quartiles.ts'

/**
 * Profits of the same weekday in the eight weeks before a day: those of complete days only, the latest first.
 * @param profits by day; complete days without figures have 0
 */
export const listSameWeekdays = (profits: ReadonlyMap<string, number>, day: string): number[] =>
  Array.from({ length: usualWeeks }, (_, week) => profits.get(addDays(day, -7 * (week + 1)))).filter(
    (profit) => profit !== undefined,
  )

/**
 * The middle half of the values, from quartile to quartile, widened by its own width on both sides, at least to a tenth of the
 * median around it. It stays above 0 unless a value was below. The range from lowest to highest would call a fifth of all
 * days unusual, and more while a channel grows (decision 0079).
 * @returns null with fewer than four values
 */
export function computeUsualRange(values: readonly number[]): UsualRange | null {
  if (values.length < minUsualWeeks) return null
  const { low, median, high } = computeQuartiles(values)
  const margin = Math.round(Math.abs(median) / 10)
  const lowest = Math.min(low - (high - low), median - margin)
  return {
    low: Math.max(lowest, Math.min(0, ...values)),
    high: Math.max(high + (high - low), median + margin),
  }
}
