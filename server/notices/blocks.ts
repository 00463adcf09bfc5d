import type { NoticeBlock, NoticeInline } from '#contract/notice-text.ts'
import { type MarkdownNode, type MarkdownTree, parseMarkdown } from '#server/markdown.ts'
import { type Around, deepest, inlinesFrom, inner, joined } from './inlines.ts'
import { withoutTags } from './tags.ts'
import { asItStands, isTangled } from './tangled.ts'

/** Of one language. */
export const mostBytes = 100 * 1024

/**
 * The words of a notice, made of Markdown: whatever stands in it, nothing is left that a browser could run or load. Of
 * HTML the tags are left out and the text between them stays.
 */
export function blocksOf(source: string): NoticeBlock[] {
  const text = source.slice(0, mostBytes).replace(/\r\n?/g, '\n')
  if (isTangled(text)) return asItStands(text)
  const tree = parseMarkdown(text)
  const around = { depth: 0, inLink: false, addresses: addressesIn(tree) }
  return blocksFrom(tree.children, { ...around, above: levelAbove(tree), inHtml: false })
}

interface Place extends Around {
  /** What the level of a heading is counted from, so that the highest of the text is 2. */
  above: number
  inHtml: boolean
}

const levelAbove = ({ children }: MarkdownTree) =>
  Math.min(...children.map((node) => (node.type === 'heading' ? node.depth : 6))) - 2

const addressesIn = ({ children }: MarkdownTree) =>
  new Map(children.flatMap((node) => (node.type === 'definition' ? [[node.identifier, node.url]] : [])))

const blocksFrom = (nodes: readonly MarkdownNode[], place: Place): NoticeBlock[] =>
  nodes.flatMap((node) => blockFrom(node, place))

function blockFrom(node: MarkdownNode, place: Place): NoticeBlock[] {
  switch (node.type) {
    case 'paragraph':
      return paragraph(inlinesFrom(node.children, place))
    case 'heading':
      return heading(node.depth - place.above, inlinesFrom(node.children, place))
    case 'blockquote':
      return quote(blocksFrom(node.children, inside(place)), place)
    case 'list':
      return list(node, place)
    case 'code':
      return [{ kind: 'code', text: node.value }]
    case 'thematicBreak':
      return [{ kind: 'rule' }]
    case 'table':
      return table(node.children, place)
    case 'html':
      return html(node.value, place)
    case 'footnoteDefinition':
      return begunBy(`[${node.label ?? node.identifier}] `, blocksFrom(node.children, place))
    default:
      return []
  }
}

const inside = (place: Place): Place => ({ ...place, ...inner(place) })

/** Blanks alone are nothing to read. */
const isEmpty = (children: readonly NoticeInline[]) =>
  children.every((child) => child.kind === 'break' || (child.kind === 'text' && child.text.trim() === ''))

const paragraph = (children: NoticeInline[]): NoticeBlock[] =>
  isEmpty(children) ? [] : [{ kind: 'paragraph', children }]

const heading = (level: number, children: NoticeInline[]): NoticeBlock[] =>
  isEmpty(children) ? [] : [{ kind: 'heading', level: level <= 2 ? 2 : level === 3 ? 3 : 4, children }]

const quote = (children: NoticeBlock[], { depth }: Place): NoticeBlock[] =>
  depth >= deepest || children.length === 0 ? children : [{ kind: 'quote', children }]

type Nodes<Type extends MarkdownNode['type']> = Extract<MarkdownNode, { type: Type }>

function list(node: Nodes<'list'>, place: Place): NoticeBlock[] {
  const items = node.children.map((item) => listItem(item, place))
  if (place.depth >= deepest) return items.flat()
  return [{ kind: 'list', start: node.ordered ? (node.start ?? 1) : null, items }]
}

function listItem({ checked, children }: Nodes<'listItem'>, place: Place): NoticeBlock[] {
  const blocks = blocksFrom(children, inside(place))
  return typeof checked === 'boolean' ? begunBy(checked ? '☑ ' : '☐ ', blocks) : blocks
}

function table([first, ...others]: readonly Nodes<'tableRow'>[], place: Place): NoticeBlock[] {
  const cellsOf = (row: Nodes<'tableRow'>) => row.children.map((cell) => inlinesFrom(cell.children, place))
  if (!first) return []
  const head = cellsOf(first)
  const rows = others.map((row) => {
    const cells = cellsOf(row)
    return head.map((_, at) => cells[at] ?? [])
  })
  return [{ kind: 'table', head, rows }]
}

/** What is between the tags is read as Markdown, too, but once: there are no tags in it any more. */
function html(value: string, place: Place): NoticeBlock[] {
  if (place.inHtml) return []
  return blocksFrom(parseMarkdown(withoutTags(value), { html: false }).children, { ...place, inHtml: true })
}

function begunBy(text: string, blocks: NoticeBlock[]): NoticeBlock[] {
  const [first, ...rest] = blocks
  const begin: NoticeInline = { kind: 'text', text }
  if (first?.kind !== 'paragraph') return [{ kind: 'paragraph', children: [begin] }, ...blocks]
  return [{ kind: 'paragraph', children: joined([begin, ...first.children]) }, ...rest]
}
