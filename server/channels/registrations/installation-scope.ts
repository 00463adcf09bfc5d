import * as z from 'zod/mini'
import type { InstallationScope } from '#server/platform/auth/installation.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'

/**
 * Expects `channels c` and the network's `accounts n`. Matches the registrations of the sites' networks, and those of channels
 * that the content owners report now.
 */
export const isRegistrationInScope = ({ isAll, siteIds, owners }: InstallationScope): Sql =>
  isAll
    ? sql`true`
    : sql`(n.site_id = any(${siteIds}::integer[]) or coalesce((
        select o.owner
        from channel_owners o
        where o.channel_id = c.channel_id
        order by o.first_day desc
        limit 1) = any(${owners}::text[]), false))`

/** @returns the ids that the scope reaches */
export async function selectInScope(
  tx: Queryable,
  ids: readonly number[],
  scope: InstallationScope,
): Promise<readonly number[]> {
  if (scope.isAll) return ids
  const rows = await tx.query(
    z.object({ id: Id }),
    sql`select c.registration_id as id
    from channels c
    join accounts n on n.id = c.network_id
    where c.registration_id = any(${ids}::bigint[])
      and ${isRegistrationInScope(scope)}`,
  )
  return rows.map(({ id }) => id)
}
