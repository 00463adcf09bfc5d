interface WrapOptions {
  width: number
  maxLines?: number | undefined
  measure: (text: string) => number
}

const ellipsis = '…'
/** Chinese and Japanese break between any two characters, Korean and English at spaces. */
const anywhere = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
/** These never begin a line. */
const closing = /^[\p{Pe}\p{Pf}，。、；：？！,.;:?!%…·]+$/u
/** These never end a line. */
const opening = /[\p{Ps}\p{Pi}]$/u

/** Lines that fit; what exceeds `maxLines` ends in an ellipsis. A single word that is too long breaks anywhere. */
export function wrapText(text: string, { width, maxLines, measure }: WrapOptions): string[] {
  if (measure(text) <= width) return [text]
  const lines: string[] = []
  let line = ''
  for (const part of splitParts(text)) {
    const candidate = line + part
    if (measure(candidate.trimEnd()) <= width) {
      line = candidate
      continue
    }
    if (line.trim() !== '') lines.push(line.trimEnd())
    const pieces = breakWord(part.trimStart(), width, measure)
    lines.push(...pieces.slice(0, -1))
    line = pieces.at(-1) ?? ''
  }
  if (line.trim() !== '' || lines.length === 0) lines.push(line.trimEnd())
  if (maxLines === undefined || lines.length <= maxLines) return lines
  const kept = lines.slice(0, maxLines)
  return [...kept.slice(0, -1), shorten(`${kept.at(-1) ?? ''}`, width, measure)]
}

/** Parts between which a line may end; a space belongs to the part before it. */
function splitParts(text: string): string[] {
  const parts: string[] = []
  for (const phrase of text.split(/(?<=[ \t])(?![ \t])/)) {
    const segments = phrase.includes('\u00a0') ? [phrase] : splitGraphemes(phrase)
    for (const segment of segments) {
      const last = parts.at(-1)
      if (last !== undefined && isJoined(last, segment)) parts[parts.length - 1] = last + segment
      else parts.push(segment)
    }
  }
  return parts
}

function isJoined(before: string, segment: string): boolean {
  if (/^[ \t]+$/.test(segment) || closing.test(segment)) return true
  if (/[ \t]$/.test(before)) return false
  if (opening.test(before)) return true
  return !anywhere.test(segment) && !anywhere.test(before.slice(-2))
}

const graphemes = new Intl.Segmenter()
const splitGraphemes = (text: string) => Array.from(graphemes.segment(text), ({ segment }) => segment)

function breakWord(word: string, width: number, measure: WrapOptions['measure']): string[] {
  if (measure(word.trimEnd()) <= width) return [word]
  const pieces: string[] = []
  let piece = ''
  for (const segment of splitGraphemes(word)) {
    if (piece !== '' && measure(piece + segment) > width) {
      pieces.push(piece)
      piece = ''
    }
    piece += segment
  }
  return [...pieces, piece]
}

function shorten(line: string, width: number, measure: WrapOptions['measure']): string {
  const segments = splitGraphemes(line)
  while (segments.length > 0 && measure(segments.join('').trimEnd() + ellipsis) > width) segments.pop()
  return segments.join('').trimEnd() + ellipsis
}
