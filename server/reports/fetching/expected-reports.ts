import { addDays, listDays } from '#contract/reports/calendar.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { isComplete, type ReportedDay } from '#server/reports/completeness/completeness.ts'
import { getDueDay, type OwnerFreshness } from '#server/reports/completeness/freshness.ts'
import type { Connection } from './connections.ts'
import { type FetchedReport, selectReports } from './fetched-reports.ts'

/** An owner without any report is expected to report the days since its consent. */
export const getLatestDay = (
  freshness: OwnerFreshness | undefined,
  { consentedAt }: Pick<Connection, 'consentedAt'>,
): string => freshness?.latestDay ?? addDays(consentedAt.slice(0, 10), -2)

export interface ExpectedReports {
  owner: string
  /** Should be there by now: `activity` and `revenue` as in `ReportedDay`. */
  late: ReportedDay[]
  /** The first day that is not late yet, and of which a report is missing. */
  nextDay: string
  /** They could not be imported, or YouTube no longer has them. */
  failed: FetchedReport[]
}

/** `days`, `freshness`: of the owner. */
export async function findExpectedReports(
  db: Queryable,
  connection: Pick<Connection, 'owner' | 'consentedAt'>,
  days: readonly ReportedDay[],
  freshness: OwnerFreshness | undefined,
  now: Date,
): Promise<ExpectedReports> {
  const { owner } = connection
  const dueDay = getDueDay(now)
  const latestDay = getLatestDay(freshness, connection)
  const known = new Map(days.map((day) => [day.day, day]))
  const firstDay = days[0]?.day ?? addDays(latestDay, 1)
  return {
    owner,
    late: listDays({ from: firstDay, to: dueDay })
      .map((day) => known.get(day) ?? { owner, day, activity: 0, revenue: 0 })
      .filter((day) => !isComplete(day)),
    nextDay: addDays(latestDay < dueDay ? dueDay : latestDay, 1),
    failed: await selectReports(db, owner, ['refused', 'lost']),
  }
}
