import { parse } from 'csv-parse/sync'
import { FileRefusal, quoteValue } from '#server/files/file-refusal.ts'

/** What cannot be taken, where, and what to do about it. */
export interface LineError {
  line: number
  column?: string
  reason: string
}

/** The cells of a line by their columns, without the blanks around them; of a column that is not there undefined. */
export interface TableRow {
  line: number
  cell(column: string): string | undefined
}

export interface CsvTable {
  /** The columns that are there and known. */
  columns: ReadonlySet<string>
  /** Those that nobody knows, as they are written. */
  unknown: string[]
  rows: TableRow[]
  errors: LineError[]
}

/** A value in quotes that goes on for longer than this was never closed. */
const maxLinesPerRecord = 50

const recordsPerBatch = 1_000

/**
 * Reads a file of lines below a header that names the columns, in any order; all of it, whatever is bad in it.
 * @throws {FileRefusal} when it is no such text, or needed columns are missing
 */
export function parseCsvTable(
  bytes: Uint8Array,
  required: readonly string[],
  optional: readonly string[],
): CsvTable {
  const records = parseCsvRecords(decodeUtf8(bytes))
  const first = records.next().value
  if (!first) throw new FileRefusal('it is empty: it needs a first line that names the columns')
  const header = parseHeader(first, required, optional)
  const table: CsvTable = { ...header, rows: [], errors: [] }
  for (const { line, cells } of records) {
    if (cells?.every((cell) => cell === '')) continue
    const error = describeRecordError(cells, header.width)
    if (cells === undefined || error !== undefined) table.errors.push({ line, reason: error ?? '' })
    else table.rows.push({ line, cell: (column) => cells[header.places.get(column) ?? -1] })
  }
  return table
}

function decodeUtf8(bytes: Uint8Array): string {
  const [first, second] = bytes
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  try {
    // The decoder takes a byte order mark away.
    if (!isWide) return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {}
  throw new FileRefusal('this is not text in UTF-8: save it as “CSV UTF-8” in the spreadsheet')
}

interface CsvRecord {
  line: number
  /** undefined: its quotes are not those of CSV. */
  cells: string[] | undefined
}

/** The lines that may be one record. */
interface RawRecord {
  line: number
  lines: string[]
}

/** A line, or several where a value in quotes goes on; what is not closed is a record of its own line. */
function* parseCsvRecords(text: string): Generator<CsvRecord> {
  let batch: RawRecord[] = []
  for (const record of splitRawRecords(text.split(/\r\n|\n|\r/), 1)) {
    if (batch.push(record) < recordsPerBatch) continue
    yield* parseBatch(batch)
    batch = []
  }
  yield* parseBatch(batch)
}

/** Pieces of which each ends where no quote is open. */
function* splitRawRecords(lines: readonly string[], firstLine: number): Generator<RawRecord> {
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (line.trim() === '') continue
    const end = hasOpenQuote(line) ? findRecordEnd(lines, index) : index
    yield { line: firstLine + index, lines: lines.slice(index, end + 1) }
    index = end
  }
}

/** Together, for one by one takes ten times as long; one by one where something is wrong with them. */
function* parseBatch(records: readonly RawRecord[]): Generator<CsvRecord> {
  const parsedRecords = parseCsv(records.flatMap(({ lines }) => lines).join('\n'))
  const isAligned = parsedRecords?.length === records.length
  for (const [at, { line, lines }] of records.entries()) {
    const cells = isAligned ? parsedRecords[at] : parseSingleRecord(lines.join('\n'))
    yield { line, cells }
    const rest = cells ? [] : lines.slice(1)
    for (const piece of splitRawRecords(rest, line + 1)) yield* parseBatch([piece])
  }
}

/** Where the value that a line leaves open ends; the line itself when it does not. */
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

/** The values of one record; undefined when it is none. */
function parseSingleRecord(text: string): string[] | undefined {
  const records = parseCsv(text)
  return records?.length === 1 ? records[0] : undefined
}

function parseCsv(text: string): string[][] | undefined {
  try {
    return parse(text, { relax_column_count: true, trim: true }) as string[][]
  } catch {
    return undefined
  }
}

function describeRecordError(cells: readonly string[] | undefined, width: number): string | undefined {
  if (!cells) return 'its quotes are not those of CSV: each one inside a value is written twice'
  if (cells.length === width) return undefined
  return `it has ${cells.length} values and the header ${width}: put quotes around a value with a comma in it`
}

/** "Time limit" and "time-limit" are `time_limit`. */
const normalizeColumnName = (name: string) => name.toLowerCase().replace(/[\s-]+/g, '_')

function parseHeader(
  { cells: names = [], line }: CsvRecord,
  required: readonly string[],
  optional: readonly string[],
) {
  if (names.length === 1 && /[;\t]/.test(names[0] ?? ''))
    throw new FileRefusal('its values are not separated by commas: save it with commas', line)
  const known = [...required, ...optional]
  const places = new Map<string, number>()
  for (const [index, name] of names.entries()) {
    const column = known.find((candidate) => normalizeColumnName(candidate) === normalizeColumnName(name))
    if (column === undefined) continue
    if (places.has(column)) throw new FileRefusal(`the column ${column} is there twice`, line)
    places.set(column, index)
  }
  requireColumns(names, required, places, line)
  const unknown = names.filter(
    (name) => name !== '' && !known.some((one) => normalizeColumnName(one) === normalizeColumnName(name)),
  )
  return { columns: new Set(places.keys()), places, unknown, width: names.length }
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
  const actual = names.length > 0 ? `; its first line is ${quoteValue(names.join(','))}` : ''
  throw new FileRefusal(`${label} must be there${actual}`, line)
}
