import * as z from 'zod/mini'
import type { FieldCode } from '#contract/platform/errors.ts'
import { getMoneyUnit } from '#lib/format/number.ts'
import { deletePayee } from '#server/people/credentials/accounts.ts'
import { type Actor, recordAuditEntries } from '#server/platform/auth/audit.ts'
import type { Account } from '#server/platform/auth/roles.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Id, Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { getMonthRange } from '#server/settlement/calendar/month.ts'
import { formatStatementNumber } from '#server/settlement/statements/statement-content.ts'
import { type StatementRow, selectStatements } from '#server/settlement/statements/statement-queries.ts'
import { insertPayments, lockForPayment } from './entries.ts'
import { findDayFault } from './payment-day.ts'

/** Names of the fields whose values are refused. */
export interface PaymentFields {
  statement: string
  paidOn: string
  amount: string
}

export interface RequestedPayment {
  /** Id of the statement. */
  id: number
  paidOn: string
  reference: string
  /** In `amountUnits`; absent: all that is left to be paid. */
  amount?: number | undefined
  fields: PaymentFields
  /** Month of the statement, if the given number states it. */
  month?: string
}

interface Recorded {
  paid: number
  /** Had been recorded the same way. */
  unchanged: number
}

export interface Payer {
  /** Null: the operator, who pays anybody. */
  account: Pick<Account, 'networkId'> | null
  actor: Actor
}

/**
 * Pays the payouts of statements: all or none, of members of the manager's network.
 * @throws {Refusal} `not_found` when one is no member's statement, else `invalid`; both name the fields
 */
export const recordPayments = (
  db: Database,
  payer: Payer,
  payments: readonly RequestedPayment[],
  options: { action: string; now: Date },
): Promise<Recorded> =>
  db.transaction(async (tx) => {
    const { gone, ...recorded } = await recordPaymentsIn(tx, payer, payments, options)
    await deletePayees(tx, gone)
    return recorded
  })

interface RecordedIn extends Recorded {
  /** Paid accounts that are gone: `deletePayees` ends their details once nothing has come back. */
  gone: number[]
}

export async function deletePayees(tx: Queryable, accountIds: readonly number[]): Promise<void> {
  for (const id of accountIds) await deletePayee(tx, id)
}

/** Like `recordPayments`, in a transaction that does more. */
export async function recordPaymentsIn(
  tx: Queryable,
  { account, actor }: Payer,
  payments: readonly RequestedPayment[],
  { action, now }: { action: string; now: Date },
): Promise<RecordedIn> {
  const ids = payments.map(({ id }) => id)
  await lockForPayment(tx, ids)
  const networkId = account?.networkId
  const rows = await selectStatements(tx, { networkId, ids })
  const statements = new Map(
    rows.filter(({ accountId }) => accountId !== networkId).map((row) => [row.id, row]),
  )
  refuseWrong(payments, statements, now)
  const lastAmounts = await selectLastAmounts(tx, ids)
  const unpaid = payments.flatMap(({ id, amount, paidOn, reference }) => {
    const statement = statements.get(id)
    if (!statement?.payoutId || statement.outstanding.amount === 0) return []
    const isSameDay = statement.paidOn === paidOn && statement.reference === reference
    // A part that somebody sends again, after a reply was lost, has been recorded before.
    if (isSameDay && amount !== undefined && amount === lastAmounts.get(statement.payoutId)) return []
    const { payoutId, outstanding } = statement
    return [{ statement, payoutId, amount: amount ?? outstanding.amount, paidOn, reference }]
  })
  if (unpaid.length > 0) await insertPayments(tx, unpaid, now)
  await recordAuditEntries(
    tx,
    actor,
    unpaid.map(({ statement, amount, paidOn, reference }) => ({
      action,
      subject: { kind: 'statement', id: formatStatementNumber(statement.month, statement.id) },
      before: { state: statement.state.replaceAll('_', ' ') },
      after: {
        state: amount === statement.outstanding.amount ? 'paid' : 'partly paid',
        date: paidOn,
        reference,
      },
    })),
  )
  return {
    paid: unpaid.length,
    unchanged: payments.length - unpaid.length,
    gone: unpaid.flatMap(({ statement: { email, accountId } }) => (email === null ? accountId : [])),
  }
}

const LastPaymentRow = z.object({ payoutId: Id, amount: Integer })

/** By payout, what the last payment that has not come back was. */
async function selectLastAmounts(
  tx: Queryable,
  statementIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await tx.query(
    LastPaymentRow,
    sql`select o.id as "payoutId",
      -p.amount as amount
    from payout_states o
    join ledger_entries p on p.id = o.payment_id
    where o.statement_id = any(${statementIds}::bigint[])`,
  )
  return new Map(rows.map(({ payoutId, amount }) => [payoutId, amount]))
}

function refuseWrong(
  payments: readonly RequestedPayment[],
  statements: ReadonlyMap<number, StatementRow>,
  now: Date,
): void {
  const fields: Record<string, FieldCode> = {}
  const seen = new Set<number>()
  for (const payment of payments) {
    const found = findFault(payment, statements.get(payment.id), seen.has(payment.id), now)
    seen.add(payment.id)
    if (found) fields[found.field] = found.code
  }
  const codes = Object.values(fields)
  if (codes.length > 0)
    throw new Refusal(codes.includes('statement_missing') ? 'not_found' : 'invalid', { fields })
}

interface Fault {
  field: string
  code: FieldCode
}

function findFault(
  { fields, paidOn, reference, amount, month }: RequestedPayment,
  statement: StatementRow | undefined,
  isRepeated: boolean,
  now: Date,
): Fault | undefined {
  const fault = (code: FieldCode): Fault => ({ field: fields.statement, code })
  if (!statement || (month !== undefined && month !== statement.month)) return fault('statement_missing')
  if (isRepeated) return fault('statement_repeated')
  if (!statement.isReleased) return fault('statement_unreleased')
  if (statement.state === 'paid')
    return statement.paidOn === paidOn && statement.reference === reference
      ? undefined
      : fault('statement_paid')
  if (statement.state === 'carried_over') return fault('statement_carried_over')
  if (statement.state === 'forfeited') return fault('statement_forfeited')
  if (statement.state === 'details_required') return fault('statement_details')
  if (amount !== undefined && !isPayablePart(amount, statement))
    return { field: fields.amount, code: 'amount_invalid' }
  const code = findDayFault(paidOn, getMonthRange(statement.month).to, now)
  return code && { field: fields.paidOn, code }
}

const isPayablePart = (amount: number, { outstanding, currency }: StatementRow): boolean =>
  amount > 0 && amount <= outstanding.amount && amount % getMoneyUnit(currency) === 0
