import * as z from 'zod/mini'
import {
  type SecurityEvent,
  securityEventKinds,
  securityEventPageSize,
} from '#contract/people/security-events.ts'
import { parseUserAgent } from '#server/people/credentials/device.ts'
import type { Account } from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id, Timestamp } from '#server/platform/db/rows.ts'
import { empty, sql } from '#server/platform/db/sql.ts'

const EventRow = z.object({
  id: Id,
  kind: z.enum(securityEventKinds),
  failed: z.boolean(),
  at: Timestamp,
  userAgent: z.string(),
  address: z.nullable(z.string()),
})

/** Also those of before the network of the account had one of its own. */
export async function loadSecurityEvents(
  db: Queryable,
  { id, credentialId }: Pick<Account, 'id' | 'credentialId'>,
  before: number | undefined,
): Promise<{ events: SecurityEvent[]; more: boolean }> {
  const rows = await db.query(
    EventRow,
    sql`select id,
      kind,
      is_failure as failed,
      created_at as at,
      user_agent as "userAgent",
      address
    from security_events
    where account_id in (${id}, ${credentialId})
      ${before === undefined ? empty : sql`and id < ${before}`}
    order by id desc
    limit ${securityEventPageSize + 1}`,
  )
  const events = rows
    .slice(0, securityEventPageSize)
    .map(({ userAgent, ...event }) => ({ ...event, ...parseUserAgent(userAgent) }))
  return { events, more: rows.length > securityEventPageSize }
}
