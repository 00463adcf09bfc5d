import * as z from 'zod/mini'
import {
  ApprovalStatus,
  approvalStatus,
  ChannelCategory,
  closedReasons,
  getChannelState,
  VerificationStatus,
} from '#contract/channels/channel-states.ts'
import {
  type CardEvent,
  type CardFigures,
  type CardRegistration,
  type CardStatement,
  type ChannelCard,
  cardDays,
  maxCardHistory,
  maxCardStatements,
} from '#contract/operations/desk/channel-card.ts'
import { addDays } from '#contract/reports/calendar.ts'
import type { DayRange } from '#contract/reports/reports.ts'
import { type ReviewStep, selectReviewSteps } from '#server/channels/list/history.ts'
import { isRegistrationInScope } from '#server/channels/registrations/installation-scope.ts'
import { awaitsReview, waitingSince } from '#server/channels/registrations/registration-list.ts'
import { type AuditEntry, selectAuditEntries } from '#server/operations/audit-log.ts'
import { hidden } from '#server/platform/auth/audit.ts'
import { type InstallationScope, isSiteInScope } from '#server/platform/auth/installation.ts'
import { getNetworkViewpoint } from '#server/platform/auth/viewpoint.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Count, Day, Id, Integer, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { isEarning } from '#server/reports/figures/channel-states.ts'
import { type DayFigures, selectDays } from '#server/reports/figures/days.ts'
import { getLastDays, selectRange } from '#server/reports/figures/periods.ts'
import { readReportAs } from '#server/reports/figures/scope.ts'
import { formatMonth } from '#server/settlement/calendar/month.ts'
import { formatStatementNumber } from '#server/settlement/statements/statement-content.ts'
import { selectStatements } from '#server/settlement/statements/statement-queries.ts'
import {
  listShareSpans,
  listStates,
  selectFeeSpans,
  selectOwnerSpans,
  selectPeople,
} from './channel-lanes.ts'

const Row = z.object({
  id: Id,
  channelId: z.string(),
  name: z.string(),
  handle: z.nullable(z.string()),
  thumbnail: z.nullable(z.string()),
  category: ChannelCategory,
  subscribers: z.nullable(Count),
  videoCount: z.nullable(Count),
  networkId: Id,
  network: z.nullable(z.string()),
  site: z.string(),
  approval: ApprovalStatus,
  verification: VerificationStatus,
  registeredAt: Timestamp,
  verifiedAt: z.nullable(Timestamp),
  approvedAt: z.nullable(Timestamp),
  expiresAt: z.nullable(Timestamp),
  waitingSince: z.nullable(Timestamp),
  endedAt: z.nullable(Timestamp),
  reason: z.nullable(z.enum(closedReasons)),
  earnsFrom: z.nullable(Day),
  isVisible: z.boolean(),
  isSiteVisible: z.boolean(),
})
type Row = z.output<typeof Row>

/** All registrations of the channel of this one, the latest first. */
const selectClaims = (db: Queryable, scope: InstallationScope, id: number): Promise<Row[]> =>
  db.query(
    Row,
    sql`select c.registration_id as id,
      c.channel_id as "channelId",
      c.name,
      c.handle,
      c.thumbnail,
      c.category,
      c.subscribers,
      c.video_count as "videoCount",
      c.network_id as "networkId",
      n.nickname as network,
      s.domain as site,
      c.approval_status as approval,
      c.verification_status as verification,
      c.registered_at as "registeredAt",
      c.verified_at as "verifiedAt",
      c.approved_at as "approvedAt",
      c.expires_at as "expiresAt",
      case when ${awaitsReview} then ${waitingSince} end as "waitingSince",
      c.removed_at as "endedAt",
      c.closed_reason as reason,
      c.earns_from as "earnsFrom",
      ${isRegistrationInScope(scope)} as "isVisible",
      ${isSiteInScope(scope, sql`n.site_id`)} as "isSiteVisible"
    from channels c
    join accounts n on n.id = c.network_id
    join sites s on s.id = n.site_id
    where c.channel_id = (select channel_id from channels where registration_id = ${id}::bigint)
    order by c.removed_at desc nulls first, c.registration_id desc`,
  )

