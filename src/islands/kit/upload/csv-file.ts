import type { Locale } from '#contract/platform/locale.ts'
import type { ApiError } from '#lib/api/call.ts'

/** Encodings of spreadsheet programs that do not write UTF-8, by the language of the screen. */
const legacyEncodings: Record<Locale, string> = {
  ko: 'euc-kr',
  en: 'windows-1252',
  'zh-CN': 'gb18030',
  'zh-TW': 'big5',
}

export function decodeCsv(bytes: Uint8Array, locale: Locale): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return new TextDecoder(legacyEncodings[locale]).decode(bytes)
  }
}

export interface RefusedLine {
  /** Starts at 1, including the head. */
  readonly number: number
  readonly reason: string
  readonly content: string
}

/** Reads `lines.12` in a refusal. */
export function findRefusedLines({ fields }: ApiError, file: string): RefusedLine[] {
  const contents = file.split(/\r\n|\r|\n/)
  return Object.entries(fields)
    .flatMap(([name, { message }]) => {
      const [, number] = /^lines\.(\d+)$/.exec(name) ?? []
      return number === undefined
        ? []
        : [{ number: Number(number), reason: message, content: contents[Number(number) - 1]?.trim() ?? '' }]
    })
    .sort((a, b) => a.number - b.number)
}
