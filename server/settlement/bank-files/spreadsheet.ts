import { InvalidInputError, InvalidSpreadsheetError, readSheet } from 'read-excel-file/node'
import writeSheet from 'write-excel-file/node'
import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import { checkZippedBytes } from '#server/platform/files/zip-source.ts'

export const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Strings stay text, so that spreadsheets keep leading zeros. */
export type SheetCell = string | number

interface SheetOptions {
  name: string
  /** In characters. */
  widths: readonly number[]
}

export const writeSpreadsheet = (
  rows: readonly (readonly SheetCell[])[],
  { name, widths }: SheetOptions,
): Promise<Uint8Array> =>
  writeSheet(
    rows.map((row) =>
      row.map((value) =>
        typeof value === 'number' ? { value, type: Number } : { value, type: String, format: '@' },
      ),
    ),
    { sheet: name, columns: widths.map((width) => ({ width })) },
  ).toBuffer()

/** A file of 5,000 transfers has about a tenth of it. */
const maxUnzippedBytes = 20_000_000

/** Reads the first sheet; days become "2026-08-25". @throws {FileRefusal} when it is damaged or too large */
export async function readSpreadsheet(bytes: Uint8Array): Promise<string[][]> {
  await checkZippedBytes(bytes, maxUnzippedBytes)
  try {
    const rows = await readSheet(Buffer.from(bytes))
    return rows.map((row) => row.map(formatCell))
  } catch (error) {
    if (error instanceof InvalidInputError || error instanceof InvalidSpreadsheetError)
      throw new FileRefusal('the spreadsheet is damaged')
    throw error
  }
}

function formatCell(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell)
}
