import * as z from 'zod/mini'
import type { ChannelHistory } from '#contract/channels/channel-history.ts'
import { ApprovalStatus, VerificationStatus } from '#contract/channels/channel-states.ts'
import type { Locale } from '#contract/platform/locale.ts'
import { isVisibleTo } from '#server/channels/registrations/queries.ts'
import type { Account } from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, IdRow, Integer, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { LocalizedText } from '#server/platform/localized-text.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { isEarning } from '#server/reports/figures/channel-states.ts'
import { localizeReason } from './channel-response.ts'

const HistoryRow = z.object({
  channelId: z.string(),
  networkId: z.nullable(Integer),
  approval: ApprovalStatus,
  verification: VerificationStatus,
  verifiedAt: z.nullable(Timestamp),
  earnsFrom: z.nullable(Day),
})

/** @throws {Refusal} `not_found` */
export async function findRegistrationId(
  db: Queryable,
  account: Account,
  channelId: string,
): Promise<number> {
  const [row] = await db.query(
    IdRow,
    sql`select c.registration_id as id
    from channels c
    where c.channel_id = ${channelId}
      and ${isVisibleTo(account)}`,
  )
  if (!row) throw new Refusal('not_found')
  return row.id
}

/** @throws {Refusal} `not_found` */
export async function readHistory(
  db: Queryable,
  account: Account,
  id: number,
  locale: Locale,
): Promise<ChannelHistory> {
  const [row] = await db.query(
    HistoryRow,
    sql`select c.channel_id as "channelId",
      c.network_id as "networkId",
      c.approval_status as approval,
      c.verification_status as verification,
      c.verified_at as "verifiedAt",
      c.earns_from as "earnsFrom"
    from channels c
    where c.registration_id = ${id}::bigint
      and ${isVisibleTo(account)}`,
  )
  if (!row) throw new Refusal('not_found')
  const { channelId, networkId, approval, verification, verifiedAt, earnsFrom } = row
  const steps = await selectReviewSteps(db, id)
  return {
    verifiedAt,
    firstEarningDay: await selectFirstEarningDay(db, channelId, networkId),
    earnsFrom: isEarning({ approval, verification }) ? earnsFrom : null,
    reviews: steps.map(({ reviewedAt, approval: decision, reason, reasonTexts, requestedBy }) => ({
      reviewedAt,
      approval: decision,
      reason: localizeReason(reason, reasonTexts, locale),
      isRequest: requestedBy !== null,
    })),
  }
}

const FirstDayRow = z.object({ day: z.nullable(Day) })

async function selectFirstEarningDay(
  db: Queryable,
  channelId: string,
  networkId: number | null,
): Promise<string | null> {
  const { day } = await queryOne(
    db,
    FirstDayRow,
    sql`select min(day) as day
    from channel_daily
    where channel_id = ${channelId}
      and network_id = ${networkId}`,
  )
  return day
}

const ReviewStep = z.object({
  reviewedAt: Timestamp,
  approval: ApprovalStatus,
  reason: z.nullable(z.string()),
  reasonTexts: z.nullable(LocalizedText),
  /** Email of the account that requested the re-review; null for a decision of the operator. */
  requestedBy: z.nullable(z.string()),
  /** Nickname; null: a command, or a request. */
  decidedBy: z.nullable(z.string()),
})
export type ReviewStep = z.output<typeof ReviewStep>

export const selectReviewSteps = (db: Queryable, id: number): Promise<ReviewStep[]> =>
  db.query(
    ReviewStep,
    sql`select r.reviewed_at as "reviewedAt",
      r.approval_status as approval,
      r.reason,
      r.reason_texts as "reasonTexts",
      case when r.account_id is not null then coalesce(a.email, 'a deleted account') end as "requestedBy",
      o.nickname as "decidedBy"
    from channel_reviews r
    left join accounts a on a.id = r.account_id
    left join accounts o on o.id = r.decided_by
    where r.registration_id = ${id}::bigint
    order by r.id`,
  )
