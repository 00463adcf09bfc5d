import * as z from 'zod/mini'
import { Month } from '#contract/people/members.ts'
import { csvEndpoint } from '#contract/platform/csv-endpoint.ts'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { errorCode } from '#contract/platform/errors.ts'
import { Currency, Id, intParam, pageParams, searchParam } from '#contract/platform/params.ts'
import { Day } from '#contract/reports/reports.ts'
import {
  MonthSource,
  StatementAccount,
  StatementAmounts,
  StatementChannel,
  StatementState,
} from './statements.ts'

/** An open month follows its files, shares and fees; a closed one never changes. */
export const monthStates = ['open', 'closed'] as const
export const MonthState = z.enum(monthStates)
export type MonthState = z.infer<typeof MonthState>

/** Won per dollar × 1,000,000; below 9,000 won. */
export const maxKrwMicros = 8_999_999_999
const krwMicros = z.optional(intParam({ min: 1, max: maxKrwMicros }))

/** How many statements are in each state. */
export const StateCounts = z.object({
  carriedOver: z.int(),
  awaitingPayment: z.int(),
  paid: z.int(),
  detailsRequired: z.int(),
})
export type StateCounts = z.infer<typeof StateCounts>

export const stateCountKeys: Readonly<Record<StatementState, keyof StateCounts>> = {
  carried_over: 'carriedOver',
  awaiting_payment: 'awaitingPayment',
  paid: 'paid',
  details_required: 'detailsRequired',
}

/** Sums of statements: `closing` = opening + payments + net. */
export const MonthBalance = z.object({
  opening: z.int(),
  payments: z.int(),
  /** With corrections and withholding. */
  net: z.int(),
  closing: z.int(),
  payable: z.int(),
})
export type MonthBalance = z.infer<typeof MonthBalance>

export const MonthSummary = z.object({
  month: Month,
  state: MonthState,
  /** Null while it is open, like all that follows. */
  closedAt: z.nullable(z.iso.datetime()),
  krwMicros: z.nullable(z.int()),
  /** Of the members together. */
  members: z.nullable(MonthBalance),
  /** Of the network itself. */
  network: z.nullable(MonthBalance),
  /** Of the members' statements. */
  states: z.nullable(StateCounts),
})
export type MonthSummary = z.infer<typeof MonthSummary>

/** Months of the network's statements, and open ones that have final files. */
export const readMonths = defineEndpoint({
  name: 'readMonths',
  method: 'GET',
  path: 'v2/mcn/months',
  access: 'manager',
  output: z.object({
    currency: Currency,
    /** Newest first. */
    months: z.array(MonthSummary),
  }),
})

/**
 * Why a month cannot be closed. Only the installation's operator sees those that concern a content owner; the others
 * concern everyone, or channels and accounts of the caller's network.
 */
export const obstacleCodes = [
  /** `day`: the first on which it can be closed. */
  'not-over',
  /** `month`: an earlier one with files is open. */
  'earlier-open',
  /** `owner` has daily reports of the month, but no final files. */
  'no-files',
  /** `owner` has no payment summary. */
  'no-summary',
  /** Files of `owner` have `micros` more than was paid, of `group`; `missing` were not imported. */
  'difference',
  /** No file corresponds to the line `label` of the payment summary, `micros`. */
  'unknown-line',
  /** From `day` on, members of `channel` have no shares: `accounts`. */
  'shares',
  /** The site's currency is not that of the ledger of `accounts`. */
  'currency',
] as const
export const ObstacleCode = z.enum(obstacleCodes)
export type ObstacleCode = z.infer<typeof ObstacleCode>

/** Lines of a payment summary, and the files that correspond to them. `premium` has two: with and without music. */
export const paymentGroups = [
  'ads',
  'ads_adjustments',
  'shorts_ads',
  'shorts_subscription',
  'premium',
  'paid_features',
  'channel_adjustments',
  'total',
] as const
export const PaymentGroup = z.enum(paymentGroups)
export type PaymentGroup = z.infer<typeof PaymentGroup>

/** Null or empty: it is not part of what the code says. */
export const Obstacle = z.object({
  code: ObstacleCode,
  /** It no longer is in the way once somebody has written down why. */
  canBeExplained: z.boolean(),
  /** The obstacle as a sentence in the caller's language. */
  text: z.string(),
  day: z.nullable(Day),
  month: z.nullable(Month),
  owner: z.nullable(z.string()),
  group: z.nullable(PaymentGroup),
  label: z.nullable(z.string()),
  /** Millionths of a dollar; negative: the files have less. */
  micros: z.nullable(z.int()),
  missing: z.array(MonthSource),
  channel: z.nullable(StatementChannel),
  accounts: z.array(StatementAccount),
})
export type Obstacle = z.infer<typeof Obstacle>

