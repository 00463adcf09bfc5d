import type { MonthRow } from '#contract/settlement/months.ts'
import type { PayeeDetails } from '#contract/settlement/payees.ts'
import { type Actor, recordAuditEntries } from '#server/platform/auth/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { loadPayees, type PayeeReader } from '#server/settlement/payees/queries.ts'

export interface PaymentRow {
  row: MonthRow
  /** Includes the whole account number; undefined: it cannot be decrypted. */
  payee: PayeeDetails | undefined
}

/** Adds whole account numbers; that they were read is recorded. */
export const addPayees = (
  { db, ...reader }: PayeeReader & { db: Database },
  actor: Actor,
  rows: readonly MonthRow[],
): Promise<PaymentRow[]> =>
  db.transaction(async (tx) => {
    const payees = await loadPayees(
      tx,
      reader,
      rows.map(({ account }) => account.id),
    )
    await recordAuditEntries(
      tx,
      actor,
      [...payees].map(([id, { version }]) => ({
        action: 'exportPayments',
        subject: { kind: 'account', id },
        context: { version },
        before: null,
        after: { shown: true },
      })),
    )
    return rows.map((row) => ({ row, payee: payees.get(row.account.id) }))
  })
