/** Text that the server made, such as a decimal or an id: written as it is. */
export interface Verbatim {
  text: string
}

/** Strings are free text, guarded against formulas. */
export type CsvCell = string | number | Verbatim | null

export interface CsvTable {
  fileName: string
  columns: readonly string[]
  rows: AsyncIterable<readonly (readonly CsvCell[])[]>
}

/** Guards free text against CSV injection (OWASP), including leading whitespace and full-width forms. */
const formulaPrefix = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠﹦﹢﹣﹫])/

/** RFC 4180, with a UTF-8 byte order mark so that spreadsheets detect the encoding. */
export async function* generateCsv({ columns, rows }: CsvTable): AsyncGenerator<string> {
  yield `\uFEFF${formatRow(columns)}`
  for await (const batch of rows) if (batch.length > 0) yield batch.map(formatRow).join('')
}

/** Formats a line of CSV, without guards for text that the server made. */
export const formatRow = (cells: readonly CsvCell[]) => `${cells.map(formatCell).join(',')}\r\n`

function formatCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') return cell.text
  const safe = formulaPrefix.test(cell) ? `'${cell}` : cell
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** `units` per whole must be a power of ten. */
export function formatDecimal(amount: number, units: number): Verbatim {
  const digits = String(units).length - 1
  const [sign, size] = [amount < 0 ? '-' : '', String(Math.abs(amount)).padStart(digits + 1, '0')]
  return { text: `${sign}${size.slice(0, size.length - digits)}.${size.slice(size.length - digits)}` }
}

export const formatRatio = (value: number | null, digits: number): Verbatim | null =>
  value === null ? null : { text: value.toFixed(digits) }

/** Matches separators, wildcards, quotes and controls, which file names cannot contain on every system. */
const unsafeCharacters = /[\\/:*?"<>|%\p{C}]/gu

export const toSafeFileName = (name: string) => name.replace(unsafeCharacters, '-')
