import type { Currency } from '#contract/platform/currency.ts'
import { type CopyValue, copyRows } from '#server/platform/db/copy.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { EntryKind, TaxName } from './bookings.ts'
import type { Money } from './money.ts'

/** An entry between closings: the statement that it names does not contain it. */
export interface LaterEntry extends Money {
  accountId: number | null
  kind: Extract<EntryKind, 'payment' | 'return' | 'forfeit' | 'withholding'>
  /** First day of a released month: the statement's. */
  month: string
  currency: Currency
  statementId: number | null
  payoutId: number | null
  /** Of what a channel forfeits. */
  channelId?: string
  taxName?: TaxName
  taxPermille?: number
  /** The day, and the reference or reason, of all but taxes. */
  paidOn?: string
  reference?: string
  /** The masked account that a payment went to. */
  paidTo?: string | null
  /** Of a return: the payment, and why it came back. */
  correctsId?: number
  returnCause?: 'bank' | 'mistake'
}

/** Keeps the given order. The caller must have locked the ledger. */
export async function insertLaterEntries(tx: Queryable, entries: readonly LaterEntry[]): Promise<void> {
  await copyRows(
    tx,
    sql`ledger_entries (account_id, kind, month, earned_month, micros, currency, amount, statement_id, payout_id, channel_id, tax_name,
      tax_permille, paid_on, reference, paid_to, corrects_id, return_cause, is_later)`,
    entries.values().map(toRow),
  )
}

const toRow = (entry: LaterEntry): CopyValue[] => [
  entry.accountId,
  entry.kind,
  entry.month,
  entry.month,
  entry.micros,
  entry.currency,
  entry.amount,
  entry.statementId,
  entry.payoutId,
  entry.channelId ?? '',
  entry.taxName ?? null,
  entry.taxPermille ?? null,
  entry.paidOn ?? null,
  entry.reference ?? null,
  entry.paidTo ?? null,
  entry.correctsId ?? null,
  entry.returnCause ?? null,
  true,
]
