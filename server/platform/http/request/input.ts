import { type $ZodError, safeParse } from 'zod/v4/core'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { type FieldCode, fieldCodes } from '#contract/platform/errors.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** @throws {Refusal} `malformed` */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.byteLength === 0) return {}
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Refusal('malformed')
  }
}

/** @throws {Refusal} `invalid`, with a code per field */
export function parseInput(schema: Endpoint['query'], value: unknown): unknown {
  const result = safeParse(schema, value)
  if (!result.success) throw new Refusal('invalid', { fields: getFieldErrors(result.error) })
  if (!isStorable(result.data)) throw new Refusal('malformed')
  return result.data
}

/** PostgreSQL can store neither the NUL character nor half of a surrogate pair. */
const isStorable = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.isWellFormed() && !value.includes('\0')
    : Object.values(value ?? {}).every(isStorable)

function getFieldErrors(error: $ZodError): Record<string, FieldCode> {
  const fields: Record<string, FieldCode> = {}
  for (const { path, message } of error.issues) {
    const name = path.join('.') || 'body'
    fields[name] ??= fieldCodes.find((code) => code === message) ?? 'invalid'
  }
  return fields
}

/** @throws when the output violates the contract, which is a bug in the handler */
export function validateOutput(endpoint: Endpoint, output: unknown): unknown {
  const result = safeParse(endpoint.output, output)
  if (result.success) return result.data
  throw new Error(`${endpoint.name} returned output that violates its contract: ${result.error.message}`)
}
