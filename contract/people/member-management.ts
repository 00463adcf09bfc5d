import * as z from 'zod/mini'
import { AddChannelForm } from '#contract/channels/channel-changes.ts'
import { ChannelRequest } from '#contract/channels/channels.ts'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { errorCode } from '#contract/platform/errors.ts'
import { MemberEmail, MemberNickname, NewPassword } from './auth.ts'
import { FeeDay, FeeRate } from './fees.ts'
import { Member } from './members.ts'

export const MemberForm = z.object({
  user_id: MemberEmail,
  /** Absent: an email invites the member to set it. */
  password: z.optional(NewPassword),
  nickname: MemberNickname,
  /** Absent: the default fee of the network, else of the site. */
  fee_rate: z.optional(FeeRate),
  /** At most one; it is registered and assigned to the member. */
  channels: z._default(z.array(AddChannelForm), []),
})
export type MemberForm = z.infer<typeof MemberForm>

export const addMember = defineEndpoint({
  name: 'addMember',
  summary:
    'Creates a member, with a channel if one is given: both or neither. If YouTube does not answer within five seconds, the channel’s registration completes by itself later.',
  method: 'POST',
  path: 'member/mcn/add',
  access: 'members.change',
  limits: [
    { name: 'hashing', counted: 'per account, once the form is valid' },
    { name: 'channel-lookup', counted: 'per account, with a channel' },
  ],
  traces: ['audit', 'mail'],
  body: MemberForm,
  output: z.object({ member: Member, request: z.nullable(ChannelRequest) }),
  refusals: ['taken', 'too_many'],
})

const target = z.int()
const Password = z
  .string()
  .check(z.minLength(1, errorCode('password_required')), z.maxLength(1024, errorCode('password_wrong')))

export const MemberUpdate = z.object({
  target,
  /** A new one; requires the manager's own. */
  password: z.optional(NewPassword),
  own_password: z.optional(Password),
  fee_rate: z.optional(FeeRate),
  /** Of the fee rate. */
  from: FeeDay,
})
export type MemberUpdate = z.infer<typeof MemberUpdate>

export const updateMember = defineEndpoint({
  name: 'updateMember',
  summary:
    'Gives a member another password, which ends the member’s sessions, or another fee rate from a day on, today by default.',
  method: 'POST',
  path: 'member/mcn/update',
  access: 'members.change',
  confirmation: 'password',
  limits: [
    { name: 'reauthentication', counted: 'per account, for each wrong password' },
    { name: 'hashing', counted: 'per account, when a password is set' },
  ],
  traces: ['audit', 'event', 'mail'],
  body: MemberUpdate,
  output: z.object({ member: Member }),
  refusals: ['not_found', 'too_many', 'month_closed'],
})

export const approveMember = defineEndpoint({
  name: 'approveMember',
  summary: 'Approves a person who has joined the network.',
  method: 'POST',
  path: 'member/mcn/approve',
  access: 'members.change',
  traces: ['audit', 'mail'],
  body: z.object({ target }),
  refusals: ['not_found', 'changed'],
})

export const inviteMember = defineEndpoint({
  name: 'inviteMember',
  summary: 'Mails the link of an invitation again.',
  method: 'POST',
  path: 'member/mcn/invite',
  access: 'members.change',
  limits: [
    { name: 'mail', counted: 'per member' },
    { name: 'mail-day', counted: 'per member' },
  ],
  traces: ['audit', 'mail'],
  body: z.object({ target }),
  refusals: ['not_found', 'changed', 'too_many'],
})

export const deleteMember = defineEndpoint({
  name: 'deleteMember',
  summary:
    'Removes a member with the manager’s own password: sessions, email and nickname go; channels, figures and the fees of past days stay.',
  method: 'POST',
  path: 'member/mcn/delete',
  access: 'members.change',
  confirmation: 'password',
  limits: [{ name: 'reauthentication', counted: 'per account, for each wrong password' }],
  traces: ['audit'],
  body: z.object({ target, password: Password }),
  refusals: ['not_found', 'too_many'],
})
