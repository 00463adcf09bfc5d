import { createDecoder949, listCodePage949 } from '#server/platform/files/encoding/code-page-949.ts'

/** Text as Korean banks store it: code page 949, in which a Korean letter takes two bytes. */

let encodable: ReadonlySet<string> | undefined

const isAscii = (letter: string) => /^[\x20-\x7e]$/.test(letter)

export function isBankText(text: string): boolean {
  encodable ??= new Set(listCodePage949())
  const known = encodable
  return [...text].every((letter) => isAscii(letter) || known.has(letter))
}

/** @returns undefined when the bytes are not in the code page */
export function decodeBankText(bytes: Uint8Array): string | undefined {
  try {
    return createDecoder949()(bytes, true)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** Keeps the first letters that fit into so many bytes. */
export function cutBankText(text: string, maxBytes: number): string {
  let bytes = 0
  let cut = ''
  for (const letter of text) {
    bytes += isAscii(letter) ? 1 : 2
    if (bytes > maxBytes) break
    cut += letter
  }
  return cut.trimEnd()
}
