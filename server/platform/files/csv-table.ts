import { parse } from 'csv-parse/sync'
import { FileRefusal, quoteValue } from './file-refusal.ts'

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

/** A quote still open after this many lines is treated as unclosed. */
const maxLinesPerRecord = 50

const recordsPerBatch = 1_000

/**
 * Comma-separated, or tab-separated if the header is. Accepts columns in any order and collects the errors of all lines.
 * @throws {FileRefusal} when it is not such a file or required columns are missing
 */
export function parseCsvTable(
  bytes: Uint8Array,
  required: readonly string[],
  optional: readonly string[],
): CsvTable {
  const text = decodeUtf8(bytes)
  const delimiter = detectDelimiter(text)
  const records = parseCsvRecords(text, delimiter)
  const first = records.next().value
  if (!first) throw new FileRefusal('it is empty: it needs a header line that names the columns')
  const header = parseHeader(first, required, optional)
  const table: CsvTable = { ...header, rows: [], errors: [] }
  for (const { line, cells } of records) {
    if (cells?.every((cell) => cell === '')) continue
    const error = describeRecordError(cells, header.width, delimiter)
    if (cells === undefined || error !== undefined) table.errors.push({ line, reason: error ?? '' })
    else table.rows.push({ line, cell: (column) => cells[header.columnIndexes.get(column) ?? -1] })
  }
  return table
}

function decodeUtf8(bytes: Uint8Array): string {
  const [first, second] = bytes
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  try {
    if (!isUtf16) return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {}
  throw new FileRefusal('it is not UTF-8: save it as “CSV UTF-8” in the spreadsheet')
}

type Delimiter = ',' | '\t'

const detectDelimiter = (text: string): Delimiter => {
  const header = text.trimStart().split(/[\r\n]/, 1)[0] ?? ''
  return header.includes('\t') && !header.includes(',') ? '\t' : ','
}

interface CsvRecord {
  line: number
  cells: string[] | undefined
}

interface RawRecord {
  line: number
  lines: string[]
}

/** An unclosed quote invalidates only its own line. */
function* parseCsvRecords(text: string, delimiter: Delimiter): Generator<CsvRecord> {
  let batch: RawRecord[] = []
  for (const record of splitRawRecords(text.split(/\r\n|\n|\r/), 1)) {
    if (batch.push(record) < recordsPerBatch) continue
    yield* parseBatch(batch, delimiter)
    batch = []
  }
  yield* parseBatch(batch, delimiter)
}

function* splitRawRecords(lines: readonly string[], firstLine: number): Generator<RawRecord> {
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (line.trim() === '') continue
    const end = hasOpenQuote(line) ? findRecordEnd(lines, index) : index
    yield { line: firstLine + index, lines: lines.slice(index, end + 1) }
    index = end
  }
}

/** Batch parsing is ten times as fast; falls back to one by one if any record is invalid. */
function* parseBatch(records: readonly RawRecord[], delimiter: Delimiter): Generator<CsvRecord> {
  const parsedRecords = parseCsv(records.flatMap(({ lines }) => lines).join('\n'), delimiter)
  const isAligned = parsedRecords?.length === records.length
  for (const [at, { line, lines }] of records.entries()) {
    const cells = isAligned ? parsedRecords[at] : parseSingleRecord(lines.join('\n'), delimiter)
    yield { line, cells }
    const rest = cells ? [] : lines.slice(1)
    for (const piece of splitRawRecords(rest, line + 1)) yield* parseBatch([piece], delimiter)
  }
}

function findRecordEnd(lines: readonly string[], at: number): number {
  const last = Math.min(lines.length - 1, at + maxLinesPerRecord)
  for (let end = at + 1; end <= last; end++) if (hasOpenQuote(lines[end] ?? '')) return end
  return at
}

function hasOpenQuote(line: string): boolean {
  let isQuoted = false
  for (let at = line.indexOf('"'); at >= 0; at = line.indexOf('"', at + 1)) isQuoted = !isQuoted
  return isQuoted
}

function parseSingleRecord(text: string, delimiter: Delimiter): string[] | undefined {
  const records = parseCsv(text, delimiter)
  return records?.length === 1 ? records[0] : undefined
}

function parseCsv(text: string, delimiter: Delimiter): string[][] | undefined {
  try {
    return parse(text, { delimiter, relax_column_count: true, trim: true }) as string[][]
  } catch {
    return undefined
  }
}

function describeRecordError(
  cells: readonly string[] | undefined,
  width: number,
  delimiter: Delimiter,
): string | undefined {
  if (!cells) return 'its quotes are not valid CSV: write a quote inside a value twice'
  if (cells.length === width) return undefined
  return `it has ${cells.length} values but the header has ${width}: quote values that contain a ${delimiter === ',' ? 'comma' : 'tab'}`
}

/** "Time limit" and "time-limit" become `time_limit`. */
const normalizeColumnName = (name: string) => name.toLowerCase().replace(/[\s-]+/g, '_')

function parseHeader(
  { cells: names = [], line }: CsvRecord,
  required: readonly string[],
  optional: readonly string[],
) {
  if (names.length === 1 && (names[0] ?? '').includes(';'))
    throw new FileRefusal('its values are not separated by commas: save it as comma-separated', line)
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
