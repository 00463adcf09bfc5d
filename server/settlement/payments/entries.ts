import * as z from 'zod/mini'
import { currencies } from '#contract/platform/currency.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Id, Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { insertLaterEntries } from '#server/settlement/ledger/later-entries.ts'
import { lockLedger } from '#server/settlement/ledger/ledger.ts'
import { getPartMicros } from '#server/settlement/ledger/money.ts'
import { mailPayments } from '#server/settlement/statements/statement-mails.ts'
import { endExports } from './exports.ts'

export interface NewPayment {
  payoutId: number
  /** In `amountUnits`, at most what is left to be paid. */
  amount: number
  paidOn: string
  reference: string
}

/** Locks bookings and the confirmed payout account until the transaction ends. */
export async function lockForPayment(tx: Queryable, statementIds: readonly number[]): Promise<void> {
  await lockLedger(tx)
  await tx.execute(
    sql`select
    from payees
    where account_id in (select account_id from statements where id = any(${statementIds}::bigint[]))
    order by account_id
    for share`,
  )
}

const PayoutRow = z.object({
  id: Id,
  statementId: Id,
  accountId: Id,
  month: Day,
  currency: z.enum(currencies),
  micros: Integer,
  amount: Integer,
  outstandingMicros: Integer,
  outstandingAmount: Integer,
  maskedAccount: z.string(),
})
const selectPayouts = (tx: Queryable, ids: readonly number[]) =>
  tx.query(
    PayoutRow,
    sql`select o.id,
      o.statement_id as "statementId",
      o.account_id as "accountId",
      s.month,
      o.currency,
      o.micros,
      o.amount,
      o.outstanding_micros as "outstandingMicros",
      o.outstanding_amount as "outstandingAmount",
      y.masked_account as "maskedAccount"
    from payout_states o
    join statements s on s.id = o.statement_id
    join payees y on y.account_id = o.account_id
    where o.id = any(${ids}::integer[])`,
  )

/** Pays payouts that are locked and have confirmed details; mail reports them. */
export async function insertPayments(
  tx: Queryable,
  payments: readonly NewPayment[],
  now: Date,
): Promise<void> {
  const ids = payments.map(({ payoutId }) => payoutId)
  const payouts = new Map((await selectPayouts(tx, ids)).map((row) => [row.id, row]))
  const entries = payments.map(({ payoutId, amount, paidOn, reference }) => {
    const payout = payouts.get(payoutId)
    if (!payout) throw new Error(`Payout ${payoutId} has no payout account.`)
    return {
      kind: 'payment' as const,
      accountId: payout.accountId,
      month: payout.month,
      statementId: payout.statementId,
      payoutId,
      currency: payout.currency,
      micros:
        0 - getPartMicros({ micros: payout.outstandingMicros, amount: payout.outstandingAmount }, amount),
      amount: -amount,
      paidOn,
      reference,
      paidTo: payout.maskedAccount,
    }
  })
  await insertLaterEntries(tx, entries)
  await endExports(tx, ids, now)
  await mailPayments(
    tx,
    entries.map(({ statementId, paidOn, reference, amount }) => ({
      id: statementId,
      day: paidOn,
      reference,
      amount: -amount,
    })),
    now,
  )
}
