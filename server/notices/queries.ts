import type { Queries } from '#server/db/connect.ts'
import type { Account } from '#server/session.ts'
import type { Translated } from '#server/translated.ts'
import { newSince } from '#server/unread-notices.ts'

export interface ListedNotice {
  id: number
  title: Translated
  published_at: string
  edited_at: string | null
  pinned: boolean
  is_new: boolean
}

/** Who reads, and when. */
export interface Reader {
  account: Pick<Account, 'id' | 'siteId'>
  now: Date
}

/** A page of what a site has published: pinned ones first, then the newest. */
export async function selectNotices(
  db: Queries,
  { account, now }: Reader,
  page: number,
  size: number,
): Promise<{ total: number; notices: ListedNotice[] }> {
  const [count] = await db.query<{ total: number }>(
    `select count(*) as total
    from notices
    where site_id = $1
      and published_at <= $2
      and withdrawn_at is null`,
    [account.siteId, now],
  )
  const notices = await db.query<ListedNotice>(
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
      s.published_at,
      s.edited_at,
      s.pinned,
      exists (
        select
        from unread_notices u
        where u.account_id = $5
          and u.notice_id = s.id
          and u.published_at > $6) as is_new
    from shown s
    order by s.pinned desc, s.published_at desc, s.id desc`,
    [account.siteId, now, size, page * size, account.id, newSince(now)],
  )
  return { total: count?.total ?? 0, notices }
}

/** A notice that a site has published, and has not taken back. */
export async function findNotice(
  db: Queries,
  { account, now }: Reader,
  id: number,
): Promise<(ListedNotice & { body: Translated }) | undefined> {
  const [notice] = await db.query<ListedNotice & { body: Translated }>(
    `select n.id,
      n.title,
      n.body,
      n.published_at,
      n.edited_at,
      n.pinned,
      exists (
        select
        from unread_notices u
        where u.account_id = $4
          and u.notice_id = n.id
          and u.published_at > $5) as is_new
    from notices n
    where n.id = $1::bigint
      and n.site_id = $2
      and n.published_at <= $3
      and n.withdrawn_at is null`,
    [id, account.siteId, now, account.id, newSince(now)],
  )
  return notice
}

/** Notes that somebody has read what is new to them: one notice, or with null all of them. */
export const insertReads = (tx: Queries, { account, now }: Reader, id: number | null) =>
  tx.query(
    `insert into notice_reads (account_id, notice_id)
    select account_id, notice_id
    from unread_notices
    where account_id = $1
      and published_at <= $2
      and published_at > $3
      and ($4::bigint is null or notice_id = $4)
    on conflict do nothing`,
    [account.id, now, newSince(now), id],
  )
