import type { Queryable } from './db/database.ts'

const dayMs = 24 * 60 * 60 * 1000
const unreadWindowDays = 90

/** What was published before this is new to nobody any more, so that counting costs the same however many there were. */
export const getUnreadCutoff = (now: Date): Date => new Date(now.getTime() - unreadWindowDays * dayMs)

/** More are shown as "99+". */
const maxUnreadCount = 100

/** How many notices are new to a person, up to a hundred. */
export async function countUnreadNotices(db: Queryable, accountId: number, now: Date): Promise<number> {
  const [row] = await db.query<{ unread: number }>(
    `select count(*) as unread
    from (
      select notice_id
      from unread_notices
      where account_id = $1
        and published_at <= $2
        and published_at > $3
      limit $4
    ) found`,
    [accountId, now, getUnreadCutoff(now), maxUnreadCount],
  )
  return row?.unread ?? 0
}