const toRegistration = (row: Row): CardRegistration => ({
  id: row.id,
  network: row.network,
  site: row.site,
  state: getChannelState(row),
  registeredAt: row.registeredAt,
  endedAt: row.endedAt,
  reason: row.reason,
})

/** @throws {Refusal} `not_found`: unknown, or outside the scope */
export async function readChannelCard(
  db: Database,
  scope: InstallationScope,
  id: number,
  now: Date,
): Promise<ChannelCard> {
  const claims = await selectClaims(db, scope, id)
  const row = claims.find((claim) => claim.id === id)
  if (!row?.isVisible) throw new Refusal('not_found')
  const { approval, verification, approvedAt, isVisible, isSiteVisible, ...channel } = row
  const others = claims.filter((claim) => claim.id !== id)
  const reviews = await selectReviewSteps(db, id)
  const today = getPacificDay(now)
  const end = row.endedAt === null ? null : getPacificDay(new Date(row.endedAt))
  const people = await selectPeople(db, id)
  const shares = isSiteVisible ? listShareSpans(people, end) : []
  const current = row.endedAt === null ? shares.findLast(({ from }) => from <= today) : undefined
  return {
    ...channel,
    ...toRegistration(row),
    verification,
    today,
    reviewReason: reviews.findLast(({ requestedBy }) => requestedBy === null)?.reason ?? null,
    members: current?.shares.map(({ member, permille }) => ({ ...member, permille })) ?? [],
    registrations: others.filter((claim) => claim.isVisible).map(toRegistration),
    claimsElsewhere: others.filter((claim) => !claim.isVisible && claim.endedAt === null).length,
    isSiteVisible,
    lanes: {
      states: listStates(row, reviews),
      networks: claims
        .filter((claim) => claim.isVisible)
        .map(toNetworkSpan)
        .reverse(),
      shares,
      fees: isSiteVisible ? await selectFeeSpans(db, people) : [],
      owners: await selectOwnerSpans(db, row.channelId),
    },
    figures: isSiteVisible ? await readFigures(db, row, today) : null,
    statements: isSiteVisible ? await readStatementsOf(db, row) : [],
    history: await readHistory(db, row, reviews),
  }
}

const toNetworkSpan = ({ id, network, site, earnsFrom, registeredAt, endedAt }: Row) => {
  const registered = getPacificDay(new Date(registeredAt))
  return {
    id,
    network,
    site,
    from: earnsFrom !== null && earnsFrom < registered ? earnsFrom : registered,
    until: endedAt === null ? null : getPacificDay(new Date(endedAt)),
  }
}

/** As the network sees them: before the fees of members. */
async function readFigures(db: Database, row: Row, today: string): Promise<CardFigures | null> {
  if (row.endedAt !== null || !isEarning(row)) return null
  return readReportAs(
    { db },
    getNetworkViewpoint(row),
    { channel: row.channelId },
    async (view, scope): Promise<CardFigures> => {
      const { currency, firstDay, latestDay } = scope
      const none = { views: 0, profit: 0 }
      if (latestDay === null) return { currency, range: null, last: none, before: null, days: [] }
      const range = getLastDays(cardDays, latestDay)
      const before = getLastDays(cardDays, addDays(range.from, -1))
      const days = await selectDays(view, scope, { from: before.from, to: today })
      const incomplete = new Set(scope.incompleteDays)
      return {
        currency,
        range,
        last: sumDays(days, range),
        before: firstDay !== null && firstDay <= before.from ? sumDays(days, before) : null,
        days: days
          .filter(({ day }) => day >= range.from)
          .map(({ day, views, grossProfit }) => ({
            day,
            views,
            profit: grossProfit,
            isIncomplete: incomplete.has(day),
          })),
      }
    },
  )
}

const sumDays = (days: readonly DayFigures[], range: DayRange) =>
  selectRange(days, range).reduce(
    (sum, { views, grossProfit }) => ({ views: sum.views + views, profit: sum.profit + grossProfit }),
    { views: 0, profit: 0 },
  )

