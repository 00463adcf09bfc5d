import type { DayRange, Period } from '#contract/reports.ts'
import type { Currency } from '#contract/site.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Scope } from './scope.ts'

/** What the lists of a period were built for, and from which data. */
export interface ListSnapshot {
  range: DayRange
  currency: Currency
  revision: number
}

/** What a list says where none has been built yet: nothing, of no days. */
const createEmptySnapshot = ({ currency, revision }: Scope) => ({ currency, revision, range: null })

/**
 * Reads from the lists of a period; reads again when they were swapped between two of its statements: half a page of
 * each would be neither.
 */
export async function readListSnapshot<R>(
  db: Queryable,
  scope: Scope,
  period: Period,
  read: (snapshot: ListSnapshot) => Promise<R>,
  emptyResult: R,
): Promise<(R & ListSnapshot) | (R & ReturnType<typeof createEmptySnapshot>)> {
  for (;;) {
    const listed = await selectListSnapshot(db, scope.networkId, period)
    if (!listed) return { ...createEmptySnapshot(scope), ...emptyResult }
    const page = await read(listed)
    const current = await selectListSnapshot(db, scope.networkId, period)
    if (current?.revision === listed.revision) return { ...listed, ...page }
  }
}

async function selectListSnapshot(
  db: Queryable,
  networkId: number,
  period: Period,
): Promise<ListSnapshot | null> {
  const [row] = await db.query<DayRange & Omit<ListSnapshot, 'range'>>(
    `select p.from_day as "from",
      p.to_day as "to",
      p.currency,
      s.lists_revision as revision
    from network_periods p
    cross join report_state s
    where p.network_id = $1
      and p.period = $2`,
    [networkId, period],
  )
  return row
    ? { range: { from: row.from, to: row.to }, currency: row.currency, revision: row.revision }
    : null
}
