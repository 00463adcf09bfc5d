import type { LineError } from '#server/platform/files/csv-table.ts'

/** What `parseCsvTable` reads, for the help of commands. */
export const tableFormat =
  'CSV or TSV with a header line, in UTF-8, UTF-16 or, where its letters tell, code page 949, Shift-JIS or GB 18030'

export const formatInteger = (value: number) => value.toLocaleString('en-US')

/** "1 file", "2 files" */
export const formatCount = (count: number, singular: string) =>
  `${formatInteger(count)} ${singular}${count === 1 ? '' : 's'}`

export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** "2026-03-02 09:30" (UTC) */
export const formatMinute = (time: string) => time.slice(0, 16).replace('T', ' ')

const maxPrintedErrors = 1_000

export function formatLineErrors(name: string, errors: readonly LineError[]): string[] {
  const lineCount = new Set(errors.map(({ line }) => line)).size
  const omitted = errors.length - maxPrintedErrors
  return [
    `${name}: ${formatCount(lineCount, 'invalid line')}, so nothing was changed:`,
    ...errors
      .toSorted((a, b) => a.line - b.line)
      .slice(0, maxPrintedErrors)
      .map(({ line, column, reason }) => `  line ${line}${column ? `, ${column}` : ''}: ${reason}`),
    ...(omitted > 0 ? [`  and ${formatInteger(omitted)} more`] : []),
  ]
}
