import type { FieldCode } from '#contract/platform/errors.ts'
import { deletePayee } from '#server/people/credentials/accounts.ts'
import { type Actor, recordAuditEntries } from '#server/platform/auth/audit.ts'
import type { Account } from '#server/platform/auth/roles.ts'
import type { Database } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { getMonthRange } from '#server/settlement/calendar/month.ts'
import { insertPayments, lockForPayment, type NewPayment } from './payment-entries.ts'
import { formatStatementNumber } from './statement-content.ts'
import { type StatementRow, selectStatements } from './statement-queries.ts'

/** Names of the fields whose values are refused. */
export interface PaymentFields {
  statement: string
  paidOn: string
}

export interface RequestedPayment extends NewPayment {
  fields: PaymentFields
  /** Month of the statement, if the given number states it. */
  month?: string
}

interface Recorded {
  paid: number
  /** Had been recorded the same way. */
  unchanged: number
}

/**
 * All or none, of members of the manager's network. `account`: null for the operator, who pays anybody.
 * @throws {Refusal} `not_found` when one is no member's statement, else `invalid`; both name the fields
 */
export const recordPayments = (
  db: Database,
  { account, actor }: { account: Pick<Account, 'networkId'> | null; actor: Actor },
  payments: readonly RequestedPayment[],
  { action, now }: { action: string; now: Date },
): Promise<Recorded> =>
  db.transaction(async (tx) => {
    const ids = payments.map(({ id }) => id)
    await lockForPayment(tx, ids)
    const networkId = account?.networkId
    const rows = await selectStatements(tx, { networkId, ids })
    const statements = new Map(
      rows.filter(({ accountId }) => accountId !== networkId).map((row) => [row.id, row]),
    )
    refuseWrong(payments, statements, now)
    const unpaid = payments.filter(({ id }) => statements.get(id)?.state !== 'paid')
    if (unpaid.length > 0)
      await insertPayments(
        tx,
        unpaid.map(({ id, paidOn, reference }) => ({ id, paidOn, reference })),
        now,
      )
    for (const { id } of unpaid) {
      const statement = statements.get(id)
      if (statement?.email === null) await deletePayee(tx, statement.accountId)
    }
    await recordAuditEntries(
      tx,
      actor,
      unpaid.map(({ id, paidOn, reference }) => ({
        action,
        subject: { kind: 'statement', id: formatStatementNumber(statements.get(id)?.month ?? '', id) },
        before: { state: 'awaiting payment' },
        after: { state: 'paid', date: paidOn, reference },
      })),
    )
    return { paid: unpaid.length, unchanged: payments.length - unpaid.length }
  })

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
  { fields, paidOn, reference, month }: RequestedPayment,
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
  if (statement.state === 'details_required') return fault('statement_details')
  const code = findDayFault(paidOn, statement.month, now)
  return code && { field: fields.paidOn, code }
}

const hourMs = 60 * 60 * 1000
/** A day begins first in this time zone. */
const earliestZoneHours = 14

function findDayFault(paidOn: string, month: string, now: Date): FieldCode | undefined {
  const time = Date.parse(`${paidOn}T00:00:00Z`)
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== paidOn) return 'paid_on_invalid'
  if (time > now.getTime() + earliestZoneHours * hourMs) return 'paid_on_future'
  return paidOn <= getMonthRange(month).to ? 'paid_on_early' : undefined
}
