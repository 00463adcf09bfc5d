import * as z from 'zod/mini'
import { type EmailLinkPurpose, emailLinkPurposes } from '#contract/people/email-links.ts'
import { sortRoles } from '#contract/people/membership/staff.ts'
import { type Locale, locales } from '#contract/platform/locale.ts'
import { networkRoles } from '#contract/platform/roles.ts'
import { hasInstallationRole } from '#server/platform/auth/installation.ts'
import { hasStaffRole } from '#server/platform/auth/roles.ts'
import { hashToken } from '#server/platform/auth/secrets.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id, IdRow, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { linkLifetimesMs, linkMailKinds } from '#server/platform/mail/lifetimes.ts'
import { type Mail, queueMails } from '#server/platform/mail/outbox.ts'

interface NewLink {
  accountId: number
  purpose: EmailLinkPurpose
  email: string
}

/**
 * The caller must have locked the account. A link is of use once it has a token, which is made when its mail leaves.
 * @returns the id
 */
export async function createEmailLink(
  tx: Queryable,
  { accountId, purpose, email }: NewLink,
  now: Date,
): Promise<number> {
  // Links that a stranger may ask for do not end the one that the owner has asked for.
  if (purpose !== 'reset' && purpose !== 'sign-in')
    await tx.execute(sql`delete from email_links where account_id = ${accountId} and purpose = ${purpose}`)
  const { id } = await queryOne(
    tx,
    IdRow,
    sql`insert into email_links (account_id, purpose, email, created_at, expires_at)
    values (${accountId}, ${purpose}, ${email}, ${now}, ${new Date(now.getTime() + linkLifetimesMs[purpose])})
    returning id`,
  )
  return id
}

interface LinkMail<Purpose extends EmailLinkPurpose> extends NewLink {
  purpose: Purpose
  siteId: number
  locale: Locale
  data: Omit<Mail<(typeof linkMailKinds)[Purpose]>['data'], 'link'>
}

/** The caller must have locked the account. */
export const mailLink = <Purpose extends EmailLinkPurpose>(
  tx: Queryable,
  link: LinkMail<Purpose>,
  now: Date,
): Promise<void> => mailLinks(tx, [link], now)

/** The caller must have locked the accounts. */
export async function mailLinks<Purpose extends EmailLinkPurpose>(
  tx: Queryable,
  links: readonly LinkMail<Purpose>[],
  now: Date,
): Promise<void> {
  const mails: Mail<(typeof linkMailKinds)[Purpose]>[] = []
  for (const { siteId, locale, data, ...link } of links) {
    const id = await createEmailLink(tx, link, now)
    const kind = linkMailKinds[link.purpose]
    const recipient = { siteId, accountId: link.accountId, recipient: link.email, locale }
    const linkData = { ...data, link: id } as Mail<typeof kind>['data']
    mails.push({ kind, eventKey: `${kind} ${id}`, ...recipient, data: linkData })
  }
  await queueMails(tx, mails, now)
}

const InvitedRow = z.object({
  accountId: Id,
  siteId: Id,
  email: z.string(),
  locale: z.enum(locales),
  roles: z.array(z.enum(networkRoles)),
  network: z.string(),
})

/** The caller must have locked the account, and have given the roles, which the mail names to staff. */
export const mailInvitation = (tx: Queryable, id: number, now: Date): Promise<void> =>
  mailInvitations(tx, [id], now)

/** The caller must have locked the accounts. */
export async function mailInvitations(tx: Queryable, ids: readonly number[], now: Date): Promise<void> {
  const rows = await tx.query(
    InvitedRow,
    sql`select a.id as "accountId",
      a.site_id as "siteId",
      a.email,
      a.locale,
      a.roles,
      n.nickname as network
    from accounts a
    join accounts n on n.id = a.network_id
    where a.id = any(${ids}::integer[])
    order by array_position(${ids}::integer[], a.id)`,
  )
  const links = rows.map(({ network, roles: held, ...person }) => {
    const roles = sortRoles(held)
    return { ...person, purpose: 'invite' as const, data: { network, ...(roles.length > 0 && { roles }) } }
  })
  await mailLinks(tx, links, now)
}

const LinkRow = z.object({
  accountId: Id,
  purpose: z.enum(emailLinkPurposes),
  /** Following the link proves this address. */
  email: z.string(),
  accountEmail: z.string(),
  nickname: z.string(),
  networkId: Id,
  /** Manager, or operator on the web. */
  hasRole: z.boolean(),
  isConfirmed: z.boolean(),
})
export type EmailLink = z.output<typeof LinkRow>

/** `isConfirmed`: whether somebody has followed a link to the account's address before. */
export async function findEmailLink(
  db: Queryable,
  siteId: number,
  token: string,
  now: Date,
): Promise<EmailLink | null> {
  const [link] = await db.query(
    LinkRow,
    sql`select a.id as "accountId",
      l.purpose,
      l.email,
      a.email as "accountEmail",
      a.nickname,
      a.network_id as "networkId",
      ${hasStaffRole} or ${hasInstallationRole} as "hasRole",
      a.email_confirmed_at is not null as "isConfirmed"
    from email_link_tokens t
    join email_links l on l.id = t.link_id
    join accounts a on a.id = l.account_id
    where t.token_hash = ${hashToken(token)}
      and l.expires_at > ${now}
      and a.site_id = ${siteId}
      and a.removed_at is null`,
  )
  return link ?? null
}

/**
 * One-time use, which ends all links of the purpose. The caller must have locked the account.
 * @returns whether the link was still valid
 */
export async function consumeEmailLink(tx: Queryable, token: string): Promise<boolean> {
  const deleted = await tx.execute(
    sql`delete from email_links
    where (account_id, purpose) = (
      select l.account_id, l.purpose
      from email_link_tokens t
      join email_links l on l.id = t.link_id
      where t.token_hash = ${hashToken(token)})`,
  )
  return deleted > 0
}

export const deleteEmailLinks = (tx: Queryable, accountId: number): Promise<number> =>
  tx.execute(sql`delete from email_links where account_id = ${accountId}`)

/** All that could undo a new password or address; a link that only confirms the address stays. */
export const deleteCredentialLinks = (tx: Queryable, accountId: number): Promise<number> =>
  tx.execute(sql`delete from email_links where account_id = ${accountId} and purpose <> 'confirm'`)

export const deleteExpiredEmailLinks = (db: Queryable, now: Date): Promise<number> =>
  db.execute(sql`delete from email_links where expires_at <= ${now}`)
