import { type Locale, locales } from '#contract/locale.ts'
import type { Queryable } from '#server/db/database.ts'
import {
  getPreferredLocales,
  getSiteLocale,
  type LocalizedText,
  localizeText,
} from '#server/localized-text.ts'
import { formatMinute } from './channels.ts'
import { OperatorError, UsageError } from './command.ts'

/** A notice as the operator sees it. Moments are ISO texts. */
export interface NoticeRecord {
  id: number
  siteId: number
  site: string
  playlist: boolean
  title: LocalizedText
  body: LocalizedText
  pinned: boolean
  publishedAt: string
  editedAt: string | null
  withdrawnAt: string | null
}

/** Those of a site, or with null of all, the newest first; or the one of an id. */
export const selectNoticeRecords = (
  db: Queryable,
  { domain, id }: { domain?: string | undefined; id?: number },
): Promise<NoticeRecord[]> =>
  db.query<NoticeRecord>(
    `select n.id,
      s.id as "siteId",
      s.domain as site,
      s.is_playlist as playlist,
      n.title,
      n.body,
      n.pinned,
      n.published_at as "publishedAt",
      n.edited_at as "editedAt",
      n.withdrawn_at as "withdrawnAt"
    from notices n
    join sites s on s.id = n.site_id
    where ($1::text is null or s.domain = $1)
      and ($2::integer is null or n.id = $2)
    order by n.published_at desc, n.id desc`,
    [domain ?? null, id ?? null],
  )

/** @throws {OperatorError} when there is none */
export async function requireNotice(db: Queryable, id: number): Promise<NoticeRecord> {
  const [line] = await selectNoticeRecords(db, { id })
  if (!line) throw new OperatorError(`There is no notice ${id}. See: notice list`)
  return line
}

/** The same, which nobody changes until the transaction ends. */
export async function lockNotice(tx: Queryable, id: number): Promise<NoticeRecord> {
  await tx.query('select id from notices where id = $1 for update', [id])
  return requireNotice(tx, id)
}

/** @throws {UsageError} when it is no number of a notice */
export function parseNoticeId(text = ''): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError('Name a notice by its id. See: notice list')
  return Number(text)
}

export const getLocales = (text: LocalizedText): Locale[] =>
  locales.filter((locale) => (text[locale] ?? '').trim() !== '')

/** Scheduled or published, or withdrawn. */
export function getNoticeState({ withdrawnAt, publishedAt }: NoticeRecord, now: Date): string {
  if (withdrawnAt) return 'withdrawn'
  return Date.parse(publishedAt) > now.getTime() ? 'scheduled' : 'published'
}

/** "12  studio.example  published 2026-03-02 09:30, pinned  ko en  Maintenance" */
export const formatNotice = (line: NoticeRecord, now: Date): string =>
  [line.id, line.site, formatStates(line, now).join(', '), formatLanguages(line), getTitle(line)].join('  ')

function formatStates(line: NoticeRecord, now: Date): string[] {
  const moment = formatMinute(line.withdrawnAt ?? line.publishedAt)
  return [
    `${getNoticeState(line, now)} ${moment}`,
    ...(line.pinned ? ['pinned'] : []),
    ...(line.editedAt ? [`edited ${formatMinute(line.editedAt)}`] : []),
  ]
}

const getTitle = ({ title, playlist }: NoticeRecord) =>
  localizeText(title, getPreferredLocales(undefined, playlist))

/** The languages that there are, and what who reads another one gets: "ko en; zh-CN zh-TW get ko" */
function formatLanguages({ body, playlist }: NoticeRecord): string {
  const available = getLocales(body)
  const missing = locales.filter((locale) => !available.includes(locale))
  const fallback = [getSiteLocale(playlist), ...available].find((locale) => available.includes(locale))
  const fallbackNote = missing.length > 0 && fallback ? `; ${missing.join(' ')} get ${fallback}` : ''
  return `${available.join(' ')}${fallbackNote}`
}

/** A text as a terminal may show it. */
export const escapeControlCharacters = (text: string): string => text.replace(/[^\P{Cc}\n\t]/gu, '\ufffd')
