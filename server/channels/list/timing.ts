import * as z from 'zod/mini'
import type { PipelineTiming } from '#contract/channels/channels.ts'
import { type ChannelListFilter, isVisibleTo, matchesFilter } from '#server/channels/registrations/queries.ts'
import type { Account } from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, queryOne } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { hasState } from '#server/reports/figures/channel-states.ts'

const TimingRow = z.object({
  verificationMedian: z.nullable(Count),
  verificationWait: z.nullable(Count),
  reviewMedian: z.nullable(Count),
  reviewWait: z.nullable(Count),
})

const seconds = (from: Sql, to: Sql): Sql => sql`floor(extract(epoch from ${to} - ${from}))::bigint`

/** Ignores the state filter. A median is the time that one of the channels took. */
export async function selectPipelineTiming(
  db: Queryable,
  account: Account,
  filter: ChannelListFilter,
  now: Date,
): Promise<PipelineTiming> {
  const median = (from: Sql, to: Sql) =>
    sql`percentile_disc(0.5) within group (order by ${seconds(from, to)})`
  const wait = (from: Sql) => sql`max(greatest(0, ${seconds(from, sql`${now}::timestamptz`)}))`
  const row = await queryOne(
    db,
    TimingRow,
    sql`select ${median(sql`c.registered_at`, sql`c.verified_at`)}
        filter (where c.verification_status = 'verified' and c.verified_at >= c.registered_at)
        as "verificationMedian",
      ${wait(sql`c.registered_at`)} filter (where ${hasState('unverified')}) as "verificationWait",
      ${median(sql`c.verified_at`, sql`c.approved_at`)}
        filter (where ${hasState('approved')} and c.approved_at >= c.verified_at) as "reviewMedian",
      ${wait(sql`coalesce(c.re_reviewed_at, c.verified_at, c.registered_at)`)}
        filter (where ${hasState('pending')}) as "reviewWait"
    from channels c
    where ${isVisibleTo(account)}
      and ${matchesFilter(filter)}`,
  )
  return {
    verification: { medianSeconds: row.verificationMedian, longestWaitSeconds: row.verificationWait },
    review: { medianSeconds: row.reviewMedian, longestWaitSeconds: row.reviewWait },
  }
}
