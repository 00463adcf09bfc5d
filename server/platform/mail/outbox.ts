import type * as z from 'zod/mini'
import type { Locale } from '#contract/platform/locale.ts'
import { changesChannel } from '#server/platform/db/change-feed.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { MailKind, mailData } from './mail-data.ts'

export const mailStates = ['queued', 'sending', 'sent', 'failed', 'uncertain', 'suppressed'] as const

export interface Mail<Kind extends MailKind> {
  kind: Kind
  /** Idempotency key: a second mail with it is ignored. */
  eventKey: string
  siteId: number
  accountId: number
  recipient: string
  locale: Locale
  data: z.output<(typeof mailData)[Kind]>
  /** When it may leave; at once by default. */
  notBefore?: string
}

export const mailChange = 'mails'

/** Transactional outbox: the mail leaves if the transaction commits. */
export const queueMail = <Kind extends MailKind>(tx: Queryable, mail: Mail<Kind>, now: Date): Promise<void> =>
  queueMails(tx, [mail], now)

/** Queues any number of mails in one statement. */
export async function queueMails<Kind extends MailKind>(
  tx: Queryable,
  mails: readonly Mail<Kind>[],
  now: Date,
): Promise<void> {
  if (mails.length === 0) return
  await tx.execute(
    sql`insert into mails (event_key, site_id, account_id, kind, recipient, locale, data, not_before,
      created_at, changed_at)
    select m."eventKey", m."siteId", m."accountId", m.kind, m.recipient, m.locale, m.data, m."notBefore", ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(mails)}::text::jsonb) as m ("eventKey" text, "siteId" integer,
      "accountId" integer, kind text, recipient text, locale text, data jsonb, "notBefore" timestamptz)
    on conflict (event_key) do nothing`,
  )
  await tx.execute(sql`select pg_notify(${changesChannel}, ${mailChange})`)
}
