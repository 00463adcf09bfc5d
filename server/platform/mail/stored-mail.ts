import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { locales } from '#contract/platform/locale.ts'
import {
  type InstallationScope,
  isSiteInScope,
  wholeInstallation,
} from '#server/platform/auth/installation.ts'
import { getImageUrl, getSiteOrigin, selectSiteName } from '#server/platform/auth/sites.ts'
import type { Config } from '#server/platform/config.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Id, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { SiteContact } from './contact.ts'
import { isMailKind, isUnsubscribable, type MailData, mailData } from './mail-data.ts'
import type { MailTokens } from './mail-tokens.ts'
import { mailStates } from './outbox.ts'
import { type RenderedMail, renderMail } from './render.ts'
import type { Message } from './smtp.ts'

const StoredMail = z.object({
  id: Id,
  eventKey: z.string(),
  accountId: z.nullable(Id),
  kind: z.string(),
  recipient: z.string(),
  locale: z.enum(locales),
  data: z.record(z.string(), z.unknown()),
  state: z.enum(mailStates),
  attempts: Count,
  failure: z.nullable(z.string()),
  createdAt: Timestamp,
  changedAt: Timestamp,
  site: z.object({
    id: Id,
    name: z.string(),
    domain: z.string(),
    colorPrimary: z.string(),
    logoFavicon: z.nullable(z.string()),
    contact: z.nullable(SiteContact),
  }),
  /** Its link was used, replaced or has expired. */
  isLinkEnded: z.boolean(),
  isAccountRemoved: z.boolean(),
  isSuppressed: z.boolean(),
  isUnsubscribed: z.boolean(),
})
export type StoredMail = z.output<typeof StoredMail>

export async function findMail(db: Queryable, id: number): Promise<StoredMail | null> {
  const [mail] = await db.query(
    StoredMail,
    sql`select m.id,
      m.event_key as "eventKey",
      m.account_id as "accountId",
      m.kind,
      m.recipient,
      m.locale,
      m.data,
      m.state,
      m.attempts,
      m.failure,
      m.created_at as "createdAt",
      m.changed_at as "changedAt",
      jsonb_build_object('id', s.id, 'name', ${selectSiteName(sql`m.locale`)}, 'domain', s.domain,
        'colorPrimary', s.color_primary, 'logoFavicon', i.favicon, 'contact', to_jsonb(c)) as site,
      m.data ? 'link' and not exists (select from email_links l where l.id = (m.data ->> 'link')::integer)
        as "isLinkEnded",
      a.removed_at is not null as "isAccountRemoved",
      exists (select from mail_suppressions u where u.recipient = m.recipient) as "isSuppressed",
      exists (select from mail_preferences p where p.account_id = m.account_id) as "isUnsubscribed"
    from mails m
    join sites s on s.id = m.site_id
    join site_marks i on i.site_id = s.id
    left join payment_info c on c.site_id = s.id
    left join accounts a on a.id = m.account_id
    where m.id = ${id}::bigint`,
  )
  return mail ?? null
}

const ListedMail = z.object({
  id: Id,
  site: z.string(),
  kind: z.string(),
  recipient: z.string(),
  nickname: z.nullable(z.string()),
  locale: z.string(),
  state: z.enum(mailStates),
  attempts: Count,
  failure: z.nullable(z.string()),
  createdAt: Timestamp,
  changedAt: Timestamp,
})
export type ListedMail = z.output<typeof ListedMail>

interface MailFilter {
  /** By default the whole installation. */
  scope?: InstallationScope
  states?: readonly StoredMail['state'][] | undefined
  /** A domain. */
  site?: string | undefined
  /** Part of the address. */
  search?: string | undefined
  kind?: string | undefined
  /** Ids for keyset pagination: mails before one, or those after one that are next to it. */
  before?: number | undefined
  after?: number | undefined
  limit: number
}

