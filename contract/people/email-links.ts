import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { errorCode } from '#contract/platform/errors.ts'
import { DeviceToken, Email, NewPassword, Token } from './auth.ts'

/**
 * `confirm`: the address of an account that was joined or created. `invite`: sets the first password. `reset`: sets a
 * new one. `change`: confirms a new address. `sign-in`: lets a new device in while others try passwords of the account.
 */
export const emailLinkPurposes = ['confirm', 'invite', 'reset', 'change', 'sign-in'] as const
export type EmailLinkPurpose = (typeof emailLinkPurposes)[number]

/** A secret of 256 random bits in base64url: it is sent in the body, not in the URL. */
const LinkToken = z.string().check(z.maxLength(200))

export const readEmailLink = defineEndpoint({
  name: 'readEmailLink',
  summary: 'What a link from an email is for.',
  method: 'POST',
  path: 'member/link/read',
  access: 'public',
  limits: [{ name: 'ip', by: 'address' }],
  body: z.object({ token: LinkToken }),
  output: z.object({
    purpose: z.enum(emailLinkPurposes),
    /** The link was sent to this address. */
    email: z.string(),
    nickname: z.string(),
    /** The caller is signed in to this account. */
    own: z.boolean(),
  }),
  refusals: ['unknown_site', 'expired', 'too_many'],
})

export const followEmailLink = defineEndpoint({
  name: 'followEmailLink',
  summary: 'Confirms an address or sets a password with a link from an email, and signs in.',
  method: 'POST',
  path: 'member/link/follow',
  access: 'public',
  limits: [
    { name: 'ip', by: 'address' },
    { name: 'reauthentication', counted: 'per account, for each wrong password' },
  ],
  traces: ['audit', 'event', 'mail'],
  body: z.object({
    token: LinkToken,
    /** `confirm` when signed out: the account's password. */
    password: z.optional(
      z
        .string()
        .check(
          z.minLength(1, errorCode('password_required')),
          z.maxLength(1024, errorCode('password_wrong')),
        ),
    ),
    /** `invite` and `reset`; `confirm` by somebody who did not create the account: ends its sessions. */
    newPassword: z.optional(NewPassword),
    device: z.optional(DeviceToken),
  }),
  /** No token: sign in, or stay signed in. A device without a token: it is known from now on. */
  output: z.object({ token: z.nullable(Token), device: z.nullable(DeviceToken) }),
  refusals: ['unknown_site', 'expired', 'taken', 'too_many'],
})

export const requestPasswordReset = defineEndpoint({
  name: 'requestPasswordReset',
  summary: 'Mails a link to set a new password; the answer does not tell whether the address has an account.',
  method: 'POST',
  path: 'member/password/reset',
  access: 'public',
  limits: [
    { name: 'ip', by: 'address' },
    { name: 'mail-sender', by: 'wide-network' },
    {
      name: 'mail',
      counted: 'per recipient, strangers apart from devices and networks that the account knows',
    },
    { name: 'mail-day', counted: 'like mail' },
    { name: 'mail-spare', counted: 'like mail, once the others are used up' },
  ],
  traces: ['event', 'mail'],
  body: z.object({ email: Email, device: z.optional(DeviceToken) }),
  refusals: ['unknown_site', 'too_many'],
})

export const requestConfirmation = defineEndpoint({
  name: 'requestConfirmation',
  summary: 'Mails the link that confirms the account’s address again.',
  method: 'POST',
  path: 'member/account/confirm',
  access: 'account',
  limits: [
    { name: 'mail', counted: 'per account' },
    { name: 'mail-day', counted: 'per account' },
  ],
  traces: ['audit', 'event', 'mail'],
  refusals: ['changed', 'too_many'],
})

export const changeEmail = defineEndpoint({
  name: 'changeEmail',
  summary: 'Mails a link to a new address, which replaces the old one once it is followed.',
  method: 'POST',
  path: 'member/account/email',
  access: 'account',
  confirmation: 'password',
  limits: [
    { name: 'reauthentication', counted: 'per account, for each wrong password' },
    { name: 'mail', counted: 'per account, after the password' },
    { name: 'mail-day', counted: 'per account, after the password' },
  ],
  traces: ['audit', 'event', 'mail'],
  body: z.object({
    email: Email,
    password: z
      .string()
      .check(z.minLength(1, errorCode('password_required')), z.maxLength(1024, errorCode('password_wrong'))),
  }),
  refusals: ['second_factor_required', 'taken', 'too_many'],
})
