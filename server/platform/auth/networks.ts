import { staffRoles } from '#contract/platform/roles.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'

/** Expects `accounts n`. Matches the network of this contact, and those that somebody with this address runs. */
export const isNetworkCalled = (email: string): Sql =>
  sql`(n.kind = 'network' and n.removed_at is null and (n.email = ${email} or exists (
    select
    from accounts p
    where p.network_id = n.id
      and p.email = ${email}
      and p.removed_at is null
      and p.roles && ${staffRoles}::text[])))`
