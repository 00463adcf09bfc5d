import * as z from 'zod/mini'
import { closedReasons } from '#contract/channels/channel-states.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Day, Timestamp } from '#server/platform/db/rows.ts'
import { empty, join, sql } from '#server/platform/db/sql.ts'
import { hasState } from '#server/reports/figures/channel-states.ts'
import { RegistrationRow, registrationColumns } from './queries.ts'

const ListedRegistration = z.extend(RegistrationRow, {
  site: z.string(),
  network: z.nullable(z.string()),
  verifiedAt: z.nullable(Timestamp),
  earnsFrom: z.nullable(Day),
  removedAt: z.nullable(Timestamp),
  closedReason: z.nullable(z.enum(closedReasons)),
  /** YouTube's count at the registration or the last verification; null: hidden or unknown. */
  subscribers: z.nullable(Count),
  videoCount: z.nullable(Count),
  /** Emails of those it is assigned to. */
  members: z.array(z.string()),
  /** Null unless the registration awaits review. */
  waitingSince: z.nullable(Timestamp),
  /** Other live registrations of the channel. */
  competing: Count,
})
export type ListedRegistration = z.output<typeof ListedRegistration>

interface RegistrationFilter {
  pending?: boolean
  siteId?: number | undefined
  /** Registration ids or YouTube channel ids; also finds removed registrations. */
  names?: readonly string[]
}

/** Expects `channels c`. */
export const awaitsReview = sql`c.removed_at is null
      and ${hasState('pending')}`

/** Expects `channels c`. */
export const waitingSince = sql`coalesce(c.re_reviewed_at, c.verified_at, c.registered_at)`

/**
 * Lists registrations of every network. Live ones come first, the verified one before others; among those that await
 * review, the longest wait comes first.
 */
export function selectRegistrations(
  db: Queryable,
  { pending = false, siteId, names }: RegistrationFilter,
): Promise<ListedRegistration[]> {
  const conditions = [
    names === undefined
      ? sql`c.removed_at is null`
      : sql`(c.channel_id = any(${names}::text[]) or c.registration_id::text = any(${names}::text[]))`,
    ...(pending ? [awaitsReview] : []),
    ...(siteId === undefined ? [] : [sql`s.id = ${siteId}`]),
  ]
  const longestWaitFirst = pending ? sql`${waitingSince},` : empty
  const verifiedFirst = names === undefined ? empty : sql`c.verification_status <> 'verified',`
  return db.query(
    ListedRegistration,
    sql`select ${registrationColumns},
      s.domain as site,
      a.email as network,
      c.verified_at as "verifiedAt",
      c.earns_from as "earnsFrom",
      c.removed_at as "removedAt",
      c.closed_reason as "closedReason",
      c.subscribers,
      c.video_count as "videoCount",
      array(
        select m.email
        from assignments t
        join accounts m on m.id = t.account_id
        where t.registration_id = c.registration_id
          and t.unassigned_at is null
          and m.email is not null
        order by m.email
      ) as members,
      case when ${awaitsReview} then ${waitingSince} end as "waitingSince",
      (
        select count(*)
        from channels o
        where o.channel_id = c.channel_id
          and o.registration_id <> c.registration_id
          and o.removed_at is null
      ) as competing
    from channels c
    join accounts a on a.id = c.network_id
    join sites s on s.id = a.site_id
    where ${join(conditions, ' and ')}
    order by ${longestWaitFirst} c.removed_at desc nulls first, ${verifiedFirst} s.domain, a.id, c.registration_id`,
  )
}