const AmountRow = z.object({ id: Id, name: z.nullable(z.string()), amount: Integer })

/** With money of the channel, of the network of the registration and its members. */
async function readStatementsOf(db: Queryable, { channelId, networkId }: Row): Promise<CardStatement[]> {
  const amounts = await db.query(
    AmountRow,
    sql`select s.id,
      case when a.removed_at is null then a.nickname end as name,
      sum(e.amount)::bigint as amount
    from ledger_entries e
    join statements s on s.id = e.statement_id
    join accounts a on a.id = s.account_id
    where e.channel_id = ${channelId}
      and s.network_id = ${networkId}
      and not e.is_later
    group by s.id, a.removed_at, a.nickname
    order by s.id desc
    limit ${maxCardStatements}`,
  )
  const ids = amounts.map(({ id }) => id)
  const statements = new Map((await selectStatements(db, { ids })).map((row) => [row.id, row]))
  return amounts.flatMap(({ id, name, amount }) => {
    const row = statements.get(id)
    if (!row) return []
    const { month, accountId, currency, isReleased, state } = row
    return {
      id,
      number: formatStatementNumber(month, id),
      month: formatMonth(month),
      accountId,
      name,
      isNetwork: row.holder === 'network',
      currency,
      amount,
      isReleased,
      state,
    }
  })
}

/** Reviews have an entry in the audit log as well, which says less. */
const reviewActions = ['channel review', 're-review request']

async function readHistory(db: Queryable, row: Row, reviews: readonly ReviewStep[]): Promise<CardEvent[]> {
  const entries = row.isSiteVisible
    ? await selectAuditEntries(db, { channel: String(row.id), limit: maxCardHistory })
    : []
  const events = [
    ...reviews.map((step): CardEvent => toReviewEvent(step, row.isSiteVisible)),
    ...entries.filter(({ action }) => !reviewActions.includes(action)).map(toChangeEvent),
    ...listOwnEvents(row, reviews, entries),
  ]
  return events.sort((one, other) => Date.parse(other.time) - Date.parse(one.time)).slice(0, maxCardHistory)
}

const toReviewEvent = (
  { reviewedAt, approval, reason, requestedBy }: ReviewStep,
  names: boolean,
): CardEvent => ({
  time: reviewedAt,
  kind: 'review',
  action: null,
  approval,
  reason,
  by: names ? requestedBy : null,
  changes: [],
})

const toChangeEvent = ({ time, action, actorName, detail }: AuditEntry): CardEvent => ({
  time,
  kind: 'change',
  action,
  approval: null,
  reason: typeof detail.reason === 'string' ? detail.reason : null,
  by: actorName,
  changes: listChanges(detail),
})

/** What the registration itself tells, where nothing was recorded: of seed data, and of what is older than the audit log. */
function listOwnEvents(
  { registeredAt, verifiedAt, approvedAt, approval }: Row,
  reviews: readonly ReviewStep[],
  entries: readonly AuditEntry[],
): CardEvent[] {
  const none = { action: null, approval: null, reason: null, by: null, changes: [] }
  const recorded = new Set(entries.map(({ action }) => action))
  const change = (action: string, time: string | null): CardEvent[] =>
    time === null || recorded.has(action) ? [] : [{ ...none, time, kind: 'change', action }]
  const isReviewed = reviews.some((step) => step.approval === approvalStatus.approved)
  return [
    ...change('channel add', registeredAt),
    ...change('channel verify', verifiedAt),
    ...(approvedAt === null || approval !== approvalStatus.approved || isReviewed
      ? []
      : [{ ...none, time: approvedAt, kind: 'review' as const, approval }]),
  ]
}

const toRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

function listChanges({ before, after }: AuditEntry['detail']): CardEvent['changes'] {
  const [old, current] = [toRecord(before), toRecord(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(current)])]
    .map((name) => ({ name, before: formatValue(old[name]), after: formatValue(current[name]) }))
    .filter(({ before: one, after: other }) => one !== other)
}

function formatValue(value: unknown): string | null {
  if (value === null || value === undefined || value === hidden) return null
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
