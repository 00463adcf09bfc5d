import { CsvError, type Options, type Parser, parse } from 'csv-parse'
import { parse as parseAll } from 'csv-parse/sync'
import { InvalidFieldError } from '#server/files/fields.ts'
import { FileRefusal, quoteValue } from '#server/files/file-refusal.ts'
import type { ColumnLookup, Fields } from './report-type.ts'

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

/** Which of two columns counts is not for us to guess. */
function refuseRepeatedColumns(header: Fields): void {
  const names = header.map((name) => name.trim()).filter((name) => name !== '')
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  if (repeated) throw new FileRefusal(`column ${quoteValue(repeated)} is there twice`, 1)
}

export function createColumnLookup(header: Fields): ColumnLookup {
  const indexes = new Map(header.map((name, index) => [name.trim(), index]))
  return (name) => indexes.get(name) ?? -1
}

/**
 * `onBlockEnd` is awaited after each block, for backpressure.
 * @throws {FileRefusal} with the line, for malformed CSV and for an `InvalidFieldError` from `onRecord`
 */
export async function readRecords(
  blocks: AsyncIterable<Buffer>,
  onRecord: (fields: Fields) => void,
  onBlockEnd: () => Promise<void>,
): Promise<void> {
  let line = 0
  const parser = parse({
    ...csvOptions,
    on_record(fields: string[], { lines }) {
      if (line > 0) onRecord(fields)
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
