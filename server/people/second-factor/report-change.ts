import { randomUUID } from 'node:crypto'
import { type CallOrigin, recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { type Mail, queueMail } from '#server/platform/mail/outbox.ts'
import { selectRecipient } from './queries.ts'

type FactorChange = Mail<'second-factor-changed'>['data']['change']

/** Informs the person by mail and in the list of security events. */
export async function reportFactorChange(
  tx: Queryable,
  origin: CallOrigin,
  accountId: number,
  change: FactorChange,
  now: Date,
): Promise<void> {
  await recordSecurityEvent(tx, origin, { kind: 'second-factor', accountId, detail: { change } }, now)
  const { siteId, email, locale } = await selectRecipient(tx, accountId)
  await queueMail(
    tx,
    {
      kind: 'second-factor-changed',
      eventKey: `second-factor ${randomUUID()}`,
      siteId,
      accountId,
      recipient: email,
      locale,
      data: { change },
    },
    now,
  )
}
