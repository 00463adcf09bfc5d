import * as z from 'zod/mini'
import { reviewHours } from '#contract/channels/channel-states.ts'
import { type AlertKind, OperatorAlert } from '#contract/operations/operator-alerts.ts'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { Currency, Month } from '#contract/platform/params.ts'

/** What harm waiting does, worst first: money stops, figures are missing, people wait, something will fail soon. */
export const harms = ['money', 'figures', 'people', 'soon'] as const
export type Harm = (typeof harms)[number]

/** What may wait, in the order of a list: each kind does one harm, alerts the harm of their own kind. */
export const waitingKinds = [
  'returned-payments',
  'unconfirmed-payees',
  'open-month',
  'alert',
  'reviews',
  'sign-ins',
  'mails',
] as const
export type WaitingKind = (typeof waitingKinds)[number]

/** Hours in which the oldest should be done. Months are due on the payment day, and alerts have no limit. */
export const waitingHours = {
  'returned-payments': 48,
  'unconfirmed-payees': 48,
  reviews: reviewHours.limit,
  'sign-ins': 24,
  mails: 24,
} as const

/** The harm of an alert. */
export const harmOfAlert: Readonly<Record<AlertKind, Harm>> = {
  'consent-ended': 'figures',
  'consent-ends': 'soon',
  'client-rejected': 'figures',
  'permission-denied': 'figures',
  storage: 'figures',
  'reports-late': 'figures',
  'reports-expire': 'soon',
  'reports-lost': 'figures',
  'reports-refused': 'figures',
  'missing-types': 'figures',
  deprecated: 'soon',
  'months-late': 'money',
  'rates-refused': 'money',
}

/** Somebody who works at the desk. */
export const DeskPerson = z.object({ id: z.int(), nickname: z.string() })
export type DeskPerson = z.infer<typeof DeskPerson>

export const WaitingItem = z.object({
  /** Names it for `assignWaiting` and `snoozeWaiting`: the kind, or the kind and what it is about. */
  key: z.string(),
  kind: z.enum(waitingKinds),
  harm: z.enum(harms),
  /** Of the kind `alert`. */
  alert: z.nullable(OperatorAlert),
  /** Of the kind `open-month`. */
  month: z.nullable(Month),
  count: z.int(),
  /** In `amountUnits`, by currency; empty: it is not about amounts. */
  amounts: z.array(z.object({ currency: Currency, amount: z.int() })),
  /** Since when the oldest waits. */
  since: z.nullable(z.iso.datetime()),
  /** When the oldest should be done; null: there is no limit. */
  dueAt: z.nullable(z.iso.datetime()),
  /** Number of those that are past their limit. */
  overdue: z.int(),
  /** The oldest by name. */
  oldest: z.nullable(z.string()),
  assignee: z.nullable(DeskPerson),
})
export type WaitingItem = z.infer<typeof WaitingItem>

export const readToday = defineEndpoint({
  name: 'readToday',
  summary:
    'What waits for an operator on the sites and content owners that the caller’s role is for, in the order of harm; without what somebody has put off.',
  method: 'GET',
  path: 'v2/mcn/desk/today',
  access: 'desk.read',
  output: z.object({
    items: z.array(WaitingItem),
    /** Reports that are late, refused or withdrawn, see `readDeskReports`. */
    emptyReports: z.int(),
    /** Put off by somebody. */
    snoozed: z.int(),
    /** In the last 24 hours, by everybody. */
    done: z.object({ approved: z.int(), heldOrRejected: z.int(), reports: z.int(), payments: z.int() }),
  }),
})

const Key = z.string().check(z.regex(/^[a-z-]{1,40}( [\w.: -]{1,120})?$/))

export const assignWaiting = defineEndpoint({
  name: 'assignWaiting',
  summary: 'Makes the caller, or nobody, look after something that waits.',
  method: 'POST',
  path: 'v2/mcn/desk/today/assign',
  access: 'desk.change',
  traces: ['audit'],
  body: z.object({ key: Key, mine: z.boolean() }),
  refusals: ['not_found'],
})

/** Hours for which something may be put off. */
export const snoozeHours = [4, 24, 72, 168] as const

export const snoozeWaiting = defineEndpoint({
  name: 'snoozeWaiting',
  summary: 'Puts off something that waits; with `hours: null` it is back at once.',
  method: 'POST',
  path: 'v2/mcn/desk/today/snooze',
  access: 'desk.change',
  traces: ['audit'],
  body: z.object({ key: Key, hours: z.nullable(z.literal([...snoozeHours])) }),
  refusals: ['not_found'],
})
