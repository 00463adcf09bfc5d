import * as z from 'zod/mini'
import { csvEndpoint } from '#contract/platform/csv-endpoint.ts'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { errorCode } from '#contract/platform/errors.ts'
import { Currency, idParam, pageParams, searchParam } from '#contract/platform/params.ts'
import { ChannelId, Day, DayRange, SortOrder } from '#contract/reports/reports.ts'

export const channelCategories = [
  'film',
  'autos',
  'music',
  'pets',
  'sports',
  'travel',
  'gaming',
  'people',
  'comedy',
  'entertainment',
  'news',
  'howto',
  'education',
  'science',
  'nonprofits',
] as const

export const ChannelCategory = z.enum(channelCategories)
export type ChannelCategory = z.infer<typeof ChannelCategory>

/** Numbers from the specification. */
export const approvalStatus = { pending: 0, held: 1, approved: 2, rejected: 3 } as const
export const ApprovalStatus = z.literal([0, 1, 2, 3])
export type ApprovalStatus = z.infer<typeof ApprovalStatus>

export const VerificationStatus = z.enum(['pending', 'verifying', 'verified'])
export type VerificationStatus = z.infer<typeof VerificationStatus>

/** Each requires a different action of the owner. */
export const verificationFailures = [
  'code_missing',
  'channel_gone',
  'quota',
  'network_quota',
  'no_answer',
] as const
export type VerificationFailure = (typeof verificationFailures)[number]

export const channelRequestFailures = [
  'channel_unknown',
  'channel_taken',
  'channel_claimed',
  'quota',
  'network_quota',
  'no_answer',
] as const
export type ChannelRequestFailure = (typeof channelRequestFailures)[number]

/** Hours on hold before the first re-review, and between re-reviews. */
export const reReviewLimits = { afterHours: 72, everyHours: 24 }

/** Days from the registration until it must be verified, and until its people are reminded of that. */
export const verificationDeadline = { days: 14, reminderDays: 7 }

/** Why a registration ended without its people: another network has verified the channel, or the operator ended it. */
export const closedReasons = ['claimed', 'expired', 'released'] as const
export type ClosedReason = (typeof closedReasons)[number]

/** Days for which closed registrations are listed. */
export const closedChannelDays = 30

/** Per call. */
export const maxAssignedMembers = 50
export const maxBulkChannels = 100

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
  /** To be pasted into the channel's description, in two groups; null once verified. */
  verificationCode: z.nullable(z.string()),
  /** The last verification's failure; null without one or after success. */
  verificationFailure: z.nullable(z.enum(verificationFailures)),
  registeredAt: z.iso.datetime(),
  /** When the registration expires unless it is verified; null once verified or rejected. */
  expiresAt: z.nullable(z.iso.datetime()),
  approvedAt: z.nullable(z.iso.datetime()),
  /** The last re-review request since the channel was put on hold; null without one. */
  reReviewedAt: z.nullable(z.iso.datetime()),
  /** Earliest time of the next re-review request; null unless on hold. */
  reReviewFrom: z.nullable(z.iso.datetime()),
  /** Assigned members; empty for anyone but the network's manager. */
  members: z.array(z.object({ id: z.int(), nickname: z.string() })),
  /** Whether the caller may delete it: a network's manager, or a user without a network. */
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
  /** Of the registration. */
  id: z.int(),
  channelId: z.string(),
  name: z.string(),
  handle: z.nullable(z.string()),
  thumbnail: z.nullable(z.string()),
  reason: z.enum(closedReasons),
  closedAt: z.iso.datetime(),
})
export type ClosedChannel = z.infer<typeof ClosedChannel>

/** The combined state: unverified channels have no other, rejected ones stay rejected. */
export const channelStates = ['unverified', 'pending', 'held', 'approved', 'rejected'] as const
export type ChannelState = (typeof channelStates)[number]

const stateByApproval = ['pending', 'held', 'approved', 'rejected'] as const

export const getChannelState = (channel: Pick<Channel, 'approval' | 'verification'>): ChannelState =>
  channel.verification !== 'verified' && channel.approval !== approvalStatus.rejected
    ? 'unverified'
    : stateByApproval[channel.approval]

export const ChannelCounts = z.object({
  unverified: z.int(),
  pending: z.int(),
  held: z.int(),
  approved: z.int(),
  rejected: z.int(),
})
export type ChannelCounts = z.infer<typeof ChannelCounts>

