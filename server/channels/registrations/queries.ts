import * as z from 'zod/mini'
import {
  ApprovalStatus,
  ChannelCategory,
  type ChannelState,
  getChannelState,
  VerificationStatus,
  verificationFailures,
} from '#contract/channels/channel-states.ts'
import type { ChannelCounts } from '#contract/channels/channels.ts'
import { can } from '#contract/platform/roles.ts'
import type { DayRange } from '#contract/reports/reports.ts'
import { type Account, isMemberOf, type RoleSnapshot } from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Id, IdRow, Timestamp } from '#server/platform/db/rows.ts'
import { empty, join, type Sql, sql } from '#server/platform/db/sql.ts'
import { LocalizedText } from '#server/platform/localized-text.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { hasState } from '#server/reports/figures/channel-states.ts'
import { channelSums } from '#server/reports/figures/channel-sums.ts'
import type { Scope } from '#server/reports/figures/scope.ts'
import { shownProfit } from '#server/reports/figures/visibility.ts'
import { type ListOrder, needsProfits, orderChannels } from './list-order.ts'

export const RegistrationRow = z.object({
  id: Id,
  channelId: z.string(),
  name: z.string(),
  handle: z.nullable(z.string()),
  category: ChannelCategory,
  approval: ApprovalStatus,
  verification: VerificationStatus,
  registeredAt: Timestamp,
  expiresAt: z.nullable(Timestamp),
  approvedAt: z.nullable(Timestamp),
  heldAt: z.nullable(Timestamp),
  reReviewedAt: z.nullable(Timestamp),
})

/** Expects `channels c`. */
export const registrationColumns = sql`c.registration_id as id,
      c.channel_id as "channelId",
      c.name,
      c.handle,
      c.category,
      c.approval_status as approval,
      c.verification_status as verification,
      c.registered_at as "registeredAt",
      c.expires_at as "expiresAt",
      c.approved_at as "approvedAt",
      c.held_at as "heldAt",
      c.re_reviewed_at as "reReviewedAt"`

const ChannelRow = z.extend(RegistrationRow, {
  thumbnail: z.nullable(z.string()),
  code: z.string(),
  verificationFailure: z.nullable(z.enum(verificationFailures)),
  reason: z.nullable(z.string()),
  /** By language, if the reason is in several. */
  reasonTexts: z.nullable(LocalizedText),
  members: z.array(z.object({ id: Id, nickname: z.string() })),
})
export type ChannelRow = z.output<typeof ChannelRow>

