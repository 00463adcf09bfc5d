import * as z from 'zod/mini'
import { alertKinds } from '#contract/operations/operator-alerts.ts'
import { currencies } from '#contract/platform/currency.ts'
import type { Locale } from '#contract/platform/locale.ts'
import { changesChannel } from '#server/platform/db/change-feed.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export const mailStates = ['queued', 'sending', 'sent', 'failed', 'uncertain', 'suppressed'] as const

const Link = z.object({ token: z.string() })
const Channel = z.object({ channel: z.string() })
/** The statement and what it pays, in `amountUnits` of the currency. */
const Statement = z.object({
  id: z.int(),
  month: z.string(),
  amount: z.int(),
  currency: z.enum(currencies),
})

/** The template of each kind of mail needs these values. A `token` is that of an email link, and a secret. */
export const mailData = {
  'confirm-email': Link,
  /** `network`: the manager's nickname. */
  invitation: z.extend(Link, { network: z.string() }),
  'reset-password': Link,
  'change-email': Link,
  /** Goes to the old address. */
  'email-changed': z.object({}),
  'password-changed': z.object({}),
  'new-device': z.object({
    browser: z.nullable(z.string()),
    system: z.nullable(z.string()),
    time: z.string(),
  }),
  'second-factor-changed': z.object({
    change: z.enum([
      'totp-added',
      'totp-removed',
      'passkey-added',
      'passkey-removed',
      'codes-renewed',
      'code-used',
      'reset',
    ]),
  }),
  /** Goes to the manager. */
  'join-request': z.object({ nickname: z.string() }),
  'join-approved': z.object({}),
  /** `day`: when the registration expires. */
  'channel-reminder': z.extend(Channel, { day: z.string() }),
  'channel-expired': Channel,
  /** Another account has verified the channel. */
  'channel-claimed': Channel,
  'channel-released': Channel,
  /** A month was closed. An amount of 0: the balance is carried over, or waits for payment details. */
  statement: z.extend(Statement, { needsDetails: z.boolean() }),
  /** `day`: of the payment. */
  'statement-paid': z.extend(Statement, { day: z.string(), reference: z.string() }),
  /** Goes to the account whose payment details have changed. */
  'payee-changed': z.object({}),
  /** Goes to the manager who confirms them. */
  'payee-waiting': z.object({ nickname: z.string() }),
  'payee-rejected': z.object({ reason: z.string() }),
  /** Goes to every operator. `owner`: a content owner, in letters that make no address. */
  'operator-alert': z.object({
    alert: z.enum(alertKinds),
    owner: z.string().check(z.regex(/^[\w. -]{1,100}$/)),
    day: z.optional(z.string()),
    count: z.optional(z.int()),
  }),
} as const

export type MailKind = keyof typeof mailData

type KindData = { [Kind in MailKind]: z.output<(typeof mailData)[Kind]> }
export type MailData = KindData[MailKind]

export const isMailKind = (kind: string): kind is MailKind => Object.hasOwn(mailData, kind)

/** Mail about security and registrations always leaves. */
export const isUnsubscribable = (kind: string): boolean =>
  kind === 'channel-reminder' || kind === 'statement' || kind === 'statement-paid'

export interface Mail<Kind extends MailKind> {
  kind: Kind
  /** Idempotency key: a second mail with it is ignored. */
  eventKey: string
  siteId: number
  accountId: number
  recipient: string
  locale: Locale
  data: z.output<(typeof mailData)[Kind]>
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
    sql`insert into mails (event_key, site_id, account_id, kind, recipient, locale, data, created_at, changed_at)
    select m."eventKey", m."siteId", m."accountId", m.kind, m.recipient, m.locale, m.data, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(mails)}::text::jsonb) as m ("eventKey" text, "siteId" integer,
      "accountId" integer, kind text, recipient text, locale text, data jsonb)
    on conflict (event_key) do nothing`,
  )
  await tx.execute(sql`select pg_notify(${changesChannel}, ${mailChange})`)
}
