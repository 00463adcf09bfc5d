import type { MonthComparison } from '#contract/settlement/statement-detail.ts'

export interface ComparedMonth extends MonthComparison {
  /** Difference between final and the whole month's estimate; null: one is missing, or the estimate is zero. */
  readonly difference: number | null
}

const compare = ({ estimated, final, coveredDays, days }: MonthComparison): number | null =>
  estimated === null || final === null || estimated === 0 || coveredDays < days
    ? null
    : (final - estimated) / Math.abs(estimated)

/** Oldest first, without months for which nothing is known. */
export const listComparedMonths = (comparisons: readonly MonthComparison[]): ComparedMonth[] =>
  comparisons
    .filter(({ estimated, final }) => estimated !== null || final !== null)
    .map((month) => ({ ...month, difference: compare(month) }))
    .reverse()

/** Mean of the absolute differences. */
export function computeMeanDifference(months: readonly ComparedMonth[]) {
  const differences = months.flatMap(({ difference }) => (difference === null ? [] : [Math.abs(difference)]))
  if (differences.length === 0) return null
  return {
    count: differences.length,
    mean: differences.reduce((sum, one) => sum + one, 0) / differences.length,
  }
}

/** Change of the net, without corrections in either month; null without an earlier month to compare with. */
export function computeNetChange([current, previous]: readonly MonthComparison[]) {
  if (!current || !previous || current.final === null || previous.final === null || previous.final === 0)
    return null
  return {
    month: previous.month,
    change: (current.final - previous.final) / Math.abs(previous.final),
  }
}
