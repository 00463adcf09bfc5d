import * as z from 'zod/mini'
import { locales } from '#contract/platform/locale.ts'
import type { Permission } from '#contract/platform/roles.ts'
import { isReaderOf } from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { empty, sql } from '#server/platform/db/sql.ts'
import type { MailKind } from './mail-data.ts'
import { type Mail, queueMails } from './outbox.ts'

const Recipient = z.object({
  siteId: Id,
  accountId: Id,
  recipient: z.string(),
  locale: z.enum(locales),
})
export type Recipient = z.output<typeof Recipient>

interface Addressee {
  accountId: number
  /** Of a network: those who have it read the mail. */
  permission: Permission
  /** Only addresses that somebody has proved to read. */
  isConfirmed?: boolean
}

/** The person whose account it is, or those who run the network. */
export const selectRecipients = (
  tx: Queryable,
  { accountId, permission, isConfirmed = false }: Addressee,
): Promise<Recipient[]> =>
  tx.query(
    Recipient,
    sql`select a.site_id as "siteId",
      a.id as "accountId",
      a.email as recipient,
      a.locale
    from accounts a
    where ${isReaderOf(sql`${accountId}::integer`, permission)}
      and a.email is not null
      ${isConfirmed ? sql`and a.email_confirmed_at is not null` : empty}
    order by a.id`,
  )

/** Each recipient gets one: their id completes the key of the event. */
export const mailTo = async <Kind extends MailKind>(
  tx: Queryable,
  addressee: Addressee,
  mail: Pick<Mail<Kind>, 'kind' | 'eventKey' | 'data'>,
  now: Date,
): Promise<void> => {
  const recipients = await selectRecipients(tx, addressee)
  await queueMails<Kind>(
    tx,
    recipients.map((recipient) => ({
      ...mail,
      ...recipient,
      eventKey: `${mail.eventKey} ${recipient.accountId}`,
    })),
    now,
  )
}
