import type { FieldCode, RefusalCode } from '#contract/errors.ts'

/** Rejects a call with a code of the contract; the reply explains it in the caller's language. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly fields: Record<string, FieldCode> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: RefusalCode,
    options: { fields?: Record<string, FieldCode>; retryAfterSeconds?: number } = {},
  ) {
    super(code)
    this.code = code
    this.fields = options.fields
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}
