import { addDays, getMonthStart } from '#contract/reports/calendar.ts'
import { type DayRange, getProfit } from '#contract/reports/reports.ts'
import { suggestionMonths, type TargetSuggestions } from '#contract/reports/targets/month-targets.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { selectDays } from '#server/reports/figures/days.ts'
import { joinRanges, selectRange } from '#server/reports/figures/periods.ts'
import type { Scope } from '#server/reports/figures/scope.ts'
import { sumVisibleFigures } from '#server/reports/figures/visibility.ts'
import { findTarget, getTargetOwner } from './queries.ts'

type MonthProfit = NonNullable<TargetSuggestions['lastMonth']>

export async function getTargetSuggestions(
  db: Queryable,
  scope: Scope,
  month: string,
): Promise<TargetSuggestions> {
  const owner = getTargetOwner(scope)
  const target = owner && (await findTarget(db, owner, month))
  const months = await sumWholeMonths(db, scope, month)
  const monthBefore = getMonthStart(`${month}-01`, -1).slice(0, 7)
  return {
    currency: scope.currency,
    month,
    amount: target?.amount ?? null,
    isOnward: target?.isOnward ?? false,
    lastMonth: months.find((one) => one.month === monthBefore) ?? null,
    bestMonth: months.reduce<MonthProfit | null>(
      (best, one) => (best === null || one.profit > best.profit ? one : best),
      null,
    ),
  }
}

/** The latest months before one, newest first, of which all days are between the first and the latest. */
async function sumWholeMonths(db: Queryable, scope: Scope, before: string): Promise<MonthProfit[]> {
  const { firstDay, latestDay, channelIds } = scope
  if (firstDay === null || latestDay === null || channelIds?.length === 0) return []
  const ranges = Array.from({ length: suggestionMonths }, (_, at) =>
    getMonthRange(getMonthStart(`${before}-01`, -1 - at)),
  ).filter(({ from, to }) => firstDay <= from && to <= latestDay)
  const [newest, ...older] = ranges
  if (!newest) return []
  const figures = await selectDays(db, scope, joinRanges(newest, ...older))
  return ranges.map((range) => ({
    month: range.from.slice(0, 7),
    profit: getProfit(sumVisibleFigures(scope, selectRange(figures, range))),
  }))
}

const getMonthRange = (from: string): DayRange => ({ from, to: addDays(getMonthStart(from, 1), -1) })
