import type { Currency } from '#contract/platform/currency.ts'
import type { BankFileFormat, UnwritableReason } from '#contract/settlement/filing/bank-files.ts'
import type { PayeeDetails } from '#contract/settlement/payees.ts'

export interface Transfer {
  /** ASCII, "202608-000012"; results are found by it. */
  reference: string
  /** Amount units of the currency. */
  amount: number
  currency: Currency
  payee: PayeeDetails
}

export interface UnwritableTransfer {
  reference: string
  reason: UnwritableReason
}

export interface BankFile {
  bytes: Uint8Array
  type: string
  extension: 'xlsx' | 'csv'
  /** References of the transfers in the file, in its order. */
  written: readonly string[]
  unwritable: readonly UnwritableTransfer[]
}

export interface FileTexts {
  /** Who pays, as recipients read it in their passbook or note. */
  sender: string
}

/** What a bank or service takes. */
export interface BankFileWriter {
  format: BankFileFormat
  type: string
  extension: BankFile['extension']
  maxRows: number
  /** Longest reference in characters. */
  maxReference: number
  /** Returns why the transfer cannot be written, if it cannot. */
  check(transfer: Transfer): UnwritableReason | undefined
  write(transfers: readonly Transfer[], texts: FileTexts): Promise<Uint8Array>
}
