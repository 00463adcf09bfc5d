import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { Id } from '#contract/platform/params.ts'

/** Of everybody on the sites that the caller's role is for, who has no role on the installation: those are changed by commands only. */
const body = z.object({ target: Id })
const refusals = ['not_found', 'forbidden', 'outdated', 'too_many'] as const

export const mailPersonLink = defineEndpoint({
  name: 'mailPersonLink',
  summary:
    'Mails somebody the invitation again, or the link that confirms the address. Earlier links no longer work.',
  method: 'POST',
  path: 'v2/mcn/desk/people/mail-link',
  access: 'people.help',
  confirmation: 'recent',
  limits: [
    { name: 'staff', by: 'account' },
    { name: 'mail', counted: 'per person' },
    { name: 'mail-day', counted: 'per person' },
  ],
  traces: ['audit', 'event', 'mail'],
  body,
  refusals,
})

export const allowPersonAttempts = defineEndpoint({
  name: 'allowPersonAttempts',
  summary: 'Lets somebody try passwords and codes again at once: forgets the wrong ones of today.',
  method: 'POST',
  path: 'v2/mcn/desk/people/allow-attempts',
  access: 'people.help',
  confirmation: 'recent',
  limits: [{ name: 'staff', by: 'account' }],
  traces: ['audit', 'event'],
  body,
  refusals,
})

export const resetPersonFactors = defineEndpoint({
  name: 'resetPersonFactors',
  summary:
    'Removes the second factors of somebody who has lost them, and ends all of their sessions. The password stays, and the person is mailed.',
  method: 'POST',
  path: 'v2/mcn/desk/people/reset-factors',
  access: 'people.help',
  confirmation: 'recent',
  limits: [{ name: 'staff', by: 'account' }],
  traces: ['audit', 'event', 'mail'],
  body,
  refusals,
})

export const endPersonSessions = defineEndpoint({
  name: 'endPersonSessions',
  summary: 'Signs somebody out everywhere.',
  method: 'POST',
  path: 'v2/mcn/desk/people/end-sessions',
  access: 'people.help',
  confirmation: 'recent',
  limits: [{ name: 'staff', by: 'account' }],
  traces: ['audit', 'event'],
  body,
  refusals,
})
