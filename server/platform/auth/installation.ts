import * as z from 'zod/mini'
import {
  findGrants,
  type InstallationPermission,
  type InstallationRole,
  installationRoles,
  isForAll,
  listInstallationPermissions,
} from '#contract/platform/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'

export const InstallationGrant = z.object({
  role: z.enum(installationRoles),
  siteId: z.nullable(Id),
  owner: z.nullable(z.string()),
})

/** Expects `accounts a`. */
export const grantsColumn = sql`(
        select coalesce(
          jsonb_agg(jsonb_build_object('role', g.role, 'siteId', g.site_id, 'owner', g.owner) order by g.id), '[]')
        from installation_grants g
        where g.account_id = a.id
      ) as grants`

/** Expects `accounts a`. */
export const hasInstallationRole = sql`exists (select from installation_grants g where g.account_id = a.id)`

interface Holder {
  grants: readonly z.output<typeof InstallationGrant>[]
  hasSecondFactor: boolean
}

/** Those of the session: without a second factor there are none. */
export const listSessionPermissions = ({ grants, hasSecondFactor }: Holder): InstallationPermission[] =>
  hasSecondFactor ? listInstallationPermissions(grants) : []

/** Sites and content owners that somebody's permission reaches. */
export interface InstallationScope {
  isAll: boolean
  siteIds: readonly number[]
  owners: readonly string[]
}

export const wholeInstallation: InstallationScope = { isAll: true, siteIds: [], owners: [] }

export function getScope({ grants }: Holder, permission: InstallationPermission): InstallationScope {
  const found = findGrants(grants, permission)
  return {
    isAll: found.some(isForAll),
    siteIds: found.flatMap(({ siteId }) => siteId ?? []),
    owners: found.flatMap(({ owner }) => owner ?? []),
  }
}

/** Files of a content owner have channels of several sites: a role for sites does not reach them. */
export const hasOwner = ({ isAll, owners }: InstallationScope, owner: string): boolean =>
  isAll || owners.includes(owner)

/** The same in SQL. */
export const isOwnerInScope = ({ isAll, owners }: InstallationScope, owner: Sql): Sql =>
  sql`(${isAll} or ${owner} = any(${owners}::text[]))`

/** Of something of one site, in SQL. */
export const isSiteInScope = ({ isAll, siteIds }: InstallationScope, siteId: Sql): Sql =>
  sql`(${isAll} or ${siteId} = any(${siteIds}::integer[]))`

export interface GrantScope {
  siteIds: readonly number[]
  owners: readonly string[]
}

/**
 * The only place that gives roles on the installation. Replaces what the account, which is locked, had of the role. An empty
 * scope is everything. Callers record it, and require a password that is not easily guessed.
 */
export async function grantInstallationRole(
  tx: Queryable,
  accountId: number,
  role: InstallationRole,
  { siteIds, owners }: GrantScope = { siteIds: [], owners: [] },
): Promise<void> {
  await revokeInstallationRoles(tx, accountId, [role])
  const isEverything = siteIds.length + owners.length === 0
  await tx.execute(
    sql`insert into installation_grants (account_id, role, site_id, owner)
    select ${accountId}::integer, ${role}, site_id, null from unnest(${siteIds}::integer[]) as s (site_id)
    union all
    select ${accountId}, ${role}, null, owner from unnest(${owners}::text[]) as o (owner)
    union all
    select ${accountId}, ${role}, null, null where ${isEverything}`,
  )
}

/** @returns how many there were */
export const revokeInstallationRoles = (
  tx: Queryable,
  accountId: number,
  roles: readonly InstallationRole[] = installationRoles,
): Promise<number> =>
  tx.execute(
    sql`delete from installation_grants where account_id = ${accountId} and role = any(${roles}::text[])`,
  )