const StageTiming = z.object({
  /** How long it took the channels that are through. null: none is. */
  medianSeconds: z.nullable(z.int()),
  /** Of those that wait now, the longest. null: none waits. */
  longestWaitSeconds: z.nullable(z.int()),
})

export const PipelineTiming = z.object({
  /** From the registration to the verification. */
  verification: StageTiming,
  /** From the verification to the approval; a re-review begins with its request. */
  review: StageTiming,
})
export type PipelineTiming = z.infer<typeof PipelineTiming>

export const channelPageSize = 40

/** `work`: first what its people have to act on, the newest first; then what earns, the highest profit first. */
export const channelListSorts = ['work', 'name', 'stage', 'registered', 'profit'] as const
export const ChannelListSort = z.enum(channelListSorts)
export type ChannelListSort = z.infer<typeof ChannelListSort>

export const ListedChannel = z.extend(Channel, {
  /** As the caller sees it: gross for managers, otherwise net. Null without figures in `profitRange`. */
  profit: z.nullable(z.int()),
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
  method: 'GET',
  path: 'v2/mcn/channels',
  access: 'account',
  query: z.object({ ...ChannelFilter, ...pageParams({ size: channelPageSize }) }),
  output: z.object({
    total: z.int(),
    page: z.int(),
    size: z.int(),
    /** Of all that match the search and the member, whatever the state. */
    counts: ChannelCounts,
    /** Of the same channels as `counts`. */
    timing: PipelineTiming,
    currency: Currency,
    /** The days of the profits; null before the first figures. */
    profitRange: z.nullable(DayRange),
    channels: z.array(ListedChannel),
    requests: z.array(ChannelRequest),
    /** Of the last days, unless dismissed or registered again. */
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
  path: 'v2/mcn/channels/export',
  query: z.object({ ...ChannelFilter, ids: z.optional(RegistrationIds) }),
})

const channelIdFields = { id: z.int() }
const ChannelOutput = z.object({ channel: Channel })

export const readChannel = defineEndpoint({
  name: 'readChannel',
  method: 'GET',
  path: 'v2/mcn/channel',
  access: 'account',
  query: z.object({ id: idParam() }),
  output: ChannelOutput,
  refusals: ['not_found'],
})

export const ChannelReview = z.object({
  reviewedAt: z.iso.datetime(),
  approval: ApprovalStatus,
  reason: z.nullable(z.string()),
  /** Its people asked for another review. */
  isRequest: z.boolean(),
})
export type ChannelReview = z.infer<typeof ChannelReview>

/** What became of a registration, besides the fields of `Channel`. */
export const ChannelHistory = z.object({
  verifiedAt: z.nullable(z.iso.datetime()),
  /** The oldest first. */
  reviews: z.array(ChannelReview),
  /** The first day whose figures count; null while it does not earn. */
  earnsFrom: z.nullable(Day),
  firstEarningDay: z.nullable(Day),
})
export type ChannelHistory = z.infer<typeof ChannelHistory>

export const readChannelHistory = defineEndpoint({
  name: 'readChannelHistory',
  method: 'GET',
  path: 'v2/mcn/channel/history',
  access: 'account',
  query: z.object({ id: idParam() }),
  output: ChannelHistory,
  refusals: ['not_found'],
})

/** The live registration of a YouTube channel in the caller's network, with what became of it. */
export const readRegistration = defineEndpoint({
  name: 'readRegistration',
  method: 'GET',
  path: 'v2/mcn/channel/registration',
  access: 'account',
  query: z.object({ channel: ChannelId }),
  output: z.object({ channel: Channel, history: ChannelHistory }),
  refusals: ['not_found'],
})

export const ChannelLinkField = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, errorCode('channel_link_required')),
    z.maxLength(500, errorCode('channel_link_invalid')),
  )

export const ChannelPreview = z.object({
  channelId: z.string(),
  name: z.string(),
  handle: z.nullable(z.string()),
  thumbnail: z.nullable(z.string()),
  page: z.string(),
  /** Rounded by YouTube; null if hidden. */
  subscribers: z.nullable(z.int()),
})
export type ChannelPreview = z.infer<typeof ChannelPreview>

export const findChannel = defineEndpoint({
  name: 'findChannel',
  method: 'GET',
  path: 'v2/mcn/channels/find',
  access: 'account',
  query: z.object({ link: ChannelLinkField }),
  output: z.object({ found: z.nullable(ChannelPreview) }),
  refusals: ['taken', 'too_many', 'unconfirmed', 'awaiting_approval'],
})

