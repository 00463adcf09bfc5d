import { type MarkdownNode, type MarkdownTree, parseMarkdown } from '#server/markdown.ts'
import { hrefOf } from '#server/notices/links.ts'
import { isTangled } from '#server/notices/tangled.ts'

/** Something about a line of a text, which counts from 1. */
export interface Noted {
  line: number
  message: string
}

/** What of a text will not be shown as it was meant. */
export function lookOver(body: string): Noted[] {
  if (isTangled(body))
    return [
      {
        line: 1,
        message: 'it is so long, or so full of signs, that it is shown as it stands, without its markup',
      },
    ]
  const tree = parseMarkdown(body)
  return nodesOf(tree).flatMap((node) => {
    const message = messageOf(node)
    return message === null ? [] : [{ line: node.position?.start.line ?? 1, message }]
  })
}

/** Every node of a tree, in the order of the text. */
function nodesOf(tree: MarkdownTree): MarkdownNode[] {
  const found: MarkdownNode[] = []
  const waiting: MarkdownNode[] = tree.children.toReversed()
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    found.push(node)
    if ('children' in node) for (const child of node.children.toReversed()) waiting.push(child)
  }
  return found
}

function messageOf(node: MarkdownNode): string | null {
  switch (node.type) {
    case 'html':
      return /^<!--|^<\//.test(node.value) ? null : `the tag ${firstTag(node.value)} is left out`
    case 'image':
    case 'imageReference':
      return node.alt
        ? `the picture is not shown, only its text “${node.alt}”`
        : 'the picture is not shown, and it has no text'
    case 'link':
    case 'definition':
      return hrefOf(node.url) === null
        ? `the link to ${node.url || 'nothing'} is shown as text: links are https://…, http://…, mailto:… or /… on the site`
        : null
    case 'text':
      return ofMdx(node.value)
    default:
      return null
  }
}

const firstTag = (html: string) => /^<[^\s>]*/.exec(html)?.[0].concat('>') ?? html

function ofMdx(text: string): string | null {
  if (/^(?:import\s.+\sfrom\s|import\s+['"]|export\s+(?:const|default|function|let)\s)/m.test(text))
    return 'an import or export is shown as text'
  return /\{[^{}]*\}/.test(text) ? 'braces are shown as they stand: nothing in them is worked out' : null
}
