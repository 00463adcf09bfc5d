import type { NoticeInline } from '#contract/notice-text.ts'
import type { MarkdownNode } from '#server/markdown.ts'
import { hrefOf } from './links.ts'
import { readTag } from './tags.ts'

/** What surrounds a part of a text. */
export interface Around {
  /** In how many others it is. */
  depth: number
  inLink: boolean
  /** The addresses of links that are written elsewhere, by identifier. */
  addresses: ReadonlyMap<string, string>
}

/** So deep is a text that people write; what is deeper is shown without being told apart. */
export const deepest = 8

export const inner = (around: Around): Around => ({ ...around, depth: around.depth + 1 })

export function inlinesFrom(nodes: readonly MarkdownNode[], around: Around): NoticeInline[] {
  const found: NoticeInline[] = []
  let unread: string | null = null
  for (const node of nodes) {
    if (node.type !== 'html') {
      if (unread === null) found.push(...inlineFrom(node, around))
      continue
    }
    const tag = readTag(node.value)
    if (unread === null && tag?.isUnread && !tag.closes) unread = tag.name
    else if (tag?.closes && tag.name === unread) unread = null
    else if (unread === null && tag?.name === 'br') found.push({ kind: 'break' })
  }
  return joined(found)
}

/** Texts that stand beside each other as one. */
export function joined(inlines: readonly NoticeInline[]): NoticeInline[] {
  const found: NoticeInline[] = []
  for (const inline of inlines) {
    const last = found.at(-1)
    if (inline.kind !== 'text' || last?.kind !== 'text') found.push(inline)
    else found.splice(-1, 1, { kind: 'text', text: last.text + inline.text })
  }
  return found.filter((inline) => inline.kind !== 'text' || inline.text !== '')
}

const textOf = (text: string): NoticeInline[] => [{ kind: 'text', text }]

function inlineFrom(node: MarkdownNode, around: Around): NoticeInline[] {
  switch (node.type) {
    case 'text':
      return textOf(withoutLines(node.value))
    case 'inlineCode':
      return [{ kind: 'code', text: node.value }]
    case 'break':
      return [{ kind: 'break' }]
    case 'strong':
    case 'emphasis':
      return marked(node.type, node.children, around)
    case 'delete':
      return marked('deleted', node.children, around)
    case 'link':
      return link(node.url, node.children, around)
    case 'linkReference':
      return link(around.addresses.get(node.identifier) ?? '', node.children, around)
    case 'image':
    case 'imageReference':
      return textOf(node.alt ?? '')
    case 'footnoteReference':
      return textOf(`[${node.label ?? node.identifier}]`)
    default:
      return []
  }
}

function marked(
  kind: 'strong' | 'emphasis' | 'deleted',
  nodes: readonly MarkdownNode[],
  around: Around,
): NoticeInline[] {
  const children = inlinesFrom(nodes, inner(around))
  return around.depth >= deepest || children.length === 0 ? children : [{ kind, children }]
}

function link(address: string, nodes: readonly MarkdownNode[], around: Around): NoticeInline[] {
  const href = around.inLink ? null : hrefOf(address)
  const children = inlinesFrom(nodes, { ...inner(around), inLink: around.inLink || href !== null })
  if (href === null) return children
  return [{ kind: 'link', href, children: children.length > 0 ? children : textOf(href) }]
}

const chinese = String.raw`[\p{Script=Han}\u3000-\u303f\uff00-\uffef]`
const insideChinese = new RegExp(`(?<=${chinese})\\n(?=${chinese})`, 'gu')

/** A line of the source that ends is a blank; in Chinese it is nothing. */
const withoutLines = (text: string) => text.replace(insideChinese, '').replaceAll('\n', ' ')
