import * as z from 'zod/mini'
import { ApprovalStatus } from '#contract/channels/channel-states.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import {
  type ChannelRow,
  closedTexts,
  formatChannelTitle,
  formatState,
  formatStatistics,
  requireChannel,
  selectChannelRows,
} from './channels.ts'
import { createCommand, type Schedule } from './command.ts'
import { formatMinute, formatResult } from './format.ts'
import { parseChannelId } from './parsers.ts'

export const channelShowCommand = (schedule: Schedule) =>
  createCommand('show', {
    summary: 'print the registration of a channel and its history',
    help: `Times are in UTC. For a removed channel this is the latest registration; the id of a registration finds each one.`,
    examples: ['channel show 12'],
  })
    .argument('<id|UC…>', 'id of the registration, or channel id', parseChannelId)
    .option('--json', 'print JSON')
    .action((channelId, { json }) =>
      schedule(async ({ db, print }) => {
        const channel = await requireChannel(db, channelId)
        const history = await selectHistory(db, channel.id)
        const competitors = await selectCompetitors(db, channel)
        print(formatResult(json, { ...channel, history, competitors }, formatChannel))
      }),
    )

/** Other live registrations of the channel. */
const selectCompetitors = async (db: Queryable, { id, channelId }: ChannelRow): Promise<ChannelRow[]> =>
  (await selectChannelRows(db, { names: [channelId] })).filter((other) => other.id !== id && !other.removedAt)

const ReviewStep = z.object({
  reviewedAt: Timestamp,
  /** Email of the account that requested the re-review; null for an operator decision. */
  requestedBy: z.nullable(z.string()),
  approval: ApprovalStatus,
  reason: z.nullable(z.string()),
})
type ReviewStep = z.infer<typeof ReviewStep>

const selectHistory = (db: Queryable, id: number): Promise<ReviewStep[]> =>
  db.query(
    ReviewStep,
    sql`select r.reviewed_at as "reviewedAt",
      case when r.account_id is not null then coalesce(a.email, 'a deleted account') end as "requestedBy",
      r.approval_status as approval,
      r.reason
    from channel_reviews r
    left join accounts a on a.id = r.account_id
    where r.registration_id = ${id}
    order by r.id`,
  )

interface ChannelDetails extends ChannelRow {
  history: readonly ReviewStep[]
  competitors: readonly ChannelRow[]
}

function formatChannel(channel: ChannelDetails): string[] {
  const { site, network, category, handle, earnsFrom, members, expiresAt, competitors } = channel
  const isExpiring = !channel.removedAt && channel.verification !== 'verified' && expiresAt
  return [
    formatChannelTitle(channel),
    `  state      ${formatState(channel)}, verification: ${channel.verification}`,
    `  network    ${site}, ${network ?? 'a deleted account'}`,
    `  handle     ${handle ?? 'unknown'}, category: ${category}`,
    `  YouTube    ${formatStatistics(channel)}`,
    `  members    ${members.join(', ') || 'none'}`,
    `  earns      ${earnsFrom ? `from ${earnsFrom}` : 'nothing until it is approved'}`,
    ...(isExpiring ? [`  expires    ${formatMinute(expiresAt)} unless it is verified`] : []),
    ...competitors.map(
      (other) =>
        `  competes   with ${other.id} (${formatState(other)}) of ${other.network ?? 'a deleted account'} on ${other.site}`,
    ),
    ...formatTimeline(channel),
  ]
}

function formatTimeline(channel: ChannelDetails): string[] {
  const { registeredAt, verifiedAt, removedAt, closedReason, history } = channel
  const ending = closedReason ? closedTexts[closedReason] : 'removed'
  const events: [time: string, text: string][] = [
    [registeredAt, 'registered'],
    ...(verifiedAt ? [[verifiedAt, 'verified'] satisfies [string, string]] : []),
    ...history.map((step): [string, string] => [step.reviewedAt, formatReviewStep(step)]),
    ...(removedAt ? [[removedAt, ending] satisfies [string, string]] : []),
  ]
  return events
    .sort(([a], [b]) => Date.parse(a) - Date.parse(b))
    .map(
      ([time, text], index) => `  ${index === 0 ? 'history' : '       '}    ${formatMinute(time)}  ${text}`,
    )
}

const approvalTexts: Record<ApprovalStatus, string> = {
  0: 'pending',
  1: 'put on hold',
  2: 'approved',
  3: 'rejected',
}

function formatReviewStep({ requestedBy, approval, reason }: ReviewStep): string {
  if (requestedBy !== null) return `${requestedBy} requested another review`
  return reason === null ? approvalTexts[approval] : `${approvalTexts[approval]}: ${reason}`
}
