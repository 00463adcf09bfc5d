/**
 * Text as Korean banks store it: code page 949, in which a Korean letter takes two bytes. The platform decodes only the older
 * EUC-KR, which lacks € and ® and all but 2,350 of the 11,172 syllables. The code page has the other syllables in the order
 * of Unicode, in the gaps of EUC-KR.
 */

const firstSyllable = 0xac_00
const lastSyllable = 0xd7_a3

const listRange = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

const toPair = (lead: number, trail: number) => lead * 256 + trail

/** First and last bytes of EUC-KR. */
const eucBytes = [0xa1, 0xfe] as const

/** Pairs of bytes that the code page adds; the last ones have no syllable. */
function listAddedPairs(): number[] {
  const letters = [...listRange(0x41, 0x5a), ...listRange(0x61, 0x7a)]
  return listRange(0x81, 0xc6).flatMap((lead) =>
    [...letters, ...listRange(0x81, lead < eucBytes[0] ? 0xfe : 0xa0)].map((trail) => toPair(lead, trail)),
  )
}

function buildCodePage(): ReadonlyMap<number, string> {
  const decoder = new TextDecoder('euc-kr')
  const codePage = new Map([
    [0xa2_e6, '€'],
    [0xa2_e7, '®'],
  ])
  for (const lead of listRange(...eucBytes))
    for (const trail of listRange(...eucBytes)) {
      const letter = decoder.decode(Uint8Array.of(lead, trail))
      if (letter.length === 1 && letter !== '\uFFFD') codePage.set(toPair(lead, trail), letter)
    }
  const known = new Set(codePage.values())
  const added = listRange(firstSyllable, lastSyllable)
    .map((code) => String.fromCharCode(code))
    .filter((letter) => !known.has(letter))
  for (const [at, pair] of listAddedPairs().entries()) {
    const letter = added[at]
    if (letter) codePage.set(pair, letter)
  }
  return codePage
}

let codePage: ReadonlyMap<number, string> | undefined
let encodable: ReadonlySet<string> | undefined

function getCodePage(): ReadonlyMap<number, string> {
  codePage ??= buildCodePage()
  return codePage
}

const isAscii = (letter: string) => /^[\x20-\x7e]$/.test(letter)

export function isBankText(text: string): boolean {
  encodable ??= new Set(getCodePage().values())
  const known = encodable
  return [...text].every((letter) => isAscii(letter) || known.has(letter))
}

/** @returns undefined when the bytes are not in the code page */
export function decodeBankText(bytes: Uint8Array): string | undefined {
  const letters: string[] = []
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte < 0x80) letters.push(String.fromCharCode(byte))
    else {
      at += 1
      const letter = getCodePage().get(toPair(byte, bytes[at] ?? 0))
      if (letter === undefined) return undefined
      letters.push(letter)
    }
  }
  return letters.join('')
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
