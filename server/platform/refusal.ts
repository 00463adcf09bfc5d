import type { FieldCode, RefusalCode } from '#contract/platform/errors.ts'

export class Refusal extends Error {
  readonly code: RefusalCode
  readonly fields: Record<string, FieldCode> | undefined
  readonly retryAfterSeconds: number | undefined
  /** The limit or check that refused an abusive call, for the log. */
  readonly control: string | undefined

  constructor(
    code: RefusalCode,
    options: { fields?: Record<string, FieldCode>; retryAfterSeconds?: number; control?: string } = {},
  ) {
    super(code)
    this.code = code
    this.fields = options.fields
    this.retryAfterSeconds = options.retryAfterSeconds
    this.control = options.control
  }
}
