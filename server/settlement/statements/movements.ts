import * as z from 'zod/mini'
import { type Movement, MovementKind, movementKinds } from '#contract/settlement/movements.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Id, Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { formatMonth } from '#server/settlement/calendar/month.ts'
import { formatStatementNumber } from './statement-content.ts'
import { isVisibleTo, type Viewer } from './statement-queries.ts'

const MovementRow = z.object({
  statementId: Id,
  isVisible: z.boolean(),
  month: Day,
  kind: MovementKind,
  amount: Integer,
  paidOn: z.nullable(Day),
  reference: z.nullable(z.string()),
  /** Time of the first entry that was booked with it: a closing books its entries in one go. */
  bookedAt: Integer,
})

/** What the viewer may see of an account's movements, oldest first; each with the balance after it. */
export async function readMovements(
  db: Pick<Queryable, 'query'>,
  viewer: Viewer,
  accountId: number,
): Promise<Movement[]> {
  const rows = await db.query(
    MovementRow,
    sql`select statement_id as "statementId",
      ${isVisibleTo(viewer)} as "isVisible",
      sums.month,
      kind,
      amount,
      paid_on as "paidOn",
      reference,
      min(first_id) over (partition by statement_id, kind = 'payment') as "bookedAt"
    from (
      select statement_id,
        month,
        case
          when kind = 'rounding' then 'adjustment'
          when kind not in ('payment', 'withholding') and earned_month < month then 'correction'
          else kind
        end as kind,
        sum(amount)::bigint as amount,
        paid_on,
        reference,
        min(id) as first_id
      from ledger_entries
      where account_id = ${accountId}
      group by 1, 2, 3, paid_on, reference
    ) sums
    join statements s on s.id = sums.statement_id`,
  )
  rows.sort(
    (a, b) => a.bookedAt - b.bookedAt || movementKinds.indexOf(a.kind) - movementKinds.indexOf(b.kind),
  )
  let balance = 0
  return rows.flatMap(({ statementId, isVisible, month, kind, amount, paidOn, reference }) => {
    balance += amount
    if (!isVisible) return []
    const movement: Movement = {
      kind,
      month: formatMonth(month),
      statementId,
      number: formatStatementNumber(month, statementId),
      amount,
      balance,
      paidOn,
      reference,
    }
    return [movement]
  })
}
