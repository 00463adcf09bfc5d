import * as z from 'zod/mini'
import { securityEventKinds } from '#contract/people/security-events.ts'
import { formatAction } from '#server/platform/auth/audit.ts'
import { type InstallationScope, isSiteInScope } from '#server/platform/auth/installation.ts'
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
  /** Of what has changed, which somebody may have done from another site. */
  subjectSite: z.nullable(z.string()),
  network: z.nullable(z.string()),
  action: z.string(),
  subject: z.nullable(z.string()),
  subjectId: z.nullable(z.string()),
  subjectName: z.nullable(z.string()),
  detail: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.output<typeof AuditEntry>

export interface LogFilter {
  /** By default the whole installation. */
  scope?: InstallationScope | undefined
  /** A domain. */
  site?: string | undefined
  /** Part of the name or address of who did it. */
  person?: string | undefined
  actor?: AuditEntry['actor'] | undefined
  actorIds?: readonly number[] | undefined
  networkIds?: readonly number[] | undefined
  /** YouTube's id, or that of the registration. */
  channel?: string | undefined
  actions?: readonly string[] | undefined
  subjectKinds?: readonly string[] | undefined
  subject?: { kind: string; id: string } | undefined
  failed?: true | undefined
  /** Moments: from the first on, until before the second. */
  since?: string | undefined
  until?: string | undefined
  /** Ids for keyset pagination: the rows before one, or those after one that are next to it. */
  before?: number | undefined
  after?: number | undefined
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

const commonConditions = (id: Sql, time: Sql) => ({
  from: (day: string) => sql`${time} >= ${day}::date`,
  to: (day: string) => sql`${time} < ${day}::date + 1`,
  since: (moment: string) => sql`${time} >= ${moment}::timestamptz`,
  until: (moment: string) => sql`${time} < ${moment}::timestamptz`,
  before: (bound: number) => sql`${id} < ${bound}`,
  after: (bound: number) => sql`${id} > ${bound}`,
})

/** Rows after an id are read from it on. */
const orderRows = (id: Sql, { after, limit }: LogFilter): Sql =>
  sql`order by ${id} ${after === undefined ? sql`desc` : sql`asc`} limit ${limit}`

const newestFirst = <Row>(rows: Row[], { after }: LogFilter): Row[] =>
  after === undefined ? rows : rows.reverse()

const matchPerson = (accountId: Sql, text: string): Sql =>
  sql`${accountId} in (
      select unnest(array[p.id, p.separated_from])
      from accounts p
      where strpos(lower(p.email), lower(${text})) > 0
        or strpos(lower(p.nickname), lower(${text})) > 0)`

/** The site of what an entry is about; null: it says none, or the subject is gone. Expects `audit_log a`. */
const subjectSiteId = sql`case a.subject
      when 'account' then (select p.site_id from accounts p where p.id = a.subject_id::integer)
      when 'channel' then (
        select n.site_id
        from channels c
        join accounts n on n.id = c.network_id
        where c.registration_id = a.subject_id::integer)
      when 'site' then a.subject_id::integer
      when 'statement' then (
        select t.site_id
        from statements t
        where t.id = substring(a.subject_id from '[0-9]+$')::integer)
      when 'mail' then (select m.site_id from mails m where m.id = a.subject_id::integer)
    end`

/**
 * Of the sites that match: what the entry is about is of one of them, or it is of no site, and was done from one of them. The
 * subqueries do not depend on the entry, so that each runs once.
 */
const isEntryOf = (matches: (siteId: Sql) => Sql): Sql =>
  sql`(
      a.subject = 'account' and a.subject_id in (select p.id::text from accounts p where ${matches(sql`p.site_id`)})
      or a.subject = 'channel' and a.subject_id in (
        select c.registration_id::text
        from channels c
        join accounts n on n.id = c.network_id
        where ${matches(sql`n.site_id`)})
      or a.subject = 'site' and a.subject_id in (select o.id::text from sites o where ${matches(sql`o.id`)})
      or a.subject = 'statement' and ltrim(substring(a.subject_id from '[0-9]+$'), '0') in (
        select t.id::text from statements t where ${matches(sql`t.site_id`)})
      or a.subject = 'mail' and a.subject_id in (select m.id::text from mails m where ${matches(sql`m.site_id`)})
      or (
        ${matches(sql`a.site_id`)}
        or a.site_id is null and a.network_id in (select h.id from accounts h where ${matches(sql`h.site_id`)})
      ) and coalesce(${matches(subjectSiteId)}, true))`

/** What concerns every site is for roles for everything, no matter who did it and from where. */
const isEntryInScope = (scope: InstallationScope): Sql =>
  scope.isAll
    ? sql`true`
    : sql`coalesce(a.subject, '') not in ('month', 'report', 'rate', 'music', 'partner')
      and ${isEntryOf((siteId) => isSiteInScope(scope, siteId))}`

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
      (select o.domain from sites o where o.id = ${subjectSiteId}) as "subjectSite",
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
      scope: isEntryInScope,
      site: (domain) =>
        isEntryOf((siteId) => sql`${siteId} = (select d.id from sites d where d.domain = ${domain})`),
      person: (text) => sql`(a.actor = 'account' and ${matchPerson(sql`a.actor_id`, text)}
        or a.actor = 'operator' and strpos(lower(a.detail ->> 'by'), lower(${text})) > 0)`,
      networkIds: (ids) => sql`a.network_id = any(${ids}::integer[])`,
      actor: (actor) => sql`a.actor = ${actor}`,
      actorIds: (ids) => sql`a.actor_id = any(${ids}::integer[])`,
      channel: matchChannel,
      actions: (actions) => sql`a.action = any(${actions}::text[])`,
      subjectKinds: (kinds) => sql`a.subject = any(${kinds}::text[])`,
      subject: ({ kind, id }) => sql`a.subject = ${kind} and a.subject_id = ${id}`,
      ...commonConditions(sql`a.id`, sql`a.created_at`),
    })}
    ${orderRows(sql`a.id`, filter)}`,
  )
  return newestFirst(entries, filter).map((entry) => ({ ...entry, action: formatAction(entry.action) }))
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

/** A loose index scan: there are few actions, and many entries of each. */
const everyAction = sql`with recursive known as (
      (select action from audit_log order by action limit 1)
      union all
      select (select l.action from audit_log l where l.action > k.action order by l.action limit 1)
      from known k
      where k.action is not null
    )
    select action
    from known
    where action is not null`

/** Of every scope: names of actions say nothing about anybody. */
export const selectActions = async (db: Queryable): Promise<string[]> =>
  (await db.query(ActionRow, everyAction)).map(({ action }) => action)

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

export async function selectSecurityEvents(db: Queryable, filter: LogFilter): Promise<SecurityEvent[]> {
  const events = await db.query(
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
      scope: (scope) => isSiteInScope(scope, sql`coalesce(a.site_id, e.site_id)`),
      site: (domain) => sql`s.domain = ${domain}`,
      person: (text) => matchPerson(sql`e.account_id`, text),
      actorIds: (ids) => sql`e.account_id = any(${ids}::integer[])`,
      actions: (kinds) => sql`e.kind = any(${kinds}::text[])`,
      failed: () => sql`e.is_failure`,
      ...commonConditions(sql`e.id`, sql`e.created_at`),
    })}
    ${orderRows(sql`e.id`, filter)}`,
  )
  return newestFirst(events, filter)
}

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
