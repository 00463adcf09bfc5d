import type * as z from 'zod/mini'
import { type FieldCode, fieldCodes } from '#contract/errors.ts'
import type { ApiError } from '#lib/api.ts'
import { t } from '#lib/strings.ts'

type Errors = Record<string, string>

const isFieldCode = (text: string): text is FieldCode => fieldCodes.includes(text as FieldCode)

const say = (code: string) => t(`messages:fields.${isFieldCode(code) ? code : 'invalid'}`)

/** The first thing wrong with each field, said in the page's language. */
export function errorsOfIssues(issues: readonly z.core.$ZodIssue[]): Errors {
  const errors: Errors = {}
  for (const { path, message } of issues) errors[String(path[0] ?? '')] ??= say(message)
  return errors
}

/** What the API says about single fields; those that the form does not have are left out. */
export function errorsOfRefusal({ fields }: ApiError, known: readonly string[]): Errors {
  const given = Object.entries(fields).filter(([name]) => known.includes(name))
  return Object.fromEntries(given.map(([name, { code }]) => [name, say(code)]))
}
