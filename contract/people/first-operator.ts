import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { DeviceToken, JoinForm, Token } from './auth.ts'

export const createFirstOperator = defineEndpoint({
  name: 'createFirstOperator',
  summary:
    'Creates the first operator with the link that a fresh installation prints, and the site if there is none; signs the account in.',
  method: 'POST',
  path: 'member/operator/first',
  access: 'public',
  anonymous: true,
  limits: [{ name: 'ip', by: 'address' }],
  traces: ['audit', 'event', 'mail'],
  body: z.extend(JoinForm, {
    /** A secret of 256 random bits in base64url. */
    token: z.string().check(z.maxLength(200)),
    /** Host of the page; it becomes the first site. */
    domain: z.string().check(z.minLength(1), z.maxLength(253)),
    device: z.optional(DeviceToken),
  }),
  output: z.object({ token: Token, device: DeviceToken }),
  refusals: ['unknown_site', 'expired', 'taken', 'too_many'],
})
