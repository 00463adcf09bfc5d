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

const channelIdFields = { id: z.int() }

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
