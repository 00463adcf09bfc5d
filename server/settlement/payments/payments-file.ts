import type { FieldCode } from '#contract/platform/errors.ts'
import { fieldCodes } from '#contract/platform/errors.ts'
import { locales } from '#contract/platform/locale.ts'
import { maxPayments, PaymentForm } from '#contract/settlement/statement-payments.ts'
import { parseAllRecords, type RecordAtLine } from '#server/platform/files/csv-records.ts'
import { parseWrittenDay } from '#server/platform/files/day.ts'
import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import { type ColumnName, getColumnTitle } from '#server/platform/messages.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { RequestedPayment } from './recording.ts'

export interface PaymentsFile {
  payments: RequestedPayment[]
  /** Rows without a day and a reference. */
  ignored: number
}

const refuseFile = (code: FieldCode) => new Refusal('invalid', { fields: { file: code } })

/** @throws {Refusal} `invalid`, naming the lines, or the `file` */
export function parsePaymentsFile(text: string): PaymentsFile {
  const [header, ...records] = readRecords(text.replace(/^\uFEFF/, ''))
  const columns = findColumns(header?.fields ?? [])
  const file: PaymentsFile = { payments: [], ignored: 0 }
  const fields: Record<string, FieldCode> = {}
  for (const { line, fields: cells } of records) {
    const cell = (at: number) => (cells[at] ?? '').trim()
    const [number, paidOn, reference] = [
      cell(columns.statementNumber),
      cell(columns.paidOn),
      cell(columns.reference),
    ]
    if (paidOn === '' && reference === '') {
      if (cells.some((value) => value.trim() !== '')) file.ignored += 1
      continue
    }
    const found = readPayment(number, paidOn, reference, `lines.${line}`)
    if (typeof found === 'string') fields[`lines.${line}`] = found
    else file.payments.push(found)
  }
  if (Object.keys(fields).length > 0) throw new Refusal('invalid', { fields })
  if (file.payments.length > maxPayments) throw refuseFile('payments_many')
  return file
}

/** Spreadsheets write commas, semicolons or tabs, depending on the system. */
function readRecords(text: string): RecordAtLine[] {
  const firstLine = text.split(/[\r\n]/, 1)[0] ?? ''
  const delimiter = [',', ';', '\t'].find((sign) => firstLine.includes(sign)) ?? ','
  try {
    return parseAllRecords(text, delimiter)
  } catch (error) {
    if (error instanceof FileRefusal) throw refuseFile('payments_csv')
    throw error
  }
}

const wantedColumns = ['statementNumber', 'paidOn', 'reference'] as const
type WantedColumn = (typeof wantedColumns)[number]

/** Accepts headers in any language. */
function findColumns(header: readonly string[]): Record<WantedColumn, number> {
  const names = header.map((name) => name.trim().toLowerCase())
  const find = (column: ColumnName) => {
    const titles = locales.map((locale) => getColumnTitle(column, 'KRW', locale).toLowerCase())
    return names.findIndex((name) => titles.includes(name))
  }
  const found = {
    statementNumber: find('statementNumber'),
    paidOn: find('paidOn'),
    reference: find('reference'),
  }
  if (wantedColumns.some((column) => found[column] < 0)) throw refuseFile('payments_columns')
  return found
}

const numberPattern = /^(20\d\d)(0[1-9]|1[0-2])-(\d{6,9})$/

/** @returns what is wrong, if anything is */
function readPayment(
  number: string,
  day: string,
  reference: string,
  field: string,
): RequestedPayment | FieldCode {
  const [, year, month, id] = numberPattern.exec(number) ?? []
  if (!id) return 'statement_missing'
  const paidOn = parseWrittenDay(day) ?? ''
  const form = PaymentForm.safeParse({ statementId: Number(id), paidOn, reference })
  if (!form.success) {
    const [issue] = form.error.issues
    return fieldCodes.find((code) => code === issue?.message) ?? 'invalid'
  }
  return {
    id: form.data.statementId,
    paidOn: form.data.paidOn,
    reference: form.data.reference,
    month: `${year}-${month}-01`,
    fields: { statement: field, paidOn: field, amount: field },
  }
}
