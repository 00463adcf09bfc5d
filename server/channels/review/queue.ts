import * as z from 'zod/mini'
import { getChannelUrl } from '#contract/channels/channel-link.ts'
import {
  ApprovalStatus,
  approvalStatus,
  type ChannelState,
  getChannelState,
  reviewHours,
  undoSeconds,
  VerificationStatus,
} from '#contract/channels/channel-states.ts'
import {
  decidedDays,
  maxQueued,
  type QueuedReview,
  type QueueState,
} from '#contract/channels/review-queue.ts'
import type { Locale } from '#contract/platform/locale.ts'
import { localizeReason } from '#server/channels/list/channel-response.ts'
import { selectReviewSteps } from '#server/channels/list/history.ts'
import { isRegistrationInScope } from '#server/channels/registrations/installation-scope.ts'
import {
  matchesSearch,
  RegistrationRow,
  registrationColumns,
} from '#server/channels/registrations/queries.ts'
import { waitingSince } from '#server/channels/registrations/registration-list.ts'
import { type InstallationScope, isSiteInScope } from '#server/platform/auth/installation.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Day, Id, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { join, type Sql, sql } from '#server/platform/db/sql.ts'
import { LocalizedText } from '#server/platform/localized-text.ts'
import { hasState } from '#server/reports/figures/channel-states.ts'

export interface QueueFilter {
  state: QueueState
  site?: number | undefined
  network?: number | undefined
  competing?: boolean
  mine?: boolean
  search?: string
}

/** Who reads. */
export interface QueueReader {
  accountId: number
  scope: InstallationScope
  locale: Locale
  now: Date
}

const Place = z.object({ id: Id, name: z.string() })

const QueuedRow = z.extend(RegistrationRow, {
  thumbnail: z.nullable(z.string()),
  subscribers: z.nullable(Count),
  videoCount: z.nullable(Count),
  waitingSince: z.nullable(Timestamp),
  site: Place,
  network: Place,
  members: z.array(z.string()),
  competing: Count,
  earnsFrom: z.nullable(Day),
  assignee: z.nullable(z.object({ id: Id, nickname: z.string() })),
  decidedAt: z.nullable(Timestamp),
  decidedBy: z.nullable(z.string()),
  decidedById: z.nullable(Id),
  reason: z.nullable(z.string()),
  reasonTexts: z.nullable(LocalizedText),
  isUndoable: z.boolean(),
})
type QueuedRow = z.output<typeof QueuedRow>

/** Expects `channels c` and the last step `d` of its history. */
const isInState = (state: QueueState, now: Date): Sql => {
  if (state === 'pending') return hasState('pending')
  if (state === 'held') return hasState('held')
  const since = new Date(now.getTime() - decidedDays * 86_400_000)
  return sql`(d.reviewed_at > ${since} and d.account_id is null)`
}

const competitors = sql`(
        select count(*)
        from channels o
        where o.channel_id = c.channel_id
          and o.registration_id <> c.registration_id
          and o.removed_at is null)`

/** Expects `accounts n` of the network. An independent account is its own network. */
const queued = sql`channels c
    join accounts n on n.id = c.network_id
    join sites s on s.id = n.site_id
    left join accounts w on w.id = c.reviewer_id
      and w.removed_at is null
    left join lateral (
      select r.*
      from channel_reviews r
      where r.registration_id = c.registration_id
      order by r.id desc
      limit 1
    ) d on true
    left join accounts b on b.id = d.decided_by`

const listConditions = (
  { state, site, network, competing = false, mine = false, search = '' }: QueueFilter,
  { accountId, scope, now }: QueueReader,
): Sql =>
  join(
    [
      sql`c.removed_at is null`,
      isRegistrationInScope(scope),
      isInState(state, now),
      ...(site === undefined ? [] : [sql`s.id = ${site}::bigint`]),
      ...(network === undefined ? [] : [sql`n.id = ${network}::bigint`]),
      ...(competing ? [sql`${competitors} > 0`] : []),
      ...(mine ? [sql`c.reviewer_id = ${accountId}`] : []),
      ...(search ? [matchesSearch(search)] : []),
    ],
    ' and ',
  )

