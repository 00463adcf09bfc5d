import type { BadLine } from '#server/catalogue/csv-table.ts'
import { isrcOrNone } from '#server/ingest/fields.ts'
import { shown } from '#server/ingest/refused.ts'
import { OperatorError, UsageError } from './command.ts'
import { countOf, wholeNumber } from './outcome.ts'

const mostShown = 1_000

/** What is bad in a file, a line each. */
export function badLines(name: string, bad: readonly BadLine[]): string[] {
  const lines = new Set(bad.map(({ line }) => line)).size
  return [
    `${name}: ${countOf(lines, 'line')} cannot be taken, so nothing was changed:`,
    ...bad
      .slice(0, mostShown)
      .map(({ line, column, reason }) => `  line ${line}${column ? `, ${column}` : ''}: ${reason}`),
    ...(bad.length > mostShown ? [`  and ${wholeNumber(bad.length - mostShown)} more`] : []),
  ]
}

/** An error of the file system in words; others as they are. */
export function fileError(named: string, error: unknown): unknown {
  const { code, syscall, path } = error as NodeJS.ErrnoException
  if (syscall === undefined || code === undefined) return error
  return new OperatorError(`${path ?? named} cannot be read or written (${code}).`)
}

/** @throws {UsageError} when one is none, or there is none */
export function readIsrcs(texts: readonly string[]): string[] {
  if (texts.length === 0) throw new UsageError('Name the tracks by their ISRC, for instance KR-A40-20-00111.')
  return [...new Set(texts.map(readIsrc))]
}

function readIsrc(text: string): string {
  const isrc = isrcOrNone(text)
  if (isrc === null) throw new UsageError(`${shown(text)} is not an ISRC (KR-A40-20-00111).`)
  return isrc
}
