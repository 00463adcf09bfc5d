import type { ApiError } from '#lib/api/call.ts'

export interface RowError {
  readonly field: 'amount' | 'reference'
  readonly text: string
}

export interface RowErrors {
  /** Errors of the fields that all rows share. */
  readonly common: { readonly paidOn?: string; readonly reference?: string }
  /** Keyed by the row's position. */
  readonly rows: ReadonlyMap<number, RowError>
  /** An error that concerns none of the fields. */
  readonly failure: string | null
}

/** Reads from `payments.3.statementId` which rows are refused and why. A day belongs to all rows. */
export function parsePaymentErrors({ fields, message }: ApiError): RowErrors {
  const rows = new Map<number, RowError>()
  let paidOn: string | undefined
  for (const [name, error] of Object.entries(fields)) {
    const [, at, field] = /^payments\.(\d+)\.(\w+)$/.exec(name) ?? []
    if (at === undefined) continue
    if (field === 'paidOn') paidOn = error.message
    else rows.set(Number(at), { field: field === 'amount' ? 'amount' : 'reference', text: error.message })
  }
  const isKnown = rows.size > 0 || paidOn !== undefined
  return { common: paidOn === undefined ? {} : { paidOn }, rows, failure: isKnown ? null : message }
}