export const maxMonthRows = 1_000

/** A statement, or in an open month its draft. */
export const MonthRow = z.object({
  account: StatementAccount,
  /** Both null in an open month. */
  statementId: z.nullable(z.int()),
  number: z.nullable(z.string()),
  ...StatementAmounts.shape,
  state: StatementState,
  paidOn: z.nullable(Day),
  reference: z.nullable(z.string()),
})
export type MonthRow = z.infer<typeof MonthRow>

export const maxComparedChannels = 200

export const ChannelComparison = z.extend(StatementChannel, {
  /** Of ads, premium and Shorts: what daily reports estimate. */
  final: z.int(),
  estimated: z.int(),
  /** Days of the month with figures of the channel. */
  days: z.int(),
})
export type ChannelComparison = z.infer<typeof ChannelComparison>

/** Of the network's channels, before fees, in `amountUnits`. */
export const MonthReconciliation = z.object({
  /** Final amounts in the order of `monthSources`; tax is negative. Without corrections. */
  sources: z.array(z.object({ source: MonthSource, amount: z.int() })),
  /** Days of the month of which all is reported. */
  coveredDays: z.int(),
  days: z.int(),
  /** Of all channels. */
  final: z.int(),
  estimated: z.int(),
  /** Largest difference first, at most `maxComparedChannels`. */
  channels: z.array(ChannelComparison),
  /** Those beyond. */
  omittedChannels: z.int(),
})
export type MonthReconciliation = z.infer<typeof MonthReconciliation>

const MonthQuery = {
  month: Month,
  /** Of the draft of an open month; a closed one has its own. Without it, the newest exchange rate. */
  krwMicros,
}

export const readMonth = defineEndpoint({
  name: 'readMonth',
  method: 'GET',
  path: 'v2/mcn/months/detail',
  access: 'manager',
  query: z.object({
    ...MonthQuery,
    /** Matches the nickname or email. */
    search: searchParam(),
    /** Only members in this state. */
    state: z.optional(StatementState),
    ...pageParams({ size: maxMonthRows, maxSize: maxMonthRows }),
  }),
  output: z.object({
    currency: Currency,
    month: Month,
    state: MonthState,
    closedAt: z.nullable(z.iso.datetime()),
    /** Null: the month is open, and there is no exchange rate yet. Then there are no rows. */
    krwMicros: z.nullable(z.int()),
    /** Of the exchange rate; null if the rate was given or the month is closed. */
    rateDay: z.nullable(Day),
    /** Of an open month: what concerns the network or everyone. */
    obstacles: z.array(Obstacle),
    reconciliation: MonthReconciliation,
    /** Of the filter. */
    total: z.int(),
    page: z.int(),
    size: z.int(),
    /** Members by nickname in natural order: 2 before 10. */
    rows: z.array(MonthRow),
    /** Null: it has neither movements nor a balance. */
    network: z.nullable(MonthRow),
    /** Of all members, whatever the filter. */
    totals: StatementAmounts,
    states: StateCounts,
  }),
  refusals: ['not_found', 'month_closed'],
})

/** All rows with the network's, as CSV. */
export const exportMonth = defineEndpoint({
  ...csvEndpoint,
  access: 'manager',
  name: 'exportMonth',
  path: 'v2/mcn/months/export',
  query: z.object(MonthQuery),
  refusals: [...csvEndpoint.refusals, 'month_closed'],
})

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
  /** Not in the future, and not before the month is over. */
  paidOn: PaidOn,
  /** What the payment is found by. */
  reference: Reference,
})
export type PaymentForm = z.infer<typeof PaymentForm>

/** Of a POST; the rest had been recorded before, the same way. */
const paymentResult = { paid: z.int(), unchanged: z.int() }

/**
 * Records that members' statements were paid: all or none. The whole amount, once; it cannot be undone. `fields` names the
 * rows that are refused: `payments.3.statementId`; `not_found`: one is no member's statement.
 */
export const payStatements = defineEndpoint({
  name: 'payStatements',
  method: 'POST',
  path: 'v2/mcn/months/payments',
  access: 'manager',
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
  access: 'manager',
  name: 'exportPayments',
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
  method: 'POST',
  path: 'v2/mcn/months/payments/import',
  access: 'manager',
  body: z.object({ file: z.string().check(z.minLength(1), z.maxLength(maxPaymentsFile)) }),
  output: z.object({ ...paymentResult, ignored: z.int() }),
  refusals: ['not_found', 'too_many'],
  maxBodyBytes: 512 * 1024,
})

