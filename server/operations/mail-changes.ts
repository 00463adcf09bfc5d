import type { MailObstacle } from '#contract/operations/desk/mail.ts'
import { changesChannel } from '#server/platform/db/change-feed.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { insertSuppression } from '#server/platform/mail/delivery.ts'
import { isExpired } from '#server/platform/mail/lifetimes.ts'
import { isUnsubscribable } from '#server/platform/mail/mail-data.ts'
import { mailChange } from '#server/platform/mail/outbox.ts'
import { findMail, parseMailData, type StoredMail } from '#server/platform/mail/stored-mail.ts'

/** Why the mail cannot be sent again; null: it can. */
export function findObstacle(mail: StoredMail, now: Date): MailObstacle | null {
  const { state, kind, createdAt } = mail
  if (state === 'sent') return 'sent'
  if (state === 'queued' || state === 'sending') return 'on-its-way'
  if (isExpired(kind, createdAt, now) || !parseMailData(mail)) return 'expired'
  if (mail.isLinkEnded) return 'link-ended'
  if (mail.isAccountRemoved) return 'account-removed'
  if (mail.isSuppressed) return 'suppressed'
  return mail.isUnsubscribed && isUnsubscribable(kind) ? 'unsubscribed' : null
}

/** Callers pass mails that they may change. */
export async function lockMail(tx: Queryable, id: number): Promise<StoredMail | null> {
  await tx.execute(sql`select from mails where id = ${id} for update`)
  return findMail(tx, id)
}

/** Of a locked mail without an obstacle. The entry of the audit log is the caller’s. */
export async function queueAgain(tx: Queryable, { id }: StoredMail): Promise<void> {
  await tx.execute(
    sql`update mails set state = 'queued', failure = null, changed_at = now() where id = ${id}`,
  )
  await tx.execute(sql`select pg_notify(${changesChannel}, ${mailChange})`)
}

/** The subject of its entries in the audit log. */
export const describeMail = ({ id, kind }: StoredMail) => ({
  subject: { kind: 'mail', id } as const,
  context: { kind },
})

/** @returns whether anything changed */
export async function changeSuppression(
  tx: Queryable,
  address: string,
  suppressed: boolean,
  now: Date,
): Promise<boolean> {
  const changed = suppressed
    ? await insertSuppression(tx, address, 'operator', now)
    : await tx.execute(sql`delete from mail_suppressions where recipient = ${address}`)
  return changed > 0
}
