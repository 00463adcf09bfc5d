import * as z from 'zod/mini'
import { getSiteLocale, type Locale, locales } from '#contract/platform/locale.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id, Timestamp } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { getPreferredLocales, LocalizedText, localizeText } from '#server/platform/localized-text.ts'
import { OperatorError } from './command.ts'
import { formatMinute } from './format.ts'

const NoticeRecord = z.object({
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
export type NoticeRecord = z.infer<typeof NoticeRecord>

export const selectNoticesOfSite = (db: Queryable, domain: string | undefined): Promise<NoticeRecord[]> =>
  selectNotices(db, domain === undefined ? sql`true` : sql`s.domain = ${domain}`)

const selectNotices = (db: Queryable, condition: Sql): Promise<NoticeRecord[]> =>
  db.query(
    NoticeRecord,
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
    where ${condition}
    order by n.published_at desc, n.id desc`,
  )

/** @throws {OperatorError} when the notice does not exist */
export async function requireNotice(db: Queryable, id: number): Promise<NoticeRecord> {
  const [notice] = await selectNotices(db, sql`n.id = ${id}`)
  if (!notice) throw new OperatorError(`There is no notice ${id}. See: notice list`)
  return notice
}

export async function lockNotice(tx: Queryable, id: number): Promise<NoticeRecord> {
  await tx.execute(sql`select from notices where id = ${id} for update`)
  return requireNotice(tx, id)
}

export const getLocales = (text: LocalizedText): Locale[] =>
  locales.filter((locale) => (text[locale] ?? '').trim() !== '')

export function getNoticeState(
  { withdrawnAt, publishedAt }: Pick<NoticeRecord, 'withdrawnAt' | 'publishedAt'>,
  now: Date,
): 'withdrawn' | 'scheduled' | 'published' {
  if (withdrawnAt) return 'withdrawn'
  return Date.parse(publishedAt) > now.getTime() ? 'scheduled' : 'published'
}

/** "12  studio.example  published 2026-03-02 09:30, pinned  ko en  Maintenance" */
export const formatNotice = (notice: NoticeRecord, now: Date): string =>
  `${notice.id}  ${formatNewNotice(notice, now)}`

export function formatNewNotice(notice: Omit<NoticeRecord, 'id' | 'siteId'>, now: Date): string {
  const states = [
    `${getNoticeState(notice, now)} ${formatMinute(notice.withdrawnAt ?? notice.publishedAt)}`,
    ...(notice.pinned ? ['pinned'] : []),
    ...(notice.editedAt ? [`edited ${formatMinute(notice.editedAt)}`] : []),
  ]
  const title = localizeText(notice.title, getPreferredLocales(undefined, notice.isPlaylist))
  return [notice.site, states.join(', '), formatLanguages(notice), title].join('  ')
}

/** Available languages and fallbacks: "ko en; zh-CN zh-TW get ko" */
function formatLanguages({ body, isPlaylist }: Pick<NoticeRecord, 'body' | 'isPlaylist'>): string {
  const available = getLocales(body)
  const missing = locales.filter((locale) => !available.includes(locale))
  const fallback = [getSiteLocale(isPlaylist), ...available].find((locale) => available.includes(locale))
  const fallbackNote = missing.length > 0 && fallback ? `; ${missing.join(' ')} get ${fallback}` : ''
  return `${available.join(' ')}${fallbackNote}`
}

/** Prevents terminal escape injection. */
export const escapeControlCharacters = (text: string): string => text.replace(/[^\P{Cc}\n\t]/gu, '\ufffd')
