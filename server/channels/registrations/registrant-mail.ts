import * as z from 'zod/mini'
import { type Locale, locales } from '#contract/platform/locale.ts'
import { getRolesWith } from '#contract/platform/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { MailKind } from '#server/platform/mail/mail-data.ts'
import { type Mail, queueMail } from '#server/platform/mail/outbox.ts'
import type { Registration } from './registration-record.ts'

const Registrant = z.object({
  accountId: Id,
  siteId: Id,
  recipient: z.string(),
  locale: z.enum(locales),
})

interface RegistrantMail<Kind extends MailKind> {
  kind: Kind
  data: Mail<Kind>['data'] | ((locale: Locale) => Mail<Kind>['data'])
  /** Completes the idempotency keys; by default one mail of a kind about a registration. */
  event?: string
  notBefore?: Date
}

/** Mails those who look after the network's channels and the assigned members: call it before the assignments end. */
export async function mailRegistrants<Kind extends Extract<MailKind, `channel-${string}`>>(
  tx: Queryable,
  { id, networkId }: Pick<Registration, 'id' | 'networkId'>,
  { kind, data, event = `${kind} ${id}`, notBefore }: RegistrantMail<Kind>,
  now: Date,
): Promise<void> {
  const registrants = await tx.query(
    Registrant,
    sql`select a.id as "accountId",
      a.site_id as "siteId",
      a.email as recipient,
      a.locale
    from accounts a
    where a.network_id = ${networkId}
      and a.kind = 'person'
      and a.removed_at is null
      and (a.network_id = a.id or a.roles && ${getRolesWith('channels.assign')}::text[] or exists (
        select
        from assignments s
        where s.registration_id = ${id}
          and s.account_id = a.id
          and s.unassigned_at is null))
    order by a.id`,
  )
  for (const registrant of registrants)
    await queueMail(
      tx,
      {
        ...registrant,
        kind,
        data: typeof data === 'function' ? data(registrant.locale) : data,
        eventKey: `${event} ${registrant.accountId}`,
        ...(notBefore && { notBefore: notBefore.toISOString() }),
      },
      now,
    )
}
