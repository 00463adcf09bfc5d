import { basename, dirname } from 'node:path'
import { toString as toPlainText } from 'mdast-util-to-string'
import * as z from 'zod/mini'
import { type Locale, locales } from '#contract/platform/locale.ts'
import { formatCount } from '#server/platform/command-line/format.ts'
import { sanitizeHref } from '#server/portal/rich-text/links.ts'
import { collectNodes, type MarkdownNode, parseMarkdown } from '#server/portal/rich-text/markdown.ts'
import { findLocale, readMarkdownFile, splitFrontMatter } from '#server/portal/rich-text/markdown-file.ts'
import { parseTime } from './time.ts'
import { parseYaml } from './yaml.ts'

export interface NoticeContent {
  title: Partial<Record<Locale, string>>
  body: Partial<Record<Locale, string>>
  pinned: boolean | undefined
  publishAt: Date | undefined
  warnings: string[]
}

interface NoticeFile {
  name: string
  locale: Locale
  title: string
  body: string
  /** The first line of the body, 1-based. */
  bodyLine: number
  pinned: boolean | undefined
  publishAt: Date | undefined
}

type Report = (line: number, message: string) => void

/** One file per language. @returns the content, or one line per error across all files */
export async function readNotice(
  folder: string,
  names: readonly string[],
): Promise<{ content: NoticeContent } | { errors: string[] }> {
  const errors: string[] = []
  const files: NoticeFile[] = []
  for (const name of names) {
    const count = errors.length
    const file = await readNoticeFile(folder, name, (line, message) =>
      errors.push(`${name}, line ${line}: ${message}.`),
    )
    if (file && errors.length === count) files.push(file)
  }
  for (const [at, { name, locale, pinned, publishAt }] of files.entries()) {
    const earlier = files.slice(0, at)
    const same = earlier.find((other) => other.locale === locale)
    if (same) errors.push(`${name}: ${same.name} is also in ${locale}; use one file per language.`)
    const pinning = earlier.find((other) => other.pinned !== undefined)
    if (pinning && pinned !== undefined && pinned !== pinning.pinned)
      errors.push(`${name}: its pinned differs from that of ${pinning.name}.`)
    const timed = earlier.find((other) => other.publishAt !== undefined)
    if (timed && publishAt && publishAt.getTime() !== timed.publishAt?.getTime())
      errors.push(`${name}: its publish_at differs from that of ${timed.name}.`)
  }
  if (errors.length > 0) return { errors }
  const ordered = locales.flatMap((locale) => files.filter((file) => file.locale === locale))
  const content = {
    title: Object.fromEntries(ordered.map(({ locale, title }) => [locale, title])),
    body: Object.fromEntries(ordered.map(({ locale, body }) => [locale, body.replace(/^\n+/, '').trimEnd()])),
    pinned: files.find(({ pinned }) => pinned !== undefined)?.pinned,
    publishAt: files.find(({ publishAt }) => publishAt !== undefined)?.publishAt,
    warnings: files.flatMap(formatWarnings),
  }
  return { content }
}

const maxTitleLength = 200

async function readNoticeFile(folder: string, name: string, report: Report): Promise<NoticeFile | undefined> {
  const read = await readMarkdownFile(folder, name)
  if ('error' in read) return void report(1, read.error)
  const source = splitFrontMatter(read.text)
  if (!source) return void report(1, 'the front matter has no end: close it with a line of ---')
  const fields = parseFields(source.yaml, report)
  if (!fields) return
  const locale = fields.language ?? findLocaleInPath(name)
  if (!locale)
    report(
      1,
      `its language is missing: write language: ko in the front matter, or name the file name.ko.mdx (${locales.join(', ')})`,
    )
  const { title, body } = extractTitle(source.body, fields.title)
  const { bodyLine } = source
  if (title === undefined)
    report(bodyLine, 'it has no title: write title: … in the front matter, or start with # and the title')
  else if ([...title].length > maxTitleLength)
    report(1, `the title is longer than ${maxTitleLength} characters`)
  if (body.trim() === '') report(bodyLine, 'there is no text below the title')
  if (!locale || title === undefined) return
  return { name, locale, title, body, bodyLine, pinned: fields.pinned, publishAt: fields.publish_at }
}

