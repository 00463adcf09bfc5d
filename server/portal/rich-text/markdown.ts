import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

export type MarkdownTree = ReturnType<typeof fromMarkdown>
export type MarkdownNode = MarkdownTree['children'][number]

export const parseMarkdown = (source: string): MarkdownTree =>
  fromMarkdown(source, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })

/** All nodes below it, in the order of the text. */
export const collectNodes = (parent: MarkdownTree | MarkdownNode): MarkdownNode[] =>
  'children' in parent ? parent.children.flatMap((node) => [node, ...collectNodes(node)]) : []
