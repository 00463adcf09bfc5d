import * as z from 'zod/mini'
import { memberStates } from '#contract/people/members.ts'
import { locales } from '#contract/platform/locale.ts'
import { networkRoles, staffRoles } from '#contract/platform/roles.ts'
import { hasInstallationRole } from '#server/platform/auth/installation.ts'
import { accountState, hasStaffRole } from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { empty, type Sql, sql } from '#server/platform/db/sql.ts'

const Network = z.object({ name: z.string(), contact: z.string() })

export const selectNetwork = (db: Pick<Queryable, 'query'>, id: number): Promise<z.output<typeof Network>> =>
  queryOne(db, Network, sql`select nickname as name, email as contact from accounts where id = ${id}`)

const StaffRow = z.object({
  id: Id,
  email: z.string(),
  nickname: z.string(),
  roles: z.array(z.enum(networkRoles)),
  state: z.enum(memberStates),
  lastSignInAt: z.nullable(Timestamp),
  hasSecondFactor: z.boolean(),
})
type StaffRow = z.output<typeof StaffRow>

/** Owners first, then in the order of the role table. `id`: only this person. */
export const selectStaff = (db: Queryable, networkId: number, id?: number): Promise<StaffRow[]> =>
  db.query(
    StaffRow,
    sql`select a.id,
      a.email,
      a.nickname,
      a.roles,
      ${accountState} as state,
      a.last_sign_in_at as "lastSignInAt",
      exists (select from totp_secrets t where t.account_id = a.id)
        or exists (select from passkeys p where p.account_id = a.id) as "hasSecondFactor"
    from accounts a
    where a.network_id = ${networkId}
      and ${hasStaffRole}
      and a.removed_at is null
      ${id === undefined ? empty : sql`and a.id = ${id}::bigint`}
    order by (select min(array_position(${staffRoles}::text[], role)) from unnest(a.roles) role),
      a.nickname,
      a.id`,
  )

const PersonRow = z.object({
  id: Id,
  siteId: Id,
  networkId: Id,
  email: z.string(),
  locale: z.enum(locales),
  roles: z.array(z.enum(networkRoles)),
  /** Nobody has accepted the invitation. */
  isInvited: z.boolean(),
  /** Somebody has proved to own the address. */
  isProved: z.boolean(),
  hasInstallationRole: z.boolean(),
})
export type LockedPerson = z.output<typeof PersonRow>

const selectPerson = async (tx: Queryable, condition: Sql): Promise<LockedPerson | null> => {
  const [person] = await tx.query(
    PersonRow,
    sql`select a.id,
      a.site_id as "siteId",
      a.network_id as "networkId",
      a.email,
      a.locale,
      a.roles,
      ${accountState} = 'invited' as "isInvited",
      a.email_confirmed_at is not null as "isProved",
      ${hasInstallationRole} as "hasInstallationRole"
    from accounts a
    where ${condition}
      and a.kind = 'person'
      and a.removed_at is null
    for no key update`,
  )
  return person ?? null
}

/** Holds the row lock, like `lockPerson`. */
export const lockStaff = (tx: Queryable, networkId: number, id: number): Promise<LockedPerson | null> =>
  selectPerson(tx, sql`a.id = ${id}::bigint and a.network_id = ${networkId} and ${hasStaffRole}`)

export const lockPerson = (tx: Queryable, siteId: number, email: string): Promise<LockedPerson | null> =>
  selectPerson(tx, sql`a.site_id = ${siteId} and a.email = ${email}`)
