import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { errorCode } from '#contract/platform/errors.ts'
import { channelCategories } from './channel-states.ts'
import { Channel, ChannelOutput, ChannelRequest, maxAssignedMembers, maxBulkChannels } from './channels.ts'

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
  summary: 'The channel that a link names; null if YouTube does not answer within five seconds.',
  method: 'GET',
  path: 'v2/mcn/channels/find',
  access: 'channels.change',
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
  summary:
    'Registers a channel. If YouTube does not answer within five seconds, the registration completes by itself later.',
  method: 'POST',
  path: 'v2/mcn/channels/add',
  access: 'channels.change',
  limits: [{ name: 'channel-lookup', counted: 'per account, once the link is valid' }],
  traces: ['audit'],
  body: AddChannelForm,
  output: z.object({ channel: z.nullable(Channel), request: z.nullable(ChannelRequest) }),
  refusals: ['taken', 'too_many', 'unconfirmed', 'awaiting_approval'],
})

const channelIdFields = { id: z.int() }

export const cancelChannelRequest = defineEndpoint({
  name: 'cancelChannelRequest',
  summary: 'Cancels a registration that is waiting for YouTube, or removes one that failed.',
  method: 'POST',
  path: 'v2/mcn/channels/requests/drop',
  access: 'channels.change',
  traces: ['audit'],
  body: z.object(channelIdFields),
  refusals: ['not_found'],
})

export const dismissClosedChannel = defineEndpoint({
  name: 'dismissClosedChannel',
  summary: 'Hides a registration that was closed from the caller’s list.',
  method: 'POST',
  path: 'v2/mcn/channels/closed/dismiss',
  access: 'channels.change',
  body: z.object(channelIdFields),
  refusals: ['not_found'],
})

export const verifyChannel = defineEndpoint({
  name: 'verifyChannel',
  summary: 'Starts looking for the code in the channel’s description; the channel’s state tells the result.',
  method: 'POST',
  path: 'v2/mcn/channels/verify',
  access: 'channels.change',
  limits: [{ name: 'verification', counted: 'per registration, when a search begins' }],
  traces: ['audit'],
  body: z.object(channelIdFields),
  output: ChannelOutput,
  refusals: ['not_found', 'changed', 'too_many', 'unconfirmed', 'awaiting_approval'],
})

export const requestReReview = defineEndpoint({
  name: 'requestReReview',
  summary:
    'Asks for another review of a channel on hold: 72 hours after it was put there, at most once a day.',
  method: 'POST',
  path: 'v2/mcn/channels/re-review',
  access: 'channels.change',
  traces: ['audit'],
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

/**
 * First day with or without the channel: of an open month, today or earlier. Absent: today, but a channel's first assignment
 * begins on its earning day. Given again, it moves the beginning or the end.
 */
const AssignmentDay = z.optional(z.iso.date(errorCode('day_invalid')))

export const assignChannel = defineEndpoint({
  name: 'assignChannel',
  summary:
    'Assigns a channel to members of the network from a day on, in addition to those who have it; of those who have it, moves that day.',
  method: 'POST',
  path: 'v2/mcn/channels/assign',
  access: 'channels.assign',
  traces: ['audit'],
  body: z.object({
    ...channelIdFields,
    members: MembersField,
    from: AssignmentDay,
  }),
  output: ChannelOutput,
  refusals: ['not_found', 'month_closed'],
})

export const unassignChannel = defineEndpoint({
  name: 'unassignChannel',
  summary: 'Takes a channel from a member; the channel and its revenue stay.',
  method: 'POST',
  path: 'v2/mcn/channels/unassign',
  access: 'channels.assign',
  traces: ['audit'],
  body: z.object({ ...channelIdFields, member: z.int(), until: AssignmentDay }),
  output: ChannelOutput,
  refusals: ['not_found', 'month_closed'],
})

/** All or nothing. `fields` of a refusal name what is missing: `ids.<id>` and `members.<id>`. */
const bulkAssignment = {
  method: 'POST',
  access: 'channels.assign',
  /** Number of channels that were not in the requested state before. */
  output: z.object({ changed: z.int() }),
  refusals: ['not_found', 'month_closed'],
} as const

const bulkFields = {
  ids: z
    .array(z.int())
    .check(
      z.minLength(1, errorCode('channels_required')),
      z.maxLength(maxBulkChannels, errorCode('channels_required')),
    ),
  members: MembersField,
}

export const assignChannels = defineEndpoint({
  ...bulkAssignment,
  name: 'assignChannels',
  traces: ['audit'],
  summary:
    'Assigns up to 1,000 channels to members, all or none; a refusal names the channels and members it did not find.',
  path: 'v2/mcn/channels/assign-all',
  body: z.object({ ...bulkFields, from: AssignmentDay }),
})

/** Channels that none of the members have stay as they are. */
export const unassignChannels = defineEndpoint({
  ...bulkAssignment,
  name: 'unassignChannels',
  traces: ['audit'],
  summary: 'Takes up to 1,000 channels from members, all or none; the channels and their revenue stay.',
  path: 'v2/mcn/channels/unassign-all',
  body: z.object({ ...bulkFields, until: AssignmentDay }),
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
  summary:
    'Ends a registration, with the password of the manager or the independent account; facts and history stay.',
  method: 'POST',
  path: 'v2/mcn/channels/delete',
  access: 'channels.remove',
  confirmation: 'password',
  limits: [{ name: 'reauthentication', counted: 'per account, for each wrong password' }],
  traces: ['audit'],
  body: z.object({ ...channelIdFields, ...deletionFields }),
  refusals: ['not_found', 'forbidden', 'too_many'],
})

export const streamChannelChanges = defineEndpoint({
  name: 'streamChannelChanges',
  summary:
    'Sends the event `changed` whenever a channel of the network has changed; clients then reload it. Ends after minutes.',
  method: 'GET',
  path: 'v2/mcn/channels/changes',
  access: 'account',
  media: 'events',
  refusals: ['too_many'],
})
