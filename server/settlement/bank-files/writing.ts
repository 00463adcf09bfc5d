import { amountUnits } from '#contract/platform/currency.ts'
import {
  type BankFileFormat,
  bankFileCurrencies,
  type UnwritableReason,
} from '#contract/settlement/filing/bank-files.ts'
import { unitsPerCent } from './dollars.ts'
import { koreanBankWriters } from './korean-banks.ts'
import { paypalWriter } from './paypal.ts'
import type { BankFile, BankFileWriter, FileTexts, Transfer, UnwritableTransfer } from './transfers.ts'
import { wiseWriter } from './wise.ts'

const writers: readonly BankFileWriter[] = [...koreanBankWriters, paypalWriter, wiseWriter]

function getWriter(format: BankFileFormat): BankFileWriter {
  const writer = writers.find((known) => known.format === format)
  if (!writer) throw new Error(`No files of ${format} are written.`)
  return writer
}

/** Writes a file of the transfers that the bank can take, and says why it leaves others out. */
export async function writeBankFile(
  format: BankFileFormat,
  transfers: readonly Transfer[],
  texts: FileTexts,
): Promise<BankFile> {
  const writer = getWriter(format)
  const written: Transfer[] = []
  const unwritable: UnwritableTransfer[] = []
  const references = new Set<string>()
  for (const transfer of transfers) {
    const { reference } = transfer
    const reason = findReason(writer, transfer, references, written.length)
    if (reason) {
      unwritable.push({ reference, reason })
      continue
    }
    references.add(reference)
    written.push(transfer)
  }
  return {
    bytes: await writer.write(written, texts),
    type: writer.type,
    extension: writer.extension,
    written: written.map(({ reference }) => reference),
    unwritable,
  }
}

const unitsPerWhole = { KRW: amountUnits.KRW, USD: unitsPerCent }

function findReason(
  { format, maxReference, maxRows, check }: BankFileWriter,
  transfer: Transfer,
  references: ReadonlySet<string>,
  rows: number,
): UnwritableReason | undefined {
  const { reference, amount, currency } = transfer
  if (currency !== bankFileCurrencies[format]) return 'currency'
  if (amount <= 0 || amount % unitsPerWhole[currency] !== 0) return 'amount'
  const isUsable = /^[\w-]+$/.test(reference) && reference.length <= maxReference
  if (!isUsable || references.has(reference)) return 'reference'
  return check(transfer) ?? (rows >= maxRows ? 'row_limit' : undefined)
}
