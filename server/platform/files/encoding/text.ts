import { createDecoder949 } from './code-page-949.ts'
import { createDetector, type LegacyEncoding, legacyEncodings } from './detection.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | LegacyEncoding

const marks = [
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
] as const

/** Tells UTF-16 by its byte order mark. */
export const findMarkedEncoding = (head: Uint8Array): Encoding | undefined =>
  marks.find(([, first, second]) => head[0] === first && head[1] === second)?.[0]

/** Decodes successive parts of a text. @throws {TypeError} for bytes that are not in the encoding */
export function createTextDecoder(encoding: Encoding): (bytes: Uint8Array, isLast: boolean) => string {
  if (encoding === 'cp949') return createDecoder949()
  const decoder = new TextDecoder(encoding, { fatal: true })
  return (bytes, isLast) => decoder.decode(bytes, { stream: !isLast })
}

/** Decodes a whole text; its encoding is detected. @returns undefined when the encoding is unknown */
export function decodeText(bytes: Uint8Array): string | undefined {
  return tryDecoding(bytes, findMarkedEncoding(bytes) ?? 'utf-8') ?? tryDecoding(bytes, detectEncoding(bytes))
}

/**
 * Decodes a text of which only ASCII counts, which is the same in all these encodings.
 * @returns undefined when it is in none of them
 */
export function decodeAsciiText(bytes: Uint8Array): string | undefined {
  const encodings = [undefined, ...legacyEncodings]
  for (const encoding of encodings) {
    const text = encoding ? tryDecoding(bytes, encoding) : decodeText(bytes)
    if (text !== undefined) return text
  }
  return undefined
}

function detectEncoding(bytes: Uint8Array): LegacyEncoding | undefined {
  const detector = createDetector()
  detector.add(bytes)
  return detector.detect()
}

function tryDecoding(bytes: Uint8Array, encoding: Encoding | undefined): string | undefined {
  if (encoding === undefined) return undefined
  try {
    return createTextDecoder(encoding)(bytes, true)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}
