import * as z from 'zod/mini'
import { securityEventKinds } from '#contract/people/security-events.ts'
import { formatAction } from '#server/platform/auth/audit.ts'
import { isNetworkCalled } from '#server/platform/auth/networks.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id, IdRow, Timestamp } from '#server/platform/db/rows.ts'
import { join, type Sql, sql } from '#server/platform/db/sql.ts'

/** Names are null once their account, channel or site is gone, and for commands by nobody knows whom. */
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
export type AuditEntry = z.output<typeof AuditEntry>

export interface LogFilter {
  /** A domain. */
  site?: string | undefined
  actor?: AuditEntry['actor'] | undefined
  actorIds?: readonly number[] | undefined
  networkIds?: readonly number[] | undefined
  /** YouTube's id, or that of the registration. */
  channel?: string | undefined
  actions?: readonly string[] | undefined
  /** UTC days, both inclusive. */
  from?: string | undefined
  to?: string | undefined
  limit: number
}

function listConditions(
  filter: LogFilter,
  createConditions: { [Key in keyof LogFilter]?: (value: NonNullable<LogFilter[Key]>) => Sql },
): Sql {
  const conditions = Object.entries(createConditions).flatMap(([key, create]) => {
    const value = filter[key as keyof LogFilter]
    return value === undefined ? [] : [(create as (value: unknown) => Sql)(value)]
  })
  return join([sql`true`, ...conditions], ' and ')
}

const periodConditions = (time: Sql) => ({
  from: (day: string) => sql`${time} >= ${day}::date`,
  to: (day: string) => sql`${time} < ${day}::date + 1`,
})

export async function selectAuditEntries(db: Queryable, filter: LogFilter): Promise<AuditEntry[]> {
  const entries = await db.query(
    AuditEntry,
    sql`select a.id,
      a.created_at as time,
      a.actor,
      a.actor_id as "actorId",
      case a.actor
        when 'account' then (
          select p.email
          from accounts p
          where p.id = a.actor_id
            or p.separated_from = a.actor_id
          order by p.separated_from is null
          limit 1)
        when 'partner' then (select name from partner_keys where id = a.actor_id)
        when 'operator' then a.detail ->> 'by'
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
      a.detail - 'by' as detail
    from audit_log a
    left join sites s on s.id = a.site_id
    left join accounts n on n.id = a.network_id
    left join sites home on home.id = n.site_id
    where ${listConditions(filter, {
      site: (domain) => sql`coalesce(s.domain, home.domain) = ${domain}`,
      networkIds: (ids) => sql`a.network_id = any(${ids}::integer[])`,
      actor: (actor) => sql`a.actor = ${actor}`,
      actorIds: (ids) => sql`a.actor_id = any(${ids}::integer[])`,
      channel: matchChannel,
      actions: (actions) => sql`a.action = any(${actions}::text[])`,
      ...periodConditions(sql`a.created_at`),
    })}
    order by a.id desc
    limit ${filter.limit}`,
  )
  return entries.map((entry) => ({ ...entry, action: formatAction(entry.action) }))
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

const ActionRow = z.object({ action: z.string() })

export const selectActions = async (db: Queryable): Promise<string[]> =>
  (await db.query(ActionRow, sql`select distinct action from audit_log`)).map(({ action }) => action)

const SecurityEvent = z.object({
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
export type SecurityEvent = z.output<typeof SecurityEvent>

export const selectSecurityEvents = (db: Queryable, filter: LogFilter): Promise<SecurityEvent[]> =>
  db.query(
    SecurityEvent,
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
    where ${listConditions(filter, {
      site: (domain) => sql`s.domain = ${domain}`,
      actorIds: (ids) => sql`e.account_id = any(${ids}::integer[])`,
      actions: (kinds) => sql`e.kind = any(${kinds}::text[])`,
      ...periodConditions(sql`e.created_at`),
    })}
    order by e.id desc
    limit ${filter.limit}`,
  )

/** Searches one site, or all. `isNetwork`: finds networks, and accounts that are one of their own. */
export async function selectAccountIds(
  db: Queryable,
  email: string,
  { site, isNetwork }: { site: string | undefined; isNetwork: boolean },
): Promise<number[]> {
  const isPerson = sql`n.email = ${email} and n.kind = 'person' and n.removed_at is null`
  const rows = await db.query(
    IdRow,
    sql`select n.id
    from accounts n
    join sites s on s.id = n.site_id
    where (${site ?? null}::text is null or s.domain = ${site ?? null})
      and (${isNetwork ? sql`${isNetworkCalled(email)} or ${isPerson} and n.network_id = n.id` : isPerson})`,
  )
  return rows.map(({ id }) => id)
}
