import type { Dashboard, DayRange, Figures, Period, Series } from '#contract/reports.ts'
import type { Queries } from '#server/db/connect.ts'
import { compareRange, daysOf, periodRange } from './periods.ts'
import { selectDays } from './queries.ts'
import type { Scope } from './scope.ts'
import { seenBy, sumSeen } from './seen.ts'
import { columnsOver } from './series.ts'

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
  const figures = await selectDays(db, scope, range)
  const known = new Set(figures.map(({ day }) => day))
  return {
    range,
    totals: sumSeen(scope, figures),
    series: seriesOf(
      range,
      known,
      figures.map((day) => seenBy(scope, day)),
    ),
  }
}

function seriesOf(
  range: DayRange,
  known: ReadonlySet<string>,
  figures: (Figures & { day: string })[],
): Series {
  const days = daysOf(range)
  const column = columnsOver(days, known)(figures)
  return {
    days,
    views: column((day) => day.views),
    premiumViews: column((day) => day.premiumViews),
    profit: column((day) => day.profit),
    premiumProfit: column((day) => day.premiumProfit),
  }
}
