/** An exact decimal, which a float could not represent. */
export interface Decimal {
  text: string
}

export type CsvCell = string | number | Decimal | null

export interface CsvTable {
  /** In ASCII. */
  fileName: string
  columns: readonly string[]
  /** Batches of rows. */
  rows: AsyncIterable<readonly (readonly CsvCell[])[]>
}

/** Text that a spreadsheet would run as a formula (CSV injection), also after blanks or in full width. */
const formulaPrefix = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠﹦﹢﹣﹫])/

/** CSV by RFC 4180 in UTF-8 with a byte order mark, by which spreadsheets detect the encoding. */
export async function* generateCsv({ columns, rows }: CsvTable): AsyncGenerator<string> {
  yield `\uFEFF${formatRow(columns)}`
  for await (const batch of rows) if (batch.length > 0) yield batch.map(formatRow).join('')
}

const formatRow = (cells: readonly CsvCell[]) => `${cells.map(formatCell).join(',')}\r\n`

function formatCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') return cell.text
  const safe = formulaPrefix.test(cell) ? `'${cell}` : cell
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Formats an amount exactly; `units` per whole is a power of ten. */
export function formatDecimal(amount: number, units: number): Decimal {
  const digits = String(units).length - 1
  const [sign, size] = [amount < 0 ? '-' : '', String(Math.abs(amount)).padStart(digits + 1, '0')]
  return { text: `${sign}${size.slice(0, size.length - digits)}.${size.slice(size.length - digits)}` }
}

export const formatRatio = (value: number | null, digits: number): Decimal | null =>
  value === null ? null : { text: value.toFixed(digits) }
