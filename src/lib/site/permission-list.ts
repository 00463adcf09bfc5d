import type { User } from '#contract/people/session.ts'

/** For CSS, separated by spaces. `impersonated`: somebody looks at the portal as this person. */
export const listPermissions = ({
  permissions,
  is_impersonated,
}: Pick<User, 'permissions' | 'is_impersonated'>): string =>
  [...permissions, ...(is_impersonated ? ['impersonated'] : [])].join(' ')
