import { type ApprovalStatus, approvalStatus, reReviewLimits } from '#contract/channels.ts'
import { type Caller, recordAuditEntry } from '#server/audit.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { isEarning } from '#server/figures/earning.ts'
import { recomputeFigures } from '#server/figures/rollups.ts'
import { Refusal, type Services } from '#server/http/route.ts'
import { getPacificDay } from '#server/pacific-day.ts'
import { lockOwnRegistration, lockRegistration } from './registration-record.ts'

const hourMs = 60 * 60 * 1000

/** Where the operator can put a channel. */
export type ReviewDecision = Exclude<ApprovalStatus, typeof approvalStatus.pending>

/** What became of the operator's word. */
export type ReviewOutcome = 'done' | 'gone' | 'same' | 'unverified'

/** The operator's word about a live registration; the lists are to be refreshed after it. */
export const reviewChannel = (
  db: Database,
  id: number,
  decision: ReviewDecision,
  reason: string | null,
  now: Date,
): Promise<ReviewOutcome> =>
  db.transaction(async (tx) => {
    const channel = await lockRegistration(tx, id)
    if (!channel) return 'gone'
    if (channel.approval === decision) return 'same'
    if (decision === approvalStatus.approved && channel.verification !== 'verified') return 'unverified'
    await updateApproval(tx, id, decision, now)
    await insertReview(tx, { id, accountId: null, status: decision, reason }, now)
    await recordAuditEntry(
      tx,
      { kind: 'operator', networkId: channel.networkId },
      { action: 'channel review', subject: { kind: 'channel', id }, detail: { approval: decision } },
    )
    const after = { ...channel, approval: decision }
    if (isEarning(channel) !== isEarning(after)) await recomputeFigures(tx, null, [channel.channelId])
    return 'done'
  })

/** A registration keeps the first day from which it has earned. */
const updateApproval = (tx: Queryable, id: number, decision: ReviewDecision, now: Date) =>
  tx.query(
    `update channels
    set approval_status = $2::integer,
      approved_at = case when $2 = 2 then $3 else approved_at end,
      earns_from = case when $2 = 2 then coalesce(earns_from, $4) else earns_from end,
      held_at = case when $2 = 1 then $3 else held_at end
    where registration_id = $1`,
    [id, decision, now, getPacificDay(now)],
  )

/** From when on another review can be asked for; null while the channel is not on hold. */
export function getReReviewTime(channel: {
  approval: ApprovalStatus
  heldAt: string | null
  reReviewedAt: string | null
}): Date | null {
  if (channel.approval !== approvalStatus.held) return null
  const addHours = (from: string | null, hours: number) => (from ? Date.parse(from) + hours * hourMs : 0)
  return new Date(
    Math.max(
      addHours(channel.heldAt, reReviewLimits.afterHours),
      addHours(channel.reReviewedAt, reReviewLimits.everyHours),
    ),
  )
}

/** A person asks for another review of a channel on hold. */
export const submitReReview = (
  { db, now }: Pick<Services, 'db' | 'now'>,
  { account, actor }: Caller,
  id: number,
): Promise<void> =>
  db.transaction(async (tx) => {
    const channel = await lockOwnRegistration(tx, account, id)
    const allowedAt = getReReviewTime(channel)
    if (!allowedAt) throw new Refusal('changed')
    if (channel.verification !== 'verified') throw new Refusal('unverified')
    const remainingMs = allowedAt.getTime() - now().getTime()
    if (remainingMs > 0) throw new Refusal('too_early', { retryAfterSeconds: Math.ceil(remainingMs / 1000) })
    await tx.query(
      `update channels
      set approval_status = 0,
        re_reviewed_at = $2
      where registration_id = $1`,
      [id, now()],
    )
    await insertReview(tx, { id, accountId: account.id, status: approvalStatus.pending, reason: null }, now())
    await recordAuditEntry(tx, actor, { action: 'requestReReview', subject: { kind: 'channel', id } })
  })

interface Review {
  id: number
  accountId: number | null
  status: ApprovalStatus
  reason: string | null
}

const insertReview = (tx: Queryable, { id, accountId, status, reason }: Review, now: Date) =>
  tx.query(
    `insert into channel_reviews (registration_id, reviewed_at, account_id, approval_status, reason)
    values ($1, $2, $3, $4, $5)`,
    [id, now, accountId, status, reason],
  )
