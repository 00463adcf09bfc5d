import { sanitizeHref } from '#server/portal/notices/links.ts'
import { type MarkdownNode, type MarkdownTree, parseMarkdown } from '#server/portal/notices/markdown.ts'

export interface Diagnostic {
  line: number
  message: string
}

export const findWarnings = (body: string): Diagnostic[] =>
  collectNodes(parseMarkdown(body)).flatMap((node) => {
    const message = getWarning(node)
    return message === null ? [] : [{ line: node.position?.start.line ?? 1, message }]
  })

const collectNodes = (parent: MarkdownTree | MarkdownNode): MarkdownNode[] =>
  'children' in parent ? parent.children.flatMap((node) => [node, ...collectNodes(node)]) : []

function getWarning(node: MarkdownNode): string | null {
  switch (node.type) {
    case 'html':
      return /^<!--|^<\/|^<br\b/.test(node.value) ? null : `the tag ${getFirstTag(node.value)} is dropped`
    case 'image':
    case 'imageReference':
      return node.alt
        ? `the image is replaced by its text “${node.alt}”`
        : 'the image is not shown, and it has no text'
    case 'link':
    case 'definition':
      return sanitizeHref(node.url) === null
        ? `the link to ${node.url || 'nothing'} is shown as text: links must be https://…, http://…, mailto:… or /… on the site`
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
  return /\{[^{}]*\}/.test(text) ? 'an expression in braces is shown as text' : null
}
