import { parseMarkdown } from '#server/markdown.ts'
import { isTooComplex } from '#server/notices/complexity.ts'
import { convertInlines } from '#server/notices/inlines.ts'
import { toPlainText } from '#server/notices/plain-text.ts'
import type { FrontMatter } from './front-matter.ts'
import type { Diagnostic } from './notice-warnings.ts'

const maxTitleLength = 200

interface TitledBody {
  title: string | undefined
  body: string
}

/** The title that is given, else the first `# heading`, which the body then does not repeat. */
export function extractTitle(
  { body, bodyLine }: FrontMatter,
  titleField: string | undefined,
  diagnostics: Diagnostic[],
): TitledBody {
  const heading = findFirstHeading(body)
  const isRepeated = heading !== undefined && (titleField === undefined || heading.text === titleField)
  const title = titleField ?? heading?.text
  if (title === undefined)
    diagnostics.push({
      line: bodyLine,
      message: 'it has no title: write title: … in the front matter, or begin with # and the title',
    })
  else if ([...title].length > maxTitleLength)
    diagnostics.push({ line: 1, message: `the title is longer than ${maxTitleLength} characters` })
  return { title, body: isRepeated ? body.slice(0, heading.from) + body.slice(heading.to) : body }
}

function findFirstHeading(body: string): { text: string; from: number; to: number } | undefined {
  // Of what is not read at all, the first lines still can be.
  const text = isTooComplex(body) ? (body.trimStart().split(/\n\s*\n/, 1)[0] ?? '') : body
  const offset = text === body ? 0 : body.length - body.trimStart().length
  if (isTooComplex(text)) return undefined
  const heading = parseMarkdown(text).children.find((node) => node.type === 'heading' && node.depth === 1)
  if (heading?.type !== 'heading' || !heading.position) return undefined
  const context = { depth: 0, inLink: false, linkDefinitions: new Map<string, string>() }
  const title = toPlainText(convertInlines(heading.children, context))
  const { start, end } = heading.position
  return title === ''
    ? undefined
    : { text: title, from: offset + (start.offset ?? 0), to: offset + (end.offset ?? 0) }
}
