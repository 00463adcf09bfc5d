import type { User } from '#contract/session.ts'
import { countOpenAlerts } from './alerts/alerts.ts'
import { type Account, isOperatorSession } from './auth/roles.ts'
import type { Queryable } from './db/database.ts'
import { CountRow, queryOne } from './db/rows.ts'
import { empty, sql } from './db/sql.ts'
import { findMissedDueDay } from './figures/freshness.ts'
import { countNewStatements } from './months/new-statements.ts'
import { countUnreadNotices } from './unread-notices.ts'

export async function loadUser(db: Queryable, account: Account, now: Date): Promise<User> {
  const unverified = await countUnverifiedChannels(db, account)
  return {
    id: account.id,
    email: account.email,
    nickname: account.nickname,
    permission_flag: account.isManager ? 1 : 0,
    unconfirmed: !account.isConfirmed,
    awaits_approval: account.awaitsApproval,
    unread_notices: await countUnreadNotices(db, account.id, now),
    new_statements: await countNewStatements(db, account.id),
    unverified_channels: unverified,
    is_operator: isOperatorSession(account),
    operator_alerts: isOperatorSession(account) ? await countOpenAlerts(db) : 0,
    report_due_day: await findMissedDueDay(db, account.networkId, now),
    settings: {
      channel_verify_needed: unverified > 0,
      second_factor_needed: account.needsSecondFactor,
    },
  }
}

/** Rejected channels cannot be verified. */
async function countUnverifiedChannels(db: Queryable, account: Account): Promise<number> {
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
      and c.approval_status <> 3
      ${account.isManager ? empty : isAssigned}`,
  )
  return count
}
