import { toString as toPlainText } from 'mdast-util-to-string'
import { parseMarkdown } from '#server/portal/notices/markdown.ts'
import type { Diagnostic } from './notice-warnings.ts'

const maxTitleLength = 200

export function extractTitle(
  body: string,
  bodyLine: number,
  titleField: string | undefined,
  diagnostics: Diagnostic[],
): { title: string | undefined; body: string } {
  const heading = findFirstHeading(body)
  const isRepeated = heading !== undefined && (titleField === undefined || heading.text === titleField)
  const title = titleField ?? heading?.text
  if (title === undefined)
    diagnostics.push({
      line: bodyLine,
      message: 'it has no title: write title: … in the front matter, or start with # and the title',
    })
  else if ([...title].length > maxTitleLength)
    diagnostics.push({ line: 1, message: `the title is longer than ${maxTitleLength} characters` })
  return { title, body: isRepeated ? body.slice(0, heading.from) + body.slice(heading.to) : body }
}

function findFirstHeading(body: string): { text: string; from: number; to: number } | undefined {
  const heading = parseMarkdown(body).children.find((node) => node.type === 'heading' && node.depth === 1)
  if (!heading?.position) return undefined
  const text = toPlainText(heading, { includeHtml: false }).replace(/\s+/g, ' ').trim()
  const { start, end } = heading.position
  return text === '' ? undefined : { text, from: start.offset ?? 0, to: end.offset ?? 0 }
}
