import { FileRefusal, quoteValue } from './file-refusal.ts'

const utf16Marks = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])]

/**
 * Recognizes what people save instead of a report, by the first bytes of the file.
 * @throws {FileRefusal} that names it
 */
export function refuseForeignContent(head: Buffer): void {
  const reason = describeForeignContent(head)
  if (reason) throw new FileRefusal(reason, 1)
}

function describeForeignContent(head: Buffer): string | undefined {
  if (utf16Marks.some((mark) => head.subarray(0, 2).equals(mark)))
    return 'this is UTF-16 text; save it as CSV in UTF-8'
  if (head.subarray(0, 5).equals(Buffer.from('%PDF-'))) return 'this is a PDF document, not a report'
  const text = head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
  if (/^<(?:!doctype|html|head|\?xml)/i.test(text))
    return 'this is a web page (HTML), perhaps one that asks to sign in: download the report again'
  if (/^[{[]/.test(text)) return describeJson(text)
  return describeSeparators(text.split(/\r?\n/, 1)[0] ?? '')
}

function describeJson(text: string): string {
  const message = /"message"\s*:\s*("(?:[^"\\\p{Cc}]|\\["\\/bfnrt]|\\u[\da-f]{4})*")/iu.exec(text)?.[1]
  if (!/"error"/.test(text) || !message) return 'this is JSON, not a report'
  return `this is an error message of the API (${quoteValue(JSON.parse(message))}), not a report: download it again`
}

function describeSeparators(header: string): string | undefined {
  if (header.includes(',')) return undefined
  for (const [separator, name] of [
    [';', 'semicolons'],
    ['\t', 'tabs'],
  ] as const)
    if (header.split(separator).length > 2)
      return `its columns are separated by ${name} instead of commas: import the file as it was downloaded`
  return undefined
}
