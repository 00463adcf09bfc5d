import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { Currency, Month } from '#contract/platform/params.ts'
import { Day } from '#contract/reports/reports.ts'
import { Balance, ownerQuery } from './statements.ts'

/**
 * What the payout account lacks: the address of the account is not confirmed, the account waits for approval, nothing was
 * entered, it waits for confirmation, or it was rejected.
 */
export const payoutAccountStates = [
  'unconfirmed',
  'awaiting_approval',
  'missing',
  'entered',
  'rejected',
  'confirmed',
] as const
export type PayoutAccountState = (typeof payoutAccountStates)[number]

/** `before`: the kind of payee that decides is not known yet. `none`: nothing is withheld. */
export const taxBases = ['after', 'before', 'none'] as const

/** What a month that is not released yet is likely to pay, with what is carried over until then. */
export const PaydayEstimate = z.object({
  month: Month,
  day: Day,
  /** After the fee and, with `tax` `after`, after withholding. Null: too few days are known. */
  range: z.nullable(z.object({ low: z.int(), high: z.int() })),
  tax: z.enum(taxBases),
  /** False: the lower end, which is before withholding then, is carried over. */
  reachesMinimum: z.boolean(),
})
export type PaydayEstimate = z.infer<typeof PaydayEstimate>

export const Payday = z.object({
  currency: Currency,
  /** What is final: the first day on which something is due, and how much. The day may have passed. */
  payday: Balance.shape.payday,
  /** When money is paid that becomes payable today. */
  nextPayday: Day,
  held: Balance.shape.held,
  /** Waits for the minimum payment; negative: the next month fills it. */
  carried: z.int(),
  minimum: Balance.shape.minimum,
  payoutAccount: z.enum(payoutAccountStates),
  /** Where it is paid, masked; null without one. */
  paidTo: z.nullable(z.string()),
  /** Who confirms payout accounts of this account. */
  confirmedBy: z.enum(['manager', 'operator']),
  /** In the order of months; empty for networks, and for people who have left. */
  estimates: z.array(PaydayEstimate),
})
export type Payday = z.infer<typeof Payday>

export const readPayday = defineEndpoint({
  name: 'readPayday',
  summary:
    'The next payday of a person: what is final, what is held and why, and what the months that are not released yet are likely to pay.',
  method: 'GET',
  path: 'v2/mcn/statements/payday',
  access: 'account',
  query: z.object(ownerQuery),
  output: Payday,
  refusals: ['forbidden', 'not_found'],
})
