import * as z from 'zod/mini'
import {
  ApprovalStatus,
  type ChannelState,
  type ClosedReason,
  closedReasons,
  getChannelState,
  VerificationStatus,
} from '#contract/channels/channel-states.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Count, Day, Id, Timestamp } from '#server/platform/db/rows.ts'
import { empty, join, sql } from '#server/platform/db/sql.ts'
import { quoteValue } from '#server/platform/files/file-refusal.ts'
import { OperatorError } from './command.ts'
import { capitalize, formatCount } from './format.ts'
import { channelNamePattern } from './parsers.ts'

const ChannelRow = z.object({
  id: Id,
  channelId: z.string(),
  name: z.string(),
  handle: z.nullable(z.string()),
  category: z.string(),
  site: z.string(),
  network: z.nullable(z.string()),
  approval: ApprovalStatus,
  verification: VerificationStatus,
  registeredAt: Timestamp,
  verifiedAt: z.nullable(Timestamp),
  approvedAt: z.nullable(Timestamp),
  heldAt: z.nullable(Timestamp),
  reReviewedAt: z.nullable(Timestamp),
  earnsFrom: z.nullable(Day),
  expiresAt: z.nullable(Timestamp),
  removedAt: z.nullable(Timestamp),
  closedReason: z.nullable(z.enum(closedReasons)),
  /** As YouTube counted them at the registration or the last verification; null: hidden or unknown. */
  subscribers: z.nullable(Count),
  videoCount: z.nullable(Count),
  /** Emails of those it is assigned to. */
  members: z.array(z.string()),
  /** Of a registration that awaits review. */
  waitingSince: z.nullable(Timestamp),
  /** Other live registrations of the channel. */
  competing: Count,
})
export type ChannelRow = z.infer<typeof ChannelRow>

interface ChannelFilter {
  pending?: boolean
  site?: string | undefined
  /** Registration ids or YouTube channel ids; also finds removed channels. */
  names?: readonly string[]
}

const awaitsReview = sql`c.removed_at is null
      and c.approval_status = 0
      and c.verification_status = 'verified'`

const waitingSince = sql`coalesce(c.re_reviewed_at, c.verified_at, c.registered_at)`

export function selectChannelRows(
  db: Queryable,
  { pending = false, site, names }: ChannelFilter,
): Promise<ChannelRow[]> {
  const conditions = [
    names === undefined
      ? sql`c.removed_at is null`
      : sql`(c.channel_id = any(${names}::text[]) or c.registration_id::text = any(${names}::text[]))`,
    ...(pending ? [awaitsReview] : []),
    ...(site === undefined ? [] : [sql`s.domain = ${site}`]),
  ]
  const longestWaitFirst = pending ? sql`${waitingSince},` : empty
  const verifiedFirst = names === undefined ? empty : sql`c.verification_status <> 'verified',`
  return db.query(
    ChannelRow,
    sql`select c.registration_id as id,
      c.channel_id as "channelId",
      c.name,
      c.handle,
      c.category,
      s.domain as site,
      a.email as network,
      c.approval_status as approval,
      c.verification_status as verification,
      c.registered_at as "registeredAt",
      c.verified_at as "verifiedAt",
      c.approved_at as "approvedAt",
      c.held_at as "heldAt",
      c.re_reviewed_at as "reReviewedAt",
      c.earns_from as "earnsFrom",
      c.expires_at as "expiresAt",
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

/** Undefined: it may name one. */
export const describeChannelNameProblem = (name: string): string | undefined =>
  channelNamePattern.test(name)
    ? undefined
    : `${quoteValue(name)} is neither the id of a registration nor a channel id (UC…)`

const isNamed = ({ id, channelId }: ChannelRow, name: string) => String(id) === name || channelId === name

/** Prefers a live registration, best the verified one, else the most recently removed one. @throws {OperatorError} */
export async function requireChannel(db: Queryable, name: string): Promise<ChannelRow> {
  const [channel] = await selectChannelRows(db, { names: [name] })
  if (!channel) throw new OperatorError(`${capitalize(describeUnknown(name))}.`)
  return channel
}

/** One to change. @throws {OperatorError} */
export async function requireUniqueChannel(db: Queryable, name: string): Promise<ChannelRow> {
  const [found] = await findUniqueChannels(db, [name])
  if (found === undefined || typeof found === 'string')
    throw new OperatorError(`${capitalize(found ?? describeUnknown(name))}.`)
  return found
}

/** For each name, as `requireChannel` does, or why it names none: of several unverified registrations, only an id names one. */
export async function findUniqueChannels(
  db: Queryable,
  names: readonly string[],
): Promise<(ChannelRow | string)[]> {
  const rows = await selectChannelRows(db, { names: [...new Set(names)] })
  return names.map((name) => {
    const found = rows.filter((row) => isNamed(row, name))
    const [channel] = found
    if (!channel) return describeUnknown(name)
    if (String(channel.id) === name || channel.removedAt || channel.verification === 'verified')
      return channel
    const claims = found.filter(({ removedAt }) => !removedAt)
    if (claims.length === 1) return channel
    const ids = claims.map(({ id, network }) => `${id} (${network ?? 'deleted account'})`).join(', ')
    return `${name} has several registrations: name one by its id: ${ids}`
  })
}

const describeUnknown = (name: string) => `there is no registration ${name}`

const stateNames: Record<ChannelState, string> = {
  unverified: 'not verified',
  pending: 'awaits review',
  held: 'on hold',
  approved: 'approved',
  rejected: 'rejected',
}

export const closedTexts: Record<ClosedReason, string> = {
  claimed: 'closed: another network verified the channel',
  expired: 'closed: not verified in time',
  released: 'closed: released by the operator',
}

export function formatState(channel: ChannelRow): string {
  if (channel.removedAt) return channel.closedReason ? closedTexts[channel.closedReason] : 'removed'
  const state = getChannelState(channel)
  return state === 'pending' && channel.reReviewedAt ? 'awaits another review' : stateNames[state]
}

export const formatChannelTitle = ({ id, channelId, name }: ChannelRow) => `${id}  ${channelId}  ${name}`

export const formatStatistics = ({ subscribers, videoCount }: ChannelRow) =>
  [
    subscribers === null ? 'subscribers unknown' : formatCount(subscribers, 'subscriber'),
    videoCount === null ? 'videos unknown' : formatCount(videoCount, 'video'),
  ].join(', ')
