import * as z from 'zod/mini'
import { csvEndpoint } from '#contract/platform/csv-endpoint.ts'
import { maxEnteredAmount } from '#contract/platform/currency.ts'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { errorCode } from '#contract/platform/errors.ts'
import { Currency, Id, idParam, Month } from '#contract/platform/params.ts'
import { Day } from '#contract/reports/reports.ts'
import { ManualKind } from './statement-detail.ts'
import { StatementAccount, StatementState } from './statements.ts'

export const maxReasonLength = 200
export const maxReturns = 1_000
export const maxManualEntries = 1_000

/** Says why, to the person concerned: one line. */
const Reason = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, errorCode('reason_required')),
    z.maxLength(maxReasonLength, errorCode('reason_required')),
    z.regex(/^\P{C}*$/u, errorCode('reference_characters')),
  )

/** `statement`: of a month; `details`: made when a payout account was confirmed; `request`: somebody has asked for it. */
export const payoutCauses = ['statement', 'details', 'request'] as const
export const PayoutCause = z.enum(payoutCauses)
export type PayoutCause = z.infer<typeof PayoutCause>

/** What is to be paid of a statement's balance, in `amountUnits` of the reply's currency. */
export const Payout = z.object({
  statementId: z.int(),
  number: z.string(),
  month: Month,
  account: StatementAccount,
  cause: PayoutCause,
  state: StatementState,
  /** After tax. */
  amount: z.int(),
  outstanding: z.int(),
  /** The day on which the site pays the statement's month; of a payout between closings, the next one after it was made. */
  payday: Day,
  requestedAt: z.nullable(z.iso.datetime()),
  /** The masked account that it goes to; null: no details are confirmed. */
  paidTo: z.nullable(z.string()),
  /** The last payment that has not come back. */
  payment: z.nullable(z.object({ id: z.int(), paidOn: Day, reference: z.string(), amount: z.int() })),
  /** Why the last payment came back; null: it has not, or it was paid again. */
  returned: z.nullable(z.object({ day: Day, reason: z.string(), isMistake: z.boolean() })),
  exportedAt: z.nullable(z.iso.datetime()),
})
export type Payout = z.infer<typeof Payout>

/** A balance that could be paid if somebody confirmed how. */
export const HeldBalance = z.object({
  account: StatementAccount,
  /** Before tax. */
  amount: z.int(),
  /** Month of the last statement. */
  month: Month,
  statementId: z.int(),
})
export type HeldBalance = z.infer<typeof HeldBalance>

export const maxPayouts = 2_000
/** Paid ones are shown for so long. */
export const shownPaidDays = 60

export const readPayments = defineEndpoint({
  name: 'readPayments',
  summary:
    'All that the network owes its members, whatever the month: payouts by state, and money that waits for details.',
  method: 'GET',
  path: 'v2/mcn/payments',
  access: 'money.read',
  output: z.object({
    currency: Currency,
    /** The next day on which the site pays. */
    nextPayday: Day,
    /** Open ones and those that were paid in the last `shownPaidDays`: by payday, then by nickname. At most `maxPayouts`. */
    payouts: z.array(Payout),
    held: z.array(HeldBalance),
  }),
})

export const ReturnForm = z.object({
  /** Id of the payment's ledger entry. */
  paymentId: Id,
  /** The bank sent it back, or it was recorded by mistake. */
  cause: z.enum(['bank', 'mistake']),
  /** Not in the future, and not before the payment. */
  returnedOn: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, errorCode('paid_on_invalid'))),
  reason: Reason,
})
export type ReturnForm = z.infer<typeof ReturnForm>

/** All or none. `fields` names what is refused: `returns.3.paymentId`. Payments that were returned before stay as they are. */
export const returnPayments = defineEndpoint({
  name: 'returnPayments',
  summary:
    'Records that payments came back, or were recorded by mistake; they can be paid again at once. All or none.',
  method: 'POST',
  path: 'v2/mcn/payments/return',
  access: 'money.change',
  confirmation: 'recent',
  limits: [{ name: 'ledger', by: 'account' }],
  traces: ['audit', 'mail'],
  body: z.object({ returns: z.array(ReturnForm).check(z.minLength(1), z.maxLength(maxReturns)) }),
  output: z.object({ returned: z.int(), unchanged: z.int() }),
  refusals: ['not_found', 'too_many'],
  maxBodyBytes: 512 * 1024,
})

