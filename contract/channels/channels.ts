import * as z from 'zod/mini'
import { csvEndpoint } from '#contract/platform/csv-endpoint.ts'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { Currency, idParam, pageParams, searchParam } from '#contract/platform/params.ts'
import { DayRange, SortOrder, Tag } from '#contract/reports/reports.ts'
import {
  ApprovalStatus,
  ChannelCategory,
  channelRequestFailures,
  channelStates,
  closedReasons,
  VerificationStatus,
  verificationFailures,
} from './channel-states.ts'

/** The limits apply to each call. */
export const maxAssignedMembers = 50
export const maxBulkChannels = 1_000
/** Channels times members. */
export const maxBulkAssignments = 10_000

/** Days of the profit in the list, up to the latest complete day. */
export const channelProfitDays = 30

export const Channel = z.object({
  /** Id of the registration; registering the channel again creates another. */
  id: z.int(),
  channelId: z.string(),
  name: z.string(),
  handle: z.nullable(z.string()),
  thumbnail: z.nullable(z.string()),
  page: z.string(),
  category: ChannelCategory,
  approval: ApprovalStatus,
  /** The operator's reason for a hold or rejection. */
  reason: z.nullable(z.string()),
  verification: VerificationStatus,
  /** Owners paste it into the channel's description, in two groups; null once verified. */
  verificationCode: z.nullable(z.string()),
  /** The last verification's failure; null without one or after success. */
  verificationFailure: z.nullable(z.enum(verificationFailures)),
  registeredAt: z.iso.datetime(),
  /** The registration expires then unless it is verified; null once verified or rejected. */
  expiresAt: z.nullable(z.iso.datetime()),
  approvedAt: z.nullable(z.iso.datetime()),
  /** The last re-review request since the channel was put on hold; null without one. */
  reReviewedAt: z.nullable(z.iso.datetime()),
  /** Earliest time of the next re-review request; null unless on hold. */
  reReviewFrom: z.nullable(z.iso.datetime()),
  /** Assigned members; empty for anyone but the network's manager. */
  members: z.array(z.object({ id: z.int(), nickname: z.string() })),
  /** True for a network's manager, or an account without a network. */
  deletable: z.boolean(),
})
export type Channel = z.infer<typeof Channel>

export const ChannelRequest = z.object({
  id: z.int(),
  link: z.string(),
  category: ChannelCategory,
  requestedAt: z.iso.datetime(),
  failure: z.nullable(z.enum(channelRequestFailures)),
})
export type ChannelRequest = z.infer<typeof ChannelRequest>

export const ClosedChannel = z.object({
  /** Id of the registration. */
  id: z.int(),
  channelId: z.string(),
  name: z.string(),
  handle: z.nullable(z.string()),
  thumbnail: z.nullable(z.string()),
  reason: z.enum(closedReasons),
  closedAt: z.iso.datetime(),
})
export type ClosedChannel = z.infer<typeof ClosedChannel>

export const ChannelCounts = z.object({
  unverified: z.int(),
  pending: z.int(),
  held: z.int(),
  approved: z.int(),
  rejected: z.int(),
})
export type ChannelCounts = z.infer<typeof ChannelCounts>

const StageTiming = z.object({
  /** Median duration of the channels that have passed the stage; null: none has. */
  medianSeconds: z.nullable(z.int()),
  /** Longest wait of the channels in the stage; null: none waits. */
  longestWaitSeconds: z.nullable(z.int()),
})

export const PipelineTiming = z.object({
  /** Starts at the registration. */
  verification: StageTiming,
  /** Starts at the verification and ends at the approval; a re-review begins with its request. */
  review: StageTiming,
})
export type PipelineTiming = z.infer<typeof PipelineTiming>

export const channelPageSize = 40
export const maxChannelPageSize = 250

/** `work`: first what its people have to act on, the newest first; then what earns, the highest profit first. */
export const channelListSorts = ['work', 'name', 'stage', 'registered', 'profit'] as const
export const ChannelListSort = z.enum(channelListSorts)
export type ChannelListSort = z.infer<typeof ChannelListSort>

export const ListedChannel = z.extend(Channel, {
  /** The caller sees gross as a manager, otherwise net. Null without figures in `profitRange`. */
  profit: z.nullable(z.int()),
  /** The caller's own, by name. */
  tags: z.array(Tag),
})
export type ListedChannel = z.infer<typeof ListedChannel>

const ChannelFilter = {
  /** Matches the name, handle or channel id. */
  search: searchParam(),
  state: z.optional(z.enum(channelStates)),
  /** A member's id, or `none` for unassigned channels. Managers only. */
  member: z.optional(z.union([z.literal('none'), idParam()])),
  sort: z._default(ChannelListSort, 'work'),
  /** Ignored when sorted by `work`. */
  order: z._default(SortOrder, 'desc'),
}

export const listChannels = defineEndpoint({
  name: 'listChannels',
  summary:
    'The channels of a manager’s network, or those assigned to the person, with their profit of the last 30 days, how many there are of each state, and registrations that are waiting for YouTube or were closed lately.',
  method: 'GET',
  path: 'v2/mcn/channels',
  access: 'account',
  query: z.object({
    ...ChannelFilter,
    ...pageParams({ size: channelPageSize, maxSize: maxChannelPageSize }),
  }),
  output: z.object({
    total: z.int(),
    page: z.int(),
    size: z.int(),
    /** Counts all that match the search and the member, whatever the state. */
    counts: ChannelCounts,
    /** Covers the same channels as `counts`. */
    timing: PipelineTiming,
    currency: Currency,
    /** The days of the profits; null before the first figures. */
    profitRange: z.nullable(DayRange),
    channels: z.array(ListedChannel),
    requests: z.array(ChannelRequest),
    /** Closed within the last days, unless dismissed or registered again. */
    closed: z.array(ClosedChannel),
  }),
  refusals: ['forbidden'],
})

/** Ids of registrations, separated by commas. */
const RegistrationIds = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/)),
  z.pipe(
    z.transform((ids: string) => [...new Set(ids.split(',').map(Number))]),
    z.array(z.int()).check(z.maxLength(maxBulkChannels)),
  ),
)

export const exportRegistrations = defineEndpoint({
  ...csvEndpoint,
  name: 'exportRegistrations',
  summary: 'The channels of the list, or up to 1,000 selected ones, as CSV.',
  path: 'v2/mcn/channels/export',
  query: z.object({ ...ChannelFilter, ids: z.optional(RegistrationIds) }),
})

export const ChannelOutput = z.object({ channel: Channel })

export const readChannel = defineEndpoint({
  name: 'readChannel',
  summary: 'One registered channel.',
  method: 'GET',
  path: 'v2/mcn/channel',
  access: 'account',
  query: z.object({ id: idParam() }),
  output: ChannelOutput,
  refusals: ['not_found'],
})
