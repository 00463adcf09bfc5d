import * as z from 'zod/mini'
import { approvalStatus, undoSeconds } from '#contract/channels/channel-states.ts'
import type { decideReviews } from '#contract/channels/review-queue.ts'
import type { EndpointOutput, ParsedBody } from '#contract/platform/endpoint.ts'
import { getSiteLocale, type Locale, locales } from '#contract/platform/locale.ts'
import { findGrants } from '#contract/platform/roles.ts'
import { restoreFirstAssignment } from '#server/channels/lifecycle/assignment-days.ts'
import {
  approvalNames,
  PreviousReview,
  type ReviewDecision,
  reviewChannels,
  reviewDateNames,
  selectReviewDates,
  withdrawDecisionMails,
} from '#server/channels/lifecycle/review.ts'
import { selectInScope } from '#server/channels/registrations/installation-scope.ts'
import { lockRegistrations, type Registration } from '#server/channels/registrations/registration-record.ts'
import { type Caller, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { getScope } from '#server/platform/auth/installation.ts'
import { isRecentlyConfirmed } from '#server/platform/auth/sessions.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Id, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import { localizeText } from '#server/platform/localized-text.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { isEarning } from '#server/reports/figures/channel-states.ts'
import { lockOpenDays } from '#server/reports/figures/open-days.ts'
import { recomputeFigures } from '#server/reports/lists/rollups.ts'

/** `token`: of the session. */
interface ReviewCaller extends Caller {
  token: string
}

type ReviewServices = Pick<Services, 'db' | 'jobs' | 'now'>

const SiteRow = z.object({ id: Id, isPlaylist: z.boolean() })

/** The language of each registration’s site. */
async function selectSiteLocales(db: Queryable, ids: readonly number[]): Promise<Map<number, Locale>> {
  const rows = await db.query(
    SiteRow,
    sql`select c.registration_id as id, s.is_playlist as "isPlaylist"
    from channels c
    join accounts n on n.id = c.network_id
    join sites s on s.id = n.site_id
    where c.registration_id = any(${ids}::bigint[])`,
  )
  return new Map(rows.map(({ id, isPlaylist }) => [id, getSiteLocale(isPlaylist)]))
}

/** An earlier day is money: the same is asked as for moving it later. @throws {Refusal} */
async function requireEarningDays(db: Database, { account, token }: ReviewCaller, now: Date): Promise<void> {
  if (findGrants(account.grants, 'earning-days.change').length === 0) throw new Refusal('forbidden')
  if (!(await isRecentlyConfirmed(db, account.id, token, now))) throw new Refusal('confirmation_required')
}

/** @throws {Refusal} `not_found`; `invalid`: a reason is missing, or a day that does not fit */
export async function decide(
  { db, jobs, now }: ReviewServices,
  caller: ReviewCaller,
  { ids, decision: name, reason, earnsFrom }: ParsedBody<typeof decideReviews>,
): Promise<EndpointOutput<typeof decideReviews>> {
  const decision: ReviewDecision = approvalStatus[name]
  const isApproval = decision === approvalStatus.approved
  if (!isApproval && (!reason || Object.keys(reason).length === 0))
    throw new Refusal('invalid', { fields: { reason: 'reason_required' } })
  if (earnsFrom !== undefined && !isApproval)
    throw new Refusal('invalid', { fields: { earnsFrom: 'invalid' } })
  if (earnsFrom !== undefined && earnsFrom > getPacificDay(now()))
    throw new Refusal('invalid', { fields: { earnsFrom: 'day_future' } })
  if (earnsFrom !== undefined && earnsFrom < getPacificDay(now())) await requireEarningDays(db, caller, now())
  const unique = [...new Set(ids)]
  const siteLocales = await selectSiteLocales(db, unique)
  const time = now()
  const texts = isApproval ? null : reason
  const problems = await reviewChannels(
    db,
    unique.map((id) => ({
      id,
      decision,
      reason: texts && localizeText(texts, [siteLocales.get(id) ?? locales[0], ...locales]),
      ...(texts && { reasonTexts: texts }),
      earnsFrom,
    })),
    time,
    { reviewer: caller, scope: getScope(caller.account, 'reviews.change') },
  )
  const found = [...problems].map(([id, problem]) => {
    if (problem === 'not_found') throw new Refusal('not_found')
    return { id, problem }
  })
  if (found.length > 0) return { decided: 0, problems: found, undoUntil: null }
  jobs.wake('refresh-lists')
  const undoUntil = new Date(time.getTime() + undoSeconds * 1_000).toISOString()
  return { decided: unique.length, problems: [], undoUntil }
}

/** A click of the last second is still on its way. */
const graceMs = 5_000

const LastReview = z.object({
  review: Id,
  id: Id,
  decidedBy: z.nullable(Id),
  decidedAt: Timestamp,
  previous: z.nullable(PreviousReview),
})
type LastReview = z.output<typeof LastReview>

const selectLastReviews = (tx: Queryable, ids: readonly number[]): Promise<LastReview[]> =>
  tx.query(
    LastReview,
    sql`select distinct on (registration_id) id as review,
      registration_id as id,
      decided_by as "decidedBy",
      reviewed_at as "decidedAt",
      previous
    from channel_reviews
    where registration_id = any(${ids}::bigint[])
    order by registration_id, channel_reviews.id desc`,
  )

/** All or none. @throws {Refusal} `not_found`; `changed`: too late, somebody else's, or not the last decision */
export const undo = (
  { db, jobs, now }: ReviewServices,
  { account, actor }: Caller,
  ids: readonly number[],
): Promise<void> =>
  db.transaction(async (tx) => {
    const unique = [...new Set(ids)]
    const firstOpenDay = await lockOpenDays(tx)
    const reached = await selectInScope(tx, unique, getScope(account, 'reviews.change'))
    const registrations = await lockRegistrations(tx, sql`registration_id = any(${reached}::bigint[])`)
    const reviews = new Map((await selectLastReviews(tx, reached)).map((review) => [review.id, review]))
    const limit = now().getTime() - undoSeconds * 1_000 - graceMs
    const affected: string[] = []
    if (registrations.length !== unique.length) throw new Refusal('not_found')
    for (const registration of registrations) {
      const review = reviews.get(registration.id)
      const isOwn = review?.decidedBy === account.id && Date.parse(review.decidedAt) >= limit
      if (!review?.previous || !isOwn) throw new Refusal('changed')
      await requireUntouched(tx, registration, review.previous, firstOpenDay)
      await restore(tx, registration, review.previous)
      if (!(await withdrawDecisionMails(tx, review.review))) throw new Refusal('changed')
      await tx.execute(sql`delete from channel_reviews where id = ${review.review}`)
      await recordUndo(tx, { ...actor, networkId: registration.networkId }, registration, review.previous)
      const { verification, channelId } = registration
      if (isEarning(registration) !== isEarning({ verification, approval: review.previous.approval }))
        affected.push(channelId)
    }
    if (affected.length > 0) await recomputeFigures(tx, jobs, affected)
    jobs.wake('refresh-lists')
  })

/** Nobody has changed what the decision left, and no month was closed since. @throws {Refusal} `changed` */
async function requireUntouched(
  tx: Queryable,
  { id, approval, verification }: Registration,
  previous: PreviousReview,
  firstOpenDay: string | null,
): Promise<void> {
  const { left } = previous
  const current = await selectReviewDates(tx, id)
  const isSame =
    approval === left.approval &&
    verification === previous.verification &&
    firstOpenDay === previous.firstOpenDay &&
    reviewDateNames.every((name) => current[name] === left[name])
  if (!isSame) throw new Refusal('changed')
}

async function restore(tx: Queryable, { id }: Registration, previous: PreviousReview): Promise<void> {
  const { approval, approvedAt, heldAt, earnsFrom, expiresAt, remindedAt, moved } = previous
  if (moved && !(await restoreFirstAssignment(tx, id, moved))) throw new Refusal('changed')
  await tx.execute(
    sql`update channels
    set approval_status = ${approval},
      approved_at = ${approvedAt}::timestamptz,
      held_at = ${heldAt}::timestamptz,
      earns_from = ${earnsFrom}::date,
      expires_at = ${expiresAt}::timestamptz,
      reminded_at = ${remindedAt}::timestamptz
    where registration_id = ${id}`,
  )
}

const recordUndo = (
  tx: Queryable,
  actor: Caller['actor'],
  { id, approval }: Registration,
  { approval: before, earnsFrom, left }: PreviousReview,
): Promise<void> =>
  recordAuditEntry(tx, actor, {
    action: 'undoReviews',
    subject: { kind: 'channel', id },
    before: { approval: approvalNames[approval], earns_from: left.earnsFrom },
    after: { approval: approvalNames[before], earns_from: earnsFrom },
  })

/** @returns the number that changed @throws {Refusal} `not_found` */
export const assign = (
  db: Database,
  { account, actor }: Caller,
  { ids, mine }: { ids: readonly number[]; mine: boolean },
): Promise<number> =>
  db.transaction(async (tx) => {
    const unique = [...new Set(ids)]
    const reached = await selectInScope(tx, unique, getScope(account, 'reviews.change'))
    const registrations = await lockRegistrations(tx, sql`registration_id = any(${reached}::bigint[])`)
    if (registrations.length !== unique.length) throw new Refusal('not_found')
    const reviewer = mine ? account.id : null
    const changed = await tx.query(
      z.object({ id: Id }),
      sql`update channels
      set reviewer_id = ${reviewer}
      where registration_id = any(${unique}::bigint[])
        and reviewer_id is distinct from ${reviewer}::integer
      returning registration_id as id`,
    )
    for (const { id } of changed)
      await recordAuditEntry(
        tx,
        { ...actor, networkId: registrations.find((one) => one.id === id)?.networkId ?? 0 },
        { action: 'assignReviews', subject: { kind: 'channel', id }, before: null, after: { reviewer } },
      )
    return changed.length
  })
