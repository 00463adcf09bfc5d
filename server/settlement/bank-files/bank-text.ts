import { createDecoder949, listCodePage949 } from '#server/platform/files/encoding/code-page-949.ts'

/** Text as Korean banks store it: code page 949, in which a Korean letter takes two bytes. */

let encodable: ReadonlySet<string> | undefined

const isAscii = (letter: string) => /^[\x20-\x7e]$/.test(letter)

function isBankLetter(letter: string): boolean {
  encodable ??= new Set(listCodePage949())
  return isAscii(letter) || encodable.has(letter)
}

export const isBankText = (text: string): boolean => [...text].every(isBankLetter)

/** @returns undefined when the bytes are not in the code page */
export function decodeBankText(bytes: Uint8Array): string | undefined {
  try {
    return createDecoder949()(bytes, true)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

const companyForms = /주식회사|유한책임회사|유한회사|㈜|\([주유]\)/g

/** Omits the form of a company whose name is too long with it, because its name says more. */
export function fitSender(name: string, maxBytes: number): string {
  const text = [...name.normalize('NFC')].filter(isBankLetter).join('')
  const whole = collapseSpaces(text)
  const short = collapseSpaces(text.replace(companyForms, ''))
  return cutBankText(whole, maxBytes) === whole ? whole : cutBankText(short, maxBytes)
}

const collapseSpaces = (text: string) => text.replace(/\s+/g, ' ').trim()

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
