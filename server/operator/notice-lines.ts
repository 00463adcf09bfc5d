import { type Locale, locales } from '#contract/locale.ts'
import type { Queries } from '#server/db/connect.ts'
import { siteLocale, type Translated, textIn, wantedLocales } from '#server/translated.ts'
import { minuteOf } from './channel-lines.ts'
import { OperatorError, UsageError } from './command.ts'

/** A notice as the operator sees it. Moments are ISO texts. */
export interface NoticeLine {
  id: number
  siteId: number
  site: string
  playlist: boolean
  title: Translated
  body: Translated
  pinned: boolean
  publishedAt: string
  editedAt: string | null
  withdrawnAt: string | null
}

/** Those of a site, or with null of all, the newest first; or the one of an id. */
export const selectNoticeLines = (
  db: Queries,
  { domain, id }: { domain?: string | undefined; id?: number },
): Promise<NoticeLine[]> =>
  db.query<NoticeLine>(
    `select n.id,
      s.id as "siteId",
      s.domain as site,
      s.is_playist as playlist,
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
export async function findNoticeLine(db: Queries, id: number): Promise<NoticeLine> {
  const [line] = await selectNoticeLines(db, { id })
  if (!line) throw new OperatorError(`There is no notice ${id}. See: notice list`)
  return line
}

/** The same, which nobody changes until the transaction ends. */
export async function lockNotice(tx: Queries, id: number): Promise<NoticeLine> {
  await tx.query('select id from notices where id = $1 for update', [id])
  return findNoticeLine(tx, id)
}

/** @throws {UsageError} when it is no number of a notice */
export function readNoticeId(text = ''): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError('Name a notice by its id. See: notice list')
  return Number(text)
}

export const localesOf = (text: Translated): Locale[] =>
  locales.filter((locale) => (text[locale] ?? '').trim() !== '')

/** Scheduled or published, or withdrawn. */
export function stateOf({ withdrawnAt, publishedAt }: NoticeLine, now: Date): string {
  if (withdrawnAt) return 'withdrawn'
  return Date.parse(publishedAt) > now.getTime() ? 'scheduled' : 'published'
}

/** "12  studio.example  published 2026-03-02 09:30, pinned  ko en  Maintenance" */
export const describeNotice = (line: NoticeLine, now: Date): string =>
  [line.id, line.site, statesOf(line, now).join(', '), languagesOf(line), titleOf(line)].join('  ')

function statesOf(line: NoticeLine, now: Date): string[] {
  const moment = minuteOf(line.withdrawnAt ?? line.publishedAt)
  return [
    `${stateOf(line, now)} ${moment}`,
    ...(line.pinned ? ['pinned'] : []),
    ...(line.editedAt ? [`edited ${minuteOf(line.editedAt)}`] : []),
  ]
}

const titleOf = ({ title, playlist }: NoticeLine) => textIn(title, wantedLocales(undefined, playlist))

/** The languages that there are, and what who reads another one gets: "ko en; zh-CN zh-TW get ko" */
function languagesOf({ body, playlist }: NoticeLine): string {
  const there = localesOf(body)
  const missing = locales.filter((locale) => !there.includes(locale))
  const instead = [siteLocale(playlist), ...there].find((locale) => there.includes(locale))
  const rest = missing.length > 0 && instead ? `; ${missing.join(' ')} get ${instead}` : ''
  return `${there.join(' ')}${rest}`
}

/** A text as a terminal may show it. */
export const printable = (text: string): string => text.replace(/[^\P{Cc}\n\t]/gu, '\ufffd')
