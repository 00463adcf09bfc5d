import type { TextBlock, TextInline } from '#contract/portal/rich-text.ts'
import { convertInlines, type LinkDefinitions } from './inlines.ts'
import { type MarkdownNode, type MarkdownTree, parseMarkdown } from './markdown.ts'

/** XSS-safe: only a few node kinds, none of which can run or load anything. Drops HTML tags but keeps their text. */
export function parseBlocks(source: string): TextBlock[] {
  const tree = parseMarkdown(source)
  const context = { linkDefinitions: collectLinkDefinitions(tree), headingOffset: getHeadingOffset(tree) }
  return convertBlocks(tree.children, context)
}

interface BlockContext {
  linkDefinitions: LinkDefinitions
  /** Subtracted from heading depths, so that the highest heading becomes level 2. */
  headingOffset: number
}

const getHeadingOffset = ({ children }: MarkdownTree) =>
  Math.min(...children.map((node) => (node.type === 'heading' ? node.depth : 6))) - 2

const collectLinkDefinitions = ({ children }: MarkdownTree): LinkDefinitions =>
  new Map(children.flatMap((node) => (node.type === 'definition' ? [[node.identifier, node.url]] : [])))

const convertBlocks = (nodes: readonly MarkdownNode[], context: BlockContext): TextBlock[] =>
  nodes.flatMap((node) => convertBlock(node, context))

function convertBlock(node: MarkdownNode, context: BlockContext): TextBlock[] {
  const { linkDefinitions, headingOffset } = context
  switch (node.type) {
    case 'paragraph':
      return createParagraph(convertInlines(node.children, linkDefinitions))
    case 'heading':
      return createHeading(node.depth - headingOffset, convertInlines(node.children, linkDefinitions))
    case 'blockquote':
      return createQuote(convertBlocks(node.children, context))
    case 'list': {
      const items = node.children.map((item) => convertListItem(item, context))
      return [{ kind: 'list', start: node.ordered ? (node.start ?? 1) : null, items }]
    }
    case 'code':
      return [{ kind: 'code', text: node.value }]
    case 'thematicBreak':
      return [{ kind: 'rule' }]
    case 'table':
      return convertTable(node.children, linkDefinitions)
    case 'html':
      return createParagraph([{ kind: 'text', text: stripTags(node.value) }])
    case 'footnoteDefinition':
      return prependText(`[${node.label ?? node.identifier}] `, convertBlocks(node.children, context))
    default:
      return []
  }
}

const isEmpty = (children: readonly TextInline[]) =>
  children.every((child) => child.kind === 'break' || (child.kind === 'text' && child.text.trim() === ''))

const createParagraph = (children: TextInline[]): TextBlock[] =>
  isEmpty(children) ? [] : [{ kind: 'paragraph', children }]

const createHeading = (level: number, children: TextInline[]): TextBlock[] =>
  isEmpty(children) ? [] : [{ kind: 'heading', level: level <= 2 ? 2 : level === 3 ? 3 : 4, children }]

const createQuote = (children: TextBlock[]): TextBlock[] =>
  children.length === 0 ? [] : [{ kind: 'quote', children }]

type NodeOfType<Type extends MarkdownNode['type']> = Extract<MarkdownNode, { type: Type }>

function convertListItem({ checked, children }: NodeOfType<'listItem'>, context: BlockContext): TextBlock[] {
  const blocks = convertBlocks(children, context)
  return typeof checked === 'boolean' ? prependText(checked ? '☑ ' : '☐ ', blocks) : blocks
}

function convertTable(
  [first, ...others]: readonly NodeOfType<'tableRow'>[],
  linkDefinitions: LinkDefinitions,
): TextBlock[] {
  const convertCells = (row: NodeOfType<'tableRow'>) =>
    row.children.map((cell) => convertInlines(cell.children, linkDefinitions))
  if (!first) return []
  const head = convertCells(first)
  const rows = others.map((row) => {
    const cells = convertCells(row)
    return head.map((_, index) => cells[index] ?? [])
  })
  return [{ kind: 'table', head, rows }]
}

const stripTags = (html: string) =>
  html
    .replace(/<!--[\s\S]*?-->|<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

function prependText(text: string, blocks: TextBlock[]): TextBlock[] {
  const [first, ...rest] = blocks
  const prefix: TextInline = { kind: 'text', text }
  return first?.kind === 'paragraph'
    ? [{ kind: 'paragraph', children: [prefix, ...first.children] }, ...rest]
    : [{ kind: 'paragraph', children: [prefix] }, ...blocks]
}
