import type { Access } from '#contract/platform/endpoint.ts'
import {
  can,
  findGrants,
  type InstallationGrant,
  isInstallationPermission,
  type Permission,
  permissions,
  type RoleHolder,
} from '#contract/platform/roles.ts'

export const isPermission = (access: Access): access is Permission =>
  permissions.some((permission) => permission === access)

export const needsSession = (access: Access): boolean =>
  access === 'account' || isPermission(access) || isInstallationPermission(access)

/** Whether the role tables let somebody who is signed in, with a second factor, make a call. */
export const mayCall = (
  access: Access,
  { grants = [], ...holder }: RoleHolder & { grants?: readonly InstallationGrant[] },
): boolean =>
  access === 'public' ||
  access === 'account' ||
  (isPermission(access) && can(holder, access)) ||
  (isInstallationPermission(access) && findGrants(grants, access).length > 0)

export const plainMember: RoleHolder = { roles: ['member'], isIndependent: false }

/** Calls of those who run a network. */
export const isForStaff = (access: Access): boolean =>
  isPermission(access) && !can(plainMember, access) && !can({ roles: [], isIndependent: true }, access)
