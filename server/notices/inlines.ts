import type { NoticeInline } from '#contract/notice-text.ts'
import type { MarkdownNode } from '#server/markdown.ts'
import { parseTag } from './html-tags.ts'
import { sanitizeHref } from './links.ts'

/** What surrounds a part of a text. */
export interface InlineContext {
  /** In how many others it is. */
  depth: number
  inLink: boolean
  /** The addresses of links that are written elsewhere, by identifier. */
  linkDefinitions: ReadonlyMap<string, string>
}

/** So deep is a text that people write; what is deeper is shown without being told apart. */
export const maxDepth = 8

export const nestContext = (context: InlineContext): InlineContext => ({
  ...context,
  depth: context.depth + 1,
})

export function convertInlines(nodes: readonly MarkdownNode[], context: InlineContext): NoticeInline[] {
  const inlines: NoticeInline[] = []
  let skippedElement: string | null = null
  for (const node of nodes) {
    if (node.type !== 'html') {
      if (skippedElement === null) inlines.push(...convertInline(node, context))
      continue
    }
    const tag = parseTag(node.value)
    if (skippedElement === null && tag?.isSkipped && !tag.isClosing) skippedElement = tag.name
    else if (tag?.isClosing && tag.name === skippedElement) skippedElement = null
    else if (skippedElement === null && tag?.name === 'br') inlines.push({ kind: 'break' })
  }
  return mergeAdjacentText(inlines)
}

/** Texts that stand beside each other as one. */
export function mergeAdjacentText(inlines: readonly NoticeInline[]): NoticeInline[] {
  const merged: NoticeInline[] = []
  for (const inline of inlines) {
    const last = merged.at(-1)
    if (inline.kind !== 'text' || last?.kind !== 'text') merged.push(inline)
    else merged.splice(-1, 1, { kind: 'text', text: last.text + inline.text })
  }
  return merged.filter((inline) => inline.kind !== 'text' || inline.text !== '')
}

const createText = (text: string): NoticeInline[] => [{ kind: 'text', text }]

function convertInline(node: MarkdownNode, context: InlineContext): NoticeInline[] {
  switch (node.type) {
    case 'text':
      return createText(joinLines(node.value))
    case 'inlineCode':
      return [{ kind: 'code', text: node.value }]
    case 'break':
      return [{ kind: 'break' }]
    case 'strong':
    case 'emphasis':
      return convertEmphasis(node.type, node.children, context)
    case 'delete':
      return convertEmphasis('deleted', node.children, context)
    case 'link':
      return convertLink(node.url, node.children, context)
    case 'linkReference':
      return convertLink(context.linkDefinitions.get(node.identifier) ?? '', node.children, context)
    case 'image':
    case 'imageReference':
      return createText(node.alt ?? '')
    case 'footnoteReference':
      return createText(`[${node.label ?? node.identifier}]`)
    default:
      return []
  }
}

function convertEmphasis(
  kind: 'strong' | 'emphasis' | 'deleted',
  nodes: readonly MarkdownNode[],
  context: InlineContext,
): NoticeInline[] {
  const children = convertInlines(nodes, nestContext(context))
  return context.depth >= maxDepth || children.length === 0 ? children : [{ kind, children }]
}

function convertLink(
  address: string,
  nodes: readonly MarkdownNode[],
  context: InlineContext,
): NoticeInline[] {
  const href = context.inLink ? null : sanitizeHref(address)
  const children = convertInlines(nodes, { ...nestContext(context), inLink: context.inLink || href !== null })
  if (href === null) return children
  return [{ kind: 'link', href, children: children.length > 0 ? children : createText(href) }]
}

const cjkCharacter = String.raw`[\p{Script=Han}\u3000-\u303f\uff00-\uffef]`
const lineBreakInCjk = new RegExp(`(?<=${cjkCharacter})\\n(?=${cjkCharacter})`, 'gu')

/** A line of the source that ends is a blank; in Chinese it is nothing. */
const joinLines = (text: string) => text.replace(lineBreakInCjk, '').replaceAll('\n', ' ')
