import * as z from 'zod/mini'
import { type Movement, MovementKind, movementKinds } from '#contract/settlement/movements.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Id, Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { formatMonth } from '#server/settlement/calendar/month.ts'
import { formatStatementNumber } from './statement-content.ts'
import { isVisibleTo, type Viewer } from './statement-queries.ts'

const MovementRow = z.object({
  statementId: z.nullable(Id),
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
      s.id is null or ${isVisibleTo(viewer)} as "isVisible",
      sums.month,
      kind,
      amount,
      paid_on as "paidOn",
      reference,
      case when is_later then first_id else min(first_id) over (partition by statement_id, is_later) end as "bookedAt"
    from (
      select statement_id,
        month,
        case
          when kind = 'rounding' then 'adjustment'
          when kind in ('income', 'adjustment', 'tax', 'fee') and earned_month < month then 'correction'
          else kind
        end as kind,
        sum(amount)::bigint as amount,
        is_later,
        paid_on,
        coalesce(reference, (select m.reason from manual_entries m where m.id = manual_entry_id)) as reference,
        min(id) as first_id
      from ledger_entries
      where account_id = ${accountId}
      group by 1, 2, 3, is_later, paid_on, reference, manual_entry_id, case when is_later then coalesce(payout_id, id) end,
        case when paid_on is not null then id end
    ) sums
    left join statements s on s.id = sums.statement_id`,
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
      number: statementId === null ? null : formatStatementNumber(month, statementId),
      amount,
      balance,
      paidOn,
      reference,
    }
    return [movement]
  })
}
