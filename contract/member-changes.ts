import * as z from 'zod/mini'
import { Email, NewPassword, Nickname } from './auth.ts'
import { AddChannelForm, ChannelRequest } from './channels.ts'
import { endpoint } from './endpoint.ts'
import { says } from './errors.ts'
import { Member } from './members.ts'

const wholeNumber = z.coerce.number()

/** Percent, one decimal. The network's share of what a member's channels earn. */
export const FeeRate = z.number().check(
  z.minimum(0, says('fee_rate_invalid')),
  z.maximum(100, says('fee_rate_invalid')),
  z.refine((percent) => Math.abs(percent * 10 - Math.round(percent * 10)) < 1e-9, says('fee_rate_invalid')),
)

export const MemberForm = z.object({
  user_id: Email,
  password: NewPassword,
  nickname: Nickname,
  /** One at most, which is registered and assigned to the member. */
  channels: z._default(z.array(AddChannelForm), []),
})
export type MemberForm = z.infer<typeof MemberForm>

export const addMember = endpoint({
  name: 'addMember',
  method: 'POST',
  path: 'member/mcn/add',
  access: 'manager',
  body: MemberForm,
  output: z.object({ member: Member, request: z.nullable(ChannelRequest) }),
  refusals: ['taken', 'too_many'],
})

const target = z.int()
const Password = z
  .string()
  .check(z.minLength(1, says('password_required')), z.maxLength(1024, says('password_wrong')))

export const MemberChange = z.object({
  /** The member's id. */
  target,
  password: z.optional(NewPassword),
  fee_rate: z.optional(FeeRate),
})
export type MemberChange = z.infer<typeof MemberChange>

export const changeMember = endpoint({
  name: 'changeMember',
  method: 'POST',
  path: 'member/mcn/update',
  access: 'manager',
  body: MemberChange,
  output: z.object({ member: Member }),
  refusals: ['not_found'],
})

export const removeMember = endpoint({
  name: 'removeMember',
  method: 'POST',
  path: 'member/mcn/delete',
  access: 'manager',
  body: z.object({ target, password: Password }),
  refusals: ['not_found', 'too_many'],
})

/** A rate, from its day on. */
export const FeeChange = z.object({ from_day: z.iso.date(), fee_rate: z.number(), set_at: z.iso.datetime() })
export type FeeChange = z.infer<typeof FeeChange>

export const listFees = endpoint({
  name: 'listFees',
  method: 'GET',
  path: 'v2/mcn/members/fees',
  access: 'manager',
  query: z.object({ target: z.pipe(wholeNumber, z.int()) }),
  output: z.object({ fees: z.array(FeeChange) }),
  refusals: ['not_found'],
})
