import * as z from 'zod/mini'
import {
  ApprovalStatus,
  approvalStatus,
  ChannelCategory,
  type ChannelCounts,
  type ChannelState,
  getChannelState,
  VerificationStatus,
  verificationFailures,
} from '#contract/channels.ts'
import type { Account } from '#server/auth/roles.ts'
import type { Queryable } from '#server/db/database.ts'
import { Count, Id, Timestamp } from '#server/db/rows.ts'
import { join, type Sql, sql } from '#server/db/sql.ts'

const ChannelRow = z.object({
  id: Id,
  channelId: z.string(),
  name: z.string(),
  handle: z.nullable(z.string()),
  thumbnail: z.nullable(z.string()),
  category: ChannelCategory,
  approval: ApprovalStatus,
  verification: VerificationStatus,
  code: z.string(),
  verificationFailure: z.nullable(z.enum(verificationFailures)),
  registeredAt: Timestamp,
  expiresAt: z.nullable(Timestamp),
  approvedAt: z.nullable(Timestamp),
  heldAt: z.nullable(Timestamp),
  reReviewedAt: z.nullable(Timestamp),
  reason: z.nullable(z.string()),
  members: z.array(z.object({ id: Id, nickname: z.string() })),
})
export type ChannelRow = z.output<typeof ChannelRow>

export interface ChannelListFilter {
  id?: number
  search?: string
  /** A member's id; `none`: unassigned channels. */
  member?: number | 'none' | undefined
  state?: ChannelState | undefined
}

const isAssignedTo = (accountId: number): Sql =>
  sql`exists (
    select
    from assignments s
    where s.registration_id = c.registration_id
      and s.account_id = ${accountId}::bigint
      and s.unassigned_at is null)`

const isVisibleTo = ({ id, networkId, isManager }: Account): Sql =>
  join(
    [sql`c.network_id = ${networkId}`, sql`c.removed_at is null`, ...(isManager ? [] : [isAssignedTo(id)])],
    ' and ',
  )

const isUnassigned = sql`not exists (
  select
  from assignments s
  where s.registration_id = c.registration_id
    and s.unassigned_at is null)`

const matchesFilter = ({ id, search, member }: ChannelListFilter): Sql =>
  join(
    [
      sql`true`,
      ...(id === undefined ? [] : [sql`c.registration_id = ${id}::bigint`]),
      ...(search ? [matchesSearch(search)] : []),
      ...(typeof member === 'number' ? [isAssignedTo(member)] : []),
      ...(member === 'none' ? [isUnassigned] : []),
    ],
    ' and ',
  )

const matchesSearch = (search: string): Sql =>
  sql`(c.channel_id = ${search}
    or normalize_search(concat_ws(' ', c.name, c.handle)) like all (search_like_patterns(${search})))`

const statusPairs = Object.values(approvalStatus).flatMap((approval) =>
  VerificationStatus.options.map((verification) => ({ approval, verification })),
)

const hasState = (state: ChannelState): Sql => {
  const pairs = statusPairs
    .filter((pair) => getChannelState(pair) === state)
    .map(({ approval, verification }) => `${approval} ${verification}`)
  return sql`concat(c.approval_status, ' ', c.verification_status) = any(${pairs}::text[])`
}

const StatusCountRow = z.object({
  approval: ApprovalStatus,
  verification: VerificationStatus,
  count: Count,
  matching: Count,
})

export async function selectChannelCounts(
  db: Queryable,
  account: Account,
  filter: ChannelListFilter,
): Promise<{ counts: ChannelCounts; total: number }> {
  const rows = await db.query(
    StatusCountRow,
    sql`select c.approval_status as approval,
      c.verification_status as verification,
      count(*) as count,
      count(*) filter (where ${matchesFilter(filter)}) as matching
    from channels c
    where ${isVisibleTo(account)}
    group by c.approval_status, c.verification_status`,
  )
  const counts: ChannelCounts = { unverified: 0, pending: 0, held: 0, approved: 0, rejected: 0 }
  let total = 0
  for (const { count, matching, ...status } of rows) {
    const state = getChannelState(status)
    counts[state] += count
    if (state === (filter.state ?? state)) total += matching
  }
  return { counts, total }
}

export const selectChannels = (
  db: Queryable,
  account: Account,
  filter: ChannelListFilter,
  { limit, offset }: { limit: number; offset: number } = { limit: 1, offset: 0 },
): Promise<ChannelRow[]> =>
  db.query(
    ChannelRow,
    sql`select c.registration_id as id,
      c.channel_id as "channelId",
      c.name,
      c.handle,
      c.thumbnail,
      c.category,
      c.approval_status as approval,
      c.verification_status as verification,
      c.verification_code as code,
      c.verification_failure as "verificationFailure",
      c.registered_at as "registeredAt",
      c.expires_at as "expiresAt",
      c.approved_at as "approvedAt",
      c.held_at as "heldAt",
      c.re_reviewed_at as "reReviewedAt",
      (
        select r.reason
        from channel_reviews r
        where r.registration_id = c.registration_id
          and r.account_id is null
        order by r.id desc
        limit 1
      ) as reason,
      ${account.isManager ? assignedMembers : sql`'[]'::jsonb`} as members
    from channels c
    where ${isVisibleTo(account)}
      and ${matchesFilter(filter)}
      and ${filter.state ? hasState(filter.state) : sql`true`}
    order by c.registered_at desc, c.registration_id desc
    limit ${limit} offset ${offset}`,
  )

const assignedMembers = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'nickname', a.nickname) order by a.nickname, a.id), '[]')
  from assignments s
  join accounts a on a.id = s.account_id
  where s.registration_id = c.registration_id
    and s.unassigned_at is null
    and a.removed_at is null)`
