import * as z from 'zod/mini'
import { type CallOrigin, recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import { deleteSessions } from '#server/platform/auth/sessions.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { mailTo } from '#server/platform/mail/recipients.ts'
import { deleteEmailLinks } from './email-links.ts'
import { forgetDevices } from './known-devices.ts'
import { deleteLinks } from './linked-sign-ins/queries.ts'
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
  await deleteLinks(tx, id)
  await deleteEmailLinks(tx, id)
}

const WaitingRow = z.object({ networkId: Id, nickname: z.string() })

/** Mails those who may let a confirmed person in. */
async function requestApproval(tx: Queryable, id: number, now: Date): Promise<void> {
  const [waiting] = await tx.query(
    WaitingRow,
    sql`select network_id as "networkId", nickname from accounts where id = ${id} and awaits_approval`,
  )
  if (!waiting) return
  const { networkId, nickname } = waiting
  const mail = { kind: 'join-request', eventKey: `join-request ${id}`, data: { nickname } } as const
  await mailTo(tx, { accountId: networkId, permission: 'members.change' }, mail, now)
}
