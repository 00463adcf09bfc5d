import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { errorCode } from '#contract/platform/errors.ts'

export const endMembership = defineEndpoint({
  name: 'endMembership',
  summary:
    'Takes a member out of the network from a day of an open month on, today by default, with the manager’s own password. The account goes on as an independent one; channels stay with the network, and money that is owed stays owed.',
  method: 'POST',
  path: 'v2/mcn/members/end',
  access: 'members.change',
  confirmation: 'password',
  limits: [{ name: 'reauthentication', counted: 'per account, for each wrong password' }],
  traces: ['audit', 'event'],
  body: z.object({
    target: z.int(),
    password: z
      .string()
      .check(z.minLength(1, errorCode('password_required')), z.maxLength(1024, errorCode('password_wrong'))),
    /** First day without the channels and the fee. */
    until: z.optional(z.iso.date(errorCode('day_invalid'))),
  }),
  refusals: ['not_found', 'too_many', 'month_closed'],
})
