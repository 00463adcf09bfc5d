import * as z from 'zod/mini'
import { Month } from '#contract/people/members.ts'
import { csvEndpoint } from '#contract/platform/csv-endpoint.ts'
import { amountUnits } from '#contract/platform/currency.ts'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { Currency, idParam } from '#contract/platform/params.ts'
import { Day } from '#contract/reports/reports.ts'

/** Kinds of YouTube's final files, in the order in which they are listed. `tax`: what YouTube withholds. */
export const monthSources = [
  'ads',
  'ads_adjustments',
  'premium',
  'premium_music',
  'shorts_ads',
  'shorts_subscription',
  'paid_features',
  'channel_adjustments',
  'tax',
  'payment_summary',
] as const
export const MonthSource = z.enum(monthSources)
export type MonthSource = z.infer<typeof MonthSource>

/**
 * `carried_over`: nothing is paid, the balance stays for the next month. `details_required`: there is something to pay, but
 * nobody has confirmed how to pay it.
 */
export const statementStates = ['carried_over', 'awaiting_payment', 'paid', 'details_required'] as const
export const StatementState = z.enum(statementStates)
export type StatementState = z.infer<typeof StatementState>

/**
 * In `amountUnits`. The specification's rule for the deletion of a channel or an account: a balance below this vanishes with
 * it, any other has to be withdrawn first. Also what is paid at least, unless a site has its own minimum.
 */
export const withdrawalMinimum: Readonly<Record<Currency, number>> = {
  KRW: 10_000 * amountUnits.KRW,
  USD: 20 * amountUnits.USD,
}

/**
 * What a month is made of, in `amountUnits` of the reply's currency. Amounts that reduce the balance are negative:
 * `net` = income + adjustments + tax + fee + corrections.
 */
export const MonthAmounts = z.object({
  /** Of the month itself, like adjustments, tax and fee. */
  income: z.int(),
  adjustments: z.int(),
  /** Withheld by YouTube. */
  tax: z.int(),
  /** The network's: a member pays it (negative), the network gets it. */
  fee: z.int(),
  /** Of all kinds, of months that were closed before. */
  corrections: z.int(),
  net: z.int(),
})
export type MonthAmounts = z.infer<typeof MonthAmounts>

/** `closing` = opening + payments + net + withholding. */
export const StatementAmounts = z.extend(MonthAmounts, {
  /** What the statement before closed with. */
  opening: z.int(),
  /** Since the statement before; negative. */
  payments: z.int(),
  /** Local tax on what is paid; negative. */
  withholding: z.int(),
  closing: z.int(),
  /** 0: carried over. */
  payable: z.int(),
})
export type StatementAmounts = z.infer<typeof StatementAmounts>

export const Statement = z.object({
  id: z.int(),
  /** "202608-000012"; never used again. */
  number: z.string(),
  month: Month,
  ...StatementAmounts.shape,
  state: StatementState,
  /** Both only of a paid one. */
  paidOn: z.nullable(Day),
  reference: z.nullable(z.string()),
})
export type Statement = z.infer<typeof Statement>

/** Whose statements they are. */
export const StatementAccount = z.object({
  id: z.int(),
  /** Both null: the account has been removed. */
  nickname: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** The network itself: what its members pay it, and its channels without a member. */
  isNetwork: z.boolean(),
})
export type StatementAccount = z.infer<typeof StatementAccount>

/** In `amountUnits`. */
export const Balance = z.object({
  currency: Currency,
  /** Sum of the ledger, with what awaits payment. */
  balance: z.int(),
  /** Of `balance`: on statements that are not paid yet. */
  awaiting: z.int(),
  /** Of the site: less is carried over. */
  minimum: z.int(),
})
export type Balance = z.infer<typeof Balance>

const ownerQuery = {
  /** An account id of the manager's network; managers only. Absent: the caller. */
  member: z.optional(idParam()),
}

