/**
 * What people may do in a network. Several roles add up; an account without a network is `independent` and has its own channels.
 */
export const networkRoles = ['owner', 'manager', 'finance', 'reviewer', 'reader', 'member'] as const
export type NetworkRole = (typeof networkRoles)[number]

/** Roles of those who run the network; `member` is the role of those whom it pays. */
export const staffRoles = [
  'owner',
  'manager',
  'finance',
  'reviewer',
  'reader',
] as const satisfies NetworkRole[]
export type StaffRole = (typeof staffRoles)[number]

type Position = NetworkRole | 'independent'

/**
 * The role table. A permission that a member or an independent account has is about its own channels, and for staff about all of
 * the network's.
 */
const grants = {
  /** The network's figures instead of one's own. */
  'figures.read': ['owner', 'manager', 'finance', 'reader'],
  /** All channels of the network, with their state. */
  'channels.read': ['owner', 'manager', 'finance', 'reviewer', 'reader'],
  'channels.change': ['owner', 'manager', 'reviewer', 'member', 'independent'],
  'channels.assign': ['owner', 'manager', 'reviewer'],
  'channels.remove': ['owner', 'manager', 'independent'],
  'targets.change': ['owner', 'manager', 'member', 'independent'],
  /** With people who have no account. */
  'reports.share': ['owner', 'manager', 'member', 'independent'],
  'shares.read': ['owner', 'manager', 'finance', 'reader'],
  'shares.change': ['owner', 'manager', 'finance'],
  /** Names, addresses and states of the members. */
  'members.read': ['owner', 'manager', 'finance', 'reviewer', 'reader'],
  /** Is `permission_flag` 1 of the specification. */
  'members.change': ['owner', 'manager'],
  'fees.read': ['owner', 'manager', 'finance', 'reader'],
  'fees.change': ['owner', 'manager'],
  /** Months, statements and payments of the network. */
  'money.read': ['owner', 'finance', 'reader'],
  /** Pays, books and requests, and sees account numbers. */
  'money.change': ['owner', 'finance'],
  /** Questions of members about their figures. */
  'questions.answer': ['owner', 'manager', 'finance'],
  /** Who else runs the network. */
  'staff.read': ['owner', 'manager', 'finance', 'reviewer', 'reader'],
  'staff.change': ['owner'],
} as const satisfies Record<string, readonly Position[]>

export type Permission = keyof typeof grants

export const permissions = Object.keys(grants) as Permission[]

/** What decides about permissions: `isIndependent` has no network but its own. */
export interface RoleHolder {
  roles: readonly NetworkRole[]
  isIndependent: boolean
}

const getPositions = ({ roles, isIndependent }: RoleHolder): readonly Position[] =>
  isIndependent ? ['independent'] : roles

export const can = (holder: RoleHolder, permission: Permission): boolean => {
  const positions: readonly Position[] = grants[permission]
  return getPositions(holder).some((position) => positions.includes(position))
}

export const listPermissions = (holder: RoleHolder): Permission[] =>
  permissions.filter((permission) => can(holder, permission))

/** Of the role table: `independent` is no role. */
export const listPositions = (permission: Permission): readonly Position[] => grants[permission]

/** Whose roles include the permission. */
export const getRolesWith = (permission: Permission): NetworkRole[] => {
  const positions: readonly Position[] = grants[permission]
  return networkRoles.filter((role) => positions.includes(role))
}

export const isStaff = ({ roles }: Pick<RoleHolder, 'roles'>): boolean =>
  roles.some((role) => role !== 'member')