/** Amounts of the whole installation are millionths of a dollar: its sites have different currencies. */
export const GroupComparison = z.object({
  group: PaymentGroup,
  /** null: no file of it was imported. */
  filesMicros: z.nullable(z.int()),
  /** null: the payment summary has no line of it. */
  paidMicros: z.nullable(z.int()),
  differenceMicros: z.int(),
  /** Within a cent. */
  agrees: z.boolean(),
  /** What would explain a difference. */
  missing: z.array(MonthSource),
})
export type GroupComparison = z.infer<typeof GroupComparison>

export const maxUnregisteredChannels = 100

export const OwnerReconciliation = z.object({
  /** Name of the content owner. */
  owner: z.string(),
  hasPaymentSummary: z.boolean(),
  agrees: z.boolean(),
  /** Without the total. */
  groups: z.array(GroupComparison),
  /** Lines of the payment summary that no file corresponds to. */
  unknownLines: z.array(z.object({ label: z.string(), micros: z.int() })),
  total: z.nullable(GroupComparison),
  /** What YouTube names no channel for. */
  withoutChannel: z.array(z.object({ source: MonthSource, micros: z.int() })),
  /** Channels that nobody has registered, largest first, at most `maxUnregisteredChannels`. */
  unregistered: z.array(z.object({ channelId: z.string(), micros: z.int() })),
  /** Of all of them. */
  unregisteredChannels: z.int(),
  unregisteredMicros: z.int(),
  coveredDays: z.int(),
  days: z.int(),
  finalMicros: z.int(),
  estimateMicros: z.int(),
})
export type OwnerReconciliation = z.infer<typeof OwnerReconciliation>

/** What closing books, or has booked. */
export const ClosingSummary = z.object({
  statements: z.int(),
  incomeMicros: z.int(),
  adjustmentsMicros: z.int(),
  taxMicros: z.int(),
  correctionsMicros: z.int(),
  membersMicros: z.int(),
  networksMicros: z.int(),
  /** Of no account: of unregistered and unnamed channels, and what rounding leaves. */
  nobodysMicros: z.int(),
  /** What is to be paid, in `amountUnits`, by currency. */
  payable: z.array(z.object({ currency: Currency, statements: z.int(), amount: z.int() })),
})
export type ClosingSummary = z.infer<typeof ClosingSummary>

export const MonthClosing = z.object({
  month: Month,
  state: MonthState,
  closedAt: z.nullable(z.iso.datetime()),
  /** Null: the month is open, and there is no exchange rate. */
  krwMicros: z.nullable(z.int()),
  rateDay: z.nullable(Day),
  /** Why it was closed in spite of differences or missing files. */
  explanation: z.nullable(z.string()),
  /** Sorted by name. */
  owners: z.array(OwnerReconciliation),
  /** Empty of a closed month. */
  obstacles: z.array(Obstacle),
  /** Null without a rate. */
  summary: z.nullable(ClosingSummary),
})
export type MonthClosing = z.infer<typeof MonthClosing>

/** Of the whole installation. */
export const readMonthClosing = defineEndpoint({
  name: 'readMonthClosing',
  method: 'GET',
  path: 'v2/mcn/operator/months',
  access: 'operator',
  query: z.object({
    /** By default the earliest open one with files, or the newest closed one. */
    month: z.optional(Month),
    krwMicros,
  }),
  output: z.object({
    /** Newest first: those with files. */
    months: z.array(z.object({ month: Month, state: MonthState })),
    /** Null: there are none. */
    closing: z.nullable(MonthClosing),
  }),
  refusals: ['not_found', 'month_closed'],
})

export const maxExplanationLength = 1_000

/** Books a month and freezes its statements; it cannot be undone. `month_obstructed`: see `readMonthClosing` for why. */
export const closeMonth = defineEndpoint({
  name: 'closeMonth',
  method: 'POST',
  path: 'v2/mcn/operator/months/close',
  access: 'operator',
  body: z.object({
    month: Month,
    krwMicros: z.int().check(z.minimum(1), z.maximum(maxKrwMicros)),
    /** Why differences and missing files are right; null: there are none. */
    explanation: z.nullable(
      z.string().check(z.trim(), z.minLength(1), z.maxLength(maxExplanationLength), z.regex(/^[^\p{C}]*$/u)),
    ),
  }),
  output: z.object({ statements: z.int() }),
  refusals: ['not_found', 'month_closed', 'month_obstructed', 'too_many'],
})
