import type { FieldCode } from '#contract/platform/errors.ts'
import { parseAllRecords, type RecordAtLine } from '#server/platform/files/csv-records.ts'
import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { decodeBankText } from './bank-text.ts'
import { readSpreadsheet } from './spreadsheet.ts'

export const refuseFile = (code: FieldCode) => new Refusal('invalid', { fields: { file: code } })

const startsWith = (bytes: Uint8Array, ...first: number[]) => first.every((byte, at) => bytes[at] === byte)

/**
 * Reads the lines of a spreadsheet (.xlsx) or of CSV in UTF-8 or in the code page of Korean systems.
 * @throws {Refusal} `invalid`, naming the `file`
 */
export async function readResultRecords(bytes: Uint8Array): Promise<RecordAtLine[]> {
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw refuseFile('result_xls')
  try {
    if (startsWith(bytes, 0x50, 0x4b))
      return (await readSpreadsheet(bytes))
        .map((fields, at) => ({ line: at + 1, fields }))
        .filter(({ fields }) => fields.some((field) => field !== ''))
    const text = decodeText(bytes).replace(/^\uFEFF/, '')
    // Some banks name a web page .xls.
    if (/^\s*</.test(text)) throw refuseFile('result_xls')
    return parseAllRecords(text, findDelimiter(text))
  } catch (error) {
    if (error instanceof FileRefusal) throw refuseFile('result_file')
    throw error
  }
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const text = decodeBankText(bytes)
    if (text === undefined) throw refuseFile('result_file')
    return text
  }
}

/** Lines above the header may have no delimiter. */
function findDelimiter(text: string): string {
  const head = text.split(/\r\n|\r|\n/, 20).join('\n')
  const counts = [',', '\t', ';'].map((sign) => ({ sign, count: head.split(sign).length }))
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).sign
}
