import { CsvError, type Options, type Parser, parse } from 'csv-parse'
import { parse as parseAll } from 'csv-parse/sync'
import { BadValue } from './fields.ts'
import { FileRefused } from './refused.ts'
import type { Columns, Fields } from './report-type.ts'

const format: Options = {
  bom: true,
  record_delimiter: ['\r\n', '\n'],
  // A quote that is never closed must not gather the rest of a large file.
  max_record_size: 1 << 20,
}

/** The header and the first record, if there is one, of a file whose beginning this is. */
export function readHead(head: Buffer): { header: Fields; first: Fields | undefined } {
  try {
    const [header = [], first] = parseAll(head, { ...format, relax_column_count: true, to: 2 }) as string[][]
    return { header, first }
  } catch (error) {
    throw asRefusal(error, 1)
  }
}

/** Finds columns by name. */
export function columnsOf(header: Fields): Columns {
  const places = new Map(header.map((name, place) => [name.trim(), place]))
  return (name) => places.get(name) ?? -1
}

/**
 * Reads the records after the header; `take` gets each one with its line, `pause` is awaited after each block.
 * @throws {FileRefused} with the line, for what is no CSV and for whatever `take` finds bad
 */
export async function readRecords(
  blocks: AsyncIterable<Buffer>,
  take: (fields: Fields) => void,
  pause: () => Promise<void>,
): Promise<void> {
  let line = 0
  const parser = parse({
    ...format,
    on_record(fields: string[], { lines }) {
      if (line > 0) take(fields)
      line = lines
      return null
    },
  })
  // Nothing comes out of the parser, but its end comes only to whoever reads; of errors, write and end tell.
  parser.resume().on('error', () => {})
  try {
    for await (const block of blocks) {
      // a copy, for the parser keeps a record that goes on in the next block
      await write(parser, Buffer.from(block))
      await pause()
    }
    await end(parser)
  } catch (error) {
    throw asRefusal(error, line + 1)
  } finally {
    parser.destroy()
  }
}

const write = (parser: Parser, block: Buffer) =>
  new Promise<void>((resolve, reject) => {
    parser.write(block, (error) => (error ? reject(error) : resolve()))
  })

const end = (parser: Parser) =>
  new Promise<void>((resolve, reject) => {
    parser.once('end', resolve).once('error', reject)
    parser.end()
  })

function asRefusal(error: unknown, line: number): unknown {
  if (error instanceof BadValue) return new FileRefused(error.message, line)
  if (!(error instanceof CsvError)) return error
  switch (error.code) {
    case 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH':
    case 'CSV_RECORD_INCONSISTENT_COLUMNS':
      return new FileRefused('the line has more or fewer columns than the header', line)
    case 'CSV_QUOTE_NOT_CLOSED':
    case 'CSV_MAX_RECORD_SIZE':
      return new FileRefused('a quote is opened and never closed', line)
    case 'INVALID_OPENING_QUOTE':
    case 'CSV_INVALID_CLOSING_QUOTE':
      return new FileRefused('there is a quote where none is allowed', line)
    default:
      return new FileRefused(`this is not CSV (${error.message})`, line)
  }
}