export const AddChannelForm = z.object({
  link: ChannelLinkField,
  category: z.enum(channelCategories, errorCode('category_required')),
})
export type AddChannelForm = z.infer<typeof AddChannelForm>

export const addChannel = defineEndpoint({
  name: 'addChannel',
  method: 'POST',
  path: 'v2/mcn/channels/add',
  access: 'account',
  body: AddChannelForm,
  output: z.object({ channel: z.nullable(Channel), request: z.nullable(ChannelRequest) }),
  refusals: ['taken', 'too_many', 'unconfirmed', 'awaiting_approval'],
})

export const cancelChannelRequest = defineEndpoint({
  name: 'cancelChannelRequest',
  method: 'POST',
  path: 'v2/mcn/channels/requests/drop',
  access: 'account',
  body: z.object(channelIdFields),
  refusals: ['not_found'],
})

export const dismissClosedChannel = defineEndpoint({
  name: 'dismissClosedChannel',
  method: 'POST',
  path: 'v2/mcn/channels/closed/dismiss',
  access: 'account',
  body: z.object(channelIdFields),
  refusals: ['not_found'],
})

export const verifyChannel = defineEndpoint({
  name: 'verifyChannel',
  method: 'POST',
  path: 'v2/mcn/channels/verify',
  access: 'account',
  body: z.object(channelIdFields),
  output: ChannelOutput,
  refusals: ['not_found', 'changed', 'too_many', 'unconfirmed', 'awaiting_approval'],
})

export const requestReReview = defineEndpoint({
  name: 'requestReReview',
  method: 'POST',
  path: 'v2/mcn/channels/re-review',
  access: 'account',
  body: z.object(channelIdFields),
  output: ChannelOutput,
  refusals: ['not_found', 'changed', 'unverified', 'too_early'],
})

const MembersField = z
  .array(z.int())
  .check(
    z.minLength(1, errorCode('members_required')),
    z.maxLength(maxAssignedMembers, errorCode('members_required')),
  )

export const assignChannel = defineEndpoint({
  name: 'assignChannel',
  method: 'POST',
  path: 'v2/mcn/channels/assign',
  access: 'manager',
  body: z.object({
    ...channelIdFields,
    members: MembersField,
  }),
  output: ChannelOutput,
  refusals: ['not_found'],
})

export const unassignChannel = defineEndpoint({
  name: 'unassignChannel',
  method: 'POST',
  path: 'v2/mcn/channels/unassign',
  access: 'manager',
  body: z.object({ ...channelIdFields, member: z.int() }),
  output: ChannelOutput,
  refusals: ['not_found'],
})

/** All or nothing. `fields` of a refusal name what is missing: `ids.<id>` and `members.<id>`. */
const bulkAssignment = {
  method: 'POST',
  access: 'manager',
  body: z.object({
    ids: z
      .array(z.int())
      .check(
        z.minLength(1, errorCode('channels_required')),
        z.maxLength(maxBulkChannels, errorCode('channels_required')),
      ),
    members: MembersField,
  }),
  /** How many channels were not in the requested state before. */
  output: z.object({ changed: z.int() }),
  refusals: ['not_found'],
} as const

export const assignChannels = defineEndpoint({
  ...bulkAssignment,
  name: 'assignChannels',
  path: 'v2/mcn/channels/assign-all',
})

/** Channels that none of the members have stay as they are. */
export const unassignChannels = defineEndpoint({
  ...bulkAssignment,
  name: 'unassignChannels',
  path: 'v2/mcn/channels/unassign-all',
})

const deletionFields = {
  /** A checked checkbox submits `on`. */
  acknowledged: z.literal('on', errorCode('acknowledge_required')),
  password: z.string().check(z.minLength(1, errorCode('password_required')), z.maxLength(1024)),
}
export const DeleteChannelForm = z.object(deletionFields)
export type DeleteChannelForm = z.infer<typeof DeleteChannelForm>

export const deleteChannel = defineEndpoint({
  name: 'deleteChannel',
  method: 'POST',
  path: 'v2/mcn/channels/delete',
  access: 'account',
  body: z.object({ ...channelIdFields, ...deletionFields }),
  refusals: ['not_found', 'forbidden', 'too_many'],
})

export const streamChannelChanges = defineEndpoint({
  name: 'streamChannelChanges',
  method: 'GET',
  path: 'v2/mcn/channels/changes',
  access: 'account',
  media: 'events',
  refusals: ['too_many'],
})
