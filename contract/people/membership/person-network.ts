import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { errorCode } from '#contract/platform/errors.ts'
import { Id } from '#contract/platform/params.ts'

const Day = z.iso.date(errorCode('day_invalid'))

/**
 * Of members on the sites that the caller's role is for, who run nothing. `fields` of a refusal name `from` or `until`, like the
 * endpoint of managers. `outdated`: days before are not closed, or money is owed that has to be paid first.
 */
export const movePerson = defineEndpoint({
  name: 'movePerson',
  summary:
    'Moves a member to another network of the site from a day of an open month on. Channels, figures and statements stay with the network of before.',
  method: 'POST',
  path: 'v2/mcn/desk/people/move',
  access: 'people.move',
  confirmation: 'recent',
  limits: [{ name: 'staff', by: 'account' }],
  traces: ['audit', 'event'],
  body: z.object({ target: Id, network: Id, from: Day }),
  refusals: ['not_found', 'forbidden', 'outdated', 'month_closed', 'too_many'],
})

export const endPersonMembership = defineEndpoint({
  name: 'endPersonMembership',
  summary:
    'Takes a member out of the network from a day of an open month on, today by default. The account goes on as an independent one; channels stay with the network, and money that is owed stays owed.',
  method: 'POST',
  path: 'v2/mcn/desk/people/end-membership',
  access: 'people.move',
  confirmation: 'recent',
  limits: [{ name: 'staff', by: 'account' }],
  traces: ['audit', 'event'],
  body: z.object({ target: Id, until: z.optional(Day) }),
  refusals: ['not_found', 'forbidden', 'month_closed', 'too_many'],
})
