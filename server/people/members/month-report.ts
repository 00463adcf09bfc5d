import type { MemberProfit, MonthReport } from '#contract/people/members.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { listIncompleteDays } from '#server/reports/completeness/completeness.ts'
import { selectDays } from '#server/reports/figures/days.ts'
import type { ProfitScope } from '#server/reports/figures/member-profits.ts'
import { getReportedMonthRange, listMonths } from '#server/reports/figures/periods.ts'
import type { Scope } from '#server/reports/figures/scope.ts'
import { sumVisibleFigures } from '#server/reports/figures/visibility.ts'

export interface MonthScope extends ProfitScope {
  month: string
  months: readonly string[]
}

/** The month if it has figures, else the latest; null while the network has none. */
export function resolveMonth(
  { networkId, currency, firstDay, latestDay }: Scope,
  requested: string | undefined,
): MonthScope | null {
  if (firstDay === null || latestDay === null) return null
  const months = listMonths(firstDay, latestDay)
  const month = months.find((one) => one === requested) ?? latestDay.slice(0, 7)
  return { networkId, currency, months, month, range: getReportedMonthRange(month, latestDay) }
}

/** `scope`: the manager's, of the whole network. */
export async function getMonthReport(
  db: Queryable,
  scope: Scope,
  { month, months, range }: MonthScope,
  membersProfit: MemberProfit,
): Promise<MonthReport> {
  const { grossProfit } = sumVisibleFigures(scope, await selectDays(db, scope, range))
  return {
    currency: scope.currency,
    month,
    range,
    incompleteDays: listIncompleteDays(scope, range),
    months: [...months],
    membersProfit,
    networkProfit: grossProfit ?? 0,
  }
}
