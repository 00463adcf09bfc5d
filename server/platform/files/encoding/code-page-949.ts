/**
 * Text as Korean systems store it: code page 949, in which a Korean letter takes two bytes. The platform decodes only the older
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

/** Undefined pairs, and those that are left to private use, which are no text. */
const isNoLetter = (letter: string) => letter === '\uFFFD' || /\p{Co}/u.test(letter)

function buildCodePage(): ReadonlyMap<number, string> {
  const decoder = new TextDecoder('euc-kr')
  const codePage = new Map([
    [0xa2_e6, '€'],
    [0xa2_e7, '®'],
  ])
  for (const lead of listRange(...eucBytes))
    for (const trail of listRange(...eucBytes)) {
      const letter = decoder.decode(Uint8Array.of(lead, trail))
      if (letter.length === 1 && !isNoLetter(letter)) codePage.set(toPair(lead, trail), letter)
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

const getCodePage = (): ReadonlyMap<number, string> => {
  codePage ??= buildCodePage()
  return codePage
}

/** All letters that take two bytes. */
export const listCodePage949 = (): Iterable<string> => getCodePage().values()

/** Undefined for a pair of bytes without a letter. */
export const findLetter949 = (lead: number, trail: number): string | undefined =>
  getCodePage().get(toPair(lead, trail))

/** A decoder of successive parts of a text. Throws a `TypeError` for bytes that are not in the code page, as `TextDecoder`. */
export function createDecoder949() {
  let lead = 0
  return (bytes: Uint8Array, isLast: boolean): string => {
    const letters: string[] = []
    for (const byte of bytes)
      if (lead > 0) {
        letters.push(requireLetter(findLetter949(lead, byte)))
        lead = 0
      } else if (byte < 0x80) letters.push(String.fromCharCode(byte))
      else lead = byte
    if (isLast && lead > 0) requireLetter(undefined)
    return letters.join('')
  }
}

function requireLetter(letter: string | undefined): string {
  if (letter === undefined) throw new TypeError('The bytes are not in code page 949.')
  return letter
}
