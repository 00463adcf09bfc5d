import type { InstallationScope } from '#server/platform/auth/installation.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'

/**
 * Expects `channels c` and the network's `accounts n`. Matches the registrations of the sites' networks, and those of channels
 * that the content owners report.
 */
export const isRegistrationInScope = ({ isAll, siteIds, owners }: InstallationScope): Sql =>
  isAll
    ? sql`true`
    : sql`(n.site_id = any(${siteIds}::integer[]) or exists (
        select
        from channel_owners o
        where o.channel_id = c.channel_id
          and o.owner = any(${owners}::text[])))`
