import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { errorCode } from '#contract/platform/errors.ts'
import { NewPassword, Nickname } from './auth.ts'
import { changeRefusals, FactorConfirmation } from './second-factor.ts'
import { User } from './session.ts'

const Password = z
  .string()
  .check(z.minLength(1, errorCode('password_required')), z.maxLength(1024, errorCode('password_wrong')))

export const AccountUpdate = z.object({
  nickname: z.optional(Nickname),
  /** The current one, required to set a new one. */
  password: z.optional(Password),
  new_password: z.optional(NewPassword),
})
export type AccountUpdate = z.infer<typeof AccountUpdate>

export const updateAccount = defineEndpoint({
  name: 'updateAccount',
  summary: 'Changes the nickname or the password; a new password ends all other sessions.',
  method: 'POST',
  path: 'member/account/update',
  access: 'account',
  confirmation: 'password',
  limits: [
    { name: 'reauthentication', counted: 'per account, for each wrong password' },
    { name: 'hashing', counted: 'per account, when a password is set' },
  ],
  traces: ['audit', 'event', 'mail'],
  body: AccountUpdate,
  output: z.object({ user: User }),
  refusals: ['second_factor_required', 'too_many'],
})

export const readWithdrawal = defineEndpoint({
  name: 'readWithdrawal',
  summary:
    'What keeps the last owner of a network from withdrawing: others who run it, its members or channels. Nothing keeps others.',
  method: 'GET',
  path: 'member/account/withdrawal',
  access: 'account',
  servesImpersonators: false,
  output: z.object({
    /** Others who run the network: one of them becomes an owner first. */
    hasStaff: z._default(z.boolean(), false),
    hasMembers: z.boolean(),
    hasChannels: z.boolean(),
  }),
})

export const withdrawAccount = defineEndpoint({
  name: 'withdrawAccount',
  summary:
    'Ends the membership with the current password: sessions, email and nickname go, figures stay. Not for the last owner of a network that others run or that has members or channels; otherwise the network ends as well.',
  method: 'POST',
  path: 'member/account/delete.account',
  access: 'account',
  confirmation: 'password',
  limits: [{ name: 'reauthentication', counted: 'per account, for each wrong password' }],
  traces: ['audit'],
  body: z.object({ password: Password }),
  refusals: ['last_owner', 'not_empty', 'too_many'],
})

export const AccountSession = z.object({
  id: z.int(),
  current: z.boolean(),
  /** Derived from the user agent; null if unknown. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  signedInAt: z.iso.datetime(),
  /** Accurate to a day. */
  lastUsedAt: z.iso.datetime(),
})
export type AccountSession = z.infer<typeof AccountSession>

export const listSessions = defineEndpoint({
  name: 'listSessions',
  summary: 'The person’s sessions: this one first, then the newest.',
  method: 'GET',
  path: 'v2/mcn/account/sessions',
  access: 'account',
  servesImpersonators: false,
  output: z.object({ sessions: z.array(AccountSession) }),
})

export const endSessions = defineEndpoint({
  name: 'endSessions',
  summary:
    'Ends one of the person’s other sessions, or all except the caller’s, after the password or a passkey.',
  method: 'POST',
  path: 'v2/mcn/account/sessions/end',
  access: 'account',
  confirmation: 'password',
  limits: [{ name: 'reauthentication', counted: 'per account, for each wrong password' }],
  traces: ['audit', 'event'],
  /** All others without an id. */
  body: z.extend(FactorConfirmation, { id: z.optional(z.int()) }),
  output: z.object({ sessions: z.array(AccountSession) }),
  refusals: [...changeRefusals, 'not_found'],
})
