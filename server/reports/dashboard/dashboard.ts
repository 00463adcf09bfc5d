import { addDays, getMonthStart, getPeriodRange, listDays } from '#contract/reports/calendar.ts'
import type { Dashboard, Forecast } from '#contract/reports/dashboard.ts'
import { shownDays } from '#contract/reports/latest-day.ts'
import { type DailySeries, type DayRange, getProfit, type RequestedTime } from '#contract/reports/reports.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { listCompleteDays, listIncompleteDays } from '#server/reports/completeness/completeness.ts'
import { type DayFigures, selectDays } from '#server/reports/figures/days.ts'
import {
  getComparisonRange,
  getLastDays,
  getRequestedRange,
  joinRanges,
  selectRange,
} from '#server/reports/figures/periods.ts'
import type { Scope } from '#server/reports/figures/scope.ts'
import {
  applyVisibility,
  isGrossVisible,
  isNetVisible,
  sumVisibleFigures,
} from '#server/reports/figures/visibility.ts'
import { type DayProfit, forecastBaseDays, forecastProfit } from './forecast.ts'
import { alignToDays } from './series.ts'
import { getMonthTarget } from './targets/queries.ts'

export async function getDashboard(db: Queryable, scope: Scope, time: RequestedTime): Promise<Dashboard> {
  const { currency, revision, firstDay, latestDay } = scope
  if (firstDay === null || latestDay === null || scope.channelIds?.length === 0)
    return { currency, revision, report: null }
  const range = getRequestedRange(time, { firstDay, latestDay })
  const previousRange = findKnownRange(scope, getComparisonRange(time, range))
  const hasForecast = time.period === 'month'
  const lastDays = range.from === range.to ? getLastDays(shownDays, range.to) : null
  const figures = await selectDays(
    db,
    scope,
    joinRanges(
      range,
      previousRange ?? range,
      lastDays ?? range,
      hasForecast ? getForecastBase(latestDay) : range,
    ),
  )
  const describe = (days: DayRange) => describeRange(scope, days, selectRange(figures, days))
  return {
    currency,
    revision,
    report: {
      ...describe(range),
      incompleteDays: listIncompleteDays(scope, range),
      previous: previousRange && describe(previousRange),
      lastDays: lastDays && describe(lastDays).series,
      bounds: { from: firstDay, to: latestDay },
      forecast: hasForecast ? buildForecast(scope, latestDay, figures) : null,
      target: await getMonthTarget(db, scope, findMonth(time, range)),
    },
  }
}

/** Null if the period is not a calendar month; the current one has not ended yet. */
function findMonth({ period }: Pick<RequestedTime, 'period'>, { from, to }: DayRange): string | null {
  const isMonth = from === getMonthStart(from) && to === addDays(getMonthStart(from, 1), -1)
  return period === 'month' || isMonth ? from.slice(0, 7) : null
}

/** Null if it starts before the data. */
export const findKnownRange = (
  { firstDay }: Pick<Scope, 'firstDay'>,
  range: DayRange | null,
): DayRange | null => (range && firstDay !== null && firstDay <= range.from ? range : null)

/** A forecast needs these days, and the previous month. */
export const getForecastBase = (latestDay: string): DayRange =>
  joinRanges(getLastDays(forecastBaseDays, latestDay), getPeriodRange('last-month', latestDay))

/** Forecasts the rest of the latest day's month from its recent complete days. */
export function forecastMonth(
  scope: Pick<Scope, 'firstDay' | 'latestDay' | 'incompleteDays'>,
  latestDay: string,
  profits: readonly DayProfit[],
): Pick<Forecast, 'days' | 'low' | 'expected' | 'high'> | null {
  const recent = getLastDays(forecastBaseDays, latestDay)
  const completeDays = listCompleteDays(scope, recent)
  const known = selectRange(profits, recent).filter(({ day }) => completeDays.has(day))
  const days = listDays({ from: addDays(latestDay, 1), to: addDays(getMonthStart(latestDay, 1), -1) })
  const forecast = forecastProfit(known, days)
  return forecast && { days, ...forecast }
}

function buildForecast(scope: Scope, latestDay: string, figures: readonly DayFigures[]): Forecast | null {
  const forecast = forecastMonth(
    scope,
    latestDay,
    figures.map((day) => ({ day: day.day, profit: getProfit(applyVisibility(scope, day)) })),
  )
  if (!forecast) return null
  const previousMonth = findKnownRange(scope, getPeriodRange('last-month', latestDay))
  return {
    ...forecast,
    previousMonth: previousMonth && sumVisibleFigures(scope, selectRange(figures, previousMonth)),
  }
}

export const describeRange = (scope: Scope, range: DayRange, figures: readonly DayFigures[]) => ({
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
