import * as z from 'zod/mini'
import type { DayRange, Period } from '#contract/reports.ts'
import { Currency } from '#contract/site.ts'
import type { Queryable } from '#server/db/database.ts'
import { Day, Integer } from '#server/db/rows.ts'
import { sql } from '#server/db/sql.ts'
import { readConsistently } from './consistent-read.ts'
import type { Scope } from './scope.ts'

export interface ListSnapshot {
  range: DayRange
  currency: Currency
  revision: number
}

const createEmptyHeader = ({ currency, revision }: Scope) => ({ currency, revision, range: null })

export const readListSnapshot = <R>(
  db: Queryable,
  scope: Scope,
  period: Period,
  read: (snapshot: ListSnapshot) => Promise<R>,
  emptyResult: R,
): Promise<(R & ListSnapshot) | (R & ReturnType<typeof createEmptyHeader>)> => {
  const select = () => selectListSnapshot(db, scope.networkId, period)
  return readConsistently(
    select,
    async () => (await select())?.revision ?? null,
    async (snapshot) =>
      snapshot ? { ...snapshot, ...(await read(snapshot)) } : { ...createEmptyHeader(scope), ...emptyResult },
  )
}

const SnapshotRow = z.object({ from: Day, to: Day, currency: Currency, revision: Integer })

async function selectListSnapshot(
  db: Queryable,
  networkId: number,
  period: Period,
): Promise<ListSnapshot | null> {
  const [row] = await db.query(
    SnapshotRow,
    sql`select p.from_day as "from",
      p.to_day as "to",
      p.currency,
      coalesce(r.lists_revision, 0) as revision
    from network_periods p
    left join network_revisions r on r.network_id = p.network_id
    where p.network_id = ${networkId}
      and p.period = ${period}`,
  )
  if (!row) return null
  const { from, to, currency, revision } = row
  return { range: { from, to }, currency, revision }
}
