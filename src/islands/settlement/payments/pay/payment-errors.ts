import type { ApiError } from '#lib/api/call.ts'

export interface RowError {
  readonly field: 'amount' | 'reference'
  readonly text: string
}

export interface RowErrors {
  /** Errors of the fields above the rows; a single row has its amount there. */
  readonly common: { readonly amount?: string; readonly paidOn?: string; readonly reference?: string }
  /** Keyed by the row's position. */
  readonly rows: ReadonlyMap<number, RowError>
  /** An error that concerns none of the fields. */
  readonly failure: string | null
}

/** Reads from `payments.3.statementId` which rows are refused and why. A day belongs to all rows. */
export function parsePaymentErrors({ fields, message }: ApiError, count: number): RowErrors {
  const rows = new Map<number, RowError>()
  const common: { amount?: string; paidOn?: string } = {}
  for (const [name, error] of Object.entries(fields)) {
    const [, at, field] = /^payments\.(\d+)\.(\w+)$/.exec(name) ?? []
    if (at === undefined) continue
    if (field === 'paidOn') common.paidOn = error.message
    else if (field === 'amount' && count === 1) common.amount = error.message
    else rows.set(Number(at), { field: field === 'amount' ? 'amount' : 'reference', text: error.message })
  }
  const isKnown = rows.size > 0 || Object.keys(common).length > 0
  return { common, rows, failure: isKnown ? null : message }
}
