import type { Locale } from '#contract/platform/locale.ts'

/** Closing punctuation, and words that stay with the previous word. */
const bindsToPrevious = /^[\p{Pe}\p{Pf}、。，．！？：；…％%·!?,.:;)\]}’”的了吗嗎]/u
const bindsToNext = /[\p{Ps}\p{Pi}([{‘“]$/u
/** Words that should not end an English line. */
const weakLineEnd = /(?:^| )(?:an?|the|from|of|on|with) $/i

/** Unbreakable terms, including some that the Chinese segmenter splits wrongly. */
const terms = [
  'YouTube (?:Shorts|채널|频道|頻道|channel)',
  '라이선스 음악|시간 ?제한|인기 음악|유튜브 쇼츠',
  'licensed music|time limit|short videos|popular tracks',
  '上[传傳]|授权音乐|授權音樂|验证频道|頻道驗證|频道验证|驗證頻道|时长限制|秒數限制|怎[么麼]|加音[乐樂]|本[周週]热门|本週熱門|带货|商用授[权權]',
]
const termPattern = new RegExp(`(${terms.join('|')})`, 'i')

const splitWords = (text: string, locale: Locale): string[] =>
  locale.startsWith('zh')
    ? Array.from(new Intl.Segmenter(locale, { granularity: 'word' }).segment(text), ({ segment }) => segment)
    : text.split(/(?<= )/)

/**
 * Splits a text into unbreakable segments with trailing spaces: Korean and English break at spaces, Chinese between
 * words.
 */
export function splitSegments(text: string, locale: Locale): string[] {
  const words = text
    .split(termPattern)
    .flatMap((part, i) => (i % 2 === 1 ? [part] : splitWords(part, locale)))
  const isBound = locale.startsWith('zh')
    ? (before: string, word: string) => word === ' ' || bindsToPrevious.test(word) || bindsToNext.test(before)
    : (before: string, word: string) => !before.endsWith(' ') || word === ' ' || weakLineEnd.test(before)
  return joinBoundWords(
    words.filter((word) => word !== ''),
    isBound,
  )
}

function joinBoundWords(
  words: readonly string[],
  isBound: (previous: string, word: string) => boolean,
): string[] {
  const segments: string[] = []
  for (const word of words) {
    const before = segments.pop()
    if (before === undefined) segments.push(word)
    else if (isBound(before, word)) segments.push(before + word)
    else segments.push(before, word)
  }
  return segments
}

function wrapLines(segments: readonly string[], fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  for (const segment of segments) {
    const candidate = (lines.at(-1) ?? '') + segment
    if (lines.length > 0 && fits(candidate.trimEnd())) lines[lines.length - 1] = candidate
    else lines.push(segment)
  }
  return lines.map((line) => line.trim())
}

interface LineOptions {
  readonly locale: Locale
  readonly maxWidth: number
  readonly measureWidth: (line: string) => number
}

/** Balances a text over the fewest lines of at most `maxWidth`; a long word may overflow. */
export function breakLines(text: string, { locale, maxWidth, measureWidth }: LineOptions): string[] {
  const segments = splitSegments(text.trim().replace(/\s+/gu, ' '), locale)
  const wrapAt = (width: number) => wrapLines(segments, (line) => measureWidth(line) <= width)
  const widest = wrapAt(maxWidth)
  let [tooNarrow, width] = [0, maxWidth]
  while (width - tooNarrow > 1) {
    const middle = (tooNarrow + width) / 2
    const isEnough =
      wrapAt(middle).length === widest.length && wrapAt(middle).every((line) => measureWidth(line) <= middle)
    if (isEnough) width = middle
    else tooNarrow = middle
  }
  return wrapAt(width)
}