const selectQueued = (
  db: Queryable,
  condition: Sql,
  { accountId, scope }: Pick<QueueReader, 'accountId' | 'scope'>,
  order: Sql = sql`${waitingSince}, c.registration_id`,
): Promise<QueuedRow[]> =>
  db.query(
    QueuedRow,
    sql`select ${registrationColumns},
      c.thumbnail,
      c.subscribers,
      c.video_count as "videoCount",
      case when ${hasState('pending')} then ${waitingSince} end as "waitingSince",
      jsonb_build_object('id', s.id, 'name', s.name) as site,
      jsonb_build_object('id', n.id, 'name', n.nickname) as network,
      case when ${isSiteInScope(scope, sql`n.site_id`)} then array(
        select m.nickname
        from assignments t
        join accounts m on m.id = t.account_id
        where t.registration_id = c.registration_id
          and t.unassigned_at is null
          and m.removed_at is null
        order by m.nickname
      ) else '{}' end as members,
      ${competitors} as competing,
      c.earns_from as "earnsFrom",
      case when w.id is not null then jsonb_build_object('id', w.id, 'nickname', w.nickname) end as assignee,
      case when d.account_id is null then d.reviewed_at end as "decidedAt",
      b.nickname as "decidedBy",
      d.decided_by as "decidedById",
      d.reason,
      d.reason_texts as "reasonTexts",
      coalesce(d.account_id is null and d.previous is not null and d.decided_by = ${accountId}, false) as "isUndoable"
    from ${queued}
    where ${condition}
    order by ${order}
    limit ${maxQueued}`,
  )

export const getUndoEnd = (decidedAt: string): Date => new Date(Date.parse(decidedAt) + undoSeconds * 1_000)

function toQueued(row: QueuedRow, { locale, now }: Pick<QueueReader, 'locale' | 'now'>): QueuedReview {
  const { id, channelId, name, handle, thumbnail, category, subscribers, videoCount, site, network } = row
  const { members, competing, earnsFrom, assignee, decidedAt, decidedBy, reason, reasonTexts } = row
  const undoEnd = decidedAt !== null && row.isUndoable ? getUndoEnd(decidedAt) : null
  return {
    ...{ id, channelId, name, handle, thumbnail, category, subscribers, videoCount, site, network },
    ...{ members, competing, earnsFrom, assignee },
    page: getChannelUrl(channelId),
    state: getChannelState(row),
    isReReview: row.approval === approvalStatus.pending && row.reReviewedAt !== null,
    waitingSince: row.waitingSince,
    decision:
      decidedAt === null
        ? null
        : {
            at: decidedAt,
            by: decidedBy,
            reason: localizeReason(reason, reasonTexts, locale),
            undoUntil: undoEnd && undoEnd > now ? undoEnd.toISOString() : null,
          },
  }
}

const CountsRow = z.object({ pending: Count, held: Count, decided: Count, overdue: Count })

const selectCounts = (db: Queryable, { scope, now }: QueueReader) =>
  queryOne(
    db,
    CountsRow,
    sql`select count(*) filter (where ${isInState('pending', now)}) as pending,
      count(*) filter (where ${isInState('held', now)}) as held,
      count(*) filter (where ${isInState('decided', now)}) as decided,
      count(*) filter (
        where ${isInState('pending', now)}
          and ${waitingSince} < ${new Date(now.getTime() - reviewHours.limit * 3_600_000)}) as overdue
    from ${queued}
    where c.removed_at is null
      and ${isRegistrationInScope(scope)}`,
  )

const PlaceRow = z.object({ id: Id, name: z.string(), site: Id, siteName: z.string(), count: Count })

/** Networks with something in the state. */
const selectPlaces = (db: Queryable, state: QueueState, reader: QueueReader) =>
  db.query(
    PlaceRow,
    sql`select n.id, n.nickname as name, s.id as site, s.name as "siteName", count(*) as count
    from ${queued}
    where ${listConditions({ state }, reader)}
    group by n.id, n.nickname, s.id, s.name
    order by s.name, s.id, n.nickname, n.id`,
  )

const TodayRow = z.object({ decided: Count, secondsEach: z.nullable(Count) })

