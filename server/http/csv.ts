/** A number that is written as it is: exact decimals, of which floats would make something else. */
export interface Decimal {
  decimal: string
}

/** Text, a number, or nothing to say. */
export type CsvCell = string | number | Decimal | null

/** What a file of rows holds. */
export interface CsvTable {
  /** The name of the file, in ASCII. */
  fileName: string
  columns: readonly string[]
  /** The rows, some at a time. */
  rows: AsyncIterable<readonly (readonly CsvCell[])[]>
}

/** What begins like a formula for a spreadsheet, also after blanks or in full-width characters. */
const formulaPrefix = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠﹦﹢﹣﹫])/

/** CSV by RFC 4180 in UTF-8 with a byte order mark, for spreadsheets that would guess another encoding. */
export async function* generateCsv({ columns, rows }: CsvTable): AsyncGenerator<string> {
  yield `\uFEFF${formatRow(columns)}`
  for await (const batch of rows) if (batch.length > 0) yield batch.map(formatRow).join('')
}

const formatRow = (cells: readonly CsvCell[]) => `${cells.map(formatCell).join(',')}\r\n`

function formatCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') return cell.decimal
  const safe = formulaPrefix.test(cell) ? `'${cell}` : cell
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** An integer of `units` to one (a power of ten) with all its decimals. */
export function formatDecimal(amount: number, units: number): Decimal {
  const digits = String(units).length - 1
  const [sign, size] = [amount < 0 ? '-' : '', String(Math.abs(amount)).padStart(digits + 1, '0')]
  return { decimal: `${sign}${size.slice(0, size.length - digits)}.${size.slice(size.length - digits)}` }
}

/** A ratio with so many decimals; null stays empty. */
export const formatRatio = (value: number | null, digits: number): Decimal | null =>
  value === null ? null : { decimal: value.toFixed(digits) }
