import * as z from 'zod/mini'
import { formatAction } from '#server/platform/auth/audit.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id, Timestamp } from '#server/platform/db/rows.ts'
import { join, type Sql, sql } from '#server/platform/db/sql.ts'
import { escapeControlCharacters } from './notices.ts'

/** Names are null once their account, channel or site is gone. */
const AuditEntry = z.object({
  id: Id,
  time: Timestamp,
  actor: z.enum(['account', 'partner', 'operator', 'background']),
  actorId: z.nullable(Id),
  actorName: z.nullable(z.string()),
  address: z.nullable(z.string()),
  site: z.nullable(z.string()),
  network: z.nullable(z.string()),
  action: z.string(),
  subject: z.nullable(z.string()),
  subjectId: z.nullable(z.string()),
  subjectName: z.nullable(z.string()),
  detail: z.record(z.string(), z.unknown()),
})
type AuditEntry = z.infer<typeof AuditEntry>

export interface AuditFilter {
  site?: string | undefined
  networkIds?: readonly number[]
  actor?: AuditEntry['actor']
  actorIds?: readonly number[]
  channel?: string | undefined
  /** As recorded. */
  actions?: readonly string[] | undefined
  /** UTC days, both inclusive. */
  from?: string | undefined
  to?: string | undefined
  limit: number
}

export async function selectAuditEntries(db: Queryable, filter: AuditFilter): Promise<AuditEntry[]> {
  const entries = await db.query(
    AuditEntry,
    sql`select a.id,
      a.created_at as time,
      a.actor,
      a.actor_id as "actorId",
      case a.actor
        when 'account' then (select email from accounts where id = a.actor_id)
        when 'partner' then (select name from partner_keys where id = a.actor_id)
      end as "actorName",
      a.address,
      coalesce(s.domain, home.domain) as site,
      n.email as network,
      a.action,
      a.subject,
      a.subject_id as "subjectId",
      case a.subject
        when 'account' then (select email from accounts where id = a.subject_id::integer)
        when 'channel' then (select name from channels where registration_id = a.subject_id::integer)
        when 'site' then (select domain from sites where id = a.subject_id::integer)
        when 'partner' then (select name from partner_keys where id = a.subject_id::integer)
      end as "subjectName",
      a.detail
    from audit_log a
    left join sites s on s.id = a.site_id
    left join accounts n on n.id = a.network_id
    left join sites home on home.id = n.site_id
    where ${join(createConditions(filter), ' and ')}
    order by a.id desc
    limit ${filter.limit}`,
  )
  return entries.map((entry) => ({ ...entry, action: formatAction(entry.action) }))
}

function createConditions({
  site,
  networkIds,
  actor,
  actorIds,
  channel,
  actions,
  from,
  to,
}: AuditFilter): Sql[] {
  const conditions = [sql`true`]
  if (site !== undefined) conditions.push(sql`coalesce(s.domain, home.domain) = ${site}`)
  if (networkIds) conditions.push(sql`a.network_id = any(${networkIds}::integer[])`)
  if (actor) conditions.push(sql`a.actor = ${actor}`)
  if (actorIds) conditions.push(sql`a.actor_id = any(${actorIds}::integer[])`)
  if (channel !== undefined) conditions.push(matchChannel(channel))
  if (actions) conditions.push(sql`a.action = any(${actions}::text[])`)
  if (from !== undefined) conditions.push(sql`a.created_at >= ${from}::date`)
  if (to !== undefined) conditions.push(sql`a.created_at < ${to}::date + 1`)
  return conditions
}

/** Also matches the request that became the channel. */
const matchChannel = (channel: string): Sql =>
  sql`((a.subject = 'channel' and a.subject_id in (
      select registration_id::text
      from channels
      where channel_id = ${channel}
        or registration_id::text = ${channel}))
    or (a.subject = 'request' and a.subject_id in (
      select b.detail ->> 'request'
      from audit_log b
      join channels c on c.registration_id::text = b.subject_id
      where b.subject = 'channel'
        and (c.channel_id = ${channel} or b.subject_id = ${channel}))))`

/** "2026-03-02 09:30:12  boss@example.com of example.com (203.0.113.5)  channel verify  channel 3 Kim’s  verification: pending → verifying" */
export const formatAuditEntry = (entry: AuditEntry): string =>
  [
    entry.time.slice(0, 19).replace('T', ' '),
    formatActor(entry),
    entry.action,
    formatSubject(entry),
    formatDetail(entry),
  ]
    .filter((part) => part !== '')
    .join('  ')

function formatActor({ actor, actorId, actorName, site, address }: AuditEntry): string {
  const isNamedAccount = actor === 'account' && actorName !== null
  const name = isNamedAccount
    ? actorName
    : [actor, actorId, actorName].filter((part) => part !== null).join(' ')
  return `${name}${site === null ? '' : ` of ${site}`}${address === null ? '' : ` (${address})`}`
}

const formatSubject = ({ subject, subjectId, subjectName }: AuditEntry) =>
  [subject, subjectId, subjectName].filter((part) => part !== null).join(' ')

function formatDetail({ detail: { before, after, ...context } }: AuditEntry): string {
  const old = toValues(before)
  const updated = toValues(after)
  const names = [...new Set([...Object.keys(old), ...Object.keys(updated)])]
  return [
    ...Object.entries(context).map(([name, value]) => `${name}: ${formatValue(value)}`),
    ...names.map((name) => `${name}: ${formatValue(old[name])} → ${formatValue(updated[name])}`),
  ].join(', ')
}

/** Early entries of rates hold a bare value. */
const toValues = (values: unknown): Record<string, unknown> =>
  typeof values === 'string' ? { won: values } : ((values ?? {}) as Record<string, unknown>)

const maxValueLength = 60

function formatValue(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–'
  if (Array.isArray(value)) return value.map(formatValue).join(' ') || '–'
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const line = escapeControlCharacters(text.replace(/\s+/g, ' ').trim())
  return line.length > maxValueLength ? `${line.slice(0, maxValueLength - 1)}…` : line
}
