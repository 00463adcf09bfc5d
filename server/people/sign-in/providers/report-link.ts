import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { locales } from '#contract/platform/locale.ts'
import { type CallOrigin, recordSecurityEvent } from '#server/platform/auth/security-events.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { queueMail } from '#server/platform/mail/outbox.ts'

const Recipient = z.object({ siteId: Id, email: z.string(), locale: z.enum(locales) })

/** Informs the person by mail and in the list of security events. `provider`: its name. */
export async function reportLink(
  tx: Queryable,
  origin: CallOrigin,
  { accountId, provider, change }: { accountId: number; provider: string; change: 'linked' | 'unlinked' },
  now: Date,
): Promise<void> {
  const kind = `provider-${change}` as const
  await recordSecurityEvent(tx, origin, { kind, accountId, detail: { provider } }, now)
  const { siteId, email, locale } = await queryOne(
    tx,
    Recipient,
    sql`select site_id as "siteId", email, locale from accounts where id = ${accountId}`,
  )
  await queueMail(
    tx,
    {
      kind,
      eventKey: `${kind} ${randomUUID()}`,
      siteId,
      accountId,
      recipient: email,
      locale,
      data: { provider },
    },
    now,
  )
}
