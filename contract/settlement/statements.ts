import * as z from 'zod/mini'
import { amountUnits } from '#contract/platform/currency.ts'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { Currency, idParam, Month } from '#contract/platform/params.ts'
import { Day } from '#contract/reports/reports.ts'

/** Kinds of YouTube's final files, in the order in which they are listed. `tax`: what YouTube withholds; `tax_refund`: what it gives back of it. */
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
  'tax_refund',
  'payment_summary',
] as const
export const MonthSource = z.enum(monthSources)
export type MonthSource = z.infer<typeof MonthSource>

/**
 * `carried_over`: nothing is paid, the balance stays for the next month. `details_required`: there is something to pay, but
 * nobody has confirmed how to pay it. `exported`: a bank was asked to pay it. `returned`: the payment came back, and it waits
 * to be paid again. `forfeited`: it ended without being paid.
 */
export const statementStates = [
  'carried_over',
  'details_required',
  'awaiting_payment',
  'exported',
  'partly_paid',
  'paid',
  'returned',
  'forfeited',
] as const
export const StatementState = z.enum(statementStates)
export type StatementState = z.infer<typeof StatementState>

/**
 * The specification's rule for the deletion of a channel or an account, in `amountUnits`: a balance below this vanishes
 * with it, any other has to be withdrawn first. It is also the smallest payment, unless a site has its own minimum.
 */
export const withdrawalMinimum: Readonly<Record<Currency, number>> = {
  KRW: 10_000 * amountUnits.KRW,
  USD: 20 * amountUnits.USD,
}

/**
 * The components of a month, in `amountUnits` of the reply's currency. Amounts that reduce the balance are negative:
 * `net` = income + adjustments + tax + fee + corrections + manual.
 */
export const MonthAmounts = z.object({
  /** Belongs to the month itself, like adjustments, tax and fee. */
  income: z.int(),
  adjustments: z.int(),
  /** Withheld by YouTube, less what it gives back. */
  tax: z.int(),
  /** The network's: a member pays it (negative), the network gets it. */
  fee: z.int(),
  /** Corrects months that were closed before, in all kinds. */
  corrections: z.int(),
  /** Booked by hand: advances, deductions, bonuses, income from elsewhere. */
  manual: z.int(),
  net: z.int(),
})
export type MonthAmounts = z.infer<typeof MonthAmounts>

/** `closing` = opening + payments + net + withholding. */
export const StatementAmounts = z.extend(MonthAmounts, {
  /** Closing balance of the previous statement. */
  opening: z.int(),
  /** What was booked since the previous statement: payments, returned ones, forfeits, tax on payouts between closings. */
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
  /** What is left to be paid of it; 0 unless it is released. */
  outstanding: z.int(),
  /** Of the last payment that has not come back; both null without one. */
  paidOn: z.nullable(Day),
  reference: z.nullable(z.string()),
})
export type Statement = z.infer<typeof Statement>

/** The account of the statements. */
export const StatementAccount = z.object({
  id: z.int(),
  /** Both null: the account has been removed. */
  nickname: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** The network itself: what its members pay it, and its channels without a member. */
  isNetwork: z.boolean(),
})
export type StatementAccount = z.infer<typeof StatementAccount>

export const StatementChannel = z.object({
  /** null: YouTube names no channel. */
  channelId: z.nullable(z.string()),
  name: z.nullable(z.string()),
  thumbnail: z.nullable(z.string()),
})
export type StatementChannel = z.infer<typeof StatementChannel>

export const WithholdingLine = z.object({
  name: z.enum(['income-tax', 'local-income-tax']),
  /** Tenths of a percent: of the amount, and of local income tax, of the income tax. */
  permille: z.int(),
  /** Negative. */
  amount: z.int(),
})
export type WithholdingLine = z.infer<typeof WithholdingLine>

/** Returns the ratio of a tax to the taxed amount: local income tax is a part of the income tax. */
export function getTaxRatio(
  { name, permille }: WithholdingLine,
  lines: readonly Pick<WithholdingLine, 'name' | 'permille'>[],
): number {
  if (name === 'income-tax') return permille / 1_000
  const incomeTax = lines.find((line) => line.name === 'income-tax')
  return ((incomeTax?.permille ?? 0) * permille) / 1_000_000
}

/** In `amountUnits`. */
export const Balance = z.object({
  currency: Currency,
  /** Sum of the ledger, with what awaits payment. */
  balance: z.int(),
  /** Part of `balance` that waits to be paid. */
  awaiting: z.int(),
  /** Part of `awaiting` that the person has asked for. */
  requested: z.int(),
  /** When the person last asked; null: nothing is on request. */
  requestedAt: z.nullable(z.iso.datetime()),
  /** What could be asked for before the next closing, before tax. */
  requestable: z.int(),
  /** What a payment of `requestable` withholds today; empty: nothing. */
  requestableTaxes: z.array(WithholdingLine),
  /** What could be paid if somebody confirmed how, before tax. */
  held: z.int(),
  /** When the site pays next what waits, and how much; null: nothing waits, or it is held. The day may have passed. */
  payday: z.nullable(z.object({ day: Day, amount: z.int() })),
  /** The site's minimum payment: less is carried over. */
  minimum: z.int(),
})
export type Balance = z.infer<typeof Balance>

export const ownerQuery = {
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
