import type { FrontMatter } from '#server/front-matter.ts'
import { parseMarkdown } from '#server/markdown.ts'
import { inlinesFrom } from '#server/notices/inlines.ts'
import { plainText } from '#server/notices/plain-text.ts'
import { isTangled } from '#server/notices/tangled.ts'
import type { Noted } from './notice-look.ts'

const mostTitle = 200

interface Titled {
  title: string | undefined
  body: string
}

/** The title that is given, else the first `# heading`, which the body then does not repeat. */
export function titledBody(
  { body, bodyLine }: FrontMatter,
  given: string | undefined,
  faults: Noted[],
): Titled {
  const heading = firstHeading(body)
  const repeats = heading !== undefined && (given === undefined || heading.text === given)
  const title = given ?? heading?.text
  if (title === undefined)
    faults.push({
      line: bodyLine,
      message: 'it has no title: write title: … in the front matter, or begin with # and the title',
    })
  else if ([...title].length > mostTitle)
    faults.push({ line: 1, message: `the title is longer than ${mostTitle} characters` })
  return { title, body: repeats ? body.slice(0, heading.from) + body.slice(heading.to) : body }
}

function firstHeading(body: string): { text: string; from: number; to: number } | undefined {
  // Of what is not read at all, the first lines still can be.
  const text = isTangled(body) ? (body.trimStart().split(/\n\s*\n/, 1)[0] ?? '') : body
  const moved = text === body ? 0 : body.length - body.trimStart().length
  if (isTangled(text)) return undefined
  const found = parseMarkdown(text).children.find((node) => node.type === 'heading' && node.depth === 1)
  if (found?.type !== 'heading' || !found.position) return undefined
  const around = { depth: 0, inLink: false, addresses: new Map<string, string>() }
  const title = plainText(inlinesFrom(found.children, around))
  const { start, end } = found.position
  return title === ''
    ? undefined
    : { text: title, from: moved + (start.offset ?? 0), to: moved + (end.offset ?? 0) }
}
