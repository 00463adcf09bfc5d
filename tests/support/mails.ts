import type { Database } from '#server/platform/db/database.ts'
import { type Mail, queueMail } from '#server/platform/mail/outbox.ts'
import type { MailKind } from '#server/platform/mail/templates/mail-data.ts'
import { createAccount, createSite } from './accounts.ts'
import { queryRaw } from './raw-sql.ts'

let counter = 0

export interface MailOwner {
  siteId: number
  accountId: number
}

export async function createMailOwner(db: Database, domain = 'example.test'): Promise<MailOwner> {
  const site = await createSite(db, domain)
  return { siteId: site.id, accountId: await createAccount(db, site, `owner@${domain}`) }
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
  await db.transaction((tx) =>
    queueMail(
      tx,
      {
        kind: 'confirm-email',
        locale: 'ko',
        data: { token: `token-of-${recipient}` },
        recipient,
        ...owner,
        ...mail,
        eventKey,
      } as Mail<MailKind>,
      now,
    ),
  )
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
