import type { NoticeBlock, NoticeInline } from '#contract/notice-text.ts'
import { type MarkdownNode, type MarkdownTree, parseMarkdown } from '#server/markdown.ts'
import { createVerbatimBlock, isTooComplex } from './complexity.ts'
import { stripTags } from './html-tags.ts'
import { convertInlines, type InlineContext, maxDepth, mergeAdjacentText, nestContext } from './inlines.ts'

/** Of one language. */
export const maxBodyBytes = 100 * 1024

/**
 * The words of a notice, made of Markdown: whatever stands in it, nothing is left that a browser could run or load. Of
 * HTML the tags are left out and the text between them stays.
 */
export function parseNoticeBlocks(source: string): NoticeBlock[] {
  const text = source.slice(0, maxBodyBytes).replace(/\r\n?/g, '\n')
  if (isTooComplex(text)) return createVerbatimBlock(text)
  const tree = parseMarkdown(text)
  const context = { depth: 0, inLink: false, linkDefinitions: collectLinkDefinitions(tree) }
  return convertBlocks(tree.children, { ...context, headingOffset: getHeadingOffset(tree), inHtml: false })
}

interface BlockContext extends InlineContext {
  /** What the level of a heading is counted from, so that the highest of the text is 2. */
  headingOffset: number
  inHtml: boolean
}

const getHeadingOffset = ({ children }: MarkdownTree) =>
  Math.min(...children.map((node) => (node.type === 'heading' ? node.depth : 6))) - 2

const collectLinkDefinitions = ({ children }: MarkdownTree) =>
  new Map(children.flatMap((node) => (node.type === 'definition' ? [[node.identifier, node.url]] : [])))

const convertBlocks = (nodes: readonly MarkdownNode[], context: BlockContext): NoticeBlock[] =>
  nodes.flatMap((node) => convertBlock(node, context))

function convertBlock(node: MarkdownNode, context: BlockContext): NoticeBlock[] {
  switch (node.type) {
    case 'paragraph':
      return createParagraph(convertInlines(node.children, context))
    case 'heading':
      return createHeading(node.depth - context.headingOffset, convertInlines(node.children, context))
    case 'blockquote':
      return createQuote(convertBlocks(node.children, nestBlockContext(context)), context)
    case 'list':
      return convertList(node, context)
    case 'code':
      return [{ kind: 'code', text: node.value }]
    case 'thematicBreak':
      return [{ kind: 'rule' }]
    case 'table':
      return convertTable(node.children, context)
    case 'html':
      return convertHtml(node.value, context)
    case 'footnoteDefinition':
      return prependText(`[${node.label ?? node.identifier}] `, convertBlocks(node.children, context))
    default:
      return []
  }
}

const nestBlockContext = (context: BlockContext): BlockContext => ({ ...context, ...nestContext(context) })

/** Blanks alone are nothing to read. */
const isEmpty = (children: readonly NoticeInline[]) =>
  children.every((child) => child.kind === 'break' || (child.kind === 'text' && child.text.trim() === ''))

const createParagraph = (children: NoticeInline[]): NoticeBlock[] =>
  isEmpty(children) ? [] : [{ kind: 'paragraph', children }]

const createHeading = (level: number, children: NoticeInline[]): NoticeBlock[] =>
  isEmpty(children) ? [] : [{ kind: 'heading', level: level <= 2 ? 2 : level === 3 ? 3 : 4, children }]

const createQuote = (children: NoticeBlock[], { depth }: BlockContext): NoticeBlock[] =>
  depth >= maxDepth || children.length === 0 ? children : [{ kind: 'quote', children }]

type NodeOfType<Type extends MarkdownNode['type']> = Extract<MarkdownNode, { type: Type }>

function convertList(node: NodeOfType<'list'>, context: BlockContext): NoticeBlock[] {
  const items = node.children.map((item) => convertListItem(item, context))
  if (context.depth >= maxDepth) return items.flat()
  return [{ kind: 'list', start: node.ordered ? (node.start ?? 1) : null, items }]
}

function convertListItem(
  { checked, children }: NodeOfType<'listItem'>,
  context: BlockContext,
): NoticeBlock[] {
  const blocks = convertBlocks(children, nestBlockContext(context))
  return typeof checked === 'boolean' ? prependText(checked ? '☑ ' : '☐ ', blocks) : blocks
}

function convertTable(
  [first, ...others]: readonly NodeOfType<'tableRow'>[],
  context: BlockContext,
): NoticeBlock[] {
  const cellsOf = (row: NodeOfType<'tableRow'>) =>
    row.children.map((cell) => convertInlines(cell.children, context))
  if (!first) return []
  const head = cellsOf(first)
  const rows = others.map((row) => {
    const cells = cellsOf(row)
    return head.map((_, at) => cells[at] ?? [])
  })
  return [{ kind: 'table', head, rows }]
}

/** What is between the tags is read as Markdown, too, but once: there are no tags in it any more. */
function convertHtml(value: string, context: BlockContext): NoticeBlock[] {
  if (context.inHtml) return []
  return convertBlocks(parseMarkdown(stripTags(value), { html: false }).children, {
    ...context,
    inHtml: true,
  })
}

function prependText(text: string, blocks: NoticeBlock[]): NoticeBlock[] {
  const [first, ...rest] = blocks
  const prefix: NoticeInline = { kind: 'text', text }
  if (first?.kind !== 'paragraph') return [{ kind: 'paragraph', children: [prefix] }, ...blocks]
  return [{ kind: 'paragraph', children: mergeAdjacentText([prefix, ...first.children]) }, ...rest]
}
