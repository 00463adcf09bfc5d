import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** What was in a bank's file is no longer waited for. */
export const endExports = (tx: Queryable, payoutIds: readonly number[], now: Date): Promise<number> =>
  tx.execute(
    sql`update exported_payouts
    set ended_at = ${now}
    where payout_id = any(${payoutIds}::integer[])
      and ended_at is null`,
  )
