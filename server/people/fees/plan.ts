import { earliestDay } from '#contract/reports/calendar.ts'
import { isOpenDay } from '#server/reports/figures/open-days.ts'
import type { DatedFee, StoredFee } from './queries.ts'

export interface FeeRequest {
  member: number
  permille: number
  from?: string | undefined
}

export interface FeeChange extends DatedFee {
  /** The rate of that day so far. */
  before: number
}

export type FeeProblem = 'day_closed' | 'line_repeated'

interface Today {
  today: string
  /** Null: no month is closed. */
  firstOpenDay: string | null
}

export interface FeePlan<Request> {
  /** Leaves out what is so already, also in closed months. */
  changes: FeeChange[]
  problems: Map<Request, FeeProblem>
}

const getPermille = (fees: readonly DatedFee[], day: string): number =>
  fees.findLast(({ fromDay }) => fromDay <= day)?.permille ?? 0

/** First day of a new rate for which no day is given. */
export function getStandardDay(fees: readonly StoredFee[], { today, firstOpenDay }: Today): string {
  const start = firstOpenDay ?? earliestDay
  return fees.every(({ isDefault, fromDay }) => isDefault && fromDay >= start) ? start : today
}

/**
 * Decides what requested fees change, for each member in the order of days. Without a day, the first one that somebody decides
 * counts from the first open day, instead of the default fee that no closed month has used; others count from today.
 */
export function planFees<Request extends FeeRequest>(
  requests: readonly Request[],
  existing: ReadonlyMap<number, readonly StoredFee[]>,
  { today, firstOpenDay }: Today,
): FeePlan<Request> {
  const plan: FeePlan<Request> = { changes: [], problems: new Map() }
  for (const [member, own] of Map.groupBy(requests, ({ member }) => member)) {
    const before = existing.get(member) ?? []
    const standard = getStandardDay(before, { today, firstOpenDay })
    const dated = own
      .map((request) => ({ request, fromDay: request.from ?? standard }))
      .sort((a, b) => (a.fromDay < b.fromDay ? -1 : a.fromDay > b.fromDay ? 1 : 0))
    let fees: readonly DatedFee[] = before
    for (const [at, { request, fromDay }] of dated.entries()) {
      if (dated[at - 1]?.fromDay === fromDay) plan.problems.set(request, 'line_repeated')
      const { permille, from } = request
      const rate = getPermille(fees, fromDay)
      const isDecided = fees.some((fee) => fee.fromDay === fromDay)
      // The very first rate is written even if it is 0, when somebody names its day.
      if (rate === permille && (isDecided || from === undefined || fees.length > 0)) continue
      if (!isOpenDay(fromDay, firstOpenDay)) plan.problems.set(request, 'day_closed')
      const fee = { member, fromDay, permille }
      plan.changes.push({ ...fee, before: rate })
      fees = [...fees.filter((other) => other.fromDay !== fromDay), fee].sort((a, b) =>
        a.fromDay < b.fromDay ? -1 : 1,
      )
    }
  }
  return plan
}
