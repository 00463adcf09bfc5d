import type { Account } from '#server/auth/roles.ts'
import type { Queryable } from '#server/db/database.ts'
import type { LocalizedText } from '#server/localized-text.ts'
import { getUnreadCutoff } from '#server/unread-notices.ts'

export interface NoticeRow {
  id: number
  title: LocalizedText
  publishedAt: string
  editedAt: string | null
  pinned: boolean
  isNew: boolean
}

/** Who reads, and when. */
export interface NoticeReader {
  account: Pick<Account, 'id' | 'siteId'>
  now: Date
}

/** A page of what a site has published: pinned ones first, then the newest. */
export async function selectNotices(
  db: Queryable,
  { account, now }: NoticeReader,
  page: number,
  size: number,
): Promise<{ total: number; notices: NoticeRow[] }> {
  const [count] = await db.query<{ total: number }>(
    `select count(*) as total
    from notices
    where site_id = $1
      and published_at <= $2
      and withdrawn_at is null`,
    [account.siteId, now],
  )
  const notices = await db.query<NoticeRow>(
    `with shown as materialized (
      select id, title, published_at, edited_at, pinned
      from notices
      where site_id = $1
        and published_at <= $2
        and withdrawn_at is null
      order by pinned desc, published_at desc, id desc
      limit $3 offset $4)
    select s.id,
      s.title,
      s.published_at as "publishedAt",
      s.edited_at as "editedAt",
      s.pinned,
      exists (
        select
        from unread_notices u
        where u.account_id = $5
          and u.notice_id = s.id
          and u.published_at > $6) as "isNew"
    from shown s
    order by s.pinned desc, s.published_at desc, s.id desc`,
    [account.siteId, now, size, page * size, account.id, getUnreadCutoff(now)],
  )
  return { total: count?.total ?? 0, notices }
}

/** A notice that a site has published, and has not taken back. */
export async function findNotice(
  db: Queryable,
  { account, now }: NoticeReader,
  id: number,
): Promise<(NoticeRow & { body: LocalizedText }) | undefined> {
  const [notice] = await db.query<NoticeRow & { body: LocalizedText }>(
    `select n.id,
      n.title,
      n.body,
      n.published_at as "publishedAt",
      n.edited_at as "editedAt",
      n.pinned,
      exists (
        select
        from unread_notices u
        where u.account_id = $4
          and u.notice_id = n.id
          and u.published_at > $5) as "isNew"
    from notices n
    where n.id = $1::bigint
      and n.site_id = $2
      and n.published_at <= $3
      and n.withdrawn_at is null`,
    [id, account.siteId, now, account.id, getUnreadCutoff(now)],
  )
  return notice
}

/** Notes that somebody has read what is new to them: one notice, or with null all of them. */
export const insertNoticeReads = (tx: Queryable, { account, now }: NoticeReader, id: number | null) =>
  tx.query(
    `insert into notice_reads (account_id, notice_id)
    select account_id, notice_id
    from unread_notices
    where account_id = $1
      and published_at <= $2
      and published_at > $3
      and ($4::bigint is null or notice_id = $4)
    on conflict do nothing`,
    [account.id, now, getUnreadCutoff(now), id],
  )
