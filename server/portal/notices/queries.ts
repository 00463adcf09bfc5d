import * as z from 'zod/mini'
import type { Account } from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { CountRow, Id, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { LocalizedText } from '#server/platform/localized-text.ts'
import { getUnreadCutoff } from './unread-notices.ts'

const NoticeRow = z.object({
  id: Id,
  title: LocalizedText,
  publishedAt: Timestamp,
  editedAt: z.nullable(Timestamp),
  pinned: z.boolean(),
  isNew: z.boolean(),
})
export type NoticeRow = z.infer<typeof NoticeRow>

export interface NoticeReader {
  account: Pick<Account, 'id' | 'siteId'>
  now: Date
}

const matchVisible = ({ account, now }: NoticeReader): Sql =>
  sql`site_id = ${account.siteId} and published_at <= ${now} and withdrawn_at is null`

const matchNew = ({ account, now }: NoticeReader): Sql =>
  sql`exists (
    select
    from unread_notices u
    where u.account_id = ${account.id}
      and u.notice_id = n.id
      and u.published_at > ${getUnreadCutoff(now)})`

export async function selectNotices(
  db: Queryable,
  reader: NoticeReader,
  page: number,
  size: number,
): Promise<{ total: number; notices: NoticeRow[] }> {
  const { count } = await queryOne(
    db,
    CountRow,
    sql`select count(*) as count from notices where ${matchVisible(reader)}`,
  )
  const notices = await db.query(
    NoticeRow,
    sql`with page as materialized (
      select id, title, published_at, edited_at, pinned
      from notices
      where ${matchVisible(reader)}
      order by pinned desc, published_at desc, id desc
      limit ${size} offset ${page * size})
    select n.id,
      n.title,
      n.published_at as "publishedAt",
      n.edited_at as "editedAt",
      n.pinned,
      ${matchNew(reader)} as "isNew"
    from page n
    order by n.pinned desc, n.published_at desc, n.id desc`,
  )
  return { total: count, notices }
}

const NoticeWithBody = z.extend(NoticeRow, { body: LocalizedText })

export async function findNotice(
  db: Queryable,
  reader: NoticeReader,
  id: number,
): Promise<z.infer<typeof NoticeWithBody> | undefined> {
  const [notice] = await db.query(
    NoticeWithBody,
    sql`select n.id,
      n.title,
      n.body,
      n.published_at as "publishedAt",
      n.edited_at as "editedAt",
      n.pinned,
      ${matchNew(reader)} as "isNew"
    from notices n
    where n.id = ${id}::bigint
      and ${matchVisible(reader)}`,
  )
  return notice
}

/** `id`: null for all unread notices. Idempotent. */
export const insertNoticeReads = (tx: Queryable, { account, now }: NoticeReader, id: number | null) =>
  tx.execute(
    sql`insert into notice_reads (account_id, notice_id)
    select account_id, notice_id
    from unread_notices
    where account_id = ${account.id}
      and published_at <= ${now}
      and published_at > ${getUnreadCutoff(now)}
      and (${id}::bigint is null or notice_id = ${id}::bigint)
    on conflict do nothing`,
  )