export interface ChannelListFilter {
  ids?: readonly number[] | undefined
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

/** Of `channels c`: staff see those of their network, others those that are assigned to them. */
export const isVisibleTo = (account: RoleSnapshot): Sql =>
  join(
    [
      sql`c.network_id = ${account.networkId}`,
      sql`c.removed_at is null`,
      ...(can(account, 'channels.read') ? [] : [isAssignedTo(account.id)]),
    ],
    ' and ',
  )

const isUnassigned = sql`not exists (
  select
  from assignments s
  where s.registration_id = c.registration_id
    and s.unassigned_at is null)`

/** Ignores the state. */
export const matchesFilter = ({ ids, search, member }: ChannelListFilter): Sql =>
  join(
    [
      sql`true`,
      ...(ids ? [sql`c.registration_id = any(${ids}::bigint[])`] : []),
      ...(search ? [matchesSearch(search)] : []),
      ...(typeof member === 'number' ? [isAssignedTo(member)] : []),
      ...(member === 'none' ? [isUnassigned] : []),
    ],
    ' and ',
  )

export const matchesSearch = (search: string): Sql =>
  sql`(c.channel_id = ${search}
    or normalize_search(concat_ws(' ', c.name, c.handle)) like all (search_like_patterns(${search})))`

const StatusCountRow = z.object({
  approval: ApprovalStatus,
  verification: VerificationStatus,
  count: Count,
})

/** Counts every state, whatever the filter says. */
export async function selectChannelCounts(
  db: Queryable,
  account: Account,
  filter: ChannelListFilter,
): Promise<{ counts: ChannelCounts; total: number }> {
  const rows = await db.query(
    StatusCountRow,
    sql`select c.approval_status as approval,
      c.verification_status as verification,
      count(*) as count
    from channels c
    where ${isVisibleTo(account)}
      and ${matchesFilter(filter)}
    group by c.approval_status, c.verification_status`,
  )
  const counts: ChannelCounts = { unverified: 0, pending: 0, held: 0, approved: 0, rejected: 0 }
  for (const { count, ...status } of rows) counts[getChannelState(status)] += count
  const total = filter.state ? counts[filter.state] : Object.values(counts).reduce((sum, one) => sum + one, 0)
  return { counts, total }
}

export interface Page {
  limit: number
  offset: number
}

/** @returns the ids of a page, or of the whole list, in its order. `figures`: the profits to sort by, if there are any */
export async function selectChannelIds(
  db: Queryable,
  account: Account,
  filter: ChannelListFilter & ListOrder,
  figures: { scope: Scope; range: DayRange } | null,
  page: Page | null,
): Promise<number[]> {
  const profits = needsProfits(filter) ? figures : null
  const rows = await db.query(
    IdRow,
    sql`${profits ? sql`with ${channelSums(profits.scope, profits.range, profits.scope.channelIds)}` : empty}
    select c.registration_id as id
    from channels c
    ${profits ? sql`left join channel_sums p on p.channel_id = c.channel_id` : empty}
    where ${isVisibleTo(account)}
      and ${matchesFilter(filter)}
      and ${filter.state ? hasState(filter.state) : sql`true`}
    order by ${orderChannels(filter, profits ? shownProfit(profits.scope, sql`p`) : sql`null::bigint`)}
    ${page ? sql`limit ${page.limit} offset ${page.offset}` : empty}`,
  )
  return rows.map(({ id }) => id)
}

export async function selectChannel(db: Queryable, account: Account, id: number): Promise<ChannelRow | null> {
  const [row] = await selectChannels(db, account, [id])
  return row ?? null
}

/** Returns the channels that the account may see, in the order of the ids. */
export async function selectChannels(
  db: Queryable,
  account: Account,
  ids: readonly number[],
): Promise<ChannelRow[]> {
  const rows = await db.query(
    ChannelRow,
    sql`select ${registrationColumns},
      c.thumbnail,
      c.verification_code as code,
      c.verification_failure as "verificationFailure",
      d.reason,
      d.reason_texts as "reasonTexts",
      ${can(account, 'channels.read') ? assignedMembers : sql`'[]'::jsonb`} as members
    from channels c
    left join lateral (
      select r.reason, r.reason_texts
      from channel_reviews r
      where r.registration_id = c.registration_id
        and r.account_id is null
      order by r.id desc
      limit 1
    ) d on true
    where ${isVisibleTo(account)}
      and c.registration_id = any(${ids}::bigint[])`,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const assignedMembers = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'nickname', a.nickname) order by a.nickname, a.id), '[]')
  from assignments s
  join accounts a on a.id = s.account_id
  where s.registration_id = c.registration_id
    and s.unassigned_at is null
    and a.removed_at is null)`

const NicknameRow = z.object({ nickname: z.string() })

/** Undefined without that filter; null: unassigned. @throws {Refusal} `not_found` for an account outside the network */
export async function getMemberName(
  db: Queryable,
  { networkId }: Account,
  member: ChannelListFilter['member'],
): Promise<string | null | undefined> {
  if (member === undefined) return undefined
  if (member === 'none') return null
  const [row] = await db.query(
    NicknameRow,
    sql`select a.nickname from accounts a where a.id = ${member}::bigint and ${isMemberOf(networkId)}`,
  )
  if (!row) throw new Refusal('not_found')
  return row.nickname
}