/** Longer pauses are no part of the work. */
const maxPauseSeconds = 300
const minSteps = 5

const selectOwnPace = (db: Queryable, { accountId, now }: QueueReader) =>
  queryOne(
    db,
    TodayRow,
    sql`with own as (
      select reviewed_at,
        extract(epoch from reviewed_at - lag(reviewed_at) over (order by reviewed_at)) as step
      from (
        select distinct reviewed_at
        from channel_reviews
        where decided_by = ${accountId}
          and reviewed_at > ${now}::timestamptz - interval '1 day'
      ) times
    )
    select (
        select count(*)
        from channel_reviews
        where decided_by = ${accountId}
          and reviewed_at > ${now}::timestamptz - interval '1 day') as decided,
      case when count(*) filter (where step <= ${maxPauseSeconds}) >= ${minSteps}
        then round(percentile_cont(0.5) within group (order by step) filter (where step <= ${maxPauseSeconds}))::integer
      end as "secondsEach"
    from own`,
  )

const TotalRow = z.object({ total: Count })

export async function readQueue(db: Queryable, filter: QueueFilter, reader: QueueReader) {
  const condition = listConditions(filter, reader)
  const newestFirst = sql`d.reviewed_at desc, c.registration_id`
  const rows = await selectQueued(db, condition, reader, filter.state === 'decided' ? newestFirst : undefined)
  const total =
    rows.length < maxQueued
      ? rows.length
      : (await queryOne(db, TotalRow, sql`select count(*) as total from ${queued} where ${condition}`)).total
  const places = await selectPlaces(db, filter.state, reader)
  const sites = new Map<number, { id: number; name: string; count: number }>()
  for (const { site: id, siteName: name, count } of places)
    sites.set(id, { id, name, count: (sites.get(id)?.count ?? 0) + count })
  return {
    reviews: rows.map((row) => toQueued(row, reader)),
    total,
    counts: await selectCounts(db, reader),
    today: await selectOwnPace(db, reader),
    sites: [...sites.values()],
    networks: places.map(({ id, name, site, count }) => ({ id, name, site, count })),
  }
}

const CompetitorRow = z.object({
  id: Id,
  site: z.nullable(z.string()),
  network: z.nullable(z.string()),
  approval: ApprovalStatus,
  verification: VerificationStatus,
  registeredAt: Timestamp,
})

/** Null: there is none where the scope reaches. */
export async function findQueued(
  db: Queryable,
  id: number,
  reader: QueueReader,
): Promise<QueuedReview | null> {
  const [row] = await selectQueued(
    db,
    sql`c.registration_id = ${id}::bigint and c.removed_at is null and ${isRegistrationInScope(reader.scope)}`,
    reader,
  )
  return row ? toQueued(row, reader) : null
}

/** Of all sites, but named only where the scope reaches. */
export async function selectCompetitors(
  db: Queryable,
  { id, channelId }: Pick<QueuedReview, 'id' | 'channelId'>,
  { scope }: QueueReader,
) {
  const rows = await db.query(
    CompetitorRow,
    sql`select c.registration_id as id,
      case when ${isRegistrationInScope(scope)} then s.name end as site,
      case when ${isRegistrationInScope(scope)} then n.nickname end as network,
      c.approval_status as approval,
      c.verification_status as verification,
      c.registered_at as "registeredAt"
    from channels c
    join accounts n on n.id = c.network_id
    join sites s on s.id = n.site_id
    where c.channel_id = ${channelId}
      and c.registration_id <> ${id}
      and c.removed_at is null
    order by c.verification_status <> 'verified', c.registered_at, c.registration_id`,
  )
  return rows.map(({ approval, ...rest }) => ({
    ...rest,
    state: getChannelState({ approval, verification: rest.verification }) satisfies ChannelState,
  }))
}

export const readReviewHistory = async (db: Queryable, id: number, locale: Locale) =>
  (await selectReviewSteps(db, id)).map(({ reviewedAt, approval, reason, reasonTexts, requestedBy }) => ({
    reviewedAt,
    approval,
    reason: localizeReason(reason, reasonTexts, locale),
    isRequest: requestedBy !== null,
  }))
