import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

export type MarkdownTree = ReturnType<typeof fromMarkdown>
export type MarkdownNode = MarkdownTree['children'][number]

const noHtml = { disable: { null: ['htmlFlow', 'htmlText'] } }

/** Markdown with tables, task lists, strikethrough and footnotes as a tree. With `html: false` a tag is a text. */
export const parseMarkdown = (source: string, { html = true } = {}): MarkdownTree =>
  fromMarkdown(source, {
    extensions: html ? [gfm()] : [gfm(), noHtml],
    mdastExtensions: [gfmFromMarkdown()],
  })
