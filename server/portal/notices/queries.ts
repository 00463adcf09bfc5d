import * as z from 'zod/mini'
import type { Account } from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { CountRow, Id, IdRow, queryOne, Timestamp } from '#server/platform/db/rows.ts'
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

const PublishedNotice = z.object({
  id: Id,
  siteId: Id,
  site: z.string(),
  isPlaylist: z.boolean(),
  title: LocalizedText,
  body: LocalizedText,
  pinned: z.boolean(),
  publishedAt: Timestamp,
  editedAt: z.nullable(Timestamp),
  withdrawnAt: z.nullable(Timestamp),
})
export type PublishedNotice = z.output<typeof PublishedNotice>

/** Includes scheduled and withdrawn notices, of all sites or of one. */
export const selectAllNotices = (
  db: Queryable,
  { id, ids, siteId }: { id?: number; ids?: readonly number[]; siteId?: number | undefined },
): Promise<PublishedNotice[]> =>
  db.query(
    PublishedNotice,
    sql`select n.id,
      s.id as "siteId",
      s.domain as site,
      s.is_playlist as "isPlaylist",
      n.title,
      n.body,
      n.pinned,
      n.published_at as "publishedAt",
      n.edited_at as "editedAt",
      n.withdrawn_at as "withdrawnAt"
    from notices n
    join sites s on s.id = n.site_id
    where (${id ?? null}::bigint is null or n.id = ${id ?? null})
      and (${ids ?? null}::integer[] is null or n.id = any(${ids ?? null}::integer[]))
      and (${siteId ?? null}::integer is null or s.id = ${siteId ?? null})
    order by n.published_at desc, n.id desc`,
  )

type NoticeText = Pick<PublishedNotice, 'title' | 'body'>

/** One that was published on the site before. */
export async function findDuplicate(db: Queryable, siteId: number, { title, body }: NoticeText) {
  const [duplicate] = await db.query(
    IdRow,
    sql`select id
    from notices
    where site_id = ${siteId}
      and title = ${JSON.stringify(title)}::text::jsonb
      and body = ${JSON.stringify(body)}::text::jsonb
      and withdrawn_at is null
    order by id
    limit 1`,
  )
  return duplicate?.id
}

export const insertNotice = (
  tx: Queryable,
  siteId: number,
  { title, body, pinned, publishAt }: NoticeText & { pinned: boolean; publishAt: Date },
): Promise<{ id: number }> =>
  queryOne(
    tx,
    IdRow,
    sql`insert into notices (site_id, title, body, pinned, published_at)
    values (${siteId}, ${JSON.stringify(title)}::text::jsonb, ${JSON.stringify(body)}::text::jsonb, ${pinned}, ${publishAt})
    returning id`,
  )
