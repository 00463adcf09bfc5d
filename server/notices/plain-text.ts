import type { NoticeInline } from '#contract/notice-text.ts'

/** What there is to read in a part of a text, in one line. */
export const toPlainText = (inlines: readonly NoticeInline[]): string =>
  inlines.map(getText).join('').replace(/\s+/g, ' ').trim()

function getText(inline: NoticeInline): string {
  if (inline.kind === 'break') return ' '
  return 'text' in inline ? inline.text : toPlainText(inline.children)
}
