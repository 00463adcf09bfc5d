import type { DayRange, Period } from '#contract/reports.ts'
import type { Currency } from '#contract/site.ts'
import type { Queries } from '#server/db/connect.ts'
import type { Scope } from './scope.ts'

/** What the lists of a period were built for, and from which data. */
export interface Listed {
  range: DayRange
  currency: Currency
  revision: number
}

/** What a list says where none has been built yet: nothing, of no days. */
const unlisted = ({ currency, revision }: Scope) => ({ currency, revision, range: null })

/**
 * Reads from the lists of a period; reads again when they were swapped between two of its statements: half a page of
 * each would be neither.
 */
export async function readListed<R>(
  db: Queries,
  scope: Scope,
  period: Period,
  read: (listed: Listed) => Promise<R>,
  nothing: R,
): Promise<(R & Listed) | (R & ReturnType<typeof unlisted>)> {
  for (;;) {
    const listed = await selectListed(db, scope.networkId, period)
    if (!listed) return { ...unlisted(scope), ...nothing }
    const page = await read(listed)
    const now = await selectListed(db, scope.networkId, period)
    if (now?.revision === listed.revision) return { ...listed, ...page }
  }
}

async function selectListed(db: Queries, networkId: number, period: Period): Promise<Listed | null> {
  const [row] = await db.query<DayRange & Omit<Listed, 'range'>>(
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
