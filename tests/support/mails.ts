import { emailLinkPurposes } from '#contract/people/email-links.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { IdRow, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { linkLifetimesMs, linkMailKinds } from '#server/platform/mail/lifetimes.ts'
import type { MailKind } from '#server/platform/mail/mail-data.ts'
import { createMailTokens, storeMailTokens } from '#server/platform/mail/mail-tokens.ts'
import { type Mail, queueMail } from '#server/platform/mail/outbox.ts'
import { findMail } from '#server/platform/mail/stored-mail.ts'
import { createAccount, createSite } from './accounts.ts'
import { queryRaw } from './raw-sql.ts'

let counter = 0

export interface MailOwner {
  siteId: number
  accountId: number
}

export async function createMailOwner(db: Database, domain = 'example.test'): Promise<MailOwner> {
  const site = await createSite(db, domain)
  return { siteId: site.id, accountId: await createAccount(db, site, `owner@${domain}`, undefined, false) }
}

/** Creates a link that no other one replaces. @returns its id */
async function createTestLink(
  tx: Queryable,
  accountId: number,
  kind: MailKind,
  email: string,
  now: Date,
): Promise<number | null> {
  const purpose = emailLinkPurposes.find((one) => linkMailKinds[one] === kind)
  if (!purpose) return null
  const { id } = await queryOne(
    tx,
    IdRow,
    sql`insert into email_links (account_id, purpose, email, created_at, expires_at)
    values (${accountId}, ${purpose}, ${email}, ${now}, ${new Date(now.getTime() + linkLifetimesMs[purpose])})
    returning id`,
  )
  return id
}

/** Puts a mail into the outbox, by default with a link that confirms an address. @returns its id */
export async function queueTestMail<Kind extends MailKind = 'confirm-email'>(
  db: Database,
  owner: MailOwner,
  recipient: string,
  mail: Partial<Mail<Kind>> = {},
  now = new Date(),
): Promise<number> {
  const eventKey = mail.eventKey ?? `test ${++counter} ${recipient}`
  const kind: MailKind = mail.kind ?? 'confirm-email'
  await db.transaction(async (tx) => {
    const link = await createTestLink(tx, owner.accountId, kind, recipient, now)
    const data = { ...mail.data, ...(link !== null && { link }) }
    await queueMail(
      tx,
      { locale: 'ko', recipient, ...owner, ...mail, kind, data, eventKey } as Mail<MailKind>,
      now,
    )
  })
  const [row] = await queryRaw<{ id: number }>(db, 'select id from mails where event_key = $1', [eventKey])
  return row?.id ?? 0
}

export interface MailRow {
  state: string
  failure: string | null
  attempts: number
  data: object
}

export async function readMail(db: Database, id: number): Promise<MailRow> {
  const [row] = await queryRaw<MailRow>(
    db,
    'select state, failure, attempts, data from mails where id = $1',
    [id],
  )
  if (!row) throw new Error(`There is no mail ${id}.`)
  return row
}

/** @returns the tokens of the links in an address's mails of a kind, oldest first, made as if each was sent now */
export async function readLinkTokens(
  db: Database,
  recipient: string,
  kind: MailKind = 'reset-password',
): Promise<string[]> {
  const rows = await queryRaw<{ id: number }>(
    db,
    'select id from mails where recipient = $1 and kind = $2 order by id',
    [recipient, kind],
  )
  return Promise.all(rows.map(({ id }) => issueMailLink(db, id)))
}

/** @returns the token of the link in a mail, made as if the mail was sent now */
export async function issueMailLink(db: Database, id: number): Promise<string> {
  const mail = await findMail(db, id)
  if (!mail) throw new Error(`There is no mail ${id}.`)
  const tokens = createMailTokens()
  await storeMailTokens(db, mail, tokens)
  return tokens.link
}

/** Reads the token of the link in a message. */
export const findLinkToken = (text: string): string =>
  /\/email-link#([\w-]{43})/.exec(text.replaceAll(/=\r?\n/g, ''))?.[1] ?? ''
