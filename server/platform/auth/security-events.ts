import type { SecurityEventKind } from '#contract/people/security-events.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export const retentionDays = 180

export interface CallOrigin {
  /** Null when not even the site is known. */
  site: { id: number } | null
  /** Null for the operator's commands. */
  address: string | null
  userAgent: string
}

export const createOperatorOrigin = (site: { id: number }): CallOrigin => ({
  site,
  address: null,
  userAgent: '',
})

interface SecurityEvent {
  kind: SecurityEventKind
  /** Null when the attempt matches no account. */
  accountId: number | null
  isFailure?: boolean
  /** Must not contain secrets or email addresses. */
  detail?: Readonly<Record<string, string | number>>
}

const maxUserAgentLength = 300

export const recordSecurityEvent = (
  db: Queryable,
  { site, address, userAgent }: CallOrigin,
  { kind, accountId, isFailure = false, detail = {} }: SecurityEvent,
  now: Date,
): Promise<number> =>
  db.execute(
    sql`insert into security_events (created_at, kind, is_failure, account_id, site_id, address, user_agent, detail)
    values (${now}, ${kind}, ${isFailure}, ${accountId}, ${site?.id ?? null}, ${address},
      ${userAgent.slice(0, maxUserAgentLength)}, ${JSON.stringify(detail)}::text::jsonb)`,
  )

export const deleteExpiredSecurityEvents = (db: Queryable, now: Date): Promise<number> =>
  db.execute(
    sql`delete from security_events
    where created_at < least(${now}::timestamptz, now()) - make_interval(days => ${retentionDays})`,
  )
