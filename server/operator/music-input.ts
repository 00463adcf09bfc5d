import type { LineError } from '#server/catalog/csv-table.ts'
import { parseOptionalIsrc } from '#server/files/fields.ts'
import { quoteValue } from '#server/files/file-refusal.ts'
import { OperatorError, UsageError } from './command.ts'
import { formatCount, formatInteger } from './format.ts'

const maxPrintedErrors = 1_000

/** What is bad in a file, a line each. */
export function formatLineErrors(name: string, errors: readonly LineError[]): string[] {
  const lines = new Set(errors.map(({ line }) => line)).size
  return [
    `${name}: ${formatCount(lines, 'line')} cannot be taken, so nothing was changed:`,
    ...errors
      .slice(0, maxPrintedErrors)
      .map(({ line, column, reason }) => `  line ${line}${column ? `, ${column}` : ''}: ${reason}`),
    ...(errors.length > maxPrintedErrors
      ? [`  and ${formatInteger(errors.length - maxPrintedErrors)} more`]
      : []),
  ]
}

/** An error of the file system in words; others as they are. */
export function toFileError(fileName: string, error: unknown): unknown {
  const { code, syscall, path } = error as NodeJS.ErrnoException
  if (syscall === undefined || code === undefined) return error
  return new OperatorError(`${path ?? fileName} cannot be read or written (${code}).`)
}

/** @throws {UsageError} when one is none, or there is none */
export function parseIsrcs(texts: readonly string[]): string[] {
  if (texts.length === 0) throw new UsageError('Name the tracks by their ISRC, for instance KR-A40-20-00111.')
  return [...new Set(texts.map(parseIsrcArgument))]
}

function parseIsrcArgument(text: string): string {
  const isrc = parseOptionalIsrc(text)
  if (isrc === null) throw new UsageError(`${quoteValue(text)} is not an ISRC (KR-A40-20-00111).`)
  return isrc
}
