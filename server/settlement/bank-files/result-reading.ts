import { amountUnits, type Currency } from '#contract/platform/currency.ts'
import type { FieldCode } from '#contract/platform/errors.ts'
import type { RecordAtLine } from '#server/platform/files/csv-records.ts'
import { parseWrittenDay } from '#server/platform/files/day.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  normalizeHeader,
  type ResultLayout,
  type ResultRole,
  requiredRoles,
  resultLayouts,
  resultRoles,
} from './result-layouts.ts'
import { readResultRecords, refuseFile } from './result-records.ts'

export interface TransferResult {
  reference: string
  /** Amount units of the currency. */
  amount: number
  currency: Currency
  outcome: 'paid' | 'returned'
  /** Null: the file does not say, or leaves it open whether 03/04 is March or April. */
  day: string | null
  /** By which the bank finds the transfer. */
  bankReference: string | null
  /** Why it was returned, in the bank's words. */
  reason: string | null
}

export interface BankResults {
  results: TransferResult[]
  /** References of transfers that are under way. */
  pending: string[]
}

/** How `writeBankFile` and statements number transfers; a passbook text may have other words around it. */
const referencePattern = /(?<![\w-])\d{6}-\d{6,9}(?:-\d{1,3})?(?![\w-])/

/** Lines that may precede the header. */
const maxHeaderLine = 20

/**
 * Reads what became of transfers from the file that a bank, PayPal or Wise offers: all lines or none.
 * @throws {Refusal} `invalid`, naming the `file` or its lines, `lines.12`
 */
export async function readBankResults(bytes: Uint8Array): Promise<BankResults> {
  const records = await readResultRecords(bytes)
  const table = findTable(records)
  if (!table) throw refuseFile('result_columns')
  const read: BankResults = { results: [], pending: [] }
  const fields: Record<string, FieldCode> = {}
  const references = new Set<string>()
  for (const { line, fields: cells } of table.records) {
    const row = createRow(table, cells)
    if (isTotal(row, cells)) continue
    const found = readRow(row, table.layout)
    if (typeof found === 'string') fields[`lines.${line}`] = found
    else if (references.has(found.reference)) fields[`lines.${line}`] = 'result_repeated'
    else {
      references.add(found.reference)
      if ('outcome' in found) read.results.push(found)
      else read.pending.push(found.reference)
    }
  }
  if (Object.keys(fields).length > 0) throw new Refusal('invalid', { fields })
  if (references.size === 0) throw refuseFile('result_empty')
  return read
}

const mapRoles = <Value>(get: (role: ResultRole) => Value) =>
  Object.fromEntries(resultRoles.map((role) => [role, get(role)])) as Record<ResultRole, Value>

interface ResultTable {
  layout: ResultLayout
  /** Indexes of the columns of each role, the best first. */
  columns: Record<ResultRole, readonly number[]>
  records: readonly RecordAtLine[]
}

function findTable(records: readonly RecordAtLine[]): ResultTable | undefined {
  for (const [at, { fields }] of records.slice(0, maxHeaderLine).entries()) {
    const names = fields.map(normalizeHeader)
    for (const layout of resultLayouts) {
      const columns = mapRoles((role) =>
        layout.headers[role].map((name) => names.indexOf(name)).filter((index) => index >= 0),
      )
      if (requiredRoles.every((role) => columns[role].length > 0))
        return { layout, columns, records: records.slice(at + 1) }
    }
  }
  return undefined
}

/** Cells of a line by role; '' where there is none. */
type Row = Readonly<Record<ResultRole, string>>

function createRow({ columns }: ResultTable, cells: readonly string[]): Row {
  const cell = (index: number | undefined) => (index === undefined ? '' : (cells[index] ?? '').trim())
  const row = mapRoles((role) => cell(columns[role][0]))
  const references = columns.reference.map((index) => referencePattern.exec(cell(index))?.[0])
  return { ...row, reference: references.find((found) => found !== undefined) ?? '' }
}

const isTotal = ({ reference, state }: Row, cells: readonly string[]) =>
  reference === '' && state === '' && cells.some((cell) => /^\s*(?:합계|총계|소계|total\b)/i.test(cell))

type Pending = Pick<TransferResult, 'reference'>

/** @returns what is wrong, if anything is */
function readRow(row: Row, layout: ResultLayout): TransferResult | Pending | FieldCode {
  const { reference } = row
  if (reference === '') return 'result_reference'
  const state = normalizeHeader(row.state)
  if (layout.pending.includes(state)) return { reference }
  const outcome = findOutcome(state, layout)
  if (!outcome) return 'result_state'
  const { currency } = layout
  if (row.currency !== '' && row.currency.toUpperCase() !== currency) return 'result_currency'
  const amount = parseAmount(row.amount, currency)
  if (amount === undefined) return 'result_amount'
  const day = parseResultDay(row.day)
  if (day === undefined) return 'result_day'
  const reason = outcome === 'paid' ? null : row.reason || null
  return { reference, amount, currency, outcome, day, bankReference: row.bankReference || null, reason }
}

function findOutcome(state: string, { paid, returned }: ResultLayout): TransferResult['outcome'] | undefined {
  if (paid.includes(state)) return 'paid'
  return returned.includes(state) ? 'returned' : undefined
}

const amountPattern = /^(?:(\d{1,3}(?:,\d{3})+)|(\d{1,15}))(?:\.(\d+))?$/

/** Outgoing amounts may have a minus. @returns undefined for anything but a positive amount */
function parseAmount(text: string, currency: Currency): number | undefined {
  const plain = text
    .normalize('NFKC')
    .replace(/[\s₩$원]|KRW|USD/g, '')
    .replace(/^-/, '')
  const [, grouped, whole = grouped?.replaceAll(',', ''), decimals = ''] = amountPattern.exec(plain) ?? []
  const digits = String(amountUnits[currency]).length - 1
  if (whole === undefined || /[1-9]/.test(decimals.slice(digits))) return undefined
  const amount = Number(whole + decimals.slice(0, digits).padEnd(digits, '0'))
  return Number.isSafeInteger(amount) && amount > 0 ? amount : undefined
}

/** @returns null for none, or for one that could be read in two ways; undefined for what is no day */
function parseResultDay(text: string): string | null | undefined {
  if (text === '') return null
  const [date = ''] = text.split(/[T\s]+(?=\d{1,2}:)/)
  const written = parseWrittenDay(date)
  if (written) return written
  const [, first, second, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(date) ?? []
  if (!first || !second || !year) return undefined
  if (Number(first) <= 12 && Number(second) <= 12 && first !== second) return null
  const [month, day] = Number(first) > 12 ? [second, first] : [first, second]
  return parseWrittenDay(`${year}-${month}-${day}`)
}
