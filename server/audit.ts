import type { Account } from './auth/sessions.ts'
import type { Queryable } from './db/database.ts'

/** Who makes a change, and from where. */
export interface Actor {
  kind: 'account' | 'partner' | 'operator' | 'background'
  /** The account's, or the partner key's. */
  id?: number
  siteId?: number
  networkId?: number
  address?: string
}

/** Who is signed in, and who that is for the record of changes. */
export interface Caller {
  account: Account
  actor: Actor
}

/** What is changed, and what it is then. No secret, email or nickname: these leave with their person. */
export interface AuditEntry {
  /** The endpoint's name, or the operator's command. */
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

/** Keeps who did what; in the change's own transaction, so that there is neither without the other. */
export async function recordAuditEntry(
  tx: Queryable,
  actor: Actor,
  { action, subject, detail }: AuditEntry,
): Promise<void> {
  await tx.query(
    `insert into audit_log (actor, actor_id, site_id, network_id, address, action, subject, subject_id, detail)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9::text::jsonb)`,
    [
      actor.kind,
      actor.id ?? null,
      actor.siteId ?? null,
      actor.networkId ?? null,
      actor.address ?? null,
      action,
      subject?.kind ?? null,
      subject ? String(subject.id) : null,
      JSON.stringify(detail ?? {}),
    ],
  )
}
