import type { NoticeBlock } from '#contract/notice-text.ts'

// More than people write. A parser takes about a tenth of a millisecond for a line, and for the signs of one part the
// square of their number.
const mostLines = 1_500
const mostSigns = 3_000
const mostSignsOfPart = 600
const mostNested = 20
const mostIndented = 60
const mostBars = 5_000
const mostBarsOfLine = 40

const signs = /[[\]*_~`<]/g
const nesting = /^(?:[^\S\n]*(?:>|[-+*]|\d{1,9}[.)])(?=[^\S\n]|>|$))+/
/** Where what was begun before cannot go on. */
const border = /\n(?=[^\S\n]*(?:[-+*>#|]|\d+[.)]|\n|$))/

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** Whether a text is so long or so full of signs that reading it as Markdown would take long: nothing that people write. */
export function isTangled(text: string): boolean {
  const lines = text.split('\n', mostLines + 1)
  return (
    lines.length > mostLines ||
    lines.some(isTangledLine) ||
    countOf(text, signs) > mostSigns ||
    countOf(text, /\|/g) > mostBars ||
    text.split(border).some((part) => countOf(part, signs) > mostSignsOfPart)
  )
}

const isTangledLine = (line: string) =>
  (/^\s*/.exec(line)?.[0].length ?? 0) > mostIndented ||
  countOf(nesting.exec(line)?.[0] ?? '', />|[-+*](?=\s)|\d[.)]/g) > mostNested ||
  countOf(line, /\|/g) > mostBarsOfLine

/** A text as it stands. */
export const asItStands = (text: string): NoticeBlock[] => [{ kind: 'code', text: text.trim() }]