/** Cheap; for the account page and dialogs. */
export const readBalance = defineEndpoint({
  name: 'readBalance',
  summary: 'What a person or network has on its ledger, and the site’s minimum payment.',
  method: 'GET',
  path: 'v2/mcn/statements/balance',
  access: 'account',
  query: z.object(ownerQuery),
  output: Balance,
  refusals: ['forbidden', 'not_found'],
})

export const readStatements = defineEndpoint({
  name: 'readStatements',
  summary:
    'The balance and all statements of a person, or of the network itself, newest first. Managers may ask for a member’s.',
  method: 'GET',
  path: 'v2/mcn/statements',
  access: 'account',
  query: z.object(ownerQuery),
  output: z.object({
    ...Balance.shape,
    account: StatementAccount,
    /** Newest first; one for each closed month with a movement or a balance. */
    statements: z.array(Statement),
  }),
  refusals: ['forbidden', 'not_found'],
})

/** Of each list of a statement; the file has all. */
export const maxStatementLines = 500

/** Largest amounts first. */
const createLines = <Line extends z.ZodMiniObject>(line: Line) =>
  z.object({
    /** Of all lines. */
    amount: z.int(),
    lines: z.array(line),
    /** Those beyond `maxStatementLines`. */
    omitted: z.object({ count: z.int(), amount: z.int() }),
  })

export const StatementChannel = z.object({
  /** null: YouTube names no channel. */
  channelId: z.nullable(z.string()),
  name: z.nullable(z.string()),
  thumbnail: z.nullable(z.string()),
})
export type StatementChannel = z.infer<typeof StatementChannel>

const ChannelLine = z.extend(StatementChannel, { amount: z.int() })

export const IncomeLine = z.extend(ChannelLine, {
  /** In the order of `monthSources`. */
  sources: z.array(z.object({ source: MonthSource, amount: z.int() })),
})
export type IncomeLine = z.infer<typeof IncomeLine>

export const AdjustmentLine = z.extend(ChannelLine, { source: MonthSource })
export type AdjustmentLine = z.infer<typeof AdjustmentLine>

export const TaxLine = ChannelLine
export type TaxLine = z.infer<typeof TaxLine>

/** Tenths of a percent. */
export const FeeLine = z.object({ permille: z.int(), amount: z.int() })
export type FeeLine = z.infer<typeof FeeLine>

export const CorrectionLine = z.extend(ChannelLine, {
  earnedMonth: Month,
  kind: z.enum(['income', 'adjustment', 'tax', 'fee']),
  /** null: of a fee. */
  source: z.nullable(MonthSource),
  /** The statement with the entry that is corrected; null: there was none, the file came later. */
  corrects: z.nullable(z.object({ statementId: z.int(), number: z.string() })),
})
export type CorrectionLine = z.infer<typeof CorrectionLine>

export const WithholdingLine = z.object({
  name: z.enum(['income-tax', 'local-income-tax']),
  /** Tenths of a percent: of the amount, and of local income tax, of the income tax. */
  permille: z.int(),
  /** Negative. */
  amount: z.int(),
})
export type WithholdingLine = z.infer<typeof WithholdingLine>

/** A month as it was estimated and as it was paid. */
export const MonthComparison = z.object({
  month: Month,
  /** Net of daily estimates, by the same shares, fees and rate as `final`; null: there are none, or it is not closed. */
  estimated: z.nullable(z.int()),
  /** Days of the month of which all is reported. */
  coveredDays: z.int(),
  days: z.int(),
  /** Net of the month without corrections; null: the person has no statement of it. */
  final: z.nullable(z.int()),
})
export type MonthComparison = z.infer<typeof MonthComparison>

export const Payment = z.object({
  statementId: z.int(),
  number: z.string(),
  month: Month,
  paidOn: Day,
  reference: z.string(),
  /** What was paid; positive. */
  amount: z.int(),
})
export type Payment = z.infer<typeof Payment>

