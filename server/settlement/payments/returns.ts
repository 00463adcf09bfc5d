import * as z from 'zod/mini'
import { currencies } from '#contract/platform/currency.ts'
import type { FieldCode } from '#contract/platform/errors.ts'
import { addDays } from '#contract/reports/calendar.ts'
import { recordAuditEntries } from '#server/platform/auth/audit.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Day, Id, Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { insertLaterEntries } from '#server/settlement/ledger/later-entries.ts'
import { lockLedger } from '#server/settlement/ledger/ledger.ts'
import { formatStatementNumber } from '#server/settlement/statements/statement-content.ts'
import { mailReturns } from '#server/settlement/statements/statement-mails.ts'
import { findDayFault } from './payment-day.ts'
import type { Payer } from './recording.ts'

export type ReturnCause = 'bank' | 'mistake'

export interface RequestedReturn {
  /** Id of the payment's ledger entry. */
  paymentId: number
  cause: ReturnCause
  returnedOn: string
  reason: string
  /** Names of the fields whose values are refused. */
  fields: { payment: string; returnedOn: string }
}

const PaymentRow = z.object({
  id: Id,
  accountId: Id,
  networkId: Id,
  statementId: Id,
  payoutId: Id,
  month: Day,
  currency: z.enum(currencies),
  micros: Integer,
  amount: Integer,
  paidOn: Day,
  isReturned: z.boolean(),
})
type PaymentRow = z.output<typeof PaymentRow>

const selectPayments = (tx: Queryable, ids: readonly number[]) =>
  tx.query(
    PaymentRow,
    sql`select e.id,
      e.account_id as "accountId",
      o.network_id as "networkId",
      e.statement_id as "statementId",
      e.payout_id as "payoutId",
      e.month,
      e.currency,
      e.micros,
      e.amount,
      e.paid_on as "paidOn",
      exists (select from ledger_entries r where r.kind = 'return' and r.corrects_id = e.id) as "isReturned"
    from ledger_entries e
    join payouts o on o.id = e.payout_id
    where e.kind = 'payment'
      and e.id = any(${ids}::bigint[])`,
  )

const LastRow = z.object({ id: z.nullable(Id) })

/** The last payment of a payout that has not come back; null: there is none. */
export async function selectLastPayment(
  db: Pick<Queryable, 'query'>,
  payoutId: number | null,
): Promise<number | null> {
  const [row] = await db.query(
    LastRow,
    sql`select payment_id as id from payout_states where id = ${payoutId}`,
  )
  return row?.id ?? null
}

/**
 * Takes payments back: all or none. They can be paid again at once. A payment that was taken back before is left as it is.
 * @throws {Refusal} `not_found` when one is no payment of the network's to a member, else `invalid`; both name the fields
 */
export const recordReturns = (
  db: Database,
  payer: Payer,
  returns: readonly RequestedReturn[],
  options: { action: string; now: Date },
): Promise<Returned> => db.transaction((tx) => recordReturnsIn(tx, payer, returns, options))

interface Returned {
  returned: number
  unchanged: number
}

/** Like `recordReturns`, in a transaction that does more. */
export async function recordReturnsIn(
  tx: Queryable,
  { account, actor }: Payer,
  returns: readonly RequestedReturn[],
  { action, now }: { action: string; now: Date },
): Promise<Returned> {
  await lockLedger(tx)
  const rows = await selectPayments(
    tx,
    returns.map(({ paymentId }) => paymentId),
  )
  const payments = new Map(
    rows
      .filter(
        ({ networkId, accountId }) =>
          account === null || (networkId === account.networkId && accountId !== networkId),
      )
      .map((row) => [row.id, row]),
  )
  refuseWrong(returns, payments, now)
  const open = [...new Map(returns.map((one) => [one.paymentId, one])).values()].flatMap((one) => {
    const payment = payments.get(one.paymentId)
    return payment && !payment.isReturned ? [{ ...one, payment }] : []
  })
  await insertLaterEntries(
    tx,
    open.map(({ payment, cause, returnedOn, reason }) => ({
      kind: 'return',
      accountId: payment.accountId,
      month: payment.month,
      statementId: payment.statementId,
      payoutId: payment.payoutId,
      currency: payment.currency,
      micros: -payment.micros,
      amount: -payment.amount,
      paidOn: returnedOn,
      reference: reason,
      correctsId: payment.id,
      returnCause: cause,
    })),
  )
  await mailReturns(
    tx,
    open.map(({ payment, cause, returnedOn, reason }) => ({
      id: payment.statementId,
      amount: -payment.amount,
      day: returnedOn,
      reason,
      isMistake: cause === 'mistake',
    })),
    now,
  )
  await recordAuditEntries(
    tx,
    actor,
    open.map(({ payment, cause, returnedOn, reason }) => ({
      action,
      subject: { kind: 'statement', id: formatStatementNumber(payment.month, payment.statementId) },
      context: { payment: payment.id },
      before: { state: 'paid', date: payment.paidOn },
      after: { state: 'returned', cause, date: returnedOn, reason },
    })),
  )
  return { returned: open.length, unchanged: returns.length - open.length }
}

function refuseWrong(
  returns: readonly RequestedReturn[],
  payments: ReadonlyMap<number, PaymentRow>,
  now: Date,
): void {
  const fields: Record<string, FieldCode> = {}
  for (const { paymentId, returnedOn, fields: names } of returns) {
    const payment = payments.get(paymentId)
    if (!payment) fields[names.payment] = 'payment_missing'
    else {
      const code = findDayFault(returnedOn, addDays(payment.paidOn, -1), now)
      if (code) fields[names.returnedOn] = code === 'paid_on_early' ? 'returned_early' : code
    }
  }
  const codes = Object.values(fields)
  if (codes.length > 0)
    throw new Refusal(codes.includes('payment_missing') ? 'not_found' : 'invalid', { fields })
}
