import { type Approval, approval, reReview } from '#contract/channels.ts'
import { type Caller, recordChange } from '#server/audit.ts'
import type { Database, Queries } from '#server/db/connect.ts'
import { Refusal, type Services } from '#server/http.ts'
import { reportToday } from '#server/today.ts'
import { isCounted, lockOwn, lockRegistered, recount } from './registered.ts'

const hourMs = 60 * 60 * 1000

/** Where the operator can put a channel. */
export type Decided = Exclude<Approval, typeof approval.pending>

/** What became of the operator's word. */
export type ReviewOutcome = 'done' | 'gone' | 'same' | 'unverified'

/** The operator's word about a live registration; the lists are to be refreshed after it. */
export const reviewChannel = (
  db: Database,
  id: number,
  decided: Decided,
  reason: string | null,
  now: Date,
): Promise<ReviewOutcome> =>
  db.transaction(async (tx) => {
    const channel = await lockRegistered(tx, id)
    if (!channel) return 'gone'
    if (channel.approval === decided) return 'same'
    if (decided === approval.approved && channel.verification !== 'verified') return 'unverified'
    await updateApproval(tx, id, decided, now)
    await insertReview(tx, { id, accountId: null, status: decided, reason }, now)
    await recordChange(
      tx,
      { kind: 'operator', networkId: channel.networkId },
      { action: 'channel review', subject: { kind: 'channel', id }, detail: { approval: decided } },
    )
    const after = { ...channel, approval: decided }
    if (isCounted(channel) !== isCounted(after)) await recount(tx, null, [channel.channelId])
    return 'done'
  })

/** A registration keeps the first day from which it has earned. */
const updateApproval = (tx: Queries, id: number, decided: Decided, now: Date) =>
  tx.query(
    `update channels
    set approval_status = $2::integer,
      approved_at = case when $2 = 2 then $3 else approved_at end,
      earns_from = case when $2 = 2 then coalesce(earns_from, $4) else earns_from end,
      held_at = case when $2 = 1 then $3 else held_at end
    where registration_id = $1`,
    [id, decided, now, reportToday(now)],
  )

/** From when on another review can be asked for; null while the channel is not on hold. */
export function reReviewFrom(channel: {
  approval: Approval
  heldAt: string | null
  reReviewedAt: string | null
}): Date | null {
  if (channel.approval !== approval.held) return null
  const after = (from: string | null, hours: number) => (from ? Date.parse(from) + hours * hourMs : 0)
  return new Date(
    Math.max(after(channel.heldAt, reReview.afterHours), after(channel.reReviewedAt, reReview.everyHours)),
  )
}

/** A person asks for another review of a channel on hold. */
export const askReReview = (
  { db, now }: Pick<Services, 'db' | 'now'>,
  { account, by }: Caller,
  id: number,
): Promise<void> =>
  db.transaction(async (tx) => {
    const channel = await lockOwn(tx, account, id)
    const from = reReviewFrom(channel)
    if (!from) throw new Refusal('changed')
    if (channel.verification !== 'verified') throw new Refusal('unverified')
    const early = from.getTime() - now().getTime()
    if (early > 0) throw new Refusal('too_early', { retryAfterSeconds: Math.ceil(early / 1000) })
    await tx.query(
      `update channels
      set approval_status = 0,
        re_reviewed_at = $2
      where registration_id = $1`,
      [id, now()],
    )
    await insertReview(tx, { id, accountId: account.id, status: approval.pending, reason: null }, now())
    await recordChange(tx, by, { action: 'requestReReview', subject: { kind: 'channel', id } })
  })

interface Review {
  id: number
  accountId: number | null
  status: Approval
  reason: string | null
}

const insertReview = (tx: Queries, { id, accountId, status, reason }: Review, now: Date) =>
  tx.query(
    `insert into channel_reviews (registration_id, reviewed_at, account_id, approval_status, reason)
    values ($1, $2, $3, $4, $5)`,
    [id, now, accountId, status, reason],
  )
