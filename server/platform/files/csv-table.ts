import { CsvError, parse } from 'csv-parse/sync'
import { decodeText } from './encoding/text.ts'
import { EncodingRefusal, FileRefusal, quoteValue } from './file-refusal.ts'

export interface LineError {
  line: number
  column?: string
  reason: string
}

/** Cells are trimmed; undefined for missing columns. */
export interface TableRow {
  line: number
  cell(column: string): string | undefined
}

export interface CsvTable {
  columns: ReadonlySet<string>
  unknownColumns: string[]
  rows: TableRow[]
  errors: LineError[]
}

/** In characters: a quote that is still open after so many is never closed. */
const maxRecordLength = 1 << 14

/**
 * Separated by commas, or by tabs or semicolons if the header is. Accepts columns in any order and collects the errors of all
 * lines.
 * @throws {FileRefusal} when it is not such a file or required columns are missing
 */
export function parseCsvTable(
  bytes: Uint8Array,
  required: readonly string[],
  optional: readonly string[],
): CsvTable {
  const text = decodeText(bytes)
  if (text === undefined) throw new EncodingRefusal()
  const delimiter = detectDelimiter(text)
  const records = parseCsvRecords(text, delimiter)
  const first = records.next().value
  if (!first) throw new FileRefusal('it is empty: it needs a header line that names the columns')
  const header = parseHeader(first, required, optional)
  const table: CsvTable = { ...header, rows: [], errors: [] }
  for (const { line, cells, error } of records) {
    const reason = error ?? describeWidthError(cells, header.width, delimiter)
    if (reason !== undefined) table.errors.push({ line, reason })
    else table.rows.push({ line, cell: (column) => cells[header.columnIndexes.get(column) ?? -1] })
  }
  return table
}

/** Spreadsheets write one of them, depending on the system. */
const delimiterNames = { ',': 'comma', '\t': 'tab', ';': 'semicolon' } as const
type Delimiter = keyof typeof delimiterNames

const detectDelimiter = (text: string): Delimiter => {
  const header = text.trimStart().split(/[\r\n]/, 1)[0] ?? ''
  return ([',', '\t', ';'] as const).find((sign) => header.includes(sign)) ?? ','
}

interface CsvRecord {
  line: number
  cells: string[]
  /** Why it is not valid CSV; it has no cells then. */
  error?: string
}

/** An invalid record costs only its first line: the next line may begin a valid one. */
function* parseCsvRecords(text: string, delimiter: Delimiter): Generator<CsvRecord> {
  let rest = Buffer.from(text.replace(/\r\n?/g, '\n'))
  let linesBefore = 0
  for (;;) {
    const { records, lines, bytes, error } = parseUntilError(rest, delimiter)
    for (const { line, cells } of records) yield { line: linesBefore + line, cells }
    if (error === undefined) return
    yield { line: linesBefore + lines + 1, cells: [], error }
    const lineEnd = rest.indexOf('\n', bytes)
    if (lineEnd < 0) return
    rest = rest.subarray(lineEnd + 1)
    linesBefore += lines + 1
  }
}

/** `lines` and `bytes` are the length of the valid records together. */
function parseUntilError(text: Buffer, delimiter: Delimiter) {
  const records: { line: number; cells: string[] }[] = []
  let lines = 0
  let bytes = 0
  try {
    parse(text, {
      delimiter,
      record_delimiter: '\n',
      relax_column_count: true,
      trim: true,
      max_record_size: maxRecordLength,
      on_record(cells: string[], info) {
        if (cells.some((cell) => cell !== '')) records.push({ line: lines + 1, cells })
        ;({ lines, bytes } = info)
        return null
      },
    })
    return { records, lines, bytes }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const isTooLong = error.code === 'CSV_MAX_RECORD_SIZE'
    return { records, lines, bytes, error: isTooLong ? tooLong : wrongQuotes }
  }
}

const tooLong = `it has more than ${maxRecordLength} characters: is a quote opened and never closed?`
const wrongQuotes = 'its quotes are not valid CSV: write a quote inside a value twice'

function describeWidthError(
  cells: readonly string[],
  width: number,
  delimiter: Delimiter,
): string | undefined {
  if (cells.length === width) return undefined
  return `it has ${cells.length} values but the header has ${width}: quote values that contain a ${delimiterNames[delimiter]}`
}

/** "Time limit" and "time-limit" become `time_limit`. */
const normalizeColumnName = (name: string) => name.toLowerCase().replace(/[\s-]+/g, '_')

function parseHeader(
  { cells: names, line }: CsvRecord,
  required: readonly string[],
  optional: readonly string[],
) {
  const known = [...required, ...optional]
  const columnIndexes = new Map<string, number>()
  for (const [index, name] of names.entries()) {
    const column = known.find((candidate) => normalizeColumnName(candidate) === normalizeColumnName(name))
    if (column === undefined) continue
    if (columnIndexes.has(column)) throw new FileRefusal(`the column ${column} appears twice`, line)
    columnIndexes.set(column, index)
  }
  requireColumns(names, required, columnIndexes, line)
  const unknownColumns = names.filter(
    (name) => name !== '' && !known.some((one) => normalizeColumnName(one) === normalizeColumnName(name)),
  )
  return { columns: new Set(columnIndexes.keys()), columnIndexes, unknownColumns, width: names.length }
}

function requireColumns(
  names: readonly string[],
  required: readonly string[],
  columnIndexes: ReadonlyMap<string, number>,
  line: number,
): void {
  const missing = required.filter((column) => !columnIndexes.has(column))
  if (missing.length === 0) return
  const label = `${missing.length > 1 ? 'the columns' : 'the column'} ${missing.join(', ')}`
  const actual = names.length > 0 ? `; the header is ${quoteValue(names.join(','))}` : ''
  throw new FileRefusal(`it lacks ${label}${actual}`, line)
}
