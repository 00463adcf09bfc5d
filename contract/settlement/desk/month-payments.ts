import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { Currency, idParam, Month } from '#contract/platform/params.ts'
import { Day } from '#contract/reports/reports.ts'

/** Where money is, in its order. `blocked`: nobody has confirmed the payout account; `sent`: it is in a file for a bank. */
export const paymentGroups = ['blocked', 'ready', 'sent', 'paid', 'returned'] as const
export type PaymentGroupName = (typeof paymentGroups)[number]

/** Largest first, in each group. */
export const maxGroupPeople = 50

export const DeskPayment = z.object({
  accountId: z.int(),
  statementId: z.int(),
  /** Null: the account is deleted. */
  nickname: z.nullable(z.string()),
  /** Who pays it; null: the operator of the site. */
  network: z.nullable(z.string()),
  /** What is left of it; of a paid one, what was transferred. */
  amount: z.int(),
  /** It waits in a balance, before tax. */
  isBeforeTax: z.boolean(),
  /** The masked account that it goes to. */
  paidTo: z.nullable(z.string()),
  /** Since when it is where it is. */
  since: z.nullable(z.iso.datetime()),
  /** Of a returned one. */
  reason: z.nullable(z.string()),
})
export type DeskPayment = z.infer<typeof DeskPayment>

export const PaymentGroup = z.object({
  name: z.enum(paymentGroups),
  people: z.int(),
  amount: z.int(),
  /** What of it waits in balances, before tax, without being due. */
  beforeTax: z.int(),
  /** Empty of paid ones, which `paidDays` sums. */
  payments: z.array(DeskPayment),
})
export type PaymentGroup = z.infer<typeof PaymentGroup>

/** `not_found`: another site than those that the role is for, or no month that was released. */
export const readMonthPayments = defineEndpoint({
  name: 'readMonthPayments',
  summary: 'Where the money of a released month of a site is: by state, with the people it belongs to.',
  method: 'GET',
  path: 'v2/mcn/desk/months/payments',
  access: 'desk.read',
  query: z.object({ month: Month, site: idParam() }),
  output: z.object({
    currency: Currency,
    releasedAt: z.nullable(z.iso.datetime()),
    /** In the order of `paymentGroups`. */
    groups: z.array(PaymentGroup),
    /** Newest first. */
    paidDays: z.array(z.object({ day: Day, people: z.int(), amount: z.int() })),
  }),
  refusals: ['not_found'],
})
