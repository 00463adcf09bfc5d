import * as z from 'zod/mini'

/** HTTP status by error code. Codes are stable, and keys of the localized messages (`messages/<locale>.json`). */
export const refusalStatuses = {
  invalid: 422,
  malformed: 400,
  tampered: 400,
  repeated: 409,
  unknown_site: 404,
  not_found: 404,
  unauthenticated: 401,
  wrong_credentials: 401,
  passkey_rejected: 401,
  forbidden: 403,
  unconfirmed: 403,
  awaiting_approval: 403,
  join_closed: 403,
  second_factor_required: 403,
  taken: 409,
  changed: 409,
  unverified: 409,
  too_early: 409,
  not_empty: 409,
  second_factor_last: 409,
  favorites_full: 409,
  outdated: 409,
  list_changed: 409,
  month_closed: 409,
  month_past: 409,
  month_obstructed: 409,
  draft_changed: 409,
  month_not_closed: 409,
  month_released: 409,
  later_month_closed: 409,
  other_person_required: 409,
  expired: 410,
  challenge_expired: 410,
  too_many: 429,
  too_large: 413,
  unavailable: 503,
  internal: 500,
} as const

export type RefusalCode = keyof typeof refusalStatuses

/** Keys of the messages below `fields`. */
export const fieldCodes = [
  'invalid',
  'login_required',
  'email_required',
  'email_invalid',
  'email_taken',
  'password_required',
  'password_length',
  'password_mismatch',
  'nickname_required',
  'nickname_length',
  'nickname_characters',
  'password_wrong',
  'password_unset',
  'password_common',
  'password_personal',
  'password_context',
  'password_short',
  'code_required',
  'code_wrong',
  'totp_unavailable',
  'passkey_name_required',
  'fee_rate_invalid',
  'channel_link_required',
  'channel_link_invalid',
  'channel_link_custom',
  'channel_unknown',
  'channel_taken',
  'channel_claimed',
  'category_required',
  'members_required',
  'channels_required',
  'channel_missing',
  'member_missing',
  'acknowledge_required',
  'shares_total',
  'rate_again',
  'statement_missing',
  'statement_carried_over',
  'statement_details',
  'statement_paid',
  'statement_unreleased',
  'statement_repeated',
  'paid_on_invalid',
  'paid_on_future',
  'paid_on_early',
  'reference_required',
  'reference_length',
  'reference_characters',
  'payments_columns',
  'payments_csv',
  'payments_many',
  'payee_kind_required',
  'payee_name_required',
  'bank_required',
  'account_number_invalid',
  'swift_invalid',
  'country_required',
  'reason_required',
] as const

export type FieldCode = (typeof fieldCodes)[number]

export const FieldError = z.object({ code: z.enum(fieldCodes), message: z.string() })
export type FieldError = z.infer<typeof FieldError>

export const RefusalBody = z.object({
  success: z.literal(false),
  code: z.enum(Object.keys(refusalStatuses) as [RefusalCode, ...RefusalCode[]]),
  message: z.string(),
  /** Keyed by the names of fields. Avoids `z.record`, which would add 0.5 kB to every page. */
  fields: z.optional(z.catchall(z.object({}), FieldError)),
  /** Support finds the call in the log with it. */
  requestId: z.optional(z.string()),
})
export type RefusalBody = z.infer<typeof RefusalBody>

export const errorCode = (code: FieldCode) => ({ error: code })
