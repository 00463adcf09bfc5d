import { basename, dirname } from 'node:path'
import * as z from 'zod/mini'
import { type Locale, locales } from '#contract/platform/locale.ts'
import {
  maxNoticeTitleLength,
  type NoticeProblem,
  type NoticeProblemKind,
} from '#contract/portal/desk/notices.ts'
import { formatCount } from '#server/platform/command-line/format.ts'
import { findLocale, readMarkdownFile, splitFrontMatter } from '#server/portal/rich-text/markdown-file.ts'
import { checkText, extractTitle, listWarnings, type NoticeTexts, trimBody } from './notice-source.ts'
import { parseTime } from './time.ts'
import { parseYaml } from './yaml.ts'

export interface NoticeContent extends NoticeTexts {
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
    body: Object.fromEntries(ordered.map(({ locale, body }) => [locale, trimBody(body)])),
    pinned: files.find(({ pinned }) => pinned !== undefined)?.pinned,
    publishAt: files.find(({ publishAt }) => publishAt !== undefined)?.publishAt,
    warnings: files.flatMap(formatWarnings),
  }
  return { content }
}

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
  checkText({ title, body, bodyLine }, (line, kind) => report(line, formatProblem({ kind, detail: '' })))
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

/** Completes “<file>, line <line>: ”. */
function formatProblem({ kind, detail }: Pick<NoticeProblem, 'kind' | 'detail'>): string {
  const texts: Partial<Record<NoticeProblemKind, string>> = {
    'title-missing': 'it has no title: write title: … in the front matter, or start with # and the title',
    'title-long': `the title is longer than ${maxNoticeTitleLength} characters`,
    'text-missing': 'there is no text below the title',
    tag: `the tag ${detail} is dropped`,
    image: `the image is replaced by its text “${detail}”`,
    'image-empty': 'the image is not shown, and it has no text',
    link: `the link to ${detail || 'nothing'} is shown as text: links must be https://…, http://…, mailto:… or /… on the site`,
    import: 'an import or export is shown as text',
    expression: 'an expression in braces is shown as text',
  }
  return texts[kind] ?? kind
}

const formatWarnings = ({ name, body, bodyLine }: NoticeFile): string[] =>
  listWarnings(body, bodyLine).map((warning) =>
    warning.kind === 'more'
      ? `warning: ${name}: and ${formatCount(Number(warning.detail), 'more warning')}.`
      : `warning: ${name}, line ${warning.line}: ${formatProblem(warning)}.`,
  )
