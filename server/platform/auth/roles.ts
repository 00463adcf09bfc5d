import * as z from 'zod/mini'
import {
  can,
  getRolesWith,
  isStaff,
  networkRoles,
  type Permission,
  staffRoles,
} from '#contract/platform/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { getScope, InstallationGrant } from './installation.ts'

export const Account = z.object({
  id: Id,
  siteId: Id,
  /** Of an independent account: its own id. */
  networkId: Id,
  email: z.string(),
  nickname: z.string(),
  /** In the network. */
  roles: z.array(z.enum(networkRoles)),
  isIndependent: z.boolean(),
  /** Its authenticator app and passkeys are bound to this id: see `credentialId`. */
  credentialId: Id,
  /** Somebody answers for the account: the person by following a link, or the manager or operator who created it. */
  isConfirmed: z.boolean(),
  awaitsApproval: z.boolean(),
  /** Roles on the installation, which count in sessions with a second factor only. */
  grants: z.array(InstallationGrant),
  /** The session was started with one, or has proved one since. */
  hasSecondFactor: z.boolean(),
  /** The site requires a second factor of those who run a network, and the session has none. */
  needsSecondFactor: z.boolean(),
  /** Who looks at the portal as this person, read only. */
  impersonatorId: z.nullable(Id),
})
export type Account = z.output<typeof Account>

/** What `requireCurrentRole` finds unchanged. */
export const RoleSnapshot = z.pick(Account, { id: true, networkId: true, roles: true, isIndependent: true })
export type RoleSnapshot = z.output<typeof RoleSnapshot>

/** Expects `accounts a`. */
export const roleColumns = sql`a.id,
      a.network_id as "networkId",
      a.roles,
      a.network_id = a.id and a.kind = 'person' as "isIndependent"`

/** Expects `accounts a`. Stays when a network gets an account of its own and its manager another one. */
export const credentialId = sql`coalesce(a.separated_from, a.id)`

export const getRoleKey = (account: Account | null): string | undefined =>
  account
    ? [
        account.id,
        account.networkId,
        ...account.roles,
        JSON.stringify(account.grants),
        account.hasSecondFactor,
        account.needsSecondFactor,
        account.isConfirmed,
        account.awaitsApproval,
        account.impersonatorId,
      ].join()
    : undefined

/** Expects `accounts a`. */
export const isConfirmed = sql`(not a.is_self_registered or a.email_confirmed_at is not null)`

/** Expects `accounts a`. Returns a `MemberState`, also for accounts that are no members. */
export const accountState = sql`case
  when a.email_confirmed_at is null and a.password_hash is null then 'invited'
  when a.email_confirmed_at is null then 'unconfirmed'
  when a.awaits_approval then 'waiting'
  else 'active'
end`

/** Expects `accounts a`. Without those who joined with an unconfirmed address. */
export const isMemberOf = (networkId: number): Sql =>
  sql`a.network_id = ${networkId} and 'member' = any(a.roles) and a.removed_at is null and ${isConfirmed}`

/** Expects `accounts a`. */
export const hasStaffRole = sql`a.roles && ${staffRoles}::text[]`

/**
 * Expects `accounts a`. Matches those who read the mail of an account: the person, or of a network everyone with the permission.
 */
export const isReaderOf = (accountId: Sql, permission: Permission): Sql =>
  sql`(a.removed_at is null and a.kind = 'person'
    and (a.id = ${accountId} or (a.network_id = ${accountId} and a.roles && ${getRolesWith(permission)}::text[])))`

/**
 * Owners look as members who run nothing; operators and auditors as everybody on a site of theirs. Nobody looks
 * as somebody with a role on the installation.
 */
export function canImpersonate(account: Account, person: Account): boolean {
  const isPossible =
    account.impersonatorId === null &&
    account.id !== person.id &&
    account.siteId === person.siteId &&
    person.grants.length === 0 &&
    isActive(account) &&
    !account.needsSecondFactor
  if (!isPossible) return false
  const { isAll, siteIds } = getScope(account, 'people.impersonate')
  if (account.hasSecondFactor && (isAll || siteIds.includes(person.siteId))) return true
  const isMember = person.networkId === account.networkId && person.roles.includes('member')
  return can(account, 'members.impersonate') && !account.isIndependent && isMember && !isStaff(person)
}

const lockClauses = { share: sql`for share`, update: sql`for no key update` }

/** Somebody answers for the account, and it has been let in. */
export const isActive = ({ isConfirmed, awaitsApproval }: Account): boolean => isConfirmed && !awaitsApproval

/** Protects shared resources, such as YouTube's quota, from accounts nobody answers for. @throws {Refusal} */
export function requireActive({ isConfirmed, awaitsApproval }: Account): void {
  if (!isConfirmed) throw new Refusal('unconfirmed')
  if (awaitsApproval) throw new Refusal('awaiting_approval')
}

/** `passwordHash`: null for people who have not set a password yet. */
const CurrentRole = z.object({ passwordHash: z.nullable(z.string()) })

/**
 * Holds the row lock until the transaction ends. `update` is weaker than `for update`, so that inserting rows that
 * merely reference the account, such as audit entries, need not wait.
 * @throws {Refusal} `unauthenticated` when the role has changed
 */
export async function requireCurrentRole(
  tx: Queryable,
  { id, networkId, roles }: RoleSnapshot,
  lock: 'share' | 'update',
): Promise<z.output<typeof CurrentRole>> {
  const [current] = await tx.query(
    CurrentRole,
    sql`select password_hash as "passwordHash"
    from accounts
    where id = ${id}
      and network_id = ${networkId}
      and roles = ${roles}::text[]
      and kind = 'person'
      and removed_at is null
    ${lockClauses[lock]}`,
  )
  if (!current) throw new Refusal('unauthenticated')
  return current
}
