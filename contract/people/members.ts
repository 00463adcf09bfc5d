import * as z from 'zod/mini'
import { csvEndpoint } from '#contract/platform/csv-endpoint.ts'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { Currency, idParam, Month, pageParams, searchParam } from '#contract/platform/params.ts'
import { DayRange, IncompleteDays, SortOrder } from '#contract/reports/reports.ts'
import { payeeStates } from './payee-states.ts'

export const memberPageSize = 50
export const maxMemberPageSize = 200

/**
 * `invited`: has not set a password yet. `waiting`: has joined and waits for the manager's approval. `unconfirmed`: nobody
 * has confirmed the address.
 */
export const memberStates = ['active', 'invited', 'waiting', 'unconfirmed'] as const
export type MemberState = (typeof memberStates)[number]

/**
 * A member's current channels earned this in a month, in `amountUnits`: the totals of `readDashboard` for that member.
 * The fee is the difference.
 */
export const MemberProfit = z.object({ grossProfit: z.int(), netProfit: z.int() })
export type MemberProfit = z.infer<typeof MemberProfit>

export const getFee = ({ grossProfit, netProfit }: MemberProfit): number => grossProfit - netProfit

export const Member = z.object({
  id: z.int(),
  state: z.enum(memberStates),
  user_id: z.string(),
  nickname: z.string(),
  channel_url: z.nullable(z.string()),
  /** Today's rate, for those who may see fees. */
  fee_rate: z.optional(z.number()),
  channels: z.int(),
  registered_at: z.iso.datetime(),
  last_sign_in_at: z.nullable(z.iso.datetime()),
  /** State of the payout account, if there is one. */
  payee: z.optional(z.enum(payeeStates)),
  /** Present with `figures`, if the network has any. */
  profit: z.optional(MemberProfit),
})
export type Member = z.infer<typeof Member>

export const MonthReport = z.object({
  currency: Currency,
  month: Month,
  /** Up to the latest complete day. */
  range: DayRange,
  incompleteDays: IncompleteDays,
  /** Months with figures, newest first. */
  months: z.array(Month),
  /** Sums all members that match the filters: a channel assigned to several of them counts for each. */
  membersProfit: MemberProfit,
  /** Gross of the whole network, in which each channel counts once. */
  networkProfit: z.int(),
})
export type MonthReport = z.infer<typeof MonthReport>

export const memberSorts = ['name', 'registered', 'channels', 'gross', 'fee', 'net', 'lastSignIn'] as const
/** Those of the month's figures. */
export const profitSorts: readonly MemberSort[] = ['gross', 'fee', 'net']
export const MemberSort = z.enum(memberSorts)
export type MemberSort = z.infer<typeof MemberSort>

/** The table shows these beside the member. */
export const memberColumns = ['channels', 'gross', 'fee', 'net', 'rate', 'registered', 'lastSignIn'] as const

/** The states of a member, and `payee`: members without a confirmed payout account. */
export const memberFilters = [...memberStates, 'payee'] as const
export type MemberFilter = (typeof memberFilters)[number]

const MemberListQuery = {
  /** Matches the nickname or email. */
  search: searchParam(),
  /** Limits the list to members in this state, or to those whose payout account is missing or not confirmed. */
  state: z.optional(z.enum(memberFilters)),
  /**
   * `name` is in natural order: 2 before 10. `gross`, `fee` and `net` require `figures`. Who never signed in counts as
   * the longest ago. Ties by name.
   */
  sort: z._default(MemberSort, 'name'),
  order: z._default(SortOrder, 'asc'),
  /** Month of the figures; the latest if absent, or if it has none. */
  month: z.optional(Month),
}

export const listMembers = defineEndpoint({
  name: 'listMembers',
  summary:
    'The network’s members, or those that match a search and a state. With `figures`, also what each has earned in a month before and after the fee, for those who may see figures.',
  method: 'GET',
  path: 'member/mcn/accounts',
  access: 'members.read',
  query: z.object({
    ...MemberListQuery,
    /** Limits the list to this member. */
    id: z.optional(idParam()),
    /** Adds the profits of a month, for those who may see the network's figures. */
    figures: z.optional(z.literal('month')),
    ...pageParams({ size: memberPageSize, maxSize: maxMemberPageSize }),
  }),
  output: z.object({
    total: z.int(),
    page: z.int(),
    size: z.int(),
    members: z.array(Member),
    /** Present with `figures`, for those who may see them; null while the network has none. */
    report: z.optional(z.nullable(MonthReport)),
  }),
})

export const exportMembers = defineEndpoint({
  ...csvEndpoint,
  access: 'figures.read',
  name: 'exportMembers',
  summary: 'The members of the network with their estimated profit of a month as CSV.',
  path: 'v2/mcn/members/export',
  query: z.object(MemberListQuery),
})
