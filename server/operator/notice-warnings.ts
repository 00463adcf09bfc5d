import { type MarkdownNode, type MarkdownTree, parseMarkdown } from '#server/markdown.ts'
import { isTooComplex } from '#server/notices/complexity.ts'
import { sanitizeHref } from '#server/notices/links.ts'

/** Something about a line of a text, which counts from 1. */
export interface Diagnostic {
  line: number
  message: string
}

/** What of a text will not be shown as it was meant. */
export function findWarnings(body: string): Diagnostic[] {
  if (isTooComplex(body))
    return [
      {
        line: 1,
        message: 'it is so long, or so full of signs, that it is shown as it stands, without its markup',
      },
    ]
  const tree = parseMarkdown(body)
  return collectNodes(tree).flatMap((node) => {
    const message = getWarning(node)
    return message === null ? [] : [{ line: node.position?.start.line ?? 1, message }]
  })
}

/** Every node of a tree, in the order of the text. */
function collectNodes(tree: MarkdownTree): MarkdownNode[] {
  const nodes: MarkdownNode[] = []
  const stack: MarkdownNode[] = tree.children.toReversed()
  for (let node = stack.pop(); node; node = stack.pop()) {
    nodes.push(node)
    if ('children' in node) for (const child of node.children.toReversed()) stack.push(child)
  }
  return nodes
}

function getWarning(node: MarkdownNode): string | null {
  switch (node.type) {
    case 'html':
      return /^<!--|^<\//.test(node.value) ? null : `the tag ${getFirstTag(node.value)} is left out`
    case 'image':
    case 'imageReference':
      return node.alt
        ? `the picture is not shown, only its text “${node.alt}”`
        : 'the picture is not shown, and it has no text'
    case 'link':
    case 'definition':
      return sanitizeHref(node.url) === null
        ? `the link to ${node.url || 'nothing'} is shown as text: links are https://…, http://…, mailto:… or /… on the site`
        : null
    case 'text':
      return getMdxWarning(node.value)
    default:
      return null
  }
}

const getFirstTag = (html: string) => /^<[^\s>]*/.exec(html)?.[0].concat('>') ?? html

function getMdxWarning(text: string): string | null {
  if (/^(?:import\s.+\sfrom\s|import\s+['"]|export\s+(?:const|default|function|let)\s)/m.test(text))
    return 'an import or export is shown as text'
  return /\{[^{}]*\}/.test(text) ? 'braces are shown as they stand: nothing in them is worked out' : null
}
