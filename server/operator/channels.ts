import {
  type ApprovalStatus,
  type ChannelState,
  getChannelState,
  type VerificationStatus,
} from '#contract/channels.ts'
import type { Queryable } from '#server/db/database.ts'
import { OperatorError, UsageError } from './command.ts'

/** A registration as the operator sees it. */
export interface ChannelRow {
  id: number
  channelId: string
  name: string
  handle: string | null
  category: string
  site: string
  /** The email of the network's account. */
  network: string | null
  approval: ApprovalStatus
  verification: VerificationStatus
  registeredAt: string
  verifiedAt: string | null
  approvedAt: string | null
  heldAt: string | null
  /** When another review was asked for, the last time. */
  reReviewedAt: string | null
  earnsFrom: string | null
  removedAt: string | null
}

export interface ChannelFilter {
  /** Verified, and nothing said about it yet, or not since another review was asked for. */
  pending?: boolean
  site?: string | undefined
  /** The number of a registration, or the channel's id. */
  idOrChannelId?: string
}

/** Registrations by the network and their number, those that wait in the order in which they do, live ones first. */
export const selectChannelRows = (db: Queryable, filter: ChannelFilter): Promise<ChannelRow[]> =>
  db.query<ChannelRow>(
    `select c.registration_id as id,
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
      c.removed_at as "removedAt"
    from channels c
    join accounts a on a.id = c.network_id
    join sites s on s.id = a.site_id
    where ($3::text is not null or c.removed_at is null)
      and ($3::text is null or c.channel_id = $3 or c.registration_id::text = $3)
      and (not $1 or (c.approval_status = 0 and c.verification_status = 'verified'))
      and ($2::text is null or s.domain = $2)
    order by case when $1 then coalesce(c.re_reviewed_at, c.verified_at, c.registered_at) end,
      c.removed_at desc nulls first,
      s.domain,
      a.id,
      c.registration_id`,
    [filter.pending ?? false, filter.site ?? null, filter.idOrChannelId ?? null],
  )

/** The live registration of a number or a channel's id, else the one that was removed last. */
export async function requireChannel(db: Queryable, idOrChannelId: string): Promise<ChannelRow> {
  const [line] = await selectChannelRows(db, { idOrChannelId })
  if (!line) throw new OperatorError(`There is no registration ${idOrChannelId}.`)
  return line
}

/** @throws {UsageError} when it is neither a number nor a channel's id */
export function parseChannelId(text: string | undefined): string {
  if (text === undefined || !/^([1-9]\d{0,8}|UC[\w-]{22})$/.test(text))
    throw new UsageError('Name a channel by the number of its registration or by its id (UC…).')
  return text
}

const stateNames: Record<ChannelState, string> = {
  unverified: 'not verified',
  pending: 'waits for review',
  held: 'on hold',
  approved: 'approved',
  rejected: 'rejected',
}

export function formatState(line: ChannelRow): string {
  if (line.removedAt) return 'removed'
  if (getChannelState(line) === 'pending' && line.reReviewedAt) return 'waits for another review'
  return stateNames[getChannelState(line)]
}

export const formatChannelTitle = ({ id, channelId, name }: ChannelRow) => `${id}  ${channelId}  ${name}`

/** "2026-03-02 09:30" (UTC) */
export const formatMinute = (time: string) => time.slice(0, 16).replace('T', ' ')
