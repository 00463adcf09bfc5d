import { toString as toPlainText } from 'mdast-util-to-string'
import { type Locale, locales } from '#contract/platform/locale.ts'
import {
  maxNoticeTitleLength,
  type NoticeProblem,
  type NoticeProblemKind,
} from '#contract/portal/desk/notices.ts'
import { sanitizeHref } from '#server/portal/rich-text/links.ts'
import { collectNodes, type MarkdownNode, parseMarkdown } from '#server/portal/rich-text/markdown.ts'

export interface NoticeTexts {
  title: Partial<Record<Locale, string>>
  body: Partial<Record<Locale, string>>
}

type Report = (line: number, kind: NoticeProblemKind, detail?: string) => void

/** The first heading is the title, unless there is another one. */
export function extractTitle(
  body: string,
  given: string | undefined,
): { title: string | undefined; body: string } {
  const heading = parseMarkdown(body).children.find((node) => node.type === 'heading' && node.depth === 1)
  const text = heading && toPlainText(heading, { includeHtml: false }).replace(/\s+/g, ' ').trim()
  if (!heading?.position || !text || (given ?? text) !== text) return { title: given, body }
  const { start, end } = heading.position
  return { title: text, body: body.slice(0, start.offset) + body.slice(end.offset) }
}

/** `bodyLine`: the first line of the body, 1-based. */
export function checkText(
  { title, body, bodyLine }: { title: string | undefined; body: string; bodyLine: number },
  report: Report,
): void {
  if (title === undefined) report(bodyLine, 'title-missing')
  else if ([...title].length > maxNoticeTitleLength) report(1, 'title-long')
  if (body.trim() === '') report(bodyLine, 'text-missing')
}

/** As it is stored. */
export const trimBody = (body: string): string => body.replace(/^\n+/, '').trimEnd()

const maxWarnings = 20

/** What is not shown as it is written. */
export function listWarnings(body: string, bodyLine = 1): NoticeProblem[] {
  const warnings = collectNodes(parseMarkdown(body)).flatMap((node): NoticeProblem[] => {
    const warning = findWarning(node)
    const line = (node.position?.start.line ?? 1) + bodyLine - 1
    return warning === null ? [] : [{ detail: '', ...warning, line, isError: false }]
  })
  const omitted = warnings.slice(maxWarnings)
  const [first] = omitted
  return [
    ...warnings.slice(0, maxWarnings),
    ...(first ? [{ ...first, kind: 'more' as const, detail: String(omitted.length) }] : []),
  ]
}

function findWarning(node: MarkdownNode): { kind: NoticeProblemKind; detail?: string } | null {
  switch (node.type) {
    case 'html':
      return /^<!--|^<\/|^<br\b/.test(node.value)
        ? null
        : { kind: 'tag', detail: `${/^<[^\s>]*/.exec(node.value)?.[0]}>` }
    case 'image':
    case 'imageReference':
      return node.alt ? { kind: 'image', detail: node.alt } : { kind: 'image-empty' }
    case 'link':
    case 'definition':
      return sanitizeHref(node.url) === null ? { kind: 'link', detail: node.url } : null
    case 'text':
      if (/^(?:import\s.+\sfrom\s|import\s+['"]|export\s+(?:const|default|function|let)\s)/m.test(node.value))
        return { kind: 'import' }
      return /\{[^{}]*\}/.test(node.value) ? { kind: 'expression' } : null
    default:
      return null
  }
}

export interface WrittenNotice {
  title: string
  body: string
  problems: NoticeProblem[]
}

/** Of somebody who writes in fields: without the front matter of files. */
export function parseNoticeSource(source: { title: string; text: string }): WrittenNotice {
  const text = source.text.replace(/\r\n?/g, '\n').replaceAll('\0', '')
  const errors: NoticeProblem[] = []
  const report: Report = (line, kind, detail = '') => errors.push({ kind, line, detail, isError: true })
  if (/^---[^\S\n]*\n[\w-]+:/.test(text)) report(1, 'front-matter')
  const given = source.title.replace(/[\s\p{Cc}]+/gu, ' ').trim() || undefined
  const { title, body } = extractTitle(text, given)
  checkText({ title, body, bodyLine: 1 }, report)
  return { title: title ?? '', body: trimBody(body), problems: [...errors, ...listWarnings(body)] }
}

type Sources = Readonly<Partial<Record<Locale, { title: string; text: string } | undefined>>>

/** Languages without a title and a text are left out. */
export const parseNoticeSources = (sources: Sources): { locale: Locale; written: WrittenNotice }[] =>
  locales.flatMap((locale) => {
    const source = sources[locale]
    return source && (source.title.trim() || source.text.trim())
      ? [{ locale, written: parseNoticeSource(source) }]
      : []
  })
