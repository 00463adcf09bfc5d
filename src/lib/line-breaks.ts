import type { Locale } from '#contract/locale.ts'

/** Marks that close what stands before them, and the words that lean on it. */
const leansBack = /^[\p{Pe}\p{Pf}、。，．！？：；…％%·!?,.:;)\]}’”的了吗嗎]/u
const leansOn = /[\p{Ps}\p{Pi}([{‘“]$/u
/** With these an English line does not end well. */
const little = /(?:^| )(?:an?|the|from|of|on|with) $/i

/** Terms of the portal that read badly in two parts, and some that a Chinese dictionary takes apart wrongly. */
const terms = [
  'YouTube (?:Shorts|채널|频道|頻道|channel)',
  '라이선스 음악|시간 제한|인기 음악',
  'licensed music|time limit|short videos|popular tracks',
  '上[传傳]|授权音乐|授權音樂|验证频道|頻道驗證|频道验证|驗證頻道|时间限制|時間限制|本[周週]热门|本週熱門',
]
const term = new RegExp(`(${terms.join('|')})`, 'i')

const wordsOf = (text: string, locale: Locale): string[] =>
  locale.startsWith('zh')
    ? Array.from(new Intl.Segmenter(locale, { granularity: 'word' }).segment(text), ({ segment }) => segment)
    : text.split(/(?<= )/)

/**
 * The pieces of a text that stay on one line, each with the space behind it. Korean and English break at spaces,
 * Chinese between words, which it does not mark.
 */
export function piecesOf(text: string, locale: Locale): string[] {
  const words = text.split(term).flatMap((part, i) => (i % 2 === 1 ? [part] : wordsOf(part, locale)))
  const belong = locale.startsWith('zh')
    ? (before: string, word: string) => word === ' ' || leansBack.test(word) || leansOn.test(before)
    : (before: string, word: string) => !before.endsWith(' ') || word === ' ' || little.test(before)
  return joined(
    words.filter((word) => word !== ''),
    belong,
  )
}

function joined(words: readonly string[], belong: (before: string, word: string) => boolean): string[] {
  const pieces: string[] = []
  for (const word of words) {
    const before = pieces.pop()
    if (before === undefined) pieces.push(word)
    else if (belong(before, word)) pieces.push(before + word)
    else pieces.push(before, word)
  }
  return pieces
}

function fill(pieces: readonly string[], fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  for (const piece of pieces) {
    const longer = (lines.at(-1) ?? '') + piece
    if (lines.length > 0 && fits(longer.trimEnd())) lines[lines.length - 1] = longer
    else lines.push(piece)
  }
  return lines.map((line) => line.trim())
}

interface Measure {
  readonly locale: Locale
  readonly maxWidth: number
  readonly widthOf: (line: string) => number
}

/** The fewest lines that are at most `maxWidth` wide, of widths as even as can be; a long word may stick out. */
export function breakLines(text: string, { locale, maxWidth, widthOf }: Measure): string[] {
  const pieces = piecesOf(text.trim().replace(/\s+/gu, ' '), locale)
  const within = (width: number) => fill(pieces, (line) => widthOf(line) <= width)
  const widest = within(maxWidth)
  let [tooNarrow, width] = [0, maxWidth]
  while (width - tooNarrow > 1) {
    const middle = (tooNarrow + width) / 2
    const isEnough =
      within(middle).length === widest.length && within(middle).every((line) => widthOf(line) <= middle)
    if (isEnough) width = middle
    else tooNarrow = middle
  }
  return within(width)
}
