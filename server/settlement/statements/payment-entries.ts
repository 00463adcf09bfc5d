import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { lockLedger } from '#server/settlement/ledger/ledger.ts'
import { mailPayments } from './statement-mails.ts'

export interface NewPayment {
  /** Id of the statement. */
  id: number
  paidOn: string
  reference: string
}

/** Locks bookings and the confirmed payment details until the transaction ends. */
export async function lockForPayment(tx: Queryable, ids: readonly number[]): Promise<void> {
  await lockLedger(tx)
  await tx.execute(
    sql`select
    from payees
    where account_id in (select account_id from statements where id = any(${ids}::bigint[]))
    order by account_id
    for share`,
  )
}

const PaidToRow = z.object({ paidTo: z.string() })

/**
 * Pays statements that are locked and await payment; mail reports them. @returns the masked accounts that they went to,
 * in the order of the statements' numbers
 */
export async function insertPayments(
  tx: Queryable,
  payments: readonly NewPayment[],
  now: Date,
): Promise<string[]> {
  const rows = await tx.query(
    PaidToRow,
    sql`insert into ledger_entries (account_id, kind, month, earned_month, micros, currency, amount, statement_id,
      paid_on, reference, paid_to)
    select s.account_id, 'payment', s.month, s.month, -s.payable_micros, s.currency, -s.payable_amount, s.id,
      p."paidOn", p.reference, y.masked_account
    from jsonb_to_recordset(${JSON.stringify(payments)}::text::jsonb) as p (id integer, "paidOn" date, reference text)
    join statements s on s.id = p.id
    join payees y on y.account_id = s.account_id
    order by s.id
    returning paid_to as "paidTo"`,
  )
  await mailPayments(tx, payments, now)
  return rows.map(({ paidTo }) => paidTo)
}
