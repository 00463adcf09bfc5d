import * as z from 'zod/mini'
import { approvalStatus, type ChannelStatus, getChannelState } from '#contract/channels/channel-states.ts'
import type { ChannelLanes } from '#contract/operations/desk/channel-card.ts'
import type { ReviewStep } from '#server/channels/list/history.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Id, Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { selectAssignments } from '#server/settlement/payout-shares/channel-days.ts'
import {
  type AssignedDays,
  findShares,
  type ShareSet,
  selectShareSets,
} from '#server/settlement/payout-shares/payout-shares.ts'

type Member = ChannelLanes['fees'][number]['member']

interface Spanned {
  from: string
  until: string | null
}

interface Story extends ChannelStatus {
  registeredAt: string
  verifiedAt: string | null
  approvedAt: string | null
  endedAt: string | null
}

const toDay = (moment: string) => getPacificDay(new Date(moment))

/** The state at the end of each day. */
export function listStates(story: Story, reviews: readonly ReviewStep[]): ChannelLanes['states'] {
  const { registeredAt, verifiedAt, approvedAt, endedAt, approval, verification } = story
  const isAdopted =
    approval === approvalStatus.approved && !reviews.some((step) => step.approval === approvalStatus.approved)
  const verified = verifiedAt ?? (verification === 'verified' ? registeredAt : null)
  const events: { time: string; change: Partial<ChannelStatus> }[] = [
    { time: registeredAt, change: { approval: approvalStatus.pending, verification: 'pending' } },
    ...(verified === null ? [] : [{ time: verified, change: { verification: 'verified' } as const }]),
    ...reviews.map((step) => ({ time: step.reviewedAt, change: { approval: step.approval } })),
    ...(isAdopted ? [{ time: approvedAt ?? registeredAt, change: { approval } }] : []),
  ]
  events.sort((one, other) => Date.parse(one.time) - Date.parse(other.time))
  let status: ChannelStatus = { approval: approvalStatus.pending, verification: 'pending' }
  const spans: ChannelLanes['states'] = []
  for (const { time, change } of events) {
    status = { ...status, ...change }
    const state = getChannelState(status)
    const from = toDay(time)
    const last = spans.at(-1)
    if (last?.state === state) continue
    if (last) last.until = from
    spans.push({ from, until: null, state })
  }
  const last = spans.at(-1)
  if (last && endedAt !== null) last.until = toDay(endedAt)
  return spans.filter((span) => span === last || isNotEmpty(span))
}

/** Of a state that another one replaced on the same day nothing is left. */
const isNotEmpty = ({ from, until }: Spanned) => until === null || until > from

const Person = z.object({ id: Id, nickname: z.nullable(z.string()) })

export async function selectMembers(db: Queryable, ids: readonly number[]): Promise<(id: number) => Member> {
  const rows = await db.query(
    Person,
    sql`select id,
      case when removed_at is null then nickname end as nickname
    from accounts
    where id = any(${ids}::integer[])`,
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  return (id) => found.get(id) ?? { id, nickname: null }
}

export interface People {
  assignments: readonly AssignedDays[]
  sets: readonly ShareSet[]
  getMember: (id: number) => Member
}

export async function selectPeople(db: Queryable, registrationId: number): Promise<People> {
  const assignments = (await selectAssignments(db, [registrationId])).get(registrationId) ?? []
  const sets = (await selectShareSets(db, [registrationId])).get(registrationId) ?? []
  const ids = [
    ...assignments.map(({ memberId }) => memberId),
    ...sets.flatMap(({ permilles }) => [...permilles.keys()]),
  ]
  return { assignments, sets, getMember: await selectMembers(db, [...new Set(ids)]) }
}

const listShares = (day: string, { assignments, sets, getMember }: People) => {
  const found = findShares(day, assignments, sets)
  return 'undecided' in found
    ? {
        isUndecided: true,
        shares: found.undecided.map((id) => ({ member: getMember(id), permille: null })),
      }
    : {
        isUndecided: false,
        shares: [...found.permilles].map(([id, permille]) => ({ member: getMember(id), permille })),
      }
}

/** Only days on which something changes differ from the day before. */
export function listShareSpans(people: People, end: string | null): ChannelLanes['shares'] {
  const { assignments, sets } = people
  const days = [
    ...new Set([
      ...assignments.flatMap(({ from, until }) => (until === null ? [from] : [from, until])),
      ...sets.map(({ fromDay }) => fromDay),
    ]),
  ].sort()
  return days
    .map((from, at) => ({ from, until: days[at + 1] ?? end, ...listShares(from, people) }))
    .filter(isNotEmpty)
    .filter(({ shares }) => shares.length > 0)
}

const FeeRow = z.object({ memberId: Id, from: Day, until: z.nullable(Day), permille: Integer })

/** On the days on which they have the channel. */
export async function selectFeeSpans(db: Queryable, people: People): Promise<ChannelLanes['fees']> {
  const { assignments, getMember } = people
  const rows = await db.query(
    FeeRow,
    sql`select account_id as "memberId",
      from_day as "from",
      nullif(until_day, 'infinity') as until,
      permille
    from fee_periods
    where account_id = any(${[...new Set(assignments.map(({ memberId }) => memberId))]}::integer[])
    order by account_id, from_day`,
  )
  return assignments.flatMap((assigned) =>
    rows
      .filter(({ memberId }) => memberId === assigned.memberId)
      .map(({ memberId, permille, ...fee }) => ({
        ...intersect(assigned, fee),
        member: getMember(memberId),
        permille,
      }))
      .filter(isNotEmpty),
  )
}

const intersect = (one: Spanned, other: Spanned): Spanned => ({
  from: one.from > other.from ? one.from : other.from,
  until: one.until === null || (other.until !== null && other.until < one.until) ? other.until : one.until,
})

const OwnerRow = z.object({ owner: z.string(), from: Day })

/** An owner reports a channel until another one does. */
export async function selectOwnerSpans(db: Queryable, channelId: string): Promise<ChannelLanes['owners']> {
  const rows = await db.query(
    OwnerRow,
    sql`select owner,
      first_day as "from"
    from channel_owners
    where channel_id = ${channelId}
    order by first_day, owner`,
  )
  return rows.map(({ owner, from }) => ({ owner, from, until: null }))
}
