import type { Account } from './auth/roles.ts'
import type { Queryable } from './db/database.ts'
import { sql } from './db/sql.ts'

export interface Actor {
  kind: 'account' | 'partner' | 'operator' | 'background'
  id?: number
  siteId?: number
  networkId?: number
  address?: string
}

export interface Caller {
  account: Account
  actor: Actor
}

/** Never include secrets or personal data: entries outlive accounts. */
export interface AuditEntry {
  action: string
  subject?: {
    kind:
      | 'account'
      | 'channel'
      | 'request'
      | 'site'
      | 'partner'
      | 'report'
      | 'rate'
      | 'session'
      | 'notice'
      | 'music'
    id: number | string
  }
  detail?: Record<string, string | number | boolean | null | readonly number[]>
}

/** Must run in the transaction of the change itself. */
export async function recordAuditEntry(
  tx: Queryable,
  actor: Actor,
  { action, subject, detail }: AuditEntry,
): Promise<void> {
  await tx.execute(
    sql`insert into audit_log (actor, actor_id, site_id, network_id, address, action, subject, subject_id, detail)
    values (${actor.kind}, ${actor.id ?? null}, ${actor.siteId ?? null}, ${actor.networkId ?? null},
      ${actor.address ?? null}, ${action}, ${subject?.kind ?? null}, ${subject ? String(subject.id) : null},
      ${JSON.stringify(detail ?? {})}::text::jsonb)`,
  )
}
