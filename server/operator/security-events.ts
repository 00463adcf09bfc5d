import * as z from 'zod/mini'
import { securityEventKinds } from '#contract/people/security-events.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id, Timestamp } from '#server/platform/db/rows.ts'
import { join, sql } from '#server/platform/db/sql.ts'

const SecurityEventRow = z.object({
  id: Id,
  time: Timestamp,
  kind: z.enum(securityEventKinds),
  failed: z.boolean(),
  accountId: z.nullable(Id),
  /** Null once the account is gone. */
  account: z.nullable(z.string()),
  site: z.nullable(z.string()),
  address: z.nullable(z.string()),
  userAgent: z.string(),
  detail: z.record(z.string(), z.unknown()),
})
type SecurityEventRow = z.infer<typeof SecurityEventRow>

export interface SecurityEventFilter {
  site?: string | undefined
  accountIds?: readonly number[] | undefined
  kind?: string | undefined
  /** UTC days, both inclusive. */
  from?: string | undefined
  to?: string | undefined
  limit: number
}

/** Newest first. */
export const selectSecurityEvents = (
  db: Queryable,
  { site, accountIds, kind, from, to, limit }: SecurityEventFilter,
): Promise<SecurityEventRow[]> => {
  const conditions = [
    sql`true`,
    ...(site === undefined ? [] : [sql`s.domain = ${site}`]),
    ...(accountIds === undefined ? [] : [sql`e.account_id = any(${accountIds}::integer[])`]),
    ...(kind === undefined ? [] : [sql`e.kind = ${kind}`]),
    ...(from === undefined ? [] : [sql`e.created_at >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`e.created_at < ${to}::date + 1`]),
  ]
  return db.query(
    SecurityEventRow,
    sql`select e.id,
      e.created_at as time,
      e.kind,
      e.is_failure as failed,
      e.account_id as "accountId",
      a.email as account,
      s.domain as site,
      e.address,
      e.user_agent as "userAgent",
      e.detail
    from security_events e
    left join accounts a on a.id = e.account_id
    left join sites s on s.id = e.site_id
    where ${join(conditions, ' and ')}
    order by e.id desc
    limit ${limit}`,
  )
}

/** "2026-03-02 09:30:12  boss@example.com of example.com (203.0.113.5)  sign-in  failed" */
export function formatSecurityEvent(event: SecurityEventRow): string {
  const { time, kind, failed, accountId, account, site, address, detail } = event
  const name = account ?? (accountId === null ? 'unknown account' : `account ${accountId}`)
  const details = Object.entries(detail).map(([key, value]) => `${key}: ${String(value)}`)
  return [
    time.slice(0, 19).replace('T', ' '),
    `${name}${site === null ? '' : ` of ${site}`}${address === null ? '' : ` (${address})`}`,
    kind,
    ...(failed ? ['failed'] : []),
    ...(details.length > 0 ? [details.join(', ')] : []),
  ].join('  ')
}
