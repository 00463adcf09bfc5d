import type { Access } from '#contract/platform/endpoint.ts'
import { can, type Permission, permissions, type RoleHolder } from '#contract/platform/roles.ts'

export const isPermission = (access: Access): access is Permission =>
  permissions.some((permission) => permission === access)

export const needsSession = (access: Access): boolean => access === 'account' || isPermission(access)

/** Whether the role table lets somebody who is signed in make a call. */
export const mayCall = (access: Access, holder: RoleHolder): boolean =>
  access === 'public' || access === 'account' || (isPermission(access) && can(holder, access))

export const plainMember: RoleHolder = { roles: ['member'], isIndependent: false }

/** Calls of those who run a network. */
export const isForStaff = (access: Access): boolean =>
  isPermission(access) && !can(plainMember, access) && !can({ roles: [], isIndependent: true }, access)
