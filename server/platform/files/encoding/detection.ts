import { findLetter949 } from './code-page-949.ts'

/** Encodings that spreadsheets of Korea, Japan and China write instead of UTF-8. */
export const legacyEncodings = ['cp949', 'shift_jis', 'gb18030'] as const
export type LegacyEncoding = (typeof legacyEncodings)[number]

interface Tally {
  /** Letters outside of ASCII. */
  letters: number
  /** Those that texts of the language mostly consist of. */
  typical: number
}

const isBetween = (byte: number, from: number, to: number) => byte >= from && byte <= to

/** Returns whether a pair is typical, or undefined when it is not in the encoding. */
type PairTest = (lead: number, trail: number) => boolean | undefined

/** Symbols, and the 2,350 syllables of KS X 1001; the others are rare. */
const testKorean: PairTest = (lead, trail) => {
  if (findLetter949(lead, trail) === undefined) return undefined
  return isBetween(trail, 0xa1, 0xfe) && (isBetween(lead, 0xa1, 0xa3) || isBetween(lead, 0xb0, 0xc8))
}

/** Symbols, kana and the 2,965 common kanji of JIS X 0208. */
const testJapanese: PairTest = (lead, trail) => {
  const isLead = isBetween(lead, 0x81, 0x9f) || isBetween(lead, 0xe0, 0xfc)
  const isTrail = isBetween(trail, 0x40, 0x7e) || isBetween(trail, 0x80, 0xfc)
  return isLead && isTrail ? lead <= 0x98 : undefined
}

/** Letters of GB 2312. */
const testChinese: PairTest = (lead, trail) => {
  const isLead = isBetween(lead, 0x81, 0xfe)
  const isTrail = isBetween(trail, 0x40, 0x7e) || isBetween(trail, 0x80, 0xfe)
  return isLead && isTrail ? lead >= 0xa1 && lead <= 0xf7 && trail >= 0xa1 : undefined
}

const isHalfWidthKana = (byte: number) => isBetween(byte, 0xa1, 0xdf)

/** GB 18030 has letters of four bytes, of which the second and the fourth are digits. */
const isDigit = (byte: number) => isBetween(byte, 0x30, 0x39)

/** Counts letters in successive parts of a text. */
function createTally(encoding: LegacyEncoding): { tally: Tally | undefined; add(bytes: Uint8Array): void } {
  const testPair = { cp949: testKorean, shift_jis: testJapanese, gb18030: testChinese }[encoding]
  const tally: Tally = { letters: 0, typical: 0 }
  let lead = 0
  let skipped = 0
  const count = {
    tally: tally as Tally | undefined,
    add(bytes: Uint8Array) {
      for (const byte of bytes) {
        if (skipped > 0) skipped--
        else if (lead > 0) {
          if (encoding === 'gb18030' && isDigit(byte)) skipped = 2
          else {
            const isTypical = testPair(lead, byte)
            if (isTypical === undefined) {
              count.tally = undefined
              return
            }
            tally.letters++
            if (isTypical) tally.typical++
          }
          lead = 0
        } else if (encoding === 'shift_jis' && isHalfWidthKana(byte)) tally.letters++
        else if (byte >= 0x80) lead = byte
      }
    },
  }
  return count
}

/**
 * Of texts in the other languages, hardly any is that typical in eight letters: half of the letters of a Chinese text, say, are
 * no Korean ones. Fewer letters prove nothing.
 */
const minLetters = 8
const minTypical = 0.9
const maxOther = 0.7

/**
 * Detects which encoding the parts of a text have, by what letters they would be.
 * @returns undefined from `detect` when none or several are likely
 */
export function createDetector() {
  const counts = legacyEncodings.map((encoding) => ({ encoding, count: createTally(encoding) }))
  const getShare = (encoding: LegacyEncoding): number => {
    const tally = counts.find((one) => one.encoding === encoding)?.count.tally
    return tally && tally.letters >= minLetters ? tally.typical / tally.letters : 0
  }
  const isPossible = (encoding: LegacyEncoding) =>
    counts.some((one) => one.encoding === encoding && one.count.tally)
  return {
    add(bytes: Uint8Array): void {
      for (const { count } of counts) if (count.tally) count.add(bytes)
    },
    detect(): LegacyEncoding | undefined {
      const [korean, japanese, chinese] = legacyEncodings.map(getShare) as [number, number, number]
      const others = (...shares: number[]) => Math.max(...shares) < maxOther
      // Korean syllables are Chinese letters as well. Chinese has frequent letters (上, 生, 声) where code page 949 has none.
      if (korean >= minTypical && others(japanese)) return 'cp949'
      if (japanese >= minTypical && others(korean, chinese)) return 'shift_jis'
      if (chinese >= minTypical && !isPossible('cp949') && others(japanese)) return 'gb18030'
      return undefined
    },
  }
}
