import * as z from 'zod/mini'
import { csvEndpoint } from '#contract/platform/csv-endpoint.ts'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { errorCode } from '#contract/platform/errors.ts'
import { Id, Month } from '#contract/platform/params.ts'

export const maxPayments = 1_000
export const maxReferenceLength = 200

const PaidOn = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, errorCode('paid_on_invalid')))
const Reference = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, errorCode('reference_required')),
    z.maxLength(maxReferenceLength, errorCode('reference_length')),
    z.regex(/^\P{C}*$/u, errorCode('reference_characters')),
  )

export const PaymentForm = z.object({
  statementId: Id,
  /** Must be neither in the future nor before the end of the month. */
  paidOn: PaidOn,
  /** Reference by which the payment can be found. */
  reference: Reference,
  /** In `amountUnits`, whole won or cents; absent: all that is left to be paid. */
  amount: z.optional(z.int()),
})
export type PaymentForm = z.infer<typeof PaymentForm>

/** `unchanged` payments had been recorded before, the same way. */
const paymentResult = { paid: z.int(), unchanged: z.int() }

/**
 * Records that members' statements were paid: all or none. What is left to be paid, or a part of it. `fields` names the
 * rows that are refused: `payments.3.statementId`; `not_found`: one is no member's statement.
 */
export const payStatements = defineEndpoint({
  name: 'payStatements',
  summary: 'Records that up to 1,000 of the members’ statements were paid, all or none; idempotent.',
  method: 'POST',
  path: 'v2/mcn/months/payments',
  access: 'money.change',
  confirmation: 'recent',
  limits: [{ name: 'ledger', by: 'account' }],
  traces: ['audit', 'mail'],
  body: z.object({
    payments: z.array(PaymentForm).check(z.minLength(1), z.maxLength(maxPayments)),
  }),
  output: z.object(paymentResult),
  refusals: ['not_found', 'too_many'],
  maxBodyBytes: 512 * 1024,
})

/**
 * Statements of a month that await payment: number, member, email, amount, currency, whom and where to pay, and empty columns
 * for the day and the reference. That the account numbers were read is recorded for each.
 */
export const exportPayments = defineEndpoint({
  ...csvEndpoint,
  access: 'money.change',
  confirmation: 'recent',
  limits: [{ name: 'payee-reading', by: 'account' }],
  name: 'exportPayments',
  summary: 'The members’ statements of a month that await payment as CSV, to be filled in.',
  path: 'v2/mcn/months/payments/export',
  query: z.object({ month: Month }),
})

/** Characters. */
export const maxPaymentsFile = 250_000

/**
 * Reads the file of `exportPayments` back, in any of its languages: all or none. Rows without a day and a reference are
 * ignored. `fields` names the lines that are refused, `lines.12`, or the `file`.
 */
export const importPayments = defineEndpoint({
  name: 'importPayments',
  summary: 'Records the payments of a filled-in file of exportPayments, all or none; idempotent.',
  method: 'POST',
  path: 'v2/mcn/months/payments/import',
  access: 'money.change',
  confirmation: 'recent',
  limits: [{ name: 'ledger', by: 'account' }],
  traces: ['audit', 'mail'],
  body: z.object({ file: z.string().check(z.minLength(1), z.maxLength(maxPaymentsFile)) }),
  output: z.object({ ...paymentResult, ignored: z.int() }),
  refusals: ['not_found', 'too_many'],
  maxBodyBytes: 512 * 1024,
})
