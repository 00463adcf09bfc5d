import { findMarkedEncoding } from './encoding/text.ts'
import { EncodingRefusal, FileRefusal, quoteValue, saveAsUtf8 } from './file-refusal.ts'

/**
 * Recognizes what people save instead of a report, by the first bytes of the file.
 * @throws {FileRefusal} that names it
 */
export function refuseForeignContent(head: Buffer): void {
  if (findMarkedEncoding(head)) throw new EncodingRefusal(1)
  const reason = describeForeignContent(head)
  if (reason) throw new FileRefusal(reason, 1)
}

function describeForeignContent(head: Buffer): string | undefined {
  if (head.subarray(0, 5).equals(Buffer.from('%PDF-'))) return 'this is a PDF document, not a report'
  const text = head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
  if (/^<(?:!doctype|html|head|\?xml)/i.test(text))
    return 'this is a web page (HTML), perhaps one that asks to sign in: download the report again'
  if (/^[{[]/.test(text)) return describeJson(text)
  if (/\r(?!\n)/.test(text) && !text.includes('\n'))
    return `its lines end as on old Macs (CR instead of LF): ${saveAsUtf8}`
  return describeSemicolons(text.split(/\r?\n/, 1)[0] ?? '')
}

function describeJson(text: string): string {
  const message = /"message"\s*:\s*("(?:[^"\\\p{Cc}]|\\["\\/bfnrt]|\\u[\da-f]{4})*")/iu.exec(text)?.[1]
  if (!/"error"/.test(text) || !message) return 'this is JSON, not a report'
  return `this is an error message of the API (${quoteValue(JSON.parse(message))}), not a report: download it again`
}

/** Numbers of such files may have decimal commas. */
const describeSemicolons = (header: string): string | undefined =>
  header.includes(',') || header.split(';').length < 3
    ? undefined
    : 'its columns are separated by semicolons instead of commas: import the file as it was downloaded, or save it with commas and decimal points'
