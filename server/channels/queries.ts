import {
  type ApprovalStatus,
  approvalStatus,
  type ChannelCategory,
  type ChannelCounts,
  type ChannelState,
  getChannelState,
  type VerificationFailure,
  type VerificationStatus,
} from '#contract/channels.ts'
import type { Account } from '#server/auth/sessions.ts'
import type { Queryable } from '#server/db/database.ts'

/** A registration as the people see it whose channel it is. */
export interface ChannelRow {
  id: number
  channelId: string
  name: string
  handle: string | null
  thumbnail: string | null
  category: ChannelCategory
  approval: ApprovalStatus
  verification: VerificationStatus
  code: string
  verificationFailure: VerificationFailure | null
  registeredAt: string
  approvedAt: string | null
  heldAt: string | null
  reReviewedAt: string | null
  /** The operator's last one. */
  reason: string | null
  members: { id: number; nickname: string }[]
}

/** Which of the channels that are the person's to see. */
export interface ChannelListFilter {
  id?: number
  search?: string
  /** A member's id; `none`: assigned to nobody. */
  member?: number | 'none' | undefined
  state?: ChannelState | undefined
  limit?: number
  offset?: number
}

/** Approval and verification of every channel that is in a state. */
const listStatusPairs = (state: ChannelState): string[] =>
  Object.values(approvalStatus).flatMap((approval) =>
    (['pending', 'verifying', 'verified'] as const)
      .filter((verification) => getChannelState({ approval, verification }) === state)
      .map((verification) => `${approval} ${verification}`),
  )

const toParameters = (account: Account, { id, search, member }: ChannelListFilter) => [
  account.networkId,
  account.isManager,
  account.id,
  id ?? null,
  search ?? '',
  typeof member === 'number' ? member : null,
  member === 'none',
]

/** How many channels are the person's by their state, and how many of them are chosen. */
export async function selectChannelCounts(
  db: Queryable,
  account: Account,
  filter: ChannelListFilter,
): Promise<{ counts: ChannelCounts; total: number }> {
  const rows = await db.query<{
    approval: ApprovalStatus
    verification: VerificationStatus
    count: number
    chosen: number
  }>(
    `select c.approval_status as approval,
      c.verification_status as verification,
      count(*) as count,
      count(*) filter (
        where ($4::bigint is null or c.registration_id = $4)
          and (c.channel_id = $5 or normalize_search(concat_ws(' ', c.name, c.handle)) like all (search_like_patterns($5)))
          and ($6::bigint is null or exists (
            select
            from assignments s
            where s.registration_id = c.registration_id
              and s.account_id = $6
              and s.unassigned_at is null))
          and (not $7 or not exists (
            select
            from assignments s
            where s.registration_id = c.registration_id
              and s.unassigned_at is null))
      ) as chosen
    from channels c
    where c.network_id = $1
      and c.removed_at is null
      and ($2 or exists (
        select
        from assignments s
        where s.registration_id = c.registration_id
          and s.account_id = $3
          and s.unassigned_at is null))
    group by c.approval_status, c.verification_status`,
    toParameters(account, filter),
  )
  const counts: ChannelCounts = { unverified: 0, pending: 0, held: 0, approved: 0, rejected: 0 }
  let total = 0
  for (const { count, chosen, ...status } of rows) {
    const state = getChannelState(status)
    counts[state] += count
    if (state === (filter.state ?? state)) total += chosen
  }
  return { counts, total }
}

/** The chosen channels of those that are the person's to see, the newest registration first. */
export const selectChannels = (
  db: Queryable,
  account: Account,
  filter: ChannelListFilter,
): Promise<ChannelRow[]> =>
  db.query<ChannelRow>(
    `select c.registration_id as id,
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
      (
        select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'nickname', a.nickname) order by a.nickname, a.id), '[]')
        from assignments s
        join accounts a on a.id = s.account_id
        where s.registration_id = c.registration_id
          and s.unassigned_at is null
          and a.removed_at is null
          and $2
      ) as members
    from channels c
    where c.network_id = $1
      and c.removed_at is null
      and ($2 or exists (
        select
        from assignments s
        where s.registration_id = c.registration_id
          and s.account_id = $3
          and s.unassigned_at is null))
      and ($4::bigint is null or c.registration_id = $4)
      and (c.channel_id = $5 or normalize_search(concat_ws(' ', c.name, c.handle)) like all (search_like_patterns($5)))
      and ($6::bigint is null or exists (
        select
        from assignments s
        where s.registration_id = c.registration_id
          and s.account_id = $6
          and s.unassigned_at is null))
      and (not $7 or not exists (
        select
        from assignments s
        where s.registration_id = c.registration_id
          and s.unassigned_at is null))
      and ($8::text[] is null or concat(c.approval_status, ' ', c.verification_status) = any($8))
    order by c.registered_at desc, c.registration_id desc
    limit $9 offset $10`,
    [
      ...toParameters(account, filter),
      filter.state ? listStatusPairs(filter.state) : null,
      filter.limit ?? 1,
      filter.offset ?? 0,
    ],
  )