/** `nothing_payable`: nothing is left that reaches the site's minimum; `details_unconfirmed`: nobody has confirmed how to pay. */
export const requestPayment = defineEndpoint({
  name: 'requestPayment',
  summary: 'Asks to be paid what is available without waiting for the next closing; the manager is told.',
  method: 'POST',
  path: 'v2/mcn/account/payment-request',
  access: 'account',
  confirmation: 'recent',
  limits: [{ name: 'ledger', by: 'account' }],
  traces: ['audit', 'mail'],
  output: z.object({
    /** All that is now on request, after tax. */
    amount: z.int(),
    currency: Currency,
  }),
  refusals: ['nothing_payable', 'details_unconfirmed', 'too_many'],
})

export const ManualForm = z.object({
  member: Id,
  kind: ManualKind,
  /** Positive, in `amountUnits`, whole won or cents: advances and deductions reduce what the person gets. */
  amount: z
    .int()
    .check(
      z.minimum(1, errorCode('amount_invalid')),
      z.maximum(maxEnteredAmount, errorCode('amount_invalid')),
    ),
  reason: Reason,
})
export type ManualForm = z.infer<typeof ManualForm>

export const ManualEntry = z.object({
  id: z.int(),
  account: StatementAccount,
  kind: ManualKind,
  /** Negative: the person gets less. */
  amount: z.int(),
  reason: z.string(),
  createdAt: z.iso.datetime(),
  /** Nickname of who entered it; null: the operator, or somebody who is gone. */
  createdBy: z.nullable(z.string()),
  /** The statement that has it; null: the next closing takes it. */
  statement: z.nullable(z.object({ id: z.int(), number: z.string() })),
})
export type ManualEntry = z.infer<typeof ManualEntry>

export const listManualEntries = defineEndpoint({
  name: 'listManualEntries',
  summary: 'What the network has booked by hand for its members, newest first.',
  method: 'GET',
  path: 'v2/mcn/payments/manual-entries',
  access: 'money.read',
  query: z.object({ member: z.optional(idParam()) }),
  output: z.object({
    currency: Currency,
    /** At most `maxManualEntries`. */
    entries: z.array(ManualEntry),
  }),
})

export const exportManualEntries = defineEndpoint({
  ...csvEndpoint,
  access: 'money.read',
  name: 'exportManualEntries',
  summary: 'All that the network has booked by hand for its members as CSV, newest first.',
  path: 'v2/mcn/payments/manual-entries/export',
})

/** All or none. `fields` names what is refused: `entries.3.member`. */
export const addManualEntries = defineEndpoint({
  name: 'addManualEntries',
  summary:
    'Books advances, deductions, bonuses or other income for members: the next closing puts them on their statements, and the opposite on the network’s.',
  method: 'POST',
  path: 'v2/mcn/payments/manual-entries/add',
  access: 'money.change',
  confirmation: 'recent',
  limits: [{ name: 'ledger', by: 'account' }],
  traces: ['audit', 'mail'],
  body: z.object({ entries: z.array(ManualForm).check(z.minLength(1), z.maxLength(maxManualEntries)) }),
  output: z.object({ added: z.int() }),
  refusals: ['not_found', 'too_many'],
  maxBodyBytes: 512 * 1024,
})

/** `entry_booked`: a closing has taken it meanwhile. */
export const removeManualEntry = defineEndpoint({
  name: 'removeManualEntry',
  summary: 'Takes back what was booked by hand and is on no statement yet.',
  method: 'POST',
  path: 'v2/mcn/payments/manual-entries/remove',
  access: 'money.change',
  confirmation: 'recent',
  limits: [{ name: 'ledger', by: 'account' }],
  traces: ['audit'],
  body: z.object({ id: Id }),
  refusals: ['not_found', 'entry_booked', 'too_many'],
})

/**
 * Ends what is owed to somebody who is gone: the network keeps it. `not_gone`: the person still has an account in the network;
 * `balance_changed`: the amount is no longer what the manager has seen.
 */
export const endBalance = defineEndpoint({
  name: 'endBalance',
  summary: 'Ends the balance of a person who is gone, with a reason: it becomes the network’s.',
  method: 'POST',
  path: 'v2/mcn/payments/end-balance',
  access: 'money.change',
  confirmation: 'recent',
  limits: [{ name: 'ledger', by: 'account' }],
  traces: ['audit'],
  body: z.object({ member: Id, amount: z.int(), reason: Reason }),
  refusals: ['not_found', 'not_gone', 'nothing_payable', 'balance_changed', 'month_unreleased', 'too_many'],
})
