import * as z from 'zod/mini'
import {
  ApprovalStatus,
  approvalStatus,
  reReviewLimits,
  undoSeconds,
  VerificationStatus,
} from '#contract/channels/channel-states.ts'
import { restartDeadline } from '#server/channels/registrations/deadline.ts'
import { selectInScope } from '#server/channels/registrations/installation-scope.ts'
import { mailRegistrants } from '#server/channels/registrations/registrant-mail.ts'
import {
  lockOwnRegistration,
  lockRegistrations,
  type Registration,
} from '#server/channels/registrations/registration-record.ts'
import { type Caller, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { type InstallationScope, wholeInstallation } from '#server/platform/auth/installation.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Day, IdRow, queryOne, Timestamp } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import { type LocalizedText, localizeText } from '#server/platform/localized-text.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { isEarning } from '#server/reports/figures/channel-states.ts'
import { lockOpenDays } from '#server/reports/figures/open-days.ts'
import { recomputeFigures } from '#server/reports/lists/rollups.ts'
import { MovedAssignments, moveFirstAssignment } from './assignment-days.ts'
import { selectEarningDays } from './earning-day.ts'

const hourMs = 60 * 60 * 1000

export type ReviewDecision = Exclude<ApprovalStatus, typeof approvalStatus.pending>

/** The audit log uses these names. */
export const approvalNames: Record<ApprovalStatus, string> = {
  [approvalStatus.pending]: 'pending',
  [approvalStatus.held]: 'held',
  [approvalStatus.approved]: 'approved',
  [approvalStatus.rejected]: 'rejected',
}

export interface DecidedReview {
  id: number
  decision: ReviewDecision
  reason: string | null
  /** The reason by language, if it is in several. */
  reasonTexts?: LocalizedText | undefined
  /** Of a first approval; today by default. */
  earnsFrom?: string | undefined
}

/** `dated`: it has an earning day already. `taken`: another registration earned that day. */
export type ReviewProblem = 'not_found' | 'unchanged' | 'unverified' | 'dated' | 'taken'

interface ReviewOptions {
  checkOnly?: boolean
  /** Null: a command. */
  reviewer?: Caller | null
  scope?: InstallationScope
}

/**
 * All or nothing, each registration at most once. Its people get a mail when the decision can no longer be undone. Callers must
 * refresh the lists afterward.
 * @returns what prevents it, by registration; empty: all are reviewed, or could be with `checkOnly`
 */
export const reviewChannels = (
  db: Database,
  reviews: readonly DecidedReview[],
  now: Date,
  { checkOnly = false, reviewer = null, scope = wholeInstallation }: ReviewOptions = {},
): Promise<ReadonlyMap<number, ReviewProblem>> =>
  db.transaction(async (tx) => {
    const firstOpenDay = await lockOpenDays(tx)
    const ids = reviews.map(({ id }) => id)
    const reached = await selectInScope(tx, ids, scope)
    const registrations = await lockRegistrations(tx, sql`registration_id = any(${reached}::bigint[])`)
    const byId = new Map(registrations.map((registration) => [registration.id, registration]))
    const earningDays = await selectEarningDays(tx, ids)
    const problems = new Map(
      reviews.flatMap((review) => {
        const problem =
          findProblem(byId.get(review.id), review.decision) ??
          findDayProblem(earningDays.get(review.id), review.earnsFrom)
        return problem ? [[review.id, problem]] : []
      }),
    )
    if (checkOnly || problems.size > 0) return problems
    const affectedChannels: string[] = []
    for (const review of reviews) {
      const before = byId.get(review.id) as Registration
      await recordReview(tx, before, review, { reviewer, firstOpenDay, now })
      if (isEarning(before) !== isEarning({ ...before, approval: review.decision }))
        affectedChannels.push(before.channelId)
    }
    if (affectedChannels.length > 0) await recomputeFigures(tx, null, affectedChannels)
    return problems
  })

function findProblem(
  registration: Registration | undefined,
  decision: ReviewDecision,
): ReviewProblem | undefined {
  if (!registration) return 'not_found'
  if (registration.approval === decision) return 'unchanged'
  return decision === approvalStatus.approved && registration.verification !== 'verified'
    ? 'unverified'
    : undefined
}

function findDayProblem(
  days: { earnsFrom: string | null; takenUntil: string | null } | undefined,
  day: string | undefined,
): ReviewProblem | undefined {
  if (!days || day === undefined) return undefined
  if (days.earnsFrom !== null && days.earnsFrom !== day) return 'dated'
  return days.takenUntil !== null && day < days.takenUntil ? 'taken' : undefined
}

async function recordReview(
  tx: Queryable,
  before: Registration,
  { decision, reason, reasonTexts, earnsFrom }: DecidedReview,
  { reviewer, firstOpenDay, now }: { reviewer: Caller | null; firstOpenDay: string | null; now: Date },
): Promise<void> {
  const { id, networkId, approval, verification } = before
  const dates = await selectReviewDates(tx, id)
  await updateApproval(tx, id, decision, earnsFrom, now)
  // Only a first approval has a day to choose.
  const isFirst = earnsFrom !== undefined && dates.earnsFrom === null
  const moved = isFirst ? await moveFirstAssignment(tx, id, null, earnsFrom) : null
  // A rejected channel could not be verified.
  if (approval === approvalStatus.rejected && verification !== 'verified') await restartDeadline(tx, id, now)
  const review = await insertReview(
    tx,
    {
      ...{ id, accountId: null, status: decision, reason, reasonTexts },
      decidedBy: reviewer?.account.id ?? null,
      previous: {
        ...{ approval, verification, ...dates, moved, firstOpenDay },
        left: { approval: decision, ...(await selectReviewDates(tx, id)) },
      },
    },
    now,
  )
  await withdrawEarlierMails(tx, id)
  await mailDecision(tx, before, { review, decision, reason, reasonTexts }, now)
  await recordAuditEntry(tx, reviewer ? { ...reviewer.actor, networkId } : { kind: 'operator', networkId }, {
    action: reviewer ? 'decideReviews' : 'channel review',
    subject: { kind: 'channel', id },
    context: earnsFrom === undefined ? {} : { earns_from: earnsFrom },
    before: { approval: approvalNames[approval] },
    after: { approval: approvalNames[decision] },
  })
}

export const selectReviewDates = (tx: Queryable, id: number): Promise<ReviewDates> =>
  queryOne(
    tx,
    ReviewDates,
    sql`select approved_at as "approvedAt",
      held_at as "heldAt",
      earns_from as "earnsFrom",
      expires_at as "expiresAt",
      reminded_at as "remindedAt"
    from channels
    where registration_id = ${id}`,
  )

/** What undoing the review takes back. */
const getReviewEvent = (review: number) => `channel-reviewed ${review}`

/** Longer than a decision can be undone: what is on its way then finds no mail that has left. */
const mailDelayMs = (undoSeconds + 15) * 1_000

interface MailedReview extends Pick<DecidedReview, 'decision' | 'reason' | 'reasonTexts'> {
  review: number
}

const mailDecision = (
  tx: Queryable,
  registration: Registration,
  { review, decision, reason, reasonTexts }: MailedReview,
  now: Date,
): Promise<void> => {
  const channel = registration.name
  const rest = { event: getReviewEvent(review), notBefore: new Date(now.getTime() + mailDelayMs) }
  if (decision === approvalStatus.approved)
    return mailRegistrants(tx, registration, { kind: 'channel-approved', data: { channel }, ...rest }, now)
  return mailRegistrants(
    tx,
    registration,
    {
      kind: decision === approvalStatus.held ? 'channel-held' : 'channel-rejected',
      data: (locale) => ({
        channel,
        reason: (reasonTexts && localizeText(reasonTexts, [locale])) || (reason ?? ''),
      }),
      ...rest,
    },
    now,
  )
}

const isDecisionMail = sql`kind in ('channel-approved', 'channel-held', 'channel-rejected')`

const HasLeft = z.object({ hasLeft: z.boolean() })

/** @returns whether nobody has got them */
export async function withdrawDecisionMails(tx: Queryable, review: number): Promise<boolean> {
  const isOfReview = sql`starts_with(event_key, ${`${getReviewEvent(review)} `}) and ${isDecisionMail}`
  await tx.execute(sql`delete from mails where state = 'queued' and attempts = 0 and ${isOfReview}`)
  const { hasLeft } = await queryOne(
    tx,
    HasLeft,
    sql`select exists (select from mails where ${isOfReview}) as "hasLeft"`,
  )
  return !hasLeft
}

/** Of decisions that another one, or the end of the registration, replaces before anybody has heard of them. */
export const withdrawEarlierMails = (tx: Queryable, id: number): Promise<number> =>
  tx.execute(
    sql`delete from mails m
    using channel_reviews r
    where r.registration_id = ${id}
      and starts_with(m.event_key, concat('channel-reviewed ', r.id, ' '))
      and m.state = 'queued'
      and m.attempts = 0
      and ${isDecisionMail}`,
  )

/** `earns_from` keeps the date of the first approval. */
const updateApproval = (
  tx: Queryable,
  id: number,
  decision: ReviewDecision,
  earnsFrom: string | undefined,
  now: Date,
) =>
  tx.execute(
    sql`update channels set ${getApprovalChanges(decision, earnsFrom, now)} where registration_id = ${id}`,
  )

function getApprovalChanges(decision: ReviewDecision, earnsFrom: string | undefined, now: Date): Sql {
  const status = sql`approval_status = ${decision}`
  if (decision === approvalStatus.approved)
    return sql`${status}, approved_at = ${now}, earns_from = coalesce(earns_from, ${earnsFrom ?? getPacificDay(now)})`
  return decision === approvalStatus.held ? sql`${status}, held_at = ${now}` : status
}

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
    await tx.execute(
      sql`update channels
      set approval_status = ${approvalStatus.pending},
        re_reviewed_at = ${now()}
      where registration_id = ${id}`,
    )
    await insertReview(tx, { id, accountId: account.id, status: approvalStatus.pending, reason: null }, now())
    await recordAuditEntry(tx, actor, {
      action: 'requestReReview',
      subject: { kind: 'channel', id },
      before: { approval: approvalNames[channel.approval] },
      after: { approval: approvalNames[approvalStatus.pending] },
    })
  })

