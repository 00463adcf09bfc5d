import * as z from 'zod/mini'
import { maxKrwMicros } from '#contract/platform/currency.ts'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { Currency, Month } from '#contract/platform/params.ts'
import { Day } from '#contract/reports/reports.ts'
import { Obstacle, PaymentGroup } from './closing-obstacles.ts'
import { OwnerArrival } from './final-files.ts'
import { krwMicrosParam, MonthState, RateRule, ShortenedChannel } from './months.ts'
import { MonthSource, StatementAccount } from './statements.ts'

/** Amounts of the whole installation are millionths of a dollar: its sites have different currencies. */
export const GroupComparison = z.object({
  group: PaymentGroup,
  /** null: no file of it was imported. */
  filesMicros: z.nullable(z.int()),
  /** null: the payment summary has no line of it. */
  paidMicros: z.nullable(z.int()),
  differenceMicros: z.int(),
  /** True within a cent. */
  agrees: z.boolean(),
  /** Missing files that would explain a difference. */
  missing: z.array(MonthSource),
})
export type GroupComparison = z.infer<typeof GroupComparison>

export const maxUnregisteredChannels = 100

export const OwnerReconciliation = z.object({
  /** Name of the content owner. */
  owner: z.string(),
  hasPaymentSummary: z.boolean(),
  agrees: z.boolean(),
  /** Excludes the total. */
  groups: z.array(GroupComparison),
  /** Lines of the payment summary that no file corresponds to. */
  unknownLines: z.array(z.object({ label: z.string(), micros: z.int() })),
  total: z.nullable(GroupComparison),
  /** YouTube names no channel for these amounts. */
  withoutChannel: z.array(z.object({ source: MonthSource, micros: z.int() })),
  /** Channels that nobody has registered, largest first, at most `maxUnregisteredChannels`. */
  unregistered: z.array(z.object({ channelId: z.string(), micros: z.int() })),
  /** Counts all of them. */
  unregisteredChannels: z.int(),
  unregisteredMicros: z.int(),
  coveredDays: z.int(),
  days: z.int(),
  finalMicros: z.int(),
  estimateMicros: z.int(),
})
export type OwnerReconciliation = z.infer<typeof OwnerReconciliation>

/** Sums that closing books, or has booked. */
export const ClosingSummary = z.object({
  statements: z.int(),
  incomeMicros: z.int(),
  adjustmentsMicros: z.int(),
  taxMicros: z.int(),
  correctionsMicros: z.int(),
  membersMicros: z.int(),
  networksMicros: z.int(),
  /** Unallocated: of unregistered and unnamed channels, and what rounding leaves. Null: it is no site's. */
  unallocatedMicros: z.nullable(z.int()),
  /** Payable amounts in `amountUnits`, by currency. */
  payable: z.array(z.object({ currency: Currency, statements: z.int(), amount: z.int() })),
})
export type ClosingSummary = z.infer<typeof ClosingSummary>

/** Won per dollar × 1,000,000. `day`: of the stored exchange rate; null: the rate was given, or is an average. */
export const SiteRate = z.object({
  site: z.string(),
  currency: Currency,
  /** Null: the month is not open. */
  rule: z.nullable(RateRule),
  krwMicros: z.int(),
  day: z.nullable(Day),
  /** What the rule gives; null: no rate that it asks for is stored, or the month is not open. */
  ruleKrwMicros: z.nullable(z.int()),
})
export type SiteRate = z.infer<typeof SiteRate>

export const maxListedAccounts = 100

const ListedAccount = z.extend(StatementAccount, { site: z.string(), currency: Currency })

export const UnpaidAccount = z.extend(ListedAccount, {
  /** `details`: no payout account is confirmed; `minimum`: the balance is below the site's smallest payment. */
  reason: z.enum(['details', 'minimum']),
  /** Closing balance in `amountUnits`. */
  balance: z.int(),
})
export type UnpaidAccount = z.infer<typeof UnpaidAccount>

/** Net amounts in `amountUnits`. */
export const AccountJump = z.extend(ListedAccount, { previousNet: z.int(), net: z.int() })
export type AccountJump = z.infer<typeof AccountJump>

