import { approvalStatus } from '#contract/channels/channel-states.ts'
import { can } from '#contract/platform/roles.ts'
import type { Account } from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { CountRow, queryOne } from '#server/platform/db/rows.ts'
import { empty, sql } from '#server/platform/db/sql.ts'

/**
 * Counts the state `unverified`. `hasState` would read all channels of the network: only these conditions match the
 * partial index `channels_unverified`.
 */
export async function countUnverifiedChannels(db: Queryable, account: Account): Promise<number> {
  const isAssigned = sql`and exists (
    select
    from assignments s
    where s.registration_id = c.registration_id
      and s.account_id = ${account.id}
      and s.unassigned_at is null)`
  const { count } = await queryOne(
    db,
    CountRow,
    sql`select count(*) as count
    from channels c
    where c.network_id = ${account.networkId}
      and c.removed_at is null
      and c.verification_status <> 'verified'
      and c.approval_status <> ${approvalStatus.rejected}
      ${can(account, 'channels.read') ? empty : isAssigned}`,
  )
  return count
}
