import { type InstallationScope, isSiteInScope } from '#server/platform/auth/installation.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'

/** Those whose sign-ins were blocked in the last day and who have not signed in since: `id` and `since`. */
export const selectBlockedPeople = (scope: InstallationScope, now: Date): Sql =>
  sql`select a.id,
      min(e.created_at) as since
    from security_events e
    join accounts a on a.id = e.account_id
    where e.kind = 'sign-in-blocked'
      and e.created_at > ${now}::timestamptz - interval '1 day'
      and a.removed_at is null
      and (a.last_sign_in_at is null or a.last_sign_in_at < e.created_at)
      and ${isSiteInScope(scope, sql`a.site_id`)}
    group by a.id`
