import { randomUUID } from 'node:crypto'
import type { Queryable } from '#server/db/database.ts'
import { type Mail, queueMail } from '#server/mail/outbox.ts'
import { selectRecipient } from './queries.ts'

type FactorChange = Mail<'second-factor-changed'>['data']['change']

export async function queueFactorMail(
  tx: Queryable,
  accountId: number,
  change: FactorChange,
  now: Date,
): Promise<void> {
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