export const MonthClosing = z.object({
  month: Month,
  /** False: all that follows is only of the sites and content owners that the caller's role is for. */
  isWhole: z.boolean(),
  state: MonthState,
  closedAt: z.nullable(z.iso.datetime()),
  releasedAt: z.nullable(z.iso.datetime()),
  /** Of the sites with statements; empty if there is no exchange rate. */
  rates: z.array(SiteRate),
  /** Says why another rate than those by the rules was taken. */
  rateReason: z.nullable(z.string()),
  /** Explains obstacles in spite of which it was closed; null: the explanation covered all, as earlier versions had it. */
  explanations: z.array(z.object({ text: z.string(), obstacle: z.nullable(Obstacle) })),
  /** Identifies what would be booked: closing names it. Null unless the month is open and has a rate. */
  draft: z.nullable(z.string()),
  /** Statements of which nothing will be paid although they have a balance; largest first, at most `maxListedAccounts`. */
  unpaid: z.array(UnpaidAccount),
  /** Accounts whose month is far from the one before; largest difference first, at most `maxListedAccounts`. */
  jumps: z.array(AccountJump),
  /** Largest first, at most `maxShortenedChannels`. */
  shortened: z.array(ShortenedChannel),
  /** A site wants somebody else to release the month than who closed it, and the caller has closed it. */
  needsOtherPerson: z.boolean(),
  /** It is closed, not released, and no other month was closed after it. */
  canReopen: z.boolean(),
  /** Sorted by name. */
  owners: z.array(OwnerReconciliation),
  /** Empty of a closed month. */
  obstacles: z.array(Obstacle),
  /** Null without a rate, and for those whose role is for content owners only. */
  summary: z.nullable(ClosingSummary),
})
export type MonthClosing = z.infer<typeof MonthClosing>

export const readMonthClosing = defineEndpoint({
  name: 'readMonthClosing',
  summary:
    'Final files against payment summaries and estimates, and what is in the way of closing a month: of the sites and content owners that the caller’s role is for.',
  method: 'GET',
  path: 'v2/mcn/operator/months',
  access: 'closing.read',
  query: z.object({
    /** Defaults to the earliest open one with files, or the newest closed one. */
    month: z.optional(Month),
    krwMicros: krwMicrosParam,
  }),
  output: z.object({
    /** Newest first: those with files. */
    months: z.array(z.object({ month: Month, state: MonthState })),
    /** Final files of the shown month, and of the months whose files are not complete. */
    arrivals: z.array(OwnerArrival),
    /** Null: there are none. */
    closing: z.nullable(MonthClosing),
  }),
  refusals: ['not_found', 'month_closed', 'month_past'],
})

export const maxExplanationLength = 1_000

const Explanation = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(maxExplanationLength), z.regex(/^[^\p{C}]*$/u))

/** A given rate further from the rule's than this has to be typed twice, as a share of it. */
export const maxRateDistance = 0.05

/**
 * Books a month and freezes its statements; members do not see them before it is released. `draft_changed`: what would be
 * booked is no longer what was previewed. `month_obstructed`: an obstacle is left. `invalid`: `rate.again` is not the rate.
 */
export const closeMonth = defineEndpoint({
  name: 'closeMonth',
  summary:
    'Books the previewed draft of a month and freezes its statements, which members see once it is released. Each obstacle needs an explanation.',
  method: 'POST',
  path: 'v2/mcn/operator/months/close',
  access: 'closing.change',
  confirmation: 'recent',
  limits: [{ name: 'ledger', by: 'account' }],
  traces: ['audit'],
  body: z.object({
    month: Month,
    /** `draft` of `readMonthClosing`. */
    draft: z.string().check(z.minLength(1), z.maxLength(64)),
    /** Null: the rates by the sites' rules. */
    rate: z.nullable(
      z.object({
        krwMicros: z.int().check(z.minimum(1), z.maximum(maxKrwMicros)),
        reason: Explanation,
        /** The same rate, if it is further than `maxRateDistance` from the rule's; otherwise null. */
        again: z.nullable(z.int()),
      }),
    ),
    /** `obstacle`: its key. */
    explanations: z.array(z.object({ obstacle: z.string(), text: Explanation })).check(z.maxLength(1_000)),
  }),
  output: z.object({ statements: z.int() }),
  refusals: ['not_found', 'month_closed', 'month_past', 'month_obstructed', 'draft_changed', 'too_many'],
})

/** `other_person_required`: a site with statements of the month wants somebody else than who closed it. */
export const releaseMonth = defineEndpoint({
  name: 'releaseMonth',
  summary:
    'Shows the statements of a closed month to members, mails them, and opens them for payment; it cannot be undone.',
  method: 'POST',
  path: 'v2/mcn/operator/months/release',
  access: 'closing.change',
  confirmation: 'recent',
  limits: [{ name: 'ledger', by: 'account' }],
  traces: ['audit', 'mail'],
  body: z.object({ month: Month }),
  output: z.object({ statements: z.int() }),
  refusals: ['not_found', 'month_not_closed', 'month_released', 'other_person_required', 'too_many'],
})

/** `later_month_closed`: months that were closed after it are opened first, because they build on its balances. */
export const reopenMonth = defineEndpoint({
  name: 'reopenMonth',
  summary:
    'Takes back the closing of a month that was not released: its statements and bookings are gone, and it is open again.',
  method: 'POST',
  path: 'v2/mcn/operator/months/reopen',
  access: 'closing.change',
  confirmation: 'recent',
  limits: [{ name: 'ledger', by: 'account' }],
  traces: ['audit'],
  body: z.object({ month: Month, reason: Explanation }),
  refusals: ['not_found', 'month_not_closed', 'month_released', 'later_month_closed', 'too_many'],
})
