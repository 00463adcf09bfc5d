import { AsyncLocalStorage } from 'node:async_hooks'
import type { Queryable } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Account } from './roles.ts'

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

/** A change: null before means that it is new, null after that it is gone. */
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
      | 'statement'
      | 'rate'
      | 'session'
      | 'notice'
      | 'music'
      | 'mail'
      | 'question'
      | 'shared-report'
    id: number | string
  }
  /** Tells which one of its kind changed. */
  context?: AuditValues
}

export const hidden = '(hidden)'

const operatorName = new AsyncLocalStorage<string | undefined>()

/** Entries of the operator's commands that run in `work` name this person. */
export const runAsOperator = <Result>(
  name: string | undefined,
  work: () => Promise<Result>,
): Promise<Result> => operatorName.run(name, work)

/** Must run in the transaction of the change itself. */
export const recordAuditEntry = (tx: Queryable, actor: Actor, entry: AuditEntry): Promise<void> =>
  recordAuditEntries(tx, actor, [entry])

/** Inserts them in one statement, in the given order. */
export async function recordAuditEntries(
  tx: Queryable,
  actor: Actor,
  entries: readonly AuditEntry[],
): Promise<void> {
  const by = actor.kind === 'operator' ? operatorName.getStore() : undefined
  const rows = entries.map(({ action, subject, before, after, context }) => ({
    action,
    subject: subject?.kind ?? null,
    subjectId: subject ? String(subject.id) : null,
    detail: { ...(by !== undefined && { by }), ...context, before, after },
  }))
  await tx.execute(
    sql`insert into audit_log (actor, actor_id, site_id, network_id, address, action, subject, subject_id, detail)
    select ${actor.kind}, ${actor.id ?? null}::integer, ${actor.siteId ?? null}::integer,
      ${actor.networkId ?? null}::integer, ${actor.address ?? null}, r.action, r.subject, r."subjectId", r.detail
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r (action text, subject text, "subjectId" text,
      detail jsonb)`,
  )
}

/** Inserts the entries of each network in one statement: apart from their networks, the actors are the same. */
export async function recordEntriesOfNetworks(
  tx: Queryable,
  entries: readonly { actor: Actor; entry: AuditEntry }[],
): Promise<void> {
  for (const own of Map.groupBy(entries, ({ actor }) => actor.networkId).values())
    if (own[0])
      await recordAuditEntries(
        tx,
        own[0].actor,
        own.map(({ entry }) => entry),
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

export function diffValues(before: AuditValues, after: AuditValues): AuditChange & { hasChanged: boolean } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const pick = (values: AuditValues) => Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
  return { before: pick(before), after: pick(after), hasChanged: names.length > 0 }
}
