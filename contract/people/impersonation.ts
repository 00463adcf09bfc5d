import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'

export const impersonationMinutes = 30

const start = {
  method: 'POST',
  limits: [{ name: 'impersonation', by: 'account' }],
  traces: ['audit'],
  body: z.object({ target: z.int() }),
  /** A session of the person: it reads what they see, and changes nothing. */
  output: z.object({ token: z.string(), until: z.iso.datetime() }),
  refusals: ['not_found'],
} as const

export const impersonateMember = defineEndpoint({
  ...start,
  name: 'impersonateMember',
  summary: `Looks at the portal as a member of the network who does not run it: for ${impersonationMinutes} minutes, read only, without sign-ins, factors and files. The person gets at most one mail a day about each caller, if the site says so.`,
  path: 'member/mcn/impersonate',
  access: 'members.impersonate',
})

export const impersonatePerson = defineEndpoint({
  ...start,
  name: 'impersonatePerson',
  summary:
    'Looks at the portal as anybody on the caller’s site who has no role on the installation; otherwise like impersonateMember.',
  path: 'v2/mcn/operator/impersonate',
  access: 'people.impersonate',
})

export const endImpersonation = defineEndpoint({
  name: 'endImpersonation',
  summary: 'Ends the session of somebody who looks at the portal as another person.',
  method: 'POST',
  path: 'member/impersonation/end',
  access: 'account',
  traces: ['audit', 'mail'],
  servesImpersonators: true,
  refusals: ['not_found'],
})
