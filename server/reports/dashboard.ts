import type { Dashboard, DayRange, Figures, Period, Series } from '#contract/reports.ts'
import type { Queries } from '#server/db/connect.ts'
import { compareRange, daysOf, periodRange } from './periods.ts'
import { type DayFigures, selectDays } from './queries.ts'
import type { Scope } from './scope.ts'

/** Totals and series of a period, and of the days before it where there are data for all of them. */
export async function dashboard(db: Queries, scope: Scope, period: Period): Promise<Dashboard> {
  const { currency, revision, latestDay } = scope
  if (latestDay === null || scope.channelIds?.length === 0) return { currency, revision, report: null }
  const range = periodRange(period, latestDay)
  const before = compareRange(period, range)
  const known = scope.firstDay !== null && scope.firstDay <= before.from
  return {
    currency,
    revision,
    report: { ...(await part(db, scope, range)), previous: known ? await part(db, scope, before) : null },
  }
}

async function part(db: Queries, scope: Scope, range: DayRange) {
  const days = (await selectDays(db, scope, range)).map((day) => seenBy(scope, day))
  return { range, totals: totals(scope, days), series: series(range, days) }
}

/** What a member may see: the net in place of the gross. */
const seenBy = (scope: Scope, day: DayFigures): DayFigures =>
  scope.netOnly ? { ...day, profit: day.net, premiumProfit: day.premiumNet } : day

function totals(scope: Scope, days: DayFigures[]): Figures {
  const sum = (of: (day: DayFigures) => number) => days.reduce((total, day) => total + of(day), 0)
  return {
    views: sum((day) => day.views),
    premiumViews: sum((day) => day.premiumViews),
    profit: sum((day) => day.profit),
    premiumProfit: sum((day) => day.premiumProfit),
    memberProfit: scope.feeOf === null || scope.netOnly ? null : sum((day) => day.net),
  }
}

function series(range: DayRange, days: DayFigures[]): Series {
  const byDay = new Map(days.map((figures) => [figures.day, figures]))
  const all = daysOf(range)
  const column = (of: (day: DayFigures) => number) =>
    all.map((day) => {
      const figures = byDay.get(day)
      return figures ? of(figures) : 0
    })
  return {
    days: all,
    views: column((day) => day.views),
    premiumViews: column((day) => day.premiumViews),
    profit: column((day) => day.profit),
    premiumProfit: column((day) => day.premiumProfit),
  }
}
