import type { NoticeBlock } from '#contract/notice-text.ts'

// More than people write. A parser takes about a tenth of a millisecond for a line, and for the signs of one part the
// square of their number.
const maxLines = 1_500
const maxMarkers = 3_000
const maxMarkersPerBlock = 600
const maxNesting = 20
const maxIndentation = 60
const maxBars = 5_000
const maxBarsPerLine = 40

const markers = /[[\]*_~`<]/g
const nesting = /^(?:[^\S\n]*(?:>|[-+*]|\d{1,9}[.)])(?=[^\S\n]|>|$))+/
/** Where what was begun before cannot go on. */
const blockBoundary = /\n(?=[^\S\n]*(?:[-+*>#|]|\d+[.)]|\n|$))/

const countMatches = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** Whether a text is so long or so full of signs that reading it as Markdown would take long: nothing that people write. */
export function isTooComplex(text: string): boolean {
  const lines = text.split('\n', maxLines + 1)
  return (
    lines.length > maxLines ||
    lines.some(isTooComplexLine) ||
    countMatches(text, markers) > maxMarkers ||
    countMatches(text, /\|/g) > maxBars ||
    text.split(blockBoundary).some((part) => countMatches(part, markers) > maxMarkersPerBlock)
  )
}

const isTooComplexLine = (line: string) =>
  (/^\s*/.exec(line)?.[0].length ?? 0) > maxIndentation ||
  countMatches(nesting.exec(line)?.[0] ?? '', />|[-+*](?=\s)|\d[.)]/g) > maxNesting ||
  countMatches(line, /\|/g) > maxBarsPerLine

/** A text as it stands. */
export const createVerbatimBlock = (text: string): NoticeBlock[] => [{ kind: 'code', text: text.trim() }]
