import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { errorCode } from './errors.ts'
import { idParam, pageParams, searchParam } from './params.ts'

/** YouTube's own categories of channels, in the order of its numbers. */
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

/** Approval as the specification numbers it. */
export const approvalStatus = { pending: 0, held: 1, approved: 2, rejected: 3 } as const
export const ApprovalStatus = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])
export type ApprovalStatus = z.infer<typeof ApprovalStatus>

export const VerificationStatus = z.enum(['pending', 'verifying', 'verified'])
export type VerificationStatus = z.infer<typeof VerificationStatus>

/** Why a verification ended without success: four cases that ask for different things of the owner. */
export const verificationFailures = ['code_missing', 'channel_gone', 'quota', 'no_answer'] as const
export type VerificationFailure = (typeof verificationFailures)[number]

/** Why a registration that waited for the platform was given up. */
export const channelRequestFailures = ['channel_unknown', 'channel_taken', 'quota', 'no_answer'] as const
export type ChannelRequestFailure = (typeof channelRequestFailures)[number]

/** How long a channel is on hold before a review can be asked for again, and how often that can be. */
export const reReviewLimits = { afterHours: 72, everyHours: 24 }

/** At most this many members are given a channel in one call. */
export const maxAssignedMembers = 50

/** A registered channel. */
export const Channel = z.object({
  /** Of the registration; the same channel registered again has another. */
  id: z.int(),
  /** YouTube's. */
  channelId: z.string(),
  name: z.string(),
  handle: z.nullable(z.string()),
  thumbnail: z.nullable(z.string()),
  /** Where people see the channel. */
  page: z.string(),
  category: ChannelCategory,
  approval: ApprovalStatus,
  /** What the operator gave as the reason of a hold or a rejection. */
  reason: z.nullable(z.string()),
  verification: VerificationStatus,
  /** For the channel's description, in two groups; null once it is verified. */
  verificationCode: z.nullable(z.string()),
  /** How the last verification ended, null while there was none or it succeeded. */
  verificationFailure: z.nullable(z.enum(verificationFailures)),
  registeredAt: z.iso.datetime(),
  approvedAt: z.nullable(z.iso.datetime()),
  /** When a review was asked for again, since the channel was put on hold last; null when it was not. */
  reReviewedAt: z.nullable(z.iso.datetime()),
  /** From when on a review can be asked for again; null while the channel is not on hold. */
  reReviewFrom: z.nullable(z.iso.datetime()),
  /** Whom it is assigned to; empty for whoever is not the network's manager. */
  members: z.array(z.object({ id: z.int(), nickname: z.string() })),
  /** Whether the person who asks may end the registration: the network's manager, or who stands alone. */
  deletable: z.boolean(),
})
export type Channel = z.infer<typeof Channel>

/** A registration that waits for the platform to tell of its channel, or was given up. */
export const ChannelRequest = z.object({
  id: z.int(),
  /** As it was entered. */
  link: z.string(),
  category: ChannelCategory,
  requestedAt: z.iso.datetime(),
  failure: z.nullable(z.enum(channelRequestFailures)),
})
export type ChannelRequest = z.infer<typeof ChannelRequest>

/** The one word for where a channel stands; an unverified channel stands nowhere yet, a rejected one stays it. */
export const channelStates = ['unverified', 'pending', 'held', 'approved', 'rejected'] as const
export type ChannelState = (typeof channelStates)[number]

const stateByApproval = ['pending', 'held', 'approved', 'rejected'] as const

export const getChannelState = (channel: Pick<Channel, 'approval' | 'verification'>): ChannelState =>
  channel.verification !== 'verified' && channel.approval !== approvalStatus.rejected
    ? 'unverified'
    : stateByApproval[channel.approval]

/** Of the channels that are the person's to see, by state. */
export const ChannelCounts = z.object({
  unverified: z.int(),
  pending: z.int(),
  held: z.int(),
  approved: z.int(),
  rejected: z.int(),
})
export type ChannelCounts = z.infer<typeof ChannelCounts>

export const channelPageSize = 24

export const listChannels = defineEndpoint({
  name: 'listChannels',
  method: 'GET',
  path: 'v2/mcn/channels',
  access: 'account',
  query: z.object({
    /** In the name or the handle, or the channel's id. */
    search: searchParam(),
    state: z.optional(z.enum(channelStates)),
    /** A member's id, or `none`: assigned to nobody. Managers only. */
    member: z.optional(z.union([z.literal('none'), idParam()])),
    ...pageParams({ size: channelPageSize }),
  }),
  output: z.object({
    total: z.int(),
    page: z.int(),
    size: z.int(),
    /** Of all channels, whatever is searched for. */
    counts: ChannelCounts,
    channels: z.array(Channel),
    requests: z.array(ChannelRequest),
  }),
  refusals: ['forbidden'],
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

export const ChannelLinkField = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, errorCode('channel_link_required')),
    z.maxLength(500, errorCode('channel_link_invalid')),
  )

/** A channel as the platform tells of it, before it is registered. */
export const ChannelPreview = z.object({
  channelId: z.string(),
  name: z.string(),
  handle: z.nullable(z.string()),
  thumbnail: z.nullable(z.string()),
  page: z.string(),
  /** Rounded by the platform; null where the channel hides it. */
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
  refusals: ['taken', 'too_many'],
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
  refusals: ['taken', 'too_many'],
})

export const cancelChannelRequest = defineEndpoint({
  name: 'cancelChannelRequest',
  method: 'POST',
  path: 'v2/mcn/channels/requests/drop',
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
  refusals: ['not_found', 'changed', 'too_many'],
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

export const assignChannel = defineEndpoint({
  name: 'assignChannel',
  method: 'POST',
  path: 'v2/mcn/channels/assign',
  access: 'manager',
  body: z.object({
    ...channelIdFields,
    members: z
      .array(z.int())
      .check(
        z.minLength(1, errorCode('members_required')),
        z.maxLength(maxAssignedMembers, errorCode('members_required')),
      ),
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

const deletionFields = {
  /** A ticked box is sent as `on`. */
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
