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
  /** Looks at the portal as a member. It shows what `money.read` guards, so only those who have everything may. */
  'members.impersonate': ['owner'],
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
  /** The name and contact of the network. */
  'network.change': ['owner'],
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

/** On the installation: each for everything, or for some sites and content owners. */
export const installationRoles = ['operator', 'auditor'] as const
export type InstallationRole = (typeof installationRoles)[number]

interface InstallationRule {
  roles: readonly InstallationRole[]
  /** It concerns every site and content owner at once: a role for some of them does not include it. */
  needsAll?: true
}

/** The role table of the installation. It counts in sessions with a second factor only. */
const installationRules = {
  /** The desk: what waits, and everything that can be looked up there. */
  'desk.read': { roles: ['operator', 'auditor'] },
  /** Says who looks after what waits, and puts it off. */
  'desk.change': { roles: ['operator'] },
  /** Withdraws reports, accepts that some are missing, and asks for new ones. */
  'reports.change': { roles: ['operator'] },
  /** Approves channels, puts them on hold and rejects them. */
  'reviews.change': { roles: ['operator'] },
  /** Publishes, edits, pins and withdraws notices. */
  'notices.change': { roles: ['operator'] },
  /** Sends mail again. */
  'mail.change': { roles: ['operator'] },
  /** Addresses that get no mail are the same for every site. */
  'suppressions.read': { roles: ['operator', 'auditor'], needsAll: true },
  'suppressions.change': { roles: ['operator'], needsAll: true },
  /** The catalog of music, which all sites have in common. */
  'catalog.change': { roles: ['operator'], needsAll: true },
  /** What `doctor` finds, jobs and the database: of the whole installation. */
  'health.read': { roles: ['operator', 'auditor'], needsAll: true },
  /** Queues failed jobs again. */
  'jobs.change': { roles: ['operator'], needsAll: true },
  /** What only the operator can mend. */
  'alerts.read': { roles: ['operator', 'auditor'] },
  /** Final files against payments, and what is in the way of closing a month. */
  'closing.read': { roles: ['operator', 'auditor'] },
  /** Closes, releases and reopens a month, which is one for all sites and content owners. */
  'closing.change': { roles: ['operator'], needsAll: true },
  'earning-days.change': { roles: ['operator'] },
  /** Reads whole payout accounts and confirms them. */
  'payees.confirm': { roles: ['operator'] },
  /** Ends registrations for good. */
  'channels.release': { roles: ['operator'] },
  /** Helps people sign in, and signs them out. */
  'people.help': { roles: ['operator'] },
  /** Moves members between networks, and takes them out. */
  'people.move': { roles: ['operator'] },
  /** Looks at the portal as anybody on a site who has no role here. */
  'people.impersonate': { roles: ['operator', 'auditor'] },
} as const satisfies Record<string, InstallationRule>

export type InstallationPermission = keyof typeof installationRules

/** In a network, with the own channels, or on the installation. */
export type AnyPermission = Permission | InstallationPermission

export const installationPermissions = Object.keys(installationRules) as InstallationPermission[]

export const isInstallationPermission = (access: string): access is InstallationPermission =>
  access in installationRules

/** What a role on the installation is for: everything if it names neither a site nor a content owner. */
export interface InstallationGrant {
  role: InstallationRole
  siteId: number | null
  owner: string | null
}

export const isForAll = ({ siteId, owner }: Pick<InstallationGrant, 'siteId' | 'owner'>): boolean =>
  siteId === null && owner === null

/** Those of somebody's roles on the installation that include the permission. */
export const findGrants = (
  grants: readonly InstallationGrant[],
  permission: InstallationPermission,
): InstallationGrant[] => {
  const { roles, needsAll }: InstallationRule = installationRules[permission]
  return grants.filter((grant) => roles.includes(grant.role) && (needsAll !== true || isForAll(grant)))
}

export const listInstallationPermissions = (grants: readonly InstallationGrant[]): InstallationPermission[] =>
  installationPermissions.filter((permission) => findGrants(grants, permission).length > 0)

export const getInstallationRule = (permission: InstallationPermission): InstallationRule =>
  installationRules[permission]

export const isStaff = ({ roles }: Pick<RoleHolder, 'roles'>): boolean =>
  roles.some((role) => role !== 'member')
