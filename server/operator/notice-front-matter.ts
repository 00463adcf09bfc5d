import { basename, dirname } from 'node:path'
import * as z from 'zod/mini'
import { type Locale, locales } from '#contract/platform/locale.ts'
import type { Diagnostic } from './notice-warnings.ts'
import { parseTime } from './parsers.ts'
import { parseYaml } from './yaml.ts'

interface NoticeFields {
  locale: Locale | undefined
  title: string | undefined
  pinned: boolean | undefined
  publishAt: Date | undefined
}

interface NoticeSource {
  fields?: NoticeFields
  body: string
  /** 1-based line of the file. */
  bodyLine: number
  diagnostics: Diagnostic[]
}

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
      try {
        return parseTime(String(value))
      } catch (error) {
        issues.push({
          code: 'custom',
          message: `is invalid. ${(error as Error).message.replace(/\.$/, '')}`,
          input,
        })
        return z.NEVER
      }
    }),
  ),
})
const fieldNames = Object.keys(Fields.shape).join(', ')

/** Above the YAML. */
const fenceLines = 1
const openingFence = /^---[^\S\n]*\n/
const closingFence = /^(?:---|\.\.\.)[^\S\n]*(?:\n|$)/m

export function parseNoticeFrontMatter(name: string, text: string): NoticeSource {
  const fenceLength = openingFence.exec(text)?.[0].length
  if (fenceLength === undefined) return { ...parseFields(name, ''), body: text, bodyLine: 1 }
  const rest = text.slice(fenceLength)
  const end = closingFence.exec(rest)
  if (!end) {
    const message = 'the front matter has no end: close it with a line of ---'
    return { body: '', bodyLine: 1, diagnostics: [{ line: 1, message }] }
  }
  const body = rest.slice(end.index + end[0].length)
  const bodyLine = text.slice(0, text.length - body.length).split('\n').length
  return { ...parseFields(name, rest.slice(0, end.index)), body, bodyLine }
}

function parseFields(name: string, yaml: string): Pick<NoticeSource, 'fields' | 'diagnostics'> {
  const { value, errors, getLine } = parseYaml(yaml)
  if (errors.length > 0)
    return {
      diagnostics: errors.map(({ line, message }) => ({
        line: line + fenceLines,
        message: `the front matter is not valid YAML: ${message} (quote text that contains a colon)`,
      })),
    }
  const getKeyLine = (key: string) => getLine([key]) + fenceLines
  const result = z.safeParse(Fields, value ?? {})
  if (!result.success)
    return { diagnostics: result.error.issues.flatMap((issue) => describeIssue(issue, getKeyLine)) }
  const { language, title, pinned, publish_at } = result.data
  const locale = language ?? findLocaleInPath(name)
  const diagnostics = locale ? [] : [{ line: 1, message: missingLocaleText }]
  return { fields: { locale, title, pinned, publishAt: publish_at }, diagnostics }
}

function describeIssue(issue: z.core.$ZodIssue, getKeyLine: (key: string) => number): Diagnostic[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      line: getKeyLine(key),
      message: `${key} is not a known field (${fieldNames})`,
    }))
  const key = String(issue.path[0] ?? '')
  return key === ''
    ? [{ line: 2, message: 'the front matter must be a list of names with values' }]
    : [{ line: getKeyLine(key), message: `${key} ${issue.message}` }]
}

const missingLocaleText = `its language is missing: write language: ko in the front matter, or name the file name.ko.mdx (${locales.join(', ')})`

const findLocale = (name: string): Locale | undefined =>
  locales.find((locale) => locale.toLowerCase() === name.toLowerCase())

/** "spring.ko.mdx" and "ko/spring.mdx" */
const findLocaleInPath = (path: string): Locale | undefined =>
  findLocale(/\.([\w-]+)\.mdx?$/i.exec(basename(path))?.[1] ?? '') ?? findLocale(basename(dirname(path)))
