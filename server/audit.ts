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

type AuditValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly (string | number)[]
  | Readonly<Partial<Record<string, string>>>

export type AuditValues = Readonly<Record<string, AuditValue>>

/** What changed. Null before: it is new. Null after: it is gone. */
export interface AuditChange {
  before: AuditValues | null
  after: AuditValues | null
}

/** Never include secrets or personal data, for which `hidden` stands: entries outlive accounts. */
export interface AuditEntry extends AuditChange {
  action: string
  subject?: {
    kind:
      | 'account'
      | 'channel'
      | 'request'
      | 'site'
      | 'partner'
      | 'report'
      | 'month'
      | 'rate'
      | 'session'
      | 'notice'
      | 'music'
      | 'mail'
    id: number | string
  }
  /** Tells which one of its kind changed. */
  context?: AuditValues
}

export const hidden = '(hidden)'

/** Must run in the transaction of the change itself. */
export async function recordAuditEntry(
  tx: Queryable,
  actor: Actor,
  { action, subject, before, after, context }: AuditEntry,
): Promise<void> {
  await tx.execute(
    sql`insert into audit_log (actor, actor_id, site_id, network_id, address, action, subject, subject_id, detail)
    values (${actor.kind}, ${actor.id ?? null}, ${actor.siteId ?? null}, ${actor.networkId ?? null},
      ${actor.address ?? null}, ${action}, ${subject?.kind ?? null}, ${subject ? String(subject.id) : null},
      ${JSON.stringify({ ...context, before, after })}::text::jsonb)`,
  )
}

/**
 * The style of commands, "channel verify", for entries of calls, which are recorded by the call's name: `verifyChannel`.
 * One-word names stay.
 */
export function formatAction(action: string): string {
  if (!/^[a-z]+(?:[A-Z][a-z]*)+$/.test(action)) return action
  const [verb, ...noun] = action.split(/(?=[A-Z])/).map((word) => word.toLowerCase())
  return `${noun.join('-')} ${verb}`
}

/** Only the fields that differ. */
export function diffValues(before: AuditValues, after: AuditValues): AuditChange & { hasChanged: boolean } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const pick = (values: AuditValues) => Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
  return { before: pick(before), after: pick(after), hasChanged: names.length > 0 }
}
