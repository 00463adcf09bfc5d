import * as z from 'zod/mini'
import { locales } from '#contract/platform/locale.ts'
import { computedFacts } from '#contract/portal/site-home.ts'
import { OperatorError } from '#server/platform/command-line/command.ts'
import { parseInputFile } from '#server/platform/command-line/files.ts'
import { FileRefusal } from '#server/platform/files/file-refusal.ts'
import {
  findHomeProblems,
  type HomeProblem,
  type HomeTexts,
  toHomeTexts,
  WrittenHome,
} from '#server/portal/site/home-texts.ts'
import { parseYaml } from './yaml.ts'

const maxBytes = 100 * 1024

/** @throws {OperatorError} with a line for each problem */
export const readHomeFile = (context: { cwd: string }, name: string): Promise<HomeTexts> =>
  parseInputFile(context, name, maxBytes, (bytes) => parseHomeFile(name, decodeUtf8(bytes)))

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new FileRefusal('it is not UTF-8: save it as UTF-8')
  }
}

function parseHomeFile(name: string, text: string): HomeTexts {
  const { value, errors, getLine } = parseYaml(text)
  const createError = (problems: readonly { line: number; message: string }[]) =>
    new OperatorError(problems.map(({ line, message }) => `${name}, line ${line}: ${message}.`).join('\n'))
  if (errors.length > 0)
    throw createError(
      errors.map(({ line, message }) => ({
        line,
        message: `not valid YAML: ${message} (quote text that contains a colon)`,
      })),
    )
  const written = z.safeParse(WrittenHome, value ?? {})
  const problems = written.success
    ? findHomeProblems(written.data)
    : written.error.issues.flatMap((issue) => describeIssue(issue, value))
  if (problems.length > 0)
    throw createError(
      problems.map(({ path, message }) => ({
        line: getLine(path),
        message: path.length > 0 ? `${formatPath(path)} ${message}` : message,
      })),
    )
  return toHomeTexts(z.parse(WrittenHome, value ?? {}))
}

/** "facts.2.ko.value" */
const formatPath = (path: HomeProblem['path']) =>
  path.map((key) => (typeof key === 'number' ? key + 1 : key)).join('.')

const factForms = `one of ${computedFacts.join(', ')}, or value and label below each language`

function describeIssue(
  issue: z.core.$ZodIssue,
  value: unknown,
  parent: HomeProblem['path'] = [],
): HomeProblem[] {
  const path = [...parent, ...issue.path] as HomeProblem['path']
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: [...path, key],
      message: `is not known here: use ${listKnownKeys(path).join(', ')}`,
    }))
  if (issue.code === 'invalid_union') {
    const [inside] = issue.errors.filter((issues) =>
      issues.some(({ code, path: { length } }) => code === 'unrecognized_keys' || length > 0),
    )
    if (inside) return inside.flatMap((one) => describeIssue(one, value, path))
    return [{ path, message: `must be ${path[0] === 'facts' ? factForms : 'text, or a list of lines'}` }]
  }
  return [{ path, message: describeType(issue, path.reduce(getValue, value)) }]
}

const getValue = (value: unknown, key: PropertyKey): unknown =>
  (value as Record<PropertyKey, unknown> | null | undefined)?.[key]

function describeType(issue: z.core.$ZodIssue, value: unknown): string {
  if (value === undefined) return 'is missing'
  if (issue.code !== 'invalid_type') return issue.message
  if (issue.expected === 'array') return 'must be a list: begin each item with a dash'
  return issue.expected === 'string'
    ? 'must be text: put it in quotes'
    : 'must have names with values below it'
}

function listKnownKeys(path: HomeProblem['path']): readonly string[] {
  if (path.length === 0) return [...locales, 'facts']
  if (path[0] === 'facts') return path.length === 2 ? locales : ['value', 'label']
  return path.length === 1 ? ['headline', 'lead', 'action', 'picture', 'logo'] : ['label', 'target']
}
