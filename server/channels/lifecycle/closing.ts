import type { ClosedReason } from '#contract/channels/channel-states.ts'
import { mailRegistrants } from '#server/channels/registrations/registrant-mail.ts'
import type { Registration } from '#server/channels/registrations/registration-record.ts'
import type { Actor, AuditValues } from '#server/platform/auth/audit.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { auditRemoval, endRegistration } from './removal.ts'
import { withdrawEarlierMails } from './review.ts'

interface Closing {
  registration: Registration
  reason: ClosedReason
  action: string
  context?: AuditValues
}

/** Ends a locked registration without its people, and lets them know. The caller recomputes figures. */
export async function closeRegistration(
  tx: Queryable,
  actor: Actor,
  { registration, reason, action, context }: Closing,
  now: Date,
): Promise<void> {
  await withdrawEarlierMails(tx, registration.id)
  const mail = { kind: `channel-${reason}`, data: { channel: registration.name } } as const
  await mailRegistrants(tx, registration, mail, now)
  await auditRemoval(tx, actor, action, registration, { ...context, closed: reason })
  await endRegistration(tx, registration.id, now)
  await tx.execute(
    sql`update channels set closed_reason = ${reason} where registration_id = ${registration.id}`,
  )
}