export const comparedMonths = 6

export const StatementDetail = z.object({
  ...Statement.shape,
  currency: Currency,
  account: StatementAccount,
  /** Won per dollar × 1,000,000: everything on the statement is converted at it. */
  krwMicros: z.int(),
  minimum: z.int(),
  closedAt: z.iso.datetime(),
  /** First digits of the SHA-256 of all that the statement says. */
  fingerprint: z.string(),
  previousId: z.nullable(z.int()),
  nextId: z.nullable(z.int()),
  incomeLines: createLines(IncomeLine),
  adjustmentLines: createLines(AdjustmentLine),
  taxLines: createLines(TaxLine),
  /** By rate, lowest first. */
  feeLines: z.array(FeeLine),
  correctionLines: createLines(CorrectionLine),
  withholdingLines: z.array(WithholdingLine),
  /** The statement's month and up to five before it, newest first; empty of a network. */
  comparisons: z.array(MonthComparison),
  /** Of the statement's month and the eleven before it, newest first. */
  recentPayments: z.array(Payment),
})
export type StatementDetail = z.infer<typeof StatementDetail>

/** One of the caller's, or, for a manager, of anyone in the network. */
export const readStatement = defineEndpoint({
  name: 'readStatement',
  summary:
    'A statement: income by channel and source, adjustments, tax, fees, corrections, withholding, and the months before.',
  method: 'GET',
  path: 'v2/mcn/statements/detail',
  access: 'account',
  query: z.object({ id: idParam() }),
  output: z.object({ statement: StatementDetail }),
  refusals: ['not_found'],
})

export const movementKinds = [
  'income',
  'adjustment',
  'tax',
  'fee',
  'correction',
  'withholding',
  'payment',
] as const
export const MovementKind = z.enum(movementKinds)
export type MovementKind = z.infer<typeof MovementKind>

/** All entries of a kind on a statement, or a payment. */
export const Movement = z.object({
  kind: MovementKind,
  month: Month,
  statementId: z.int(),
  number: z.string(),
  amount: z.int(),
  /** After it. */
  balance: z.int(),
  /** Both only of a payment. */
  paidOn: z.nullable(Day),
  reference: z.nullable(z.string()),
})
export type Movement = z.infer<typeof Movement>

export const readMovements = defineEndpoint({
  name: 'readMovements',
  summary: 'All movements on a ledger by month and kind, with the balance after each, newest first.',
  method: 'GET',
  path: 'v2/mcn/statements/movements',
  access: 'account',
  query: z.object(ownerQuery),
  output: z.object({
    currency: Currency,
    account: StatementAccount,
    balance: z.int(),
    /** Newest first; at most eight for each month. */
    movements: z.array(Movement),
  }),
  refusals: ['forbidden', 'not_found'],
})

/** Every entry of a statement. */
export const exportStatement = defineEndpoint({
  ...csvEndpoint,
  name: 'exportStatement',
  summary: 'Every entry of a statement as CSV.',
  path: 'v2/mcn/statements/export',
  query: z.object({ id: idParam() }),
})

/**
 * The statement as a document, in the language of the call: A4, with the site's name, logo and color. `unavailable` when too
 * many are being drawn.
 */
export const exportStatementPdf = defineEndpoint({
  name: 'exportStatementPdf',
  summary: 'A statement as a PDF document.',
  method: 'GET',
  path: 'v2/mcn/statements/pdf',
  access: 'account',
  media: 'pdf',
  query: z.object({ id: idParam() }),
  refusals: ['not_found'],
})

/** The movements, oldest first. */
export const exportMovements = defineEndpoint({
  ...csvEndpoint,
  name: 'exportMovements',
  summary: 'All movements on a ledger as CSV, oldest first.',
  path: 'v2/mcn/statements/movements/export',
  query: z.object(ownerQuery),
})
