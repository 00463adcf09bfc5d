import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { type Locale, locales } from '#contract/platform/locale.ts'
import type { NoticeChange, NoticeState } from '#contract/portal/desk/notices.ts'
import { type Actor, diffValues, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { type InstallationScope, isSiteInScope } from '#server/platform/auth/installation.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id, IdRow } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import type { LocalizedText } from '#server/platform/localized-text.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { NoticeTexts } from '#server/portal/notice-source.ts'
import { findDuplicate, insertNotice, type PublishedNotice, selectAllNotices } from './queries.ts'

/** Whose change it is, and what the audit log calls it. */
export interface NoticeRecording {
  actor: Actor
  action: string
}

export const getNoticeLocales = (text: LocalizedText): Locale[] =>
  locales.filter((locale) => text[locale]?.trim())

export const getNoticeState = (
  { withdrawnAt, publishedAt }: Pick<PublishedNotice, 'withdrawnAt' | 'publishedAt'>,
  now: Date,
): NoticeState =>
  withdrawnAt ? 'withdrawn' : Date.parse(publishedAt) > now.getTime() ? 'scheduled' : 'published'

const SiteRow = z.object({ id: Id, domain: z.string() })

/** Locks them in a fixed order. @throws {Refusal} `not_found` */
export async function lockNoticeSites(
  tx: Queryable,
  scope: InstallationScope,
  siteIds: readonly number[],
): Promise<z.output<typeof SiteRow>[]> {
  const sites = await tx.query(
    SiteRow,
    sql`select s.id, s.domain
    from sites s
    where s.id = any(${siteIds}::integer[])
      and ${isSiteInScope(scope, sql`s.id`)}
    order by s.id
    for no key update`,
  )
  if (sites.length < new Set(siteIds).size) throw new Refusal('not_found')
  return sites
}

/** Locks them in a fixed order. @throws {Refusal} `not_found` */
export async function lockNotices(
  tx: Queryable,
  scope: InstallationScope,
  ids: readonly number[],
): Promise<PublishedNotice[]> {
  const rows = await tx.query(
    IdRow,
    sql`select n.id
    from notices n
    where n.id = any(${ids}::integer[])
      and ${isSiteInScope(scope, sql`n.site_id`)}
    order by n.id
    for update`,
  )
  if (rows.length < new Set(ids).size) throw new Refusal('not_found')
  return selectAllNotices(tx, { ids: rows.map(({ id }) => id) })
}

/** Changes with the texts: the database orders the languages. */
export const getNoticeVersion = ({ title, body }: Pick<NoticeTexts, 'title' | 'body'>): string =>
  createHash('sha256')
    .update(JSON.stringify([title, body]))
    .digest('hex')

export type NewNotice = NoticeTexts & { pinned: boolean; publishAt: Date }

/** On a site, which is locked, unless it has a notice with the same title and text. */
export async function publishNotice(
  tx: Queryable,
  siteId: number,
  notice: NewNotice,
  { actor, action }: NoticeRecording,
): Promise<{ id: number; isNew: boolean }> {
  const duplicateId = await findDuplicate(tx, siteId, notice)
  if (duplicateId !== undefined) return { id: duplicateId, isNew: false }
  const { id } = await insertNotice(tx, siteId, notice)
  await recordAuditEntry(
    tx,
    { ...actor, siteId },
    {
      action,
      subject: { kind: 'notice', id },
      before: null,
      after: { title: notice.title, pinned: notice.pinned, at: notice.publishAt.toISOString() },
    },
  )
  return { id, isNew: true }
}

interface Edit extends NoticeTexts {
  /** Languages that it has no longer. */
  removed?: readonly Locale[]
}

/** Of a notice that is locked. @returns whether it has changed */
export async function editNotice(
  tx: Queryable,
  before: PublishedNotice,
  { title, body, removed = [] }: Edit,
  { actor, action }: NoticeRecording,
  now: Date,
): Promise<boolean> {
  const written = getNoticeLocales(body).filter(
    (locale) => before.title[locale] !== title[locale] || before.body[locale] !== body[locale],
  )
  const gone = getNoticeLocales(before.body).filter((locale) => removed.includes(locale))
  const changed = [...written, ...gone]
  if (changed.length === 0) return false
  const isScheduled = getNoticeState({ ...before, withdrawnAt: null }, now) === 'scheduled'
  await tx.execute(
    sql`update notices
    set title = (title || ${JSON.stringify(title)}::text::jsonb) - ${gone}::text[],
      body = (body || ${JSON.stringify(body)}::text::jsonb) - ${gone}::text[],
      edited_at = ${isScheduled ? before.editedAt : now}
    where id = ${before.id}`,
  )
  const getTexts = (texts: { title: LocalizedText; body: LocalizedText }) =>
    Object.fromEntries(
      changed.flatMap((locale) => [
        [`title_${locale}`, texts.title[locale] ?? null],
        [`body_${locale}`, texts.body[locale] ?? null],
      ]),
    )
  await recordAuditEntry(
    tx,
    { ...actor, siteId: before.siteId },
    {
      action,
      subject: { kind: 'notice', id: before.id },
      ...diffValues(getTexts(before), getTexts({ title, body } as PublishedNotice)),
    },
  )
  return true
}

interface StateChange {
  isApplied(notice: PublishedNotice): boolean
  assignment: Sql
}

const stateChanges: Readonly<Record<NoticeChange, StateChange>> = {
  pin: { isApplied: ({ pinned }) => pinned, assignment: sql`pinned = true` },
  unpin: { isApplied: ({ pinned }) => !pinned, assignment: sql`pinned = false` },
  withdraw: { isApplied: ({ withdrawnAt }) => withdrawnAt !== null, assignment: sql`withdrawn_at = now()` },
  restore: { isApplied: ({ withdrawnAt }) => withdrawnAt === null, assignment: sql`withdrawn_at = null` },
}

/** Of a notice that is locked. @returns whether it has changed */
export async function changeNoticeState(
  tx: Queryable,
  before: PublishedNotice,
  change: NoticeChange,
  { actor, action }: NoticeRecording,
): Promise<boolean> {
  const { isApplied, assignment } = stateChanges[change]
  if (isApplied(before)) return false
  await tx.execute(sql`update notices set ${assignment} where id = ${before.id}`)
  const isPinning = change === 'pin' || change === 'unpin'
  const isOn = change === 'pin' || change === 'withdraw'
  const name = isPinning ? 'pinned' : 'withdrawn'
  await recordAuditEntry(
    tx,
    { ...actor, siteId: before.siteId },
    {
      action,
      subject: { kind: 'notice', id: before.id },
      before: { [name]: !isOn },
      after: { [name]: isOn },
    },
  )
  return true
}

/** Of a notice that is locked. @throws {Refusal} `outdated`: it is no longer scheduled */
export async function rescheduleNotice(
  tx: Queryable,
  before: PublishedNotice,
  publishAt: Date,
  { actor, action }: NoticeRecording,
  now: Date,
): Promise<boolean> {
  if (getNoticeState({ ...before, withdrawnAt: null }, now) !== 'scheduled') throw new Refusal('outdated')
  if (Date.parse(before.publishedAt) === publishAt.getTime()) return false
  await tx.execute(sql`update notices set published_at = ${publishAt} where id = ${before.id}`)
  await recordAuditEntry(
    tx,
    { ...actor, siteId: before.siteId },
    {
      action,
      subject: { kind: 'notice', id: before.id },
      before: { at: before.publishedAt },
      after: { at: publishAt.toISOString() },
    },
  )
  return true
}
