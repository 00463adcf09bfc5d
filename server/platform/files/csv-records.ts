import { CsvError, type Options, type Parser, parse } from 'csv-parse'
import { parse as parseAll } from 'csv-parse/sync'
import { InvalidFieldError } from './fields.ts'
import { createTruncationRefusal, FileRefusal, quoteValue } from './file-refusal.ts'

export type ColumnLookup = (name: string) => number

export type Fields = readonly string[]

const csvOptions = {
  bom: true,
  record_delimiter: ['\r\n', '\n'],
  // An unclosed quote must not buffer the rest of a large file.
  max_record_size: 1 << 20,
} satisfies Options

/** Commas, or tabs where the header has more of them: “Unicode text” of spreadsheets. */
export type Delimiter = ',' | '\t'

const maxLinesAboveHeader = 5

export function detectDelimiter(head: Buffer): Delimiter {
  const lines = head.subarray(0, csvOptions.max_record_size).toString().split(/\r?\n/, maxLinesAboveHeader)
  const counts = lines.map((line) => ({
    commas: line.split(',').length - 1,
    tabs: line.split('\t').length - 1,
  }))
  const header = counts.find(({ commas, tabs }) => Math.max(commas, tabs) >= 2)
  return header && header.tabs > header.commas ? '\t' : ','
}

export function parseHead(head: Buffer): { header: Fields; first: Fields | undefined } {
  let line = 0
  try {
    const [header = [], first] = parseAll(head, {
      ...csvOptions,
      delimiter: detectDelimiter(head),
      relax_column_count: true,
      to: 2,
      on_record(fields: string[], { lines }) {
        line = lines
        return fields
      },
    }) as string[][]
    refuseRepeatedColumns(header)
    return { header, first }
  } catch (error) {
    throw toCsvRefusal(error, line + 1)
  }
}

export interface RecordAtLine {
  /** First line of the record. */
  line: number
  fields: Fields
}

/**
 * The first records of a file, which may differ in their number of columns. The last one may be missing: `head` can end in the
 * middle of it.
 * @throws {FileRefusal} when there is none
 */
export function parseFirstRecords(head: Buffer, count: number): RecordAtLine[] {
  const records: RecordAtLine[] = []
  let line = 0
  try {
    parseAll(head, {
      ...csvOptions,
      delimiter: detectDelimiter(head),
      relax_column_count: true,
      skip_empty_lines: true,
      to: count,
      on_record(fields: string[], { lines }) {
        records.push({ line: line + 1, fields })
        line = lines
        return null
      },
    })
  } catch (error) {
    if (records.length === 0) throw toCsvRefusal(error, 1)
  }
  return records
}

/**
 * All records of a small file, which may differ in their number of columns; without empty lines.
 * @throws {FileRefusal} for malformed CSV
 */
export function parseAllRecords(text: string, delimiter: string): RecordAtLine[] {
  const records: RecordAtLine[] = []
  let line = 0
  try {
    parseAll(text, {
      ...csvOptions,
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      on_record(fields: string[], { lines }) {
        if (fields.some((field) => field !== '')) records.push({ line: line + 1, fields })
        line = lines
        return null
      },
    })
  } catch (error) {
    throw toCsvRefusal(error, line + 1)
  }
  return records
}

/** A duplicate column is refused, because we cannot know which one counts. */
export function refuseRepeatedColumns(header: Fields, line = 1): void {
  const names = header.map((name) => name.trim()).filter((name) => name !== '')
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  if (repeated) throw new FileRefusal(`column ${quoteValue(repeated)} appears twice`, line)
}

export function createColumnLookup(header: Fields): ColumnLookup {
  const indexes = new Map(header.map((name, index) => [name.trim(), index]))
  return (name) => indexes.get(name) ?? -1
}

export interface ReadOptions {
  /** Lines before it are skipped. */
  headerLine?: number
  skipsEmptyLines?: boolean
  delimiter?: Delimiter
  /** Whether the last line, which has no line break, has been reached. */
  isOpenEnded?: () => boolean
}

/**
 * `onBlockEnd` is awaited after each block, for backpressure.
 * @throws {FileRefusal} with the line, for malformed CSV and for an `InvalidFieldError` from `onRecord`
 */
