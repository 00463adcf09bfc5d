import * as z from 'zod/mini'
import {
  ApprovalStatus,
  type ChannelState,
  type ClosedReason,
  closedReasons,
  getChannelState,
  VerificationStatus,
} from '#contract/channels.ts'
import type { Queryable } from '#server/db/database.ts'
import { Count, Day, Id, Timestamp } from '#server/db/rows.ts'
import { empty, join, sql } from '#server/db/sql.ts'
import { OperatorError } from './command.ts'

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
  /** Other live registrations of the channel. */
  competing: Count,
})
export type ChannelRow = z.infer<typeof ChannelRow>

interface ChannelFilter {
  pending?: boolean
  site?: string | undefined
  /** Registration id or YouTube channel id; also finds removed channels. */
  idOrChannelId?: string
}

export function selectChannelRows(
  db: Queryable,
  { pending = false, site, idOrChannelId }: ChannelFilter,
): Promise<ChannelRow[]> {
  const conditions = [
    idOrChannelId === undefined
      ? sql`c.removed_at is null`
      : sql`(c.channel_id = ${idOrChannelId} or c.registration_id::text = ${idOrChannelId})`,
    ...(pending ? [sql`c.approval_status = 0 and c.verification_status = 'verified'`] : []),
    ...(site === undefined ? [] : [sql`s.domain = ${site}`]),
  ]
  const waitingSince = pending ? sql`coalesce(c.re_reviewed_at, c.verified_at, c.registered_at),` : empty
  const verifiedFirst = idOrChannelId === undefined ? empty : sql`c.verification_status <> 'verified',`
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
    order by ${waitingSince} c.removed_at desc nulls first, ${verifiedFirst} s.domain, a.id, c.registration_id`,
  )
}

/** Prefers a live registration, best the verified one, else the most recently removed one. @throws {OperatorError} */
export async function requireChannel(db: Queryable, idOrChannelId: string): Promise<ChannelRow> {
  const [channel] = await selectChannelRows(db, { idOrChannelId })
  if (!channel) throw new OperatorError(`There is no registration ${idOrChannelId}.`)
  return channel
}

/** One to change: of several unverified registrations, only an id names one. @throws {OperatorError} */
export async function requireUniqueChannel(db: Queryable, idOrChannelId: string): Promise<ChannelRow> {
  const channel = await requireChannel(db, idOrChannelId)
  const isNamed = String(channel.id) === idOrChannelId
  if (isNamed || channel.removedAt || channel.verification === 'verified' || channel.competing === 0)
    return channel
  const claims = (await selectChannelRows(db, { idOrChannelId })).filter(({ removedAt }) => !removedAt)
  const ids = claims.map(({ id, network }) => `${id} (${network ?? 'deleted account'})`).join(', ')
  throw new OperatorError(`${idOrChannelId} has several registrations: name one by its id: ${ids}.`)
}

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
