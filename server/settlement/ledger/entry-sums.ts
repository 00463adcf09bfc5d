import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id, Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { KindAmount } from './amounts.ts'
import { entryKinds } from './bookings.ts'

const SumRow = z.object({
  statementId: Id,
  kind: z.enum(entryKinds),
  isCorrection: z.boolean(),
  amount: Integer,
})

/** Sums the entries on statements by their ids; excludes what was booked later. */
export async function selectEntrySums(
  db: Pick<Queryable, 'query'>,
  ids: readonly number[],
): Promise<Map<number, KindAmount[]>> {
  const rows = await db.query(
    SumRow,
    sql`select statement_id as "statementId",
      kind,
      earned_month < month as "isCorrection",
      sum(amount)::bigint as amount
    from ledger_entries
    where statement_id = any(${ids}::integer[])
      and not is_later
    group by 1, 2, 3`,
  )
  return Map.groupBy(rows, ({ statementId }) => statementId)
}
