import { getWeekday } from '#contract/reports/calendar.ts'
import { computeQuartiles } from '#server/reports/figures/quartiles.ts'

export interface DayProfit {
  day: string
  profit: number
}

interface DayForecasts {
  low: number[]
  expected: number[]
  high: number[]
}

/** Days before the first forecast day from which it is made. */
export const forecastBaseDays = 56
const minKnownDays = 14

/**
 * Lower quartile, median and upper quartile of the known days of the same weekday, or of all if none is known. The sums of
 * the quartiles are wider than a sum of independent days would be: weeks are good or bad as a whole.
 * @returns null with fewer than 14 known days
 */
export function forecastProfit(known: readonly DayProfit[], days: readonly string[]): DayForecasts | null {
  if (known.length < minKnownDays || days.length === 0) return null
  const byWeekday = Map.groupBy(known, ({ day }) => getWeekday(day))
  const quartiles = days.map((day) =>
    computeQuartiles((byWeekday.get(getWeekday(day)) ?? known).map(({ profit }) => profit)),
  )
  return {
    low: quartiles.map(({ low }) => low),
    expected: quartiles.map(({ median }) => median),
    high: quartiles.map(({ high }) => high),
  }
}
