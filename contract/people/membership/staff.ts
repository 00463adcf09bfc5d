import * as z from 'zod/mini'
import { MemberEmail, MemberNickname } from '#contract/people/auth.ts'
import { memberStates } from '#contract/people/members.ts'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { errorCode } from '#contract/platform/errors.ts'
import { type NetworkRole, type StaffRole, staffRoles } from '#contract/platform/roles.ts'

/** Somebody who runs the network. */
export const StaffPerson = z.object({
  id: z.int(),
  email: z.string(),
  nickname: z.string(),
  /** In the order of the role table. */
  roles: z.array(z.enum(staffRoles)),
  /** Also is paid by the network. */
  isMember: z.boolean(),
  state: z.enum(memberStates),
  lastSignInAt: z.nullable(z.iso.datetime()),
  /** Signs in with a second factor; only for those who may change roles. */
  hasSecondFactor: z.optional(z.boolean()),
  /** Is the caller. */
  own: z.boolean(),
})
export type StaffPerson = z.infer<typeof StaffPerson>

export const readStaff = defineEndpoint({
  name: 'readStaff',
  summary: 'Who runs the network with which roles, owners first, and the name and contact of the network.',
  method: 'GET',
  path: 'v2/mcn/staff',
  access: 'staff.read',
  output: z.object({
    network: z.object({ name: z.string(), contact: z.string() }),
    staff: z.array(StaffPerson),
  }),
})

export const sortRoles = (roles: readonly NetworkRole[]): StaffRole[] =>
  staffRoles.filter((role) => roles.includes(role))

const StaffRoles = z.array(z.enum(staffRoles)).check(z.maxLength(staffRoles.length))
const SomeRoles = StaffRoles.check(z.minLength(1, errorCode('roles_required')))
const target = z.int()

export const inviteStaff = defineEndpoint({
  name: 'inviteStaff',
  summary:
    'Gives somebody roles in the network. A new person is invited by email to set a password; so is a member of the network, who has the roles at once.',
  method: 'POST',
  path: 'v2/mcn/staff/invite',
  access: 'staff.change',
  confirmation: 'recent',
  limits: [
    { name: 'staff', by: 'account' },
    { name: 'mail', counted: 'per address' },
    { name: 'mail-day', counted: 'per address' },
  ],
  traces: ['audit', 'event', 'mail'],
  body: z.object({ email: MemberEmail, nickname: MemberNickname, roles: SomeRoles }),
  output: z.object({ person: StaffPerson }),
  refusals: ['taken', 'too_many'],
})

export const resendStaffInvitation = defineEndpoint({
  name: 'resendStaffInvitation',
  summary: 'Mails the link of an invitation again.',
  method: 'POST',
  path: 'v2/mcn/staff/invite-again',
  access: 'staff.change',
  confirmation: 'recent',
  limits: [
    { name: 'staff', by: 'account' },
    { name: 'mail', counted: 'per address' },
    { name: 'mail-day', counted: 'per address' },
  ],
  traces: ['audit', 'mail'],
  body: z.object({ target }),
  refusals: ['not_found', 'outdated', 'too_many'],
})

export const changeStaffRoles = defineEndpoint({
  name: 'changeStaffRoles',
  summary:
    'Replaces the roles of somebody who runs the network; their sessions gain and lose the rights at once.',
  method: 'POST',
  path: 'v2/mcn/staff/roles',
  access: 'staff.change',
  confirmation: 'recent',
  limits: [{ name: 'staff', by: 'account' }],
  traces: ['audit', 'event', 'mail'],
  body: z.object({ target, roles: SomeRoles }),
  output: z.object({ person: StaffPerson }),
  refusals: ['not_found', 'last_owner', 'too_many'],
})

export const removeStaff = defineEndpoint({
  name: 'removeStaff',
  summary:
    'Takes all roles from somebody who runs the network. A member stays one; others keep an account without a network. An invitation that nobody has accepted ends.',
  method: 'POST',
  path: 'v2/mcn/staff/remove',
  access: 'staff.change',
  confirmation: 'recent',
  limits: [{ name: 'staff', by: 'account' }],
  traces: ['audit', 'event', 'mail'],
  body: z.object({ target }),
  refusals: ['not_found', 'last_owner', 'too_many'],
})

export const handOverNetwork = defineEndpoint({
  name: 'handOverNetwork',
  summary:
    'Makes somebody else who runs the network its owner, and leaves the caller with the roles given; without any, the caller leaves the network.',
  method: 'POST',
  path: 'v2/mcn/staff/hand-over',
  access: 'staff.change',
  confirmation: 'recent',
  limits: [{ name: 'staff', by: 'account' }],
  traces: ['audit', 'event', 'mail'],
  /** `keep`: of the caller; not `owner`. */
  body: z.object({ target, keep: StaffRoles.check(z.refine((roles) => !roles.includes('owner'))) }),
  /** `outdated`: nobody has proved yet to own the address of the person. */
  refusals: ['not_found', 'outdated', 'too_many'],
})

export const updateNetwork = defineEndpoint({
  name: 'updateNetwork',
  summary: 'Changes the name of the network, which its invitations carry, or its contact.',
  method: 'POST',
  path: 'v2/mcn/network',
  access: 'network.change',
  confirmation: 'recent',
  limits: [{ name: 'staff', by: 'account' }],
  traces: ['audit'],
  body: z.object({ name: MemberNickname, contact: MemberEmail }),
  refusals: ['too_many'],
})
