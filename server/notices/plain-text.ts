import type { NoticeInline } from '#contract/notice-text.ts'

/** What there is to read in a part of a text, in one line. */
export const plainText = (inlines: readonly NoticeInline[]): string =>
  inlines.map(textOf).join('').replace(/\s+/g, ' ').trim()

function textOf(inline: NoticeInline): string {
  if (inline.kind === 'break') return ' '
  return 'text' in inline ? inline.text : plainText(inline.children)
}
