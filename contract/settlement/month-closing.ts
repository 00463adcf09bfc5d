import * as z from 'zod/mini'
import { maxKrwMicros } from '#contract/platform/currency.ts'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { Currency, Month } from '#contract/platform/params.ts'
import { Day } from '#contract/reports/reports.ts'
import { Obstacle, PaymentGroup } from './closing-obstacles.ts'
import { krwMicrosParam, MonthState } from './months.ts'
import { MonthSource } from './statements.ts'

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
  /** Unallocated: of unregistered and unnamed channels, and what rounding leaves. */
  unallocatedMicros: z.int(),
  /** Payable amounts in `amountUnits`, by currency. */
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
  /** Explains why it was closed in spite of differences or missing files. */
  explanation: z.nullable(z.string()),
  /** Sorted by name. */
  owners: z.array(OwnerReconciliation),
  /** Empty of a closed month. */
  obstacles: z.array(Obstacle),
  /** Null without a rate. */
  summary: z.nullable(ClosingSummary),
})
export type MonthClosing = z.infer<typeof MonthClosing>

export const readMonthClosing = defineEndpoint({
  name: 'readMonthClosing',
  summary:
    'Final files of the whole installation against payment summaries and estimates, and what is in the way of closing a month.',
  method: 'GET',
  path: 'v2/mcn/operator/months',
  access: 'operator',
  query: z.object({
    /** Defaults to the earliest open one with files, or the newest closed one. */
    month: z.optional(Month),
    krwMicros: krwMicrosParam,
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
  summary:
    'Books a month and freezes its statements. Differences and missing files need an explanation; it cannot be undone.',
  method: 'POST',
  path: 'v2/mcn/operator/months/close',
  access: 'operator',
  body: z.object({
    month: Month,
    krwMicros: z.int().check(z.minimum(1), z.maximum(maxKrwMicros)),
    /** Explains why differences and missing files are right; null: there are none. */
    explanation: z.nullable(
      z.string().check(z.trim(), z.minLength(1), z.maxLength(maxExplanationLength), z.regex(/^[^\p{C}]*$/u)),
    ),
  }),
  output: z.object({ statements: z.int() }),
  refusals: ['not_found', 'month_closed', 'month_obstructed', 'too_many'],
})
