import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { idParam } from '#contract/platform/params.ts'
import { ChannelId, Day } from '#contract/reports/reports.ts'
import { ApprovalStatus } from './channel-states.ts'
import { Channel } from './channels.ts'

export const ChannelReview = z.object({
  reviewedAt: z.iso.datetime(),
  approval: ApprovalStatus,
  reason: z.nullable(z.string()),
  /** Its people asked for another review. */
  isRequest: z.boolean(),
})
export type ChannelReview = z.infer<typeof ChannelReview>

/** The history of a registration, besides the fields of `Channel`. */
export const ChannelHistory = z.object({
  verifiedAt: z.nullable(z.iso.datetime()),
  /** The oldest first. */
  reviews: z.array(ChannelReview),
  /** The first day whose figures count; null while it does not earn. */
  earnsFrom: z.nullable(Day),
  /** The first day with figures. */
  firstEarningDay: z.nullable(Day),
})
export type ChannelHistory = z.infer<typeof ChannelHistory>

export const readChannelHistory = defineEndpoint({
  name: 'readChannelHistory',
  summary:
    'When a channel was verified, how it was reviewed, the day from which it earns, and the first day on which it did.',
  method: 'GET',
  path: 'v2/mcn/channel/history',
  access: 'account',
  query: z.object({ id: idParam() }),
  output: ChannelHistory,
  refusals: ['not_found'],
})

export const readRegistration = defineEndpoint({
  name: 'readRegistration',
  summary: 'The registration of a YouTube channel in the network, with its history.',
  method: 'GET',
  path: 'v2/mcn/channel/registration',
  access: 'account',
  query: z.object({ channel: ChannelId }),
  output: z.object({ channel: Channel, history: ChannelHistory }),
  refusals: ['not_found'],
})
