import * as z from 'zod/mini'
import { parseChannelLink } from '#contract/channels/channel-link.ts'
import { ApprovalStatus, getChannelState, VerificationStatus } from '#contract/channels/channel-states.ts'
import {
  BlockedPerson,
  ChannelHit,
  maxHits,
  NetworkHit,
  PersonHit,
  StatementHit,
  type searchDesk,
  TrackHit,
} from '#contract/operations/desk/search.ts'
import type { EndpointOutput } from '#contract/platform/endpoint.ts'
import { maxId } from '#contract/platform/params.ts'
import { isRegistrationInScope } from '#server/channels/registrations/installation-scope.ts'
import { selectBlockedPeople } from '#server/people/blocked-people.ts'
import { type InstallationScope, isSiteInScope } from '#server/platform/auth/installation.ts'
import { accountState } from '#server/platform/auth/roles.ts'
import type { Queryable, RowSchema } from '#server/platform/db/database.ts'
import { Day } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { parseOptionalIsrc } from '#server/platform/files/fields.ts'
import { formatMonth } from '#server/settlement/calendar/month.ts'
import { formatStatementNumber } from '#server/settlement/statements/statement-content.ts'
import { joinPayments, statementState } from '#server/settlement/statements/statement-queries.ts'

type Result = EndpointOutput<typeof searchDesk>

/** Conditions by kind of hit; without one, there are no hits of the kind. */
interface Search {
  kind: Result['kind']
  /** Expects `channels c`. */
  channels?: Sql
  /** Expects `accounts a`. */
  people?: Sql
  /** Expects `accounts n`. */
  networks?: Sql
  /** Expects `statements s`. */
  statements?: Sql
  /** Expects `tracks t`. */
  tracks?: Sql
}

const matches = (text: Sql, words: string): Sql =>
  sql`normalize_search(${text}) like all (search_like_patterns(${words}))`

const channelText = sql`concat_ws(' ', c.name, c.handle)`

