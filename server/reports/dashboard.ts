import type { DailySeries, Dashboard, DayRange, Period } from '#contract/reports.ts'
import type { Queryable } from '#server/db/database.ts'
import { listCompleteDays, listIncompleteDays } from '#server/figures/completeness.ts'
import { type DayFigures, selectDays } from '#server/figures/days.ts'
import {
  getPeriodRange,
  getPreviousRange,
  joinRanges,
  listDays,
  selectRange,
} from '#server/figures/periods.ts'
import type { Scope } from '#server/figures/scope.ts'
import { alignToDays } from '#server/figures/series.ts'
import { isGrossVisible, isNetVisible, sumVisibleFigures } from '#server/figures/visibility.ts'

export async function getDashboard(db: Queryable, scope: Scope, period: Period): Promise<Dashboard> {
  const { currency, revision, latestDay } = scope
  if (latestDay === null || scope.channelIds?.length === 0) return { currency, revision, report: null }
  const range = getPeriodRange(period, latestDay)
  const previousRange = getPreviousRange(period, range)
  const hasPrevious = scope.firstDay !== null && scope.firstDay <= previousRange.from
  const figures = await selectDays(db, scope, hasPrevious ? joinRanges(previousRange, range) : range)
  const describe = (days: DayRange) => describeRange(scope, days, selectRange(figures, days))
  return {
    currency,
    revision,
    report: {
      ...describe(range),
      incompleteDays: listIncompleteDays(scope, range),
      previous: hasPrevious ? describe(previousRange) : null,
    },
  }
}

const describeRange = (scope: Scope, range: DayRange, figures: readonly DayFigures[]) => ({
  range,
  totals: sumVisibleFigures(scope, figures),
  series: buildSeries(scope, range, figures),
})

function buildSeries(scope: Scope, range: DayRange, figures: readonly DayFigures[]): DailySeries {
  const days = listDays(range)
  const readColumn = alignToDays(days, listCompleteDays(scope, range))(figures)
  const [gross, net] = [isGrossVisible(scope), isNetVisible(scope)]
  return {
    days,
    views: readColumn((day) => day.views),
    premiumViews: readColumn((day) => day.premiumViews),
    grossProfit: gross ? readColumn((day) => day.grossProfit) : null,
    netProfit: net ? readColumn((day) => day.netProfit) : null,
    grossPremiumProfit: gross ? readColumn((day) => day.grossPremiumProfit) : null,
    netPremiumProfit: net ? readColumn((day) => day.netPremiumProfit) : null,
  }
}
