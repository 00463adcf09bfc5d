import type { User } from '#contract/session.ts'
import type { Account } from './auth/sessions.ts'
import type { Queryable } from './db/database.ts'
import { countUnreadNotices } from './unread-notices.ts'

/** A person as the site shows them. */
export const loadUser = async (db: Queryable, account: Account, now: Date): Promise<User> => ({
  id: account.id,
  email: account.email,
  nickname: account.nickname,
  permission_flag: account.isManager ? 1 : 0,
  unread_notices: await countUnreadNotices(db, account.id, now),
  settings: { channel_verify_needed: await hasUnverifiedChannel(db, account) },
})

/** Whether the person has a registered channel that is to be verified; a rejected one cannot be. */
async function hasUnverifiedChannel(db: Queryable, account: Account): Promise<boolean> {
  const [row] = await db.query<{ needed: boolean }>(
    `select exists (
      select
      from channels c
      where c.network_id = $1
        and c.removed_at is null
        and c.verification_status <> 'verified'
        and c.approval_status <> 3
        and ($2 or exists (
          select
          from assignments s
          where s.registration_id = c.registration_id
            and s.account_id = $3
            and s.unassigned_at is null))
    ) as needed`,
    [account.networkId, account.isManager, account.id],
  )
  return row?.needed ?? false
}
