import * as z from 'zod/mini'
import { locales } from '#contract/platform/locale.ts'
import { type CallOrigin, recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import { deleteSessions } from '#server/platform/auth/sessions.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { queueMail } from '#server/platform/mail/outbox.ts'
import { deleteEmailLinks } from './email-links.ts'
import { forgetDevices } from './known-devices.ts'
import { deletePassword } from './password-hash.ts'
import { deleteFactors } from './second-factors.ts'

/** The caller must have locked the account. */
export async function confirmEmail(tx: Queryable, origin: CallOrigin, id: number, now: Date): Promise<void> {
  const confirmed = await tx.execute(
    sql`update accounts set email_confirmed_at = ${now} where id = ${id} and email_confirmed_at is null`,
  )
  if (confirmed === 0) return
  await recordSecurityEvent(tx, origin, { kind: 'email-confirmed', accountId: id }, now)
  await requestApproval(tx, id, now)
}

/**
 * The first proof of owning an unconfirmed address, by somebody who did not create the account: ends everything that lets
 * its creator in (account pre-hijacking). The caller must have locked the account.
 */
export async function claimAccount(tx: Queryable, origin: CallOrigin, id: number, now: Date): Promise<void> {
  await revokeCredentials(tx, id)
  await recordSecurityEvent(tx, origin, { kind: 'credentials-revoked', accountId: id }, now)
  await confirmEmail(tx, origin, id, now)
}

/** Everything that signs in. The caller must have locked the account. */
export async function revokeCredentials(tx: Queryable, id: number): Promise<void> {
  await deletePassword(tx, id)
  await deleteSessions(tx, id)
  await forgetDevices(tx, id)
  await deleteFactors(tx, id)
  await deleteEmailLinks(tx, id)
}

const ManagerRow = z.object({
  id: Id,
  siteId: Id,
  email: z.string(),
  locale: z.enum(locales),
  nickname: z.string(),
})

/** Mails the manager that a confirmed person waits for approval. */
async function requestApproval(tx: Queryable, id: number, now: Date): Promise<void> {
  const [manager] = await tx.query(
    ManagerRow,
    sql`select n.id,
      n.site_id as "siteId",
      n.email,
      n.locale,
      a.nickname
    from accounts a
    join accounts n on n.id = a.network_id
    where a.id = ${id}
      and a.awaits_approval
      and n.removed_at is null`,
  )
  if (!manager) return
  const { id: accountId, email: recipient, nickname, ...rest } = manager
  await queueMail(
    tx,
    {
      kind: 'join-request',
      eventKey: `join-request ${id}`,
      accountId,
      recipient,
      data: { nickname },
      ...rest,
    },
    now,
  )
}
