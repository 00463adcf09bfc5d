import type { Queryable } from '#server/db/database.ts'

/** A line of the record of changes. Names are there while who or what has them is. */
export interface AuditEntry {
  id: number
  time: string
  actor: 'account' | 'partner' | 'operator' | 'background'
  actorId: number | null
  actorName: string | null
  address: string | null
  site: string | null
  /** The email of the network's account. */
  network: string | null
  action: string
  subject: string | null
  subjectId: string | null
  subjectName: string | null
  detail: Record<string, unknown>
}

export interface AuditFilter {
  site?: string | undefined
  networks?: readonly number[] | undefined
  actor?: AuditEntry['actor'] | undefined
  actors?: readonly number[] | undefined
  /** The number of a registration, or the channel's id. */
  channel?: string | undefined
  action?: string | undefined
  /** The first and the last day, UTC. */
  from?: string | undefined
  to?: string | undefined
  limit: number
}

/** The newest first. A registration that waited belongs to the channel that it became. */
export const selectAuditEntries = (db: Queryable, filter: AuditFilter): Promise<AuditEntry[]> =>
  db.query<AuditEntry>(
    `select a.id,
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
    where ($1::text is null or coalesce(s.domain, home.domain) = $1)
      and ($2::integer[] is null or a.network_id = any($2))
      and ($3::text is null or a.actor = $3)
      and ($4::integer[] is null or a.actor_id = any($4))
      and (
        $5::text is null
        or (a.subject = 'channel' and a.subject_id in (
          select registration_id::text
          from channels
          where channel_id = $5
            or registration_id::text = $5))
        or (a.subject = 'request' and a.subject_id in (
          select b.detail ->> 'request'
          from audit_log b
          join channels c on c.registration_id::text = b.subject_id
          where b.subject = 'channel'
            and (c.channel_id = $5 or b.subject_id = $5)))
      )
      and ($6::text is null or a.action = $6)
      and ($7::date is null or a.created_at >= $7::date)
      and ($8::date is null or a.created_at < $8::date + 1)
    order by a.id desc
    limit $9`,
    [
      filter.site ?? null,
      filter.networks ?? null,
      filter.actor ?? null,
      filter.actors ?? null,
      filter.channel ?? null,
      filter.action ?? null,
      filter.from ?? null,
      filter.to ?? null,
      filter.limit,
    ],
  )

/** "2026-03-02 09:30:12  boss@example.com of example.com (203.0.113.5)  verifyChannel  channel 3 Kim’s  outcome: verified" */
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
  const named = actor === 'account' && actorName !== null
  const who = named ? actorName : [actor, actorId, actorName].filter((part) => part !== null).join(' ')
  return `${who}${site === null ? '' : ` of ${site}`}${address === null ? '' : ` (${address})`}`
}

const formatSubject = ({ subject, subjectId, subjectName }: AuditEntry) =>
  [subject, subjectId, subjectName].filter((part) => part !== null).join(' ')

const formatDetail = ({ detail }: AuditEntry) =>
  Object.entries(detail)
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(' ') : value}`)
    .join(', ')
