import { CsvError, type Options, type Parser, parse } from 'csv-parse'
import { parse as parseAll } from 'csv-parse/sync'
import { InvalidFieldError } from './fields.ts'
import { FileRefusal, quoteValue } from './file-refusal.ts'

export type ColumnLookup = (name: string) => number

export type Fields = readonly string[]

const csvOptions: Options = {
  bom: true,
  record_delimiter: ['\r\n', '\n'],
  // An unclosed quote must not buffer the rest of a large file.
  max_record_size: 1 << 20,
}

export function parseHead(head: Buffer): { header: Fields; first: Fields | undefined } {
  try {
    const [header = [], first] = parseAll(head, {
      ...csvOptions,
      relax_column_count: true,
      to: 2,
    }) as string[][]
    refuseRepeatedColumns(header)
    return { header, first }
  } catch (error) {
    throw toCsvRefusal(error, 1)
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
}

/**
 * `onBlockEnd` is awaited after each block, for backpressure.
 * @throws {FileRefusal} with the line, for malformed CSV and for an `InvalidFieldError` from `onRecord`
 */
export async function readRecords(
  blocks: AsyncIterable<Buffer>,
  onRecord: (fields: Fields) => void,
  onBlockEnd: () => Promise<void>,
  { headerLine = 1, skipsEmptyLines = false }: ReadOptions = {},
): Promise<void> {
  let line = headerLine - 1
  const parser = parse({
    ...csvOptions,
    from_line: headerLine,
    skip_empty_lines: skipsEmptyLines,
    on_record(fields: string[], { lines }) {
      if (line >= headerLine) onRecord(fields)
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
  } catch (error) {
    throw toCsvRefusal(error, line + 1)
  } finally {
    parser.destroy()
  }
}

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
      return new FileRefusal('the line has more or fewer columns than the header', line)
    case 'CSV_QUOTE_NOT_CLOSED':
    case 'CSV_MAX_RECORD_SIZE':
      return new FileRefusal('a quote is opened and never closed', line)
    case 'INVALID_OPENING_QUOTE':
    case 'CSV_INVALID_CLOSING_QUOTE':
      return new FileRefusal('there is a quote where none is allowed', line)
    default:
      return new FileRefusal(`this is not CSV (${error.message})`, line)
  }
}
