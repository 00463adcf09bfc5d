import { readdir } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import * as z from 'zod/mini'
import { type Locale, locales } from '#contract/platform/locale.ts'
import { findRedirect } from '#contract/portal/hosting.ts'
import { PageSlug } from '#contract/portal/site-pages.ts'
import { guideEntries } from '#lib/guides/manifest.ts'
import { OperatorError } from '#server/platform/command-line/command.ts'
import { parseInputFile } from '#server/platform/command-line/files.ts'
import { sanitizeHref } from '#server/portal/rich-text/links.ts'
import { collectNodes, type MarkdownNode, parseMarkdown } from '#server/portal/rich-text/markdown.ts'
import { findLocale, readMarkdownFile, splitFrontMatter } from '#server/portal/rich-text/markdown-file.ts'
import { parseYaml } from '#server/portal/yaml.ts'
import type { WrittenPage, WrittenPages } from './queries.ts'

export const settingsFile = 'pages.yaml'

const maxSettingsBytes = 10 * 1024
/** A list of pages is read with every page of the site. */
const maxPages = 200
/** A usual page has a few hundred; the parser takes quadratic time for the markup of one paragraph. */
const maxNodes = 5_000
const maxLengths = { title: 60, short: 40, description: 200, lead: 300 } as const

/** The pages of the product that a site can replace or hide. Its list of guides stays. */
const productSlugs: readonly string[] = guideEntries.map(({ slug }) => slug).filter(Boolean)

interface Problem {
  readonly file: string
  readonly line: number
  readonly message: string
}
type Report = (line: number, message: string) => void

/**
 * Reads a folder with a site's pages: `ko/our-rules.mdx`, `en/our-rules.mdx` …, and `pages.yaml` with those to hide.
 * @throws {OperatorError} with a line for each problem
 */
export async function readPageFolder({ cwd }: { cwd: string }, folder: string): Promise<WrittenPages> {
  const problems: Problem[] = []
  const names = await listFiles(resolve(cwd, folder), folder)
  const hidden = names.includes(settingsFile)
    ? await readSettings(cwd, join(folder, settingsFile), problems)
    : []
  const pages: WrittenPage[] = []
  const texts: { page: WrittenPage; file: string; bodyLine: number }[] = []
  for (const name of names.filter((each) => each !== settingsFile)) {
    const file = join(folder, name)
    const read = await readPage(resolve(cwd, folder), name, (line, message) =>
      problems.push({ file, line, message }),
    )
    if (!read) continue
    pages.push(read.page)
    texts.push({ ...read, file })
  }
  const known = new Set([...productSlugs, ...pages.map(({ slug }) => slug)])
  const shown = (slug: string) => known.has(slug) && !hidden.includes(slug)
  for (const { page, file, bodyLine } of texts) {
    if (hidden.includes(page.slug))
      problems.push({
        file,
        line: 1,
        message: `${settingsFile} hides ${page.slug}, which this file replaces`,
      })
    for (const { line, message } of findTextProblems(page.body, shown))
      problems.push({ file, line: line + bodyLine - 1, message })
  }
  if (pages.length > maxPages)
    problems.push({ file: folder, line: 0, message: `has more than ${maxPages} pages` })
  if (problems.length > 0)
    throw new OperatorError(
      [
        ...problems.map(
          ({ file, line, message }) => `${file}${line > 0 ? `, line ${line}` : ''}: ${message}.`,
        ),
        'Nothing was changed.',
      ].join('\n'),
    )
  return { hidden, pages }
}

