import * as z from 'zod/mini'
import { csvEndpoint } from '#contract/platform/csv-endpoint.ts'
import { maxKrwMicros } from '#contract/platform/currency.ts'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { Currency, intParam, Month, pageParams, searchParam } from '#contract/platform/params.ts'
import { Day, SortOrder } from '#contract/reports/reports.ts'
import { Obstacle } from './closing-obstacles.ts'
import { MonthArrival } from './final-files.ts'
import {
  MonthSource,
  StatementAccount,
  StatementAmounts,
  StatementChannel,
  StatementState,
} from './statements.ts'

/**
 * An open month follows its files, shares and fees. A closed one is frozen: members do not see it yet, and it can be opened
 * again. A released one never changes.
 */
export const monthStates = ['open', 'closed', 'released'] as const
export const MonthState = z.enum(monthStates)
export type MonthState = z.infer<typeof MonthState>

export const krwMicrosParam = z.optional(intParam({ min: 1, max: maxKrwMicros }))

/**
 * The stored exchange rates that a site's statements use: that of the month's last day, the average of the month's days, or
 * that of the day of payment, in the following month.
 */
export const rateRules = ['last-day', 'average', 'payment-day'] as const
export const RateRule = z.enum(rateRules)
export type RateRule = z.infer<typeof RateRule>

/** Number of statements in each state. */
export const StateCounts = z.object({
  carriedOver: z.int(),
  detailsRequired: z.int(),
  awaitingPayment: z.int(),
  exported: z.int(),
  partlyPaid: z.int(),
  paid: z.int(),
  returned: z.int(),
  forfeited: z.int(),
})
export type StateCounts = z.infer<typeof StateCounts>

export const stateCountKeys: Readonly<Record<StatementState, keyof StateCounts>> = {
  carried_over: 'carriedOver',
  details_required: 'detailsRequired',
  awaiting_payment: 'awaitingPayment',
  exported: 'exported',
  partly_paid: 'partlyPaid',
  paid: 'paid',
  returned: 'returned',
  forfeited: 'forfeited',
}

/** Counts nothing. */
export const noStates: StateCounts = {
  carriedOver: 0,
  detailsRequired: 0,
  awaitingPayment: 0,
  exported: 0,
  partlyPaid: 0,
  paid: 0,
  returned: 0,
  forfeited: 0,
}

/** Sums of statements: `closing` = opening + payments + net. */
export const MonthBalance = z.object({
  opening: z.int(),
  payments: z.int(),
  /** Includes corrections and withholding. */
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
  releasedAt: z.nullable(z.iso.datetime()),
  krwMicros: z.nullable(z.int()),
  /** Sums all members. */
  members: z.nullable(MonthBalance),
  /** The network's own balance. */
  network: z.nullable(MonthBalance),
  /** Counts the members' statements. */
  states: z.nullable(StateCounts),
})
export type MonthSummary = z.infer<typeof MonthSummary>

export const readMonths = defineEndpoint({
  name: 'readMonths',
  summary:
    'The months with statements of the network or with final files, newest first, and those whose files are expected.',
  method: 'GET',
  path: 'v2/mcn/months',
  access: 'money.read',
  output: z.object({
    currency: Currency,
    /** Newest first. */
    months: z.array(MonthSummary),
    /** Months whose final files are not complete, oldest first; they need not be among `months` yet. */
    arrivals: z.array(MonthArrival),
  }),
})

export const maxMonthRows = 1_000

/** A statement, or in an open month its draft. */
export const MonthRow = z.object({
  account: StatementAccount,
  /** Both null in an open month. */
  statementId: z.nullable(z.int()),
  number: z.nullable(z.string()),
  ...StatementAmounts.shape,
  state: StatementState,
  /** What is left to be paid of it; 0 unless it is released. */
  outstanding: z.int(),
  paidOn: z.nullable(Day),
  reference: z.nullable(z.string()),
  /** Net before withholding of the previous month; null: there was no statement, or the month is not open. */
  previousNet: z.nullable(z.int()),
  /** `net` is more than twice or less than half of `previousNet`, by more than the smallest payment. */
  isJump: z.boolean(),
})
export type MonthRow = z.infer<typeof MonthRow>

export const maxComparedChannels = 200