/** "spring.ko.mdx" and "ko/spring.mdx" */
const findLocaleInPath = (path: string): Locale | undefined =>
  findLocale(/\.([\w-]+)\.mdx?$/i.exec(basename(path))?.[1] ?? '') ?? findLocale(basename(dirname(path)))

const Fields = z.strictObject({
  language: z.optional(
    z.pipe(
      z.transform((value) => findLocale(String(value))),
      z.enum(locales, `must be one of ${locales.join(', ')}`),
    ),
  ),
  title: z.optional(
    z
      .string('must be text: put it in quotes')
      .check(z.trim(), z.regex(/^\P{Cc}+$/u, 'must be a single line of text')),
  ),
  pinned: z.optional(z.boolean('must be true or false')),
  publish_at: z.optional(
    z.transform((value, { issues, value: input }) => {
      const time = parseTime(String(value))
      if (time instanceof Date) return time
      issues.push({ code: 'custom', message: `is invalid. ${time}`, input })
      return z.NEVER
    }),
  ),
})

/** Undefined: they are invalid. */
function parseFields(yaml: string, report: Report): z.output<typeof Fields> | undefined {
  const { value, errors, getLine } = parseYaml(yaml)
  // Line 1 is the fence.
  for (const { line, message } of errors)
    report(line + 1, `the front matter is not valid YAML: ${message} (quote text that contains a colon)`)
  if (errors.length > 0) return
  const result = z.safeParse(Fields, value ?? {})
  for (const issue of result.error?.issues ?? [])
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys)
        report(getLine([key]) + 1, `${key} is not a known field (${Object.keys(Fields.shape).join(', ')})`)
    else if (issue.path.length > 0)
      report(getLine(issue.path) + 1, `${String(issue.path[0])} ${issue.message}`)
    else report(2, 'the front matter must be a list of names with values')
  return result.data
}

/** The first heading is the title, unless the front matter has another one. */
function extractTitle(body: string, field: string | undefined): { title: string | undefined; body: string } {
  const heading = parseMarkdown(body).children.find((node) => node.type === 'heading' && node.depth === 1)
  const text = heading && toPlainText(heading, { includeHtml: false }).replace(/\s+/g, ' ').trim()
  if (!heading?.position || !text || (field ?? text) !== text) return { title: field, body }
  const { start, end } = heading.position
  return { title: text, body: body.slice(0, start.offset) + body.slice(end.offset) }
}

const maxPrintedWarnings = 20

function formatWarnings({ name, body, bodyLine }: NoticeFile): string[] {
  const warnings = collectNodes(parseMarkdown(body)).flatMap((node) => {
    const message = getWarning(node)
    const line = (node.position?.start.line ?? 1) + bodyLine - 1
    return message === null ? [] : [`warning: ${name}, line ${line}: ${message}.`]
  })
  const omitted = warnings.length - maxPrintedWarnings
  return [
    ...warnings.slice(0, maxPrintedWarnings),
    ...(omitted > 0 ? [`warning: ${name}: and ${formatCount(omitted, 'more warning')}.`] : []),
  ]
}

function getWarning(node: MarkdownNode): string | null {
  switch (node.type) {
    case 'html':
      return /^<!--|^<\/|^<br\b/.test(node.value)
        ? null
        : `the tag ${/^<[^\s>]*/.exec(node.value)?.[0]}> is dropped`
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
      if (/^(?:import\s.+\sfrom\s|import\s+['"]|export\s+(?:const|default|function|let)\s)/m.test(node.value))
        return 'an import or export is shown as text'
      return /\{[^{}]*\}/.test(node.value) ? 'an expression in braces is shown as text' : null
    default:
      return null
  }
}