export async function readRecords(
  blocks: AsyncIterable<Buffer>,
  onRecord: (fields: Fields) => void,
  onBlockEnd: () => Promise<void>,
  { headerLine = 1, skipsEmptyLines = false, delimiter = ',', isOpenEnded = () => false }: ReadOptions = {},
): Promise<void> {
  let line = headerLine - 1
  let hasLastColumn = false
  let hasRecords = false
  const parser = parse({
    ...csvOptions,
    delimiter,
    from_line: headerLine,
    skip_empty_lines: skipsEmptyLines,
    on_record(fields: string[], { lines }) {
      if (line < headerLine) hasLastColumn = fields.at(-1) !== ''
      else {
        hasRecords = true
        if (isOpenEnded() && hasLastColumn && fields.at(-1) === '') throw createTruncationRefusal(line + 1)
        onRecord(fields)
      }
      line = lines
      return null
    },
  })
  // Drains the stream so that it ends; `on_record` consumes the records, and write and end report the errors.
  parser.resume().on('error', () => {})
  try {
    for await (const block of blocks) {
      // Copied: the parser retains a partial record, and the block's memory is reused.
      await writeBlock(parser, Buffer.from(block))
      await onBlockEnd()
    }
    await endParser(parser)
    if (isOpenEnded() && !hasRecords) throw createTruncationRefusal(line)
  } catch (error) {
    throw isOpenEnded() && isIncomplete(error)
      ? createTruncationRefusal(line + 1)
      : toCsvRefusal(error, line + 1)
  } finally {
    parser.destroy()
  }
}

/**
 * Checks a file whose last line has no line break: its last record has to have the columns of the one before it.
 * @throws {FileRefusal}
 */
export async function refuseOpenRecord(blocks: AsyncIterable<Buffer>, delimiter: Delimiter): Promise<void> {
  let line = 0
  let widths = { before: 0, last: 0 }
  const parser = parse({
    ...csvOptions,
    delimiter,
    relax_column_count: true,
    on_record(fields: string[], { lines }) {
      widths = { before: widths.last, last: fields.length }
      line = lines
      return null
    },
  })
  parser.resume().on('error', () => {})
  try {
    for await (const block of blocks) await writeBlock(parser, Buffer.from(block))
    await endParser(parser)
  } catch (error) {
    throw isIncomplete(error) ? createTruncationRefusal(line + 1) : toCsvRefusal(error, line + 1)
  } finally {
    parser.destroy()
  }
  if (widths.last < widths.before) throw createTruncationRefusal(line)
}

const isIncomplete = (error: unknown) =>
  error instanceof CsvError &&
  ['CSV_RECORD_INCONSISTENT_FIELDS_LENGTH', 'CSV_QUOTE_NOT_CLOSED'].includes(error.code)

const writeBlock = (parser: Parser, block: Buffer) =>
  new Promise<void>((resolve, reject) => {
    parser.write(block, (error) => (error ? reject(error) : resolve()))
  })

const endParser = (parser: Parser) =>
  new Promise<void>((resolve, reject) => {
    parser.once('end', resolve).once('error', reject)
    parser.end()
  })

function toCsvRefusal(error: unknown, line: number): unknown {
  if (error instanceof InvalidFieldError) return new FileRefusal(error.message, line)
  if (!(error instanceof CsvError)) return error
  switch (error.code) {
    case 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH':
    case 'CSV_RECORD_INCONSISTENT_COLUMNS':
      return new FileRefusal(
        'the line has more or fewer columns than the header: quote values that contain the separator',
        line,
      )
    case 'CSV_MAX_RECORD_SIZE':
      if (Number(error.lines) <= line)
        return new FileRefusal(
          'a field is too long: a line may have 1 MiB; shorten it, or download the file again',
          line,
        )
      return new FileRefusal('a quote is opened and never closed: close it, or download the file again', line)
    case 'CSV_QUOTE_NOT_CLOSED':
      return new FileRefusal('a quote is opened and never closed: close it, or download the file again', line)
    case 'INVALID_OPENING_QUOTE':
    case 'CSV_INVALID_CLOSING_QUOTE':
      return new FileRefusal(
        'there is a quote where none is allowed: quote the value, and write a quote inside of it twice',
        line,
      )
    default:
      return new FileRefusal(`this is not CSV (${error.message})`, line)
  }
}
