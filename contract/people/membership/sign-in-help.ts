import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { errorCode } from '#contract/platform/errors.ts'
import { idParam } from '#contract/platform/params.ts'

/**
 * What keeps somebody from signing in, or may do so. `invited`, `invitation_expired`: has set no password yet. `no_password`: the
 * password was ended, and there is no passkey or linked sign-in. `waiting`: is not approved. `slowed`: waits after wrong passwords. `guarded`, `code_guarded`: strangers have tried
 * so many passwords or codes today that new devices need a mail, or a passkey. `unconfirmed`: nobody has confirmed the address.
 * `mail_suppressed`: mail came back, so that none is sent. `mail_failed`: the last mail did not leave. `second_factor`: has one, which may
 * be lost.
 */
export const signInCauses = [
  'invitation_expired',
  'invited',
  'no_password',
  'waiting',
  'slowed',
  'guarded',
  'code_guarded',
  'mail_suppressed',
  'mail_failed',
  'unconfirmed',
  'second_factor',
] as const
export type SignInCause = (typeof signInCauses)[number]

export const SignInHelp = z.object({
  /** The most likely first; of staff without `second_factor` and the guards, except for callers who may change staff. */
  causes: z.array(
    z.object({
      cause: z.enum(signInCauses),
      /** When it ends by itself; of `invited`, how long the link can be used. */
      until: z.nullable(z.iso.datetime()),
    }),
  ),
  lastSignInAt: z.nullable(z.iso.datetime()),
  /** Runs the network as well: others of the network only see why. */
  runsNetwork: z.boolean(),
})
export type SignInHelp = z.infer<typeof SignInHelp>

export const readSignInHelp = defineEndpoint({
  name: 'readSignInHelp',
  summary: 'Why a member may not be able to sign in.',
  method: 'GET',
  path: 'v2/mcn/members/sign-in-help',
  access: 'members.change',
  query: z.object({ target: idParam() }),
  output: SignInHelp,
  refusals: ['not_found'],
})

const target = z.int()
const Password = z
  .string()
  .check(z.minLength(1, errorCode('password_required')), z.maxLength(1024, errorCode('password_wrong')))

export const mailMemberConfirmation = defineEndpoint({
  name: 'mailMemberConfirmation',
  summary: 'Mails a member the link that confirms the address.',
  method: 'POST',
  path: 'v2/mcn/members/mail-confirmation',
  access: 'members.change',
  limits: [
    { name: 'mail', counted: 'per member' },
    { name: 'mail-day', counted: 'per member' },
  ],
  traces: ['audit', 'event', 'mail'],
  body: z.object({ target }),
  refusals: ['not_found', 'outdated', 'too_many'],
})

export const allowMemberAttempts = defineEndpoint({
  name: 'allowMemberAttempts',
  summary:
    'Lets a member try passwords and codes again at once, with the manager’s own password: forgets the wrong ones of today.',
  method: 'POST',
  path: 'v2/mcn/members/allow-attempts',
  access: 'members.change',
  confirmation: 'password',
  limits: [{ name: 'reauthentication', counted: 'per account, for each wrong password' }],
  traces: ['audit', 'event'],
  body: z.object({ target, password: Password }),
  refusals: ['not_found', 'outdated', 'too_many'],
})

export const resetMemberFactors = defineEndpoint({
  name: 'resetMemberFactors',
  summary:
    'Removes the second factors of a member who has lost them, with the manager’s own password, ends the member’s password and sessions, and mails the member a link to set another password, which nobody else can do for 7 days.',
  method: 'POST',
  path: 'v2/mcn/members/reset-factors',
  access: 'members.change',
  confirmation: 'password',
  limits: [{ name: 'reauthentication', counted: 'per account, for each wrong password' }],
  traces: ['audit', 'event', 'mail'],
  body: z.object({ target, password: Password }),
  refusals: ['not_found', 'outdated', 'too_many'],
})