/** What a text names: the form of an id, link, address, number or ISRC decides, and anything else is looked for everywhere. */
function parseSearch(text: string, network: number | undefined): Search {
  if (network !== undefined)
    return {
      kind: 'network',
      channels: sql`c.network_id = ${network}::bigint and c.removed_at is null`,
      people: sql`a.network_id = ${network}::bigint`,
      networks: sql`n.id = ${network}::bigint`,
    }
  if (text === '') return { kind: 'text' }
  const link = parseChannelLink(text)
  if (link?.kind === 'id') return { kind: 'channel', channels: sql`c.channel_id = ${link.value}` }
  // A handle may still be incomplete, and who has no handle is known by name.
  if (link)
    return { kind: 'channel', channels: matches(channelText, link.value.replace(/^(?:user|c)\//, '')) }
  if (/^[^\s@]+@/.test(text))
    return {
      kind: 'email',
      people: matches(sql`a.email`, text),
      networks: matches(sql`n.email`, text),
    }
  if (/^\d{6}-\d{0,10}$/.test(text)) return { kind: 'statement', statements: hasNumber(text) }
  const isrc = parseOptionalIsrc(text)
  if (isrc !== null) return { kind: 'isrc', tracks: sql`t.isrc = ${isrc}` }
  const id = /^\d{1,10}$/.test(text) && Number(text) <= maxId ? Number(text) : null
  return {
    kind: 'text',
    channels: sql`(c.registration_id = ${id}::integer or ${matches(channelText, text)})`,
    people: matches(sql`concat_ws(' ', a.nickname, a.email)`, text),
    networks: matches(sql`concat_ws(' ', n.nickname, n.email)`, text),
    ...(id !== null && { statements: sql`s.id = ${id}::bigint` }),
    tracks: sql`normalize_track_search(concat_ws(E'\n', t.name, t.artist, t.aliases, t.isrc))
      like all (search_like_patterns(normalize_track_search(${text})))`,
  }
}

/** The beginning of a number: a month, and the id of a statement with zeros before it. */
const hasNumber = (text: string): Sql =>
  sql`to_char(s.month, 'YYYYMM') || '-' || lpad(s.id::text, greatest(6, length(s.id::text)), '0') like ${`${text}%`}`

interface Hits<Hit> {
  items: Hit[]
  hasMore: boolean
}

/** Reads one more than it returns, which tells whether there are others. `createQuery` has no limit of its own. */
async function findHits<Row extends RowSchema, Hit>(
  db: Queryable,
  { row, limit }: { row: Row; limit: number },
  condition: Sql | undefined,
  createQuery: (condition: Sql) => Sql,
  toHit: (row: z.output<Row>) => Hit,
): Promise<Hits<Hit>> {
  const rows =
    condition === undefined ? [] : await db.query(row, sql`${createQuery(condition)} limit ${limit + 1}`)
  return { items: rows.slice(0, limit).map(toHit), hasMore: rows.length > limit }
}

export async function searchDeskFor(
  db: Queryable,
  scope: InstallationScope,
  { q, network }: { q: string; network?: number | undefined },
): Promise<Result> {
  const search = parseSearch(q, network)
  return {
    kind: search.kind,
    channels: await findChannels(db, scope, search.channels),
    people: await findPeople(db, scope, search.people),
    networks: await findNetworks(db, scope, search.networks),
    statements: await findStatements(db, scope, search.statements),
    tracks: await findTracks(db, search.tracks),
  }
}

const ChannelRow = z.extend(z.omit(ChannelHit, { state: true }), {
  approval: ApprovalStatus,
  verification: VerificationStatus,
})

/** Live ones first, the verified one before others. */
export const findChannels = (
  db: Queryable,
  scope: InstallationScope,
  condition: Sql | undefined,
  limit = maxHits,
) =>
  findHits(
    db,
    { row: ChannelRow, limit },
    condition,
    (found) => sql`select c.registration_id as id,
      c.channel_id as "channelId",
      c.name,
      c.handle,
      c.thumbnail,
      c.approval_status as approval,
      c.verification_status as verification,
      c.removed_at as "endedAt",
      c.closed_reason as reason,
      s.domain as site,
      n.nickname as network
    from channels c
    join accounts n on n.id = c.network_id
    join sites s on s.id = n.site_id
    where ${found}
      and ${isRegistrationInScope(scope)}
    order by c.removed_at desc nulls first, c.verification_status <> 'verified', c.name, c.registration_id`,
    ({ approval, verification, ...hit }): ChannelHit => ({
      ...hit,
      state: getChannelState({ approval, verification }),
    }),
  )

const findPeople = (db: Queryable, scope: InstallationScope, condition: Sql | undefined) =>
  findHits(
    db,
    { row: PersonHit, limit: maxHits },
    condition,
    (found) => sql`select a.id,
      a.nickname,
      a.email,
      s.domain as site,
      case when n.kind = 'network' then n.nickname end as network,
      a.roles,
      ${accountState} as state
    from accounts a
    join accounts n on n.id = a.network_id
    join sites s on s.id = a.site_id
    where a.kind = 'person'
      and a.removed_at is null
      and ${found}
      and ${isSiteInScope(scope, sql`a.site_id`)}
    order by a.nickname, s.domain, a.id`,
    (hit): PersonHit => hit,
  )

const findNetworks = (db: Queryable, scope: InstallationScope, condition: Sql | undefined) =>
  findHits(
    db,
    { row: NetworkHit, limit: maxHits },
    condition,
    (found) => sql`select n.id,
      n.nickname as name,
      n.email,
      s.domain as site,
      (
        select count(*)
        from accounts a
        where a.network_id = n.id
          and a.kind = 'person'
          and a.removed_at is null
      ) as people,
      (
        select count(*)
        from channels c
        where c.network_id = n.id
          and c.removed_at is null
      ) as channels
    from accounts n
    join sites s on s.id = n.site_id
    where n.kind = 'network'
      and n.removed_at is null
      and ${found}
      and ${isSiteInScope(scope, sql`n.site_id`)}
    order by n.nickname, s.domain, n.id`,
    (hit): NetworkHit => hit,
  )

const StatementRow = z.extend(z.omit(StatementHit, { number: true, month: true }), { month: Day })

export const findStatements = (
  db: Queryable,
  scope: InstallationScope,
  condition: Sql | undefined,
  limit = maxHits,
) =>
  findHits(
    db,
    { row: StatementRow, limit },
    condition,
    (found) => sql`select s.id,
      s.month,
      w.domain as site,
      case when a.removed_at is null then a.nickname end as name,
      s.account_id as "accountId",
      s.holder = 'network' as "isNetwork",
      s.currency,
      s.payable_amount as payable,
      ${statementState} as state
    from statements s
    join accounts a on a.id = s.account_id
    join sites w on w.id = s.site_id
    ${joinPayments}
    where ${found}
      and ${isSiteInScope(scope, sql`s.site_id`)}
    order by s.id desc`,
    (row): StatementHit => ({
      ...row,
      month: formatMonth(row.month),
      number: formatStatementNumber(row.month, row.id),
    }),
  )

/** The catalog is one for all sites. */
const findTracks = (db: Queryable, condition: Sql | undefined) =>
  findHits(
    db,
    { row: TrackHit, limit: maxHits },
    condition,
    (found) => sql`select t.isrc,
      t.name,
      t.artist,
      t.withdrawn_at is not null as "isWithdrawn"
    from tracks t
    where ${found}
    order by t.withdrawn_at is not null, t.name, t.isrc`,
    (hit): TrackHit => hit,
  )

export const selectBlocked = (db: Queryable, scope: InstallationScope, now: Date): Promise<BlockedPerson[]> =>
  db.query(
    BlockedPerson,
    sql`select a.id,
      a.nickname,
      a.email,
      s.domain as site,
      b.since
    from (${selectBlockedPeople(scope, now)}) b
    join accounts a on a.id = b.id
    join sites s on s.id = a.site_id
    order by b.since, a.id
    limit 100`,
  )
