import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { Day } from '#contract/reports/reports.ts'
import { Channel, ChannelRequest } from './channels.ts'

/** `payee`: the payout account is entered. `assign`: a manager's step instead of `upload`. */
export const FirstStepName = z.enum(['register', 'verify', 'payee', 'upload', 'assign', 'figures'])
export type FirstStepName = z.infer<typeof FirstStepName>

export const FirstSteps = z.object({
  steps: z.array(z.object({ name: FirstStepName, done: z.boolean() })),
  /** The visible channel closest to its first figures; null without any. */
  channel: z.nullable(Channel),
  /** The newest registration that waits for YouTube or has failed; null without one. */
  request: z.nullable(ChannelRequest),
  /** The latest day that YouTube has reported completely; null before the first. */
  reportedTo: z.nullable(Day),
})
export type FirstSteps = z.infer<typeof FirstSteps>

export const readFirstSteps = defineEndpoint({
  name: 'readFirstSteps',
  summary:
    'What a person or network has yet to do before there are figures, with the channel that is closest to them.',
  method: 'GET',
  path: 'v2/mcn/first-steps',
  access: 'account',
  output: FirstSteps,
})
