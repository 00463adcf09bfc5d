import { parse } from 'csv-parse/sync'
import { FileRefused, shown } from '#server/ingest/refused.ts'

/** What cannot be taken, where, and what to do about it. */
export interface BadLine {
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
  bad: BadLine[]
}

/** A value in quotes that goes on for longer than this was never closed. */
const mostLinesOfRecord = 50

const piecesAtOnce = 1_000

/**
 * Reads a file of lines below a header that names the columns, in any order; all of it, whatever is bad in it.
 * @throws {FileRefused} when it is no such text, or needed columns are missing
 */
export function readTable(
  bytes: Uint8Array,
  needed: readonly string[],
  optional: readonly string[],
): CsvTable {
  const records = recordsOf(textOf(bytes))
  const first = records.next().value
  if (!first) throw new FileRefused('it is empty: it needs a first line that names the columns')
  const header = headerOf(first, needed, optional)
  const table: CsvTable = { ...header, rows: [], bad: [] }
  for (const { line, cells } of records) {
    if (cells?.every((cell) => cell === '')) continue
    const wrong = wrongWith(cells, header.width)
    if (cells === undefined || wrong !== undefined) table.bad.push({ line, reason: wrong ?? '' })
    else table.rows.push({ line, cell: (column) => cells[header.places.get(column) ?? -1] })
  }
  return table
}

function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  try {
    // The decoder takes a byte order mark away.
    if (!isWide) return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {}
  throw new FileRefused('this is not text in UTF-8: save it as “CSV UTF-8” in the spreadsheet')
}

interface CsvRecord {
  line: number
  /** undefined: its quotes are not those of CSV. */
  cells: string[] | undefined
}

/** The lines that may be one record. */
interface Piece {
  line: number
  lines: string[]
}

/** A line, or several where a value in quotes goes on; what is not closed is a record of its own line. */
function* recordsOf(text: string): Generator<CsvRecord> {
  let block: Piece[] = []
  for (const piece of piecesOf(text.split(/\r\n|\n|\r/), 1)) {
    if (block.push(piece) < piecesAtOnce) continue
    yield* parsed(block)
    block = []
  }
  yield* parsed(block)
}

/** Pieces of which each ends where no quote is open. */
function* piecesOf(lines: readonly string[], firstLine: number): Generator<Piece> {
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (line.trim() === '') continue
    const end = isOpen(line) ? closing(lines, at) : at
    yield { line: firstLine + at, lines: lines.slice(at, end + 1) }
    at = end
  }
}

/** Together, for one by one takes ten times as long; one by one where something is wrong with them. */
function* parsed(pieces: readonly Piece[]): Generator<CsvRecord> {
  const records = parseRecords(pieces.flatMap(({ lines }) => lines).join('\n'))
  const fit = records?.length === pieces.length
  for (const [at, { line, lines }] of pieces.entries()) {
    const cells = fit ? records[at] : cellsOf(lines.join('\n'))
    yield { line, cells }
    const rest = cells ? [] : lines.slice(1)
    for (const piece of piecesOf(rest, line + 1)) yield* parsed([piece])
  }
}

/** Where the value that a line leaves open ends; the line itself when it does not. */
function closing(lines: readonly string[], at: number): number {
  const last = Math.min(lines.length - 1, at + mostLinesOfRecord)
  for (let end = at + 1; end <= last; end++) if (isOpen(lines[end] ?? '')) return end
  return at
}

function isOpen(line: string): boolean {
  let open = false
  for (let at = line.indexOf('"'); at >= 0; at = line.indexOf('"', at + 1)) open = !open
  return open
}

/** The values of one record; undefined when it is none. */
function cellsOf(text: string): string[] | undefined {
  const records = parseRecords(text)
  return records?.length === 1 ? records[0] : undefined
}

function parseRecords(text: string): string[][] | undefined {
  try {
    return parse(text, { relax_column_count: true, trim: true }) as string[][]
  } catch {
    return undefined
  }
}

function wrongWith(cells: readonly string[] | undefined, width: number): string | undefined {
  if (!cells) return 'its quotes are not those of CSV: each one inside a value is written twice'
  if (cells.length === width) return undefined
  return `it has ${cells.length} values and the header ${width}: put quotes around a value with a comma in it`
}

/** "Time limit" and "time-limit" are `time_limit`. */
const plain = (name: string) => name.toLowerCase().replace(/[\s-]+/g, '_')

function headerOf(
  { cells: names = [], line }: CsvRecord,
  needed: readonly string[],
  optional: readonly string[],
) {
  if (names.length === 1 && /[;\t]/.test(names[0] ?? ''))
    throw new FileRefused('its values are not separated by commas: save it with commas', line)
  const known = [...needed, ...optional]
  const places = new Map<string, number>()
  for (const [place, name] of names.entries()) {
    const column = known.find((one) => plain(one) === plain(name))
    if (column === undefined) continue
    if (places.has(column)) throw new FileRefused(`the column ${column} is there twice`, line)
    places.set(column, place)
  }
  requireColumns(names, needed, places, line)
  const unknown = names.filter((name) => name !== '' && !known.some((one) => plain(one) === plain(name)))
  return { columns: new Set(places.keys()), places, unknown, width: names.length }
}

function requireColumns(
  names: readonly string[],
  needed: readonly string[],
  places: ReadonlyMap<string, number>,
  line: number,
): void {
  const missing = needed.filter((column) => !places.has(column))
  if (missing.length === 0) return
  const which = `${missing.length > 1 ? 'the columns' : 'the column'} ${missing.join(', ')}`
  const there = names.length > 0 ? `; its first line is ${shown(names.join(','))}` : ''
  throw new FileRefused(`${which} must be there${there}`, line)
}