export const ChannelComparison = z.extend(StatementChannel, {
  /** Ads, premium and Shorts, which daily reports estimate. */
  final: z.int(),
  estimated: z.int(),
  /** Days of the month with figures of the channel. */
  days: z.int(),
})
export type ChannelComparison = z.infer<typeof ChannelComparison>

/** Covers the network's channels, before fees, in `amountUnits`. */
export const MonthReconciliation = z.object({
  /** Final amounts in the order of `monthSources`; tax is negative. Without corrections. */
  sources: z.array(z.object({ source: MonthSource, amount: z.int() })),
  /** Days of the month of which all is reported. */
  coveredDays: z.int(),
  days: z.int(),
  /** Sums all channels. */
  final: z.int(),
  estimated: z.int(),
  /** Largest difference first, at most `maxComparedChannels`. */
  channels: z.array(ChannelComparison),
  /** Number of channels beyond the limit. */
  omittedChannels: z.int(),
})
export type MonthReconciliation = z.infer<typeof MonthReconciliation>

export const maxShortenedChannels = 100

/**
 * A channel that a member has now, and of whose month the member's statement counts only the days from `from` on: the
 * assignment began later. Null: it counts none.
 */
export const ShortenedChannel = z.extend(StatementChannel, {
  account: StatementAccount,
  from: z.nullable(Day),
  /** Estimated gross of the days that do not count, in millionths of a dollar. */
  micros: z.int(),
})
export type ShortenedChannel = z.infer<typeof ShortenedChannel>

/** The columns of the table of statements, in its order: the payable amount first, then its parts. */
export const amountColumns = [
  'payable',
  'opening',
  'income',
  'adjustments',
  'tax',
  'fee',
  'corrections',
  'manual',
  'net',
  'withholding',
  'closing',
] as const
export type AmountColumn = (typeof amountColumns)[number]

/** The site sorts the statements itself: it has all of them. */
export const monthSorts = ['member', 'state', ...amountColumns] as const
export type MonthSort = (typeof monthSorts)[number]

export const MonthOrder = {
  sort: z._default(z.enum(monthSorts), 'payable'),
  order: z._default(SortOrder, 'desc'),
}

const MonthQuery = {
  month: Month,
  /** Applies to the draft of an open month; a closed one has its own. Defaults to the rate by the site's rule. */
  krwMicros: krwMicrosParam,
}

export const readMonth = defineEndpoint({
  name: 'readMonth',
  summary:
    'A month of the network: final figures against estimates, and the members’ statements, or drafts while it is open.',
  method: 'GET',
  path: 'v2/mcn/months/detail',
  access: 'money.read',
  query: z.object({
    ...MonthQuery,
    /** Matches the nickname or email. */
    search: searchParam(),
    /** Limits the rows to members in this state. */
    state: z.optional(StatementState),
    ...pageParams({ size: maxMonthRows, maxSize: maxMonthRows }),
  }),
  output: z.object({
    currency: Currency,
    month: Month,
    state: MonthState,
    closedAt: z.nullable(z.iso.datetime()),
    releasedAt: z.nullable(z.iso.datetime()),
    /** Null: the month is open, and there is no exchange rate yet. Then there are no rows. */
    krwMicros: z.nullable(z.int()),
    /** Both null if the rate was given or the month is not open. */
    rateDay: z.nullable(Day),
    rateRule: z.nullable(RateRule),
    /** Obstacles of an open month that concern the network or everyone. */
    obstacles: z.array(Obstacle),
    /** Largest first, at most `maxShortenedChannels`; empty unless the month is open. */
    shortened: z.array(ShortenedChannel),
    reconciliation: MonthReconciliation,
    /** Counts the rows that match the filter. */
    total: z.int(),
    page: z.int(),
    size: z.int(),
    /** Members by nickname in natural order: 2 before 10. */
    rows: z.array(MonthRow),
    /** Null: it has neither movements nor a balance. */
    network: z.nullable(MonthRow),
    /** Sums all members, whatever the filter. */
    totals: StatementAmounts,
    states: StateCounts,
  }),
  refusals: ['not_found', 'month_closed', 'month_past'],
})

export const exportMonth = defineEndpoint({
  ...csvEndpoint,
  access: 'money.read',
  name: 'exportMonth',
  summary: 'The members’ and the network’s statements of a month, or their drafts, as CSV.',
  path: 'v2/mcn/months/export',
  query: z.object(MonthQuery),
  refusals: [...csvEndpoint.refusals, 'month_closed', 'month_past'],
})