/** Newest first. */
export async function selectMails(db: Queryable, filter: MailFilter): Promise<ListedMail[]> {
  const { scope = wholeInstallation, states, site, search, kind, before, after, limit } = filter
  const mails = await db.query(
    ListedMail,
    sql`select m.id,
      s.domain as site,
      m.kind,
      m.recipient,
      a.nickname,
      m.locale,
      m.state,
      m.attempts,
      m.failure,
      m.created_at as "createdAt",
      m.changed_at as "changedAt"
    from mails m
    join sites s on s.id = m.site_id
    left join accounts a on a.id = m.account_id
      and a.removed_at is null
    where ${isSiteInScope(scope, sql`m.site_id`)}
      and ${states ? sql`m.state = any(${states}::text[])` : sql`true`}
      and ${site === undefined ? sql`true` : sql`s.domain = ${site}`}
      and ${search ? sql`strpos(lower(m.recipient), lower(${search})) > 0` : sql`true`}
      and ${kind === undefined ? sql`true` : sql`m.kind = ${kind}`}
      and ${before === undefined ? sql`true` : sql`m.id < ${before}::bigint`}
      and ${after === undefined ? sql`true` : sql`m.id > ${after}::bigint`}
    order by m.id ${after === undefined ? sql`desc` : sql`asc`}
    limit ${limit}`,
  )
  return after === undefined ? mails : mails.reverse()
}

/** Null once the mail has left, or when this version does not know its kind. */
export function parseMailData({ kind, data }: StoredMail): MailData | null {
  const result = isMailKind(kind) ? z.safeParse(mailData[kind] as z.ZodMiniType<MailData>, data) : undefined
  return result?.success ? result.data : null
}

export type MailSettings = Pick<Config, 'mail' | 'port'>

/** Null: see `parseMailData`. The tokens work once they are stored. */
export function renderStoredMail(
  mail: StoredMail,
  settings: MailSettings,
  tokens: MailTokens,
): (RenderedMail & { unsubscribeUrl: string | undefined }) | null {
  const { kind, locale, site, accountId } = mail
  const data = parseMailData(mail)
  if (!data || !isMailKind(kind)) return null
  const origin = getSiteOrigin(site, settings.port)
  const unsubscribeUrl =
    isUnsubscribable(kind) && accountId !== null
      ? createUnsubscribeUrl(origin, settings, tokens.unsubscribe)
      : undefined
  const logoFavicon = site.logoFavicon && getImageUrl(site.logoFavicon, settings.mail.apiUrl)
  const context = { site: { ...site, logoFavicon }, origin, locale, token: tokens.link, unsubscribeUrl }
  return { ...renderMail(kind, data, context), unsubscribeUrl }
}

/** What its recipient reads in the inbox; null: see `parseMailData`. */
export function renderSubject(mail: StoredMail): string | null {
  const { kind, locale, site } = mail
  const data = parseMailData(mail)
  if (!data || !isMailKind(kind)) return null
  // No part of a subject is a link.
  const context = {
    site: { ...site, logoFavicon: null },
    origin: `https://${site.domain}`,
    locale,
    token: '',
  }
  return renderMail(kind, data, context).subject
}

function createUnsubscribeUrl(origin: string, { mail: { apiUrl } }: MailSettings, token: string): string {
  const url = new URL(`${apiUrl}/mail/unsubscribe`, origin)
  url.searchParams.set('token', token)
  return url.href
}

interface Addressee {
  site: Pick<StoredMail['site'], 'name' | 'domain'>
  recipient: string
  locale: string
}

export const createMessage = (
  { site, recipient, locale }: Addressee,
  { subject, text, html }: RenderedMail,
  messageId: string,
  { mail: { from } }: MailSettings,
  unsubscribeUrl?: string,
): Message => ({
  from: { address: from?.address ?? `no-reply@${site.domain}`, name: from?.name ?? site.name },
  to: recipient,
  subject,
  text,
  html,
  messageId,
  headers: {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'Content-Language': locale,
    // RFC 8058
    ...(unsubscribeUrl && {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
})

/** The same for each attempt, so that a receiver can drop a repetition. */
export function createMessageId({ id, eventKey, createdAt, site }: StoredMail): string {
  const digest = createHash('sha256').update(`${id}\n${eventKey}\n${createdAt}`).digest('hex').slice(0, 32)
  return `<${digest}@${site.domain}>`
}