/** Files that editors and systems leave begin with a dot. */
async function listFiles(path: string, folder: string): Promise<string[]> {
  try {
    const entries = await readdir(path, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    const prefix = path + sep
    return files
      .map((entry) => join(entry.parentPath, entry.name).slice(prefix.length).split(sep).join('/'))
      .sort()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reason =
      code === 'ENOENT'
        ? 'does not exist'
        : code === 'ENOTDIR'
          ? 'is not a folder'
          : `cannot be read (${code})`
    throw new OperatorError(`${folder} ${reason}.`)
  }
}

const Settings = z.strictObject({ hide: z.optional(z.array(z.string())) })

async function readSettings(cwd: string, file: string, problems: Problem[]): Promise<string[]> {
  const text = await parseInputFile({ cwd }, file, maxSettingsBytes, (bytes) => bytes.toString('utf8'))
  const report: Report = (line, message) => problems.push({ file, line, message })
  const { value, errors, getLine } = parseYaml(text)
  for (const { line, message } of errors) report(line, `it is not valid YAML: ${message}`)
  if (errors.length > 0) return []
  const { data, success } = z.safeParse(Settings, value ?? {})
  if (!success) {
    report(1, 'it must have a list below hide: and nothing else')
    return []
  }
  const hidden = data.hide ?? []
  for (const [at, slug] of hidden.entries())
    if (!productSlugs.includes(slug))
      report(getLine(['hide', at]), `there is no page ${slug}: ${productSlugs.join(', ')}`)
  return [...new Set(hidden)].sort()
}

/** "ko/auths/pc-auth.mdx" */
function parseName(name: string): { locale: Locale; slug: string } | undefined {
  const [, language = '', slug = ''] = /^([^/]+)\/(.+)\.mdx?$/i.exec(name) ?? []
  const locale = findLocale(language)
  return locale && { locale, slug }
}

const Fields = z.strictObject({
  title: z.string(),
  description: z.string(),
  short: z.optional(z.string()),
  lead: z.optional(z.string()),
})

async function readPage(
  folder: string,
  name: string,
  report: Report,
): Promise<{ page: WrittenPage; bodyLine: number } | undefined> {
  const place = parseName(name)
  if (!place)
    return void report(
      0,
      `it is not a page: name it <language>/<address>.mdx (${locales.join(', ')}), or ${settingsFile}`,
    )
  const { slug, locale } = place
  if (!productSlugs.includes(slug) && (!z.safeParse(PageSlug, slug).success || slug.includes('/')))
    return void report(
      0,
      'its name becomes the address: use lower-case letters, digits and single hyphens, such as our-rules.mdx',
    )
  if (findRedirect(`/guides/${slug}`) !== undefined)
    return void report(0, `the address /guides/${slug} leads to another page: choose another name`)
  const read = await readMarkdownFile(folder, name)
  if ('error' in read) return void report(0, read.error)
  const source = splitFrontMatter(read.text)
  if (!source) return void report(1, 'the front matter has no end: close it with a line of ---')
  const fields = readFields(source.yaml, report)
  if (!fields) return
  const body = source.body.trim()
  if (body === '') return void report(source.bodyLine, 'there is no text below the front matter')
  const leadingLines = source.body.slice(0, source.body.indexOf(body)).split('\n').length - 1
  const { title, description, short = title, lead = null } = fields
  return {
    page: { slug, locale, title, short, description, lead, body },
    bodyLine: source.bodyLine + leadingLines,
  }
}

/** Undefined: they are invalid. */
function readFields(yaml: string, report: Report): z.output<typeof Fields> | undefined {
  const { value, errors, getLine } = parseYaml(yaml)
  // Line 1 is the fence.
  for (const { line, message } of errors)
    report(line + 1, `the front matter is not valid YAML: ${message} (quote text that contains a colon)`)
  if (errors.length > 0) return
  const { data, error } = z.safeParse(Fields, value ?? {})
  for (const issue of error?.issues ?? []) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys)
        report(getLine([key]) + 1, `${key} is not a known field (${Object.keys(Fields.shape).join(', ')})`)
    else if (issue.path.length === 0) report(1, 'the front matter must be a list of names with values')
    else
      report(
        getLine(issue.path) + 1,
        `${String(issue.path[0])} is missing, or not text: write ${String(issue.path[0])}: "…" in the front matter`,
      )
  }
  if (!data) return
  const before = Object.keys(maxLengths) as (keyof typeof maxLengths)[]
  const faults = before.flatMap((key) => {
    const text = data[key]
    if (text === undefined) return []
    if (text.trim() === '' || /\p{Cc}/u.test(text)) return [`${key} must be a line of text`]
    return [...text].length > maxLengths[key] ? [`${key} is longer than ${maxLengths[key]} characters`] : []
  })
  for (const fault of faults) report(getLine([fault.split(' ')[0] ?? '']) + 1, fault)
  return faults.length > 0 ? undefined : data
}

/** What a page cannot have, by the line of its text. */
function findTextProblems(
  body: string,
  isShown: (slug: string) => boolean,
): { line: number; message: string }[] {
  const nodes = collectNodes(parseMarkdown(body))
  if (nodes.length > maxNodes) return [{ line: 1, message: 'it has more markup than a page can have' }]
  return nodes.flatMap((node) => {
    const message = findNodeProblem(node, isShown)
    return message === null ? [] : [{ line: node.position?.start.line ?? 1, message }]
  })
}

function findNodeProblem(node: MarkdownNode, isShown: (slug: string) => boolean): string | null {
  switch (node.type) {
    case 'html':
      return /^<!--|^<br\b/i.test(node.value)
        ? null
        : `${/^<[^\s>]*/.exec(node.value)?.[0]}> cannot be used: write Markdown (a line that begins with > becomes a box)`
    case 'image':
    case 'imageReference':
      return 'pictures cannot be shown on these pages: describe it in words, or link to it'
    case 'link':
    case 'definition':
      return findLinkProblem(node.url, isShown)
    case 'text':
      if (/^(?:import|export)\s/m.test(node.value)) return 'imports and exports of MDX cannot be used'
      return /\{[^{}]*\}/.test(node.value) ? 'expressions in braces cannot be used' : null
    default:
      return null
  }
}

function findLinkProblem(url: string, isShown: (slug: string) => boolean): string | null {
  const href = sanitizeHref(url)
  if (href === null)
    return `the link to ${url || 'nothing'} cannot be used: links are https://…, mailto:… or /… on the site`
  const [, slug] = /^\/guides\/([^?#]+)/.exec(href) ?? []
  return slug === undefined || isShown(slug.replace(/\/$/, ''))
    ? null
    : `the link to ${url} leads nowhere: the site has no such page`
}
