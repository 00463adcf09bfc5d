import * as z from 'zod/mini'
import { inviteStaff } from '#contract/people/membership/staff.ts'
import { errorCode } from '#contract/platform/errors.ts'
import { type StaffRole, staffRoles } from '#contract/platform/roles.ts'

const checkbox = z.optional(z.literal('on'))

type RoleFields = { readonly [Role in StaffRole]: typeof checkbox }
const roleFields = Object.fromEntries(staffRoles.map((role) => [role, checkbox])) as RoleFields

export const getChosenRoles = (values: { readonly [Role in StaffRole]?: 'on' | undefined }): StaffRole[] =>
  staffRoles.filter((role) => values[role] === 'on')

const someRole = z.refine<{ readonly [Role in StaffRole]?: 'on' | undefined }>(
  (values) => getChosenRoles(values).length > 0,
  { path: ['roles'], ...errorCode('roles_required') },
)

const { email, nickname } = inviteStaff.body.shape

/** The checkboxes of `RoleChoice`, as the browser sends them. */
export const KeptRolesForm = z.object(roleFields)
export const RolesForm = z.object(roleFields).check(someRole)
export const InvitationForm = z.object({ email, nickname, ...roleFields }).check(someRole)
