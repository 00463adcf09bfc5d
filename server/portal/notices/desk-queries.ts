import * as z from 'zod/mini'
import { getSiteLocale, type Locale, locales } from '#contract/platform/locale.ts'
import type { DeskNotice, DeskNoticeSummary, NoticeSite, NoticeState } from '#contract/portal/desk/notices.ts'
import { type InstallationScope, isSiteInScope } from '#server/platform/auth/installation.ts'
import { getSiteName } from '#server/platform/auth/sites.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Id, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import {
  findTextLocale,
  getPreferredLocales,
  LocalizedText,
  localizeText,
} from '#server/platform/localized-text.ts'
import { getNoticeLocales, getNoticeState, getNoticeVersion } from './changes.ts'

const SiteRow = z.object({
  id: Id,
  domain: z.string(),
  name: z.string(),
  names: LocalizedText,
  color: z.string(),
  colorDim: z.string(),
  isPlaylist: z.boolean(),
  people: Count,
})

export async function selectNoticeSites(
  db: Queryable,
  scope: InstallationScope,
  locale: Locale | undefined,
): Promise<NoticeSite[]> {
  const rows = await db.query(
    SiteRow,
    sql`select s.id,
      s.domain,
      s.name,
      s.names,
      s.color_primary as color,
      s.color_primary_dim as "colorDim",
      s.is_playlist as "isPlaylist",
      (select count(*) from accounts a where a.site_id = s.id and a.kind = 'person' and a.removed_at is null) as people
    from sites s
    where ${isSiteInScope(scope, sql`s.id`)}
    order by s.domain`,
  )
  return rows.map(({ names, isPlaylist, ...site }) => ({
    ...site,
    name: getSiteName({ name: site.name, names }, locale),
    locale: getSiteLocale(isPlaylist),
  }))
}

const NoticeRow = z.object({
  id: Id,
  siteId: Id,
  domain: z.string(),
  isPlaylist: z.boolean(),
  title: LocalizedText,
  body: LocalizedText,
  pinned: z.boolean(),
  publishedAt: Timestamp,
  editedAt: z.nullable(Timestamp),
  withdrawnAt: z.nullable(Timestamp),
  readers: Count,
  people: Count,
})

/** Readers are counted among those who could have read it, as `unread_notices` does. */
const noticeColumns = sql`n.id,
      s.id as "siteId",
      s.domain,
      s.is_playlist as "isPlaylist",
      n.title,
      n.body,
      n.pinned,
      n.published_at as "publishedAt",
      n.edited_at as "editedAt",
      n.withdrawn_at as "withdrawnAt",
      (
        select count(*)
        from notice_reads r
        join accounts a on a.id = r.account_id
        where r.notice_id = n.id
          and a.kind = 'person'
          and a.removed_at is null
          and a.created_at <= n.published_at
      ) as readers,
      (
        select count(*)
        from accounts a
        where a.site_id = n.site_id
          and a.kind = 'person'
          and a.removed_at is null
          and a.created_at <= n.published_at
      ) as people`

interface Reader {
  scope: InstallationScope
  locale: Locale | undefined
  now: Date
}

function toSummary(
  { title, body, isPlaylist, ...notice }: z.output<typeof NoticeRow>,
  { locale, now }: Reader,
): DeskNoticeSummary {
  const preferred = getPreferredLocales(locale, isPlaylist)
  return {
    ...notice,
    title: localizeText(title, preferred),
    titleLocale: findTextLocale(title, preferred),
    languages: getNoticeLocales(body),
    state: getNoticeState(notice, now),
  }
}

const matchState = (state: NoticeState, now: Date): Sql =>
  state === 'withdrawn'
    ? sql`n.withdrawn_at is not null`
    : state === 'scheduled'
      ? sql`(n.withdrawn_at is null and n.published_at > ${now}::timestamptz)`
      : sql`(n.withdrawn_at is null and n.published_at <= ${now}::timestamptz)`

const Counts = z.object({ scheduled: Count, published: Count, withdrawn: Count })

interface Filter {
  site?: number | undefined
  state?: NoticeState | undefined
  page: number
  size: number
}

export async function selectDeskNotices(
  db: Queryable,
  reader: Reader,
  { site, state, page, size }: Filter,
): Promise<{ total: number; counts: z.output<typeof Counts>; notices: DeskNoticeSummary[] }> {
  const { scope, now } = reader
  const isListed = sql`${isSiteInScope(scope, sql`n.site_id`)}
      and (${site ?? null}::integer is null or n.site_id = ${site ?? null}::integer)`
  const counts = await queryOne(
    db,
    Counts,
    sql`select count(*) filter (where ${matchState('scheduled', now)}) as scheduled,
      count(*) filter (where ${matchState('published', now)}) as published,
      count(*) filter (where ${matchState('withdrawn', now)}) as withdrawn
    from notices n
    where ${isListed}`,
  )
  const rows = await db.query(
    NoticeRow,
    sql`select ${noticeColumns}
    from (
      select n.*
      from notices n
      where ${isListed}
        and ${state === undefined ? sql`true` : matchState(state, now)}
      order by n.published_at desc, n.id desc
      limit ${size} offset ${page * size}
    ) n
    join sites s on s.id = n.site_id
    order by n.published_at desc, n.id desc`,
  )
  const { scheduled, published, withdrawn } = counts
  return {
    total: state === undefined ? scheduled + published + withdrawn : counts[state],
    counts,
    notices: rows.map((row) => toSummary(row, reader)),
  }
}

const Copy = z.object({ id: Id, siteId: Id, domain: z.string() })

export async function findDeskNotice(
  db: Queryable,
  reader: Reader,
  id: number,
): Promise<DeskNotice | undefined> {
  const [row] = await db.query(
    NoticeRow,
    sql`select ${noticeColumns}
    from notices n
    join sites s on s.id = n.site_id
    where n.id = ${id}::bigint
      and ${isSiteInScope(reader.scope, sql`n.site_id`)}`,
  )
  if (!row) return
  const copies = await db.query(
    Copy,
    sql`select n.id, s.id as "siteId", s.domain
    from notices n
    join notices o on o.id = ${row.id}
      and o.title = n.title
      and o.body = n.body
    join sites s on s.id = n.site_id
    where n.id <> ${row.id}
      and n.site_id <> ${row.siteId}
      and ${isSiteInScope(reader.scope, sql`n.site_id`)}
    order by s.domain, n.id
    limit 100`,
  )
  const pick = (text: LocalizedText) =>
    Object.fromEntries(locales.flatMap((locale) => (text[locale] ? [[locale, text[locale]]] : [])))
  const version = getNoticeVersion(row)
  return { ...toSummary(row, reader), titles: pick(row.title), texts: pick(row.body), version, copies }
}
