import type * as z from 'zod/mini'
import { type FieldCode, fieldCodes } from '#contract/platform/errors.ts'
import type { ApiError } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'

type FieldErrors = Record<string, string>

const isFieldCode = (text: string): text is FieldCode => fieldCodes.includes(text as FieldCode)

const translateFieldCode = (code: string) => t(`messages:fields.${isFieldCode(code) ? code : 'invalid'}`)

export function getIssueErrors(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const { path, message } of issues) errors[String(path[0] ?? '')] ??= translateFieldCode(message)
  return errors
}

export function getApiErrors({ fields }: ApiError, fieldNames: readonly string[]): FieldErrors {
  const knownFields = Object.entries(fields).filter(([name]) => fieldNames.includes(name))
  return Object.fromEntries(knownFields.map(([name, { code }]) => [name, translateFieldCode(code)]))
}
