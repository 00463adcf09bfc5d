import type { TextInline } from '#contract/portal/rich-text.ts'
import { sanitizeHref } from './links.ts'
import type { MarkdownNode } from './markdown.ts'

export type LinkDefinitions = ReadonlyMap<string, string>

export const convertInlines = (
  nodes: readonly MarkdownNode[],
  linkDefinitions: LinkDefinitions,
): TextInline[] => nodes.flatMap((node) => convertInline(node, linkDefinitions))

const createText = (text: string): TextInline[] => (text === '' ? [] : [{ kind: 'text', text }])

function convertInline(node: MarkdownNode, linkDefinitions: LinkDefinitions): TextInline[] {
  switch (node.type) {
    case 'text':
      return createText(joinLines(node.value))
    case 'inlineCode':
      return [{ kind: 'code', text: node.value }]
    case 'break':
      return [{ kind: 'break' }]
    case 'html':
      return /^<br\b/i.test(node.value) ? [{ kind: 'break' }] : []
    case 'strong':
    case 'emphasis':
      return convertEmphasis(node.type, convertInlines(node.children, linkDefinitions))
    case 'delete':
      return convertEmphasis('deleted', convertInlines(node.children, linkDefinitions))
    case 'link':
      return convertLink(node.url, convertInlines(node.children, linkDefinitions))
    case 'linkReference':
      return convertLink(
        linkDefinitions.get(node.identifier) ?? '',
        convertInlines(node.children, linkDefinitions),
      )
    case 'image':
    case 'imageReference':
      return createText(node.alt ?? '')
    case 'footnoteReference':
      return createText(`[${node.label ?? node.identifier}]`)
    default:
      return []
  }
}

const convertEmphasis = (kind: 'strong' | 'emphasis' | 'deleted', children: TextInline[]): TextInline[] =>
  children.length === 0 ? [] : [{ kind, children }]

function convertLink(url: string, children: TextInline[]): TextInline[] {
  const href = sanitizeHref(url)
  if (href === null) return children
  return [{ kind: 'link', href, children: children.length > 0 ? children : createText(href) }]
}

const cjkCharacter = String.raw`[\p{Script=Han}\u3000-\u303f\uff00-\uffef]`
const lineBreakInCjk = new RegExp(`(?<=${cjkCharacter})\\n(?=${cjkCharacter})`, 'gu')

/** A line break becomes a space, except between Chinese characters. */
const joinLines = (text: string) => text.replace(lineBreakInCjk, '').replaceAll('\n', ' ')
