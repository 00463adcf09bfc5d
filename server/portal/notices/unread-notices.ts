import type { Queryable } from '#server/platform/db/database.ts'
import { CountRow, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'

const dayMs = 24 * 60 * 60 * 1000
const unreadWindowDays = 90

/** Older notices never count as unread, which bounds the cost of counting. */
export const getUnreadCutoff = (now: Date): Date => new Date(now.getTime() - unreadWindowDays * dayMs)

const maxUnreadCount = 100

export async function countUnreadNotices(db: Queryable, accountId: number, now: Date): Promise<number> {
  const { count } = await queryOne(
    db,
    CountRow,
    sql`select count(*) as count
    from (
      select notice_id
      from unread_notices
      where account_id = ${accountId}
        and published_at <= ${now}
        and published_at > ${getUnreadCutoff(now)}
      limit ${maxUnreadCount}
    ) unread`,
  )
  return count
}
