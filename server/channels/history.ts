import * as z from 'zod/mini'
import { ApprovalStatus, type ChannelHistory, VerificationStatus } from '#contract/channels.ts'
import type { Account } from '#server/auth/roles.ts'
import type { Queryable } from '#server/db/database.ts'
import { Day, IdRow, Timestamp } from '#server/db/rows.ts'
import { sql } from '#server/db/sql.ts'
import { isEarning } from '#server/figures/earning.ts'
import { Refusal } from '#server/http/refusal.ts'
import { isVisibleTo } from './queries.ts'

const HistoryRow = z.object({
  approval: ApprovalStatus,
  verification: VerificationStatus,
  verifiedAt: z.nullable(Timestamp),
  earnsFrom: z.nullable(Day),
  firstEarningDay: z.nullable(Day),
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

const ReviewRow = z.object({
  reviewedAt: Timestamp,
  approval: ApprovalStatus,
  reason: z.nullable(z.string()),
  isRequest: z.boolean(),
})

/** @throws {Refusal} `not_found` */
export async function readHistory(db: Queryable, account: Account, id: number): Promise<ChannelHistory> {
  const [row] = await db.query(
    HistoryRow,
    sql`select c.approval_status as approval,
      c.verification_status as verification,
      c.verified_at as "verifiedAt",
      c.earns_from as "earnsFrom",
      (
        select min(d.day)
        from channel_daily d
        where d.channel_id = c.channel_id
          and d.network_id = c.network_id
      ) as "firstEarningDay"
    from channels c
    where c.registration_id = ${id}::bigint
      and ${isVisibleTo(account)}`,
  )
  if (!row) throw new Refusal('not_found')
  const { approval, verification, earnsFrom, ...history } = row
  return {
    ...history,
    earnsFrom: isEarning({ approval, verification }) ? earnsFrom : null,
    reviews: await selectReviews(db, id),
  }
}

const selectReviews = (db: Queryable, id: number) =>
  db.query(
    ReviewRow,
    sql`select reviewed_at as "reviewedAt",
      approval_status as approval,
      reason,
      account_id is not null as "isRequest"
    from channel_reviews
    where registration_id = ${id}::bigint
    order by id`,
  )