const ReviewDates = z.object({
  approvedAt: z.nullable(Timestamp),
  heldAt: z.nullable(Timestamp),
  earnsFrom: z.nullable(Day),
  expiresAt: z.nullable(Timestamp),
  remindedAt: z.nullable(Timestamp),
})
type ReviewDates = z.output<typeof ReviewDates>

export const reviewDateNames = ['approvedAt', 'heldAt', 'earnsFrom', 'expiresAt', 'remindedAt'] as const

/** What a decision changed, as it was before. */
export const PreviousReview = z.extend(ReviewDates, {
  approval: ApprovalStatus,
  verification: VerificationStatus,
  /** Null: no assignment was moved to the earning day. */
  moved: z.nullable(MovedAssignments),
  /** Null: no month was closed. */
  firstOpenDay: z.nullable(Day),
  /** As the decision left it. */
  left: z.extend(ReviewDates, { approval: ApprovalStatus }),
})
export type PreviousReview = z.output<typeof PreviousReview>

interface Review {
  id: number
  accountId: number | null
  status: ApprovalStatus
  reason: string | null
  reasonTexts?: LocalizedText | undefined
  decidedBy?: number | null
  previous?: PreviousReview
}

/** @returns its id */
async function insertReview(
  tx: Queryable,
  { id, accountId, status, reason, reasonTexts, decidedBy = null, previous }: Review,
  now: Date,
): Promise<number> {
  const toJson = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value))
  const row = await queryOne(
    tx,
    IdRow,
    sql`insert into channel_reviews (registration_id, reviewed_at, account_id, approval_status, reason, reason_texts,
      decided_by, previous)
    values (${id}, ${now}, ${accountId}, ${status}, ${reason}, ${toJson(reasonTexts)}::text::jsonb, ${decidedBy},
      ${toJson(previous)}::text::jsonb)
    returning id`,
  )
  return row.id
}
