import { findLetter949 } from '#server/platform/files/encoding/code-page-949.ts'
import type { LegacyEncoding } from '#server/platform/files/encoding/detection.ts'

const tables = new Map<LegacyEncoding, Map<string, Buffer>>()

/** Letters of two bytes, by trying each pair. */
function buildTable(encoding: LegacyEncoding): Map<string, Buffer> {
  const decoder = encoding === 'cp949' ? undefined : new TextDecoder(encoding)
  const table = new Map<string, Buffer>()
  for (let lead = 0x81; lead < 0xff; lead++)
    for (let trail = 0x40; trail < 0xff; trail++) {
      const pair = Buffer.from([lead, trail])
      const letter = decoder ? decoder.decode(pair) : findLetter949(lead, trail)
      if (letter?.length === 1 && !table.has(letter)) table.set(letter, pair)
    }
  return table
}

/** Encodes a text as spreadsheets of Korea, Japan and China do. */
export function encodeText(text: string, encoding: LegacyEncoding): Buffer {
  const table = tables.get(encoding) ?? buildTable(encoding)
  tables.set(encoding, table)
  return Buffer.concat(
    [...text].map((letter) => {
      const bytes = letter < '\x80' ? Buffer.from(letter) : table.get(letter)
      if (!bytes) throw new Error(`${letter} is not in ${encoding}.`)
      return bytes
    }),
  )
}
