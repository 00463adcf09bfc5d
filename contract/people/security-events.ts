import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { idParam } from '#contract/platform/params.ts'

export const securityEventKinds = [
  'join',
  'sign-in',
  /** Refused without a look at the password: too many attempts. */
  'sign-in-blocked',
  /** A right password that needed a mailed link, because others had tried many wrong ones. */
  'sign-in-link',
  'new-device',
  'partner-sign-in',
  /** A link to a person at a provider. */
  'provider-linked',
  'provider-unlinked',
  'email-confirmed',
  'email-changed',
  'password-changed',
  'password-reset',
  /** Mails that were asked for; of no account when nobody has the address. */
  'reset-requested',
  'confirmation-requested',
  'email-change-requested',
  /** A link of an email that is wrong, used or expired; of no account. */
  'link-refused',
  'credentials-revoked',
  'second-factor',
  /** A wrong password where a change asks for it again. */
  'reauthentication',
  /** A partner's server with a wrong key; of no account. */
  'partner-key',
  'sessions-ended',
  /** A manager or the operator lets somebody try again who was refused. */
  'attempts-allowed',
  'role-changed',
  'payee-changed',
  'export',
  /** Asked for something that the role does not allow. */
  'forbidden',
] as const
export type SecurityEventKind = (typeof securityEventKinds)[number]

export const securityEventPageSize = 20

export const SecurityEvent = z.object({
  id: z.int(),
  kind: z.enum(securityEventKinds),
  failed: z.boolean(),
  at: z.iso.datetime(),
  /** Derived from the user agent; null if unknown. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  address: z.nullable(z.string()),
})
export type SecurityEvent = z.infer<typeof SecurityEvent>

export const listSecurityEvents = defineEndpoint({
  name: 'listSecurityEvents',
  summary: 'Sign-ins, failed attempts and changes of credentials of the account, newest first.',
  method: 'GET',
  path: 'v2/mcn/account/security',
  access: 'account',
  servesImpersonators: false,
  /** `before`: the id of the last event of the page before. */
  query: z.object({ before: z.optional(idParam()) }),
  output: z.object({ events: z.array(SecurityEvent), more: z.boolean() }),
})
