import * as z from 'zod/mini'
import { listDays } from '#contract/reports/calendar.ts'
import type { DayRange } from '#contract/reports/reports.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Id, Integer, Timestamp } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { hasState } from '#server/reports/figures/channel-states.ts'
import { getMonthRange } from '#server/settlement/calendar/month.ts'
import { type ChannelDay, createParts, type MemberShare, type Part, weighDays } from './allocation.ts'
import { type AssignedDays, findShares, type ShareSet, selectShareSets } from './payout-shares.ts'

/** A channel whose money cannot be divided: members without shares. */
export interface UndecidedChannel {
  channelId: string
  registrationId: number
  /** The first day that counts and is undecided. */
  day: string
  memberIds: number[]
}

export interface MonthParts {
  parts: Map<string, Part[]>
  undecided: UndecidedChannel[]
}

interface Registration {
  channelId: string
  registrationId: number
  networkId: number
  /** First day, and the first day without it. */
  from: string
  until: string | null
  /** It was deleted, and its members get nothing that was not booked before. */
  forfeits: boolean
}

interface FeeDay {
  fromDay: string
  permille: number
}

interface People {
  /** Keyed by channel and day. */
  estimates: ReadonlyMap<string, Readonly<Record<string, number>>>
  registrations: ReadonlyMap<string, Registration[]>
  assignments: ReadonlyMap<number, AssignedDays[]>
  shareSets: ReadonlyMap<number, ShareSet[]>
  fees: ReadonlyMap<number, FeeDay[]>
}

interface DivisionOptions {
  /** Shares of its days can no longer be decided: undecided days are the network's. */
  isClosed?: boolean
  /** By channel, the days of the month to divide, as `Part.days`; all days of other channels. */
  days?: ReadonlyMap<string, number>
}

/** Divides each channel's money of a month by what is known now. */
export async function selectMonthParts(
  db: Pick<Queryable, 'query'>,
  month: string,
  channelIds: readonly string[],
  { isClosed = false, days: wanted }: DivisionOptions = {},
): Promise<MonthParts> {
  const range = getMonthRange(month)
  const people = await selectPeople(db, range, channelIds)
  const days = listDays(range).map((day, at) => ({ day, bit: 2 ** at }))
  const result: MonthParts = { parts: new Map(), undecided: [] }
  for (const channelId of channelIds) {
    const mask = wanted?.get(channelId)
    const own = mask === undefined ? days : days.filter(({ bit }) => mask & bit)
    const { channelDays, undecided } = getChannelDays(channelId, own, people, isClosed)
    if (undecided) result.undecided.push(undecided)
    else result.parts.set(channelId, createParts(channelDays))
  }
  return result
}

function getChannelDays(
  channelId: string,
  days: readonly { day: string; bit: number }[],
  people: People,
  isClosed: boolean,
) {
  const { estimates, registrations, assignments, shareSets, fees } = people
  const ownEstimates = estimates.get(channelId)
  const estimated = days.map(({ day }) => ({ estimateMicros: ownEstimates?.[day] ?? 0 }))
  const weights = weighDays(estimated)
  const channelDays: ChannelDay[] = []
  for (const [at, { day, bit }] of days.entries()) {
    const estimateMicros = estimated[at]?.estimateMicros ?? 0
    const own = registrations
      .get(channelId)
      ?.find(({ from, until }) => from <= day && (until === null || until > day))
    if (!own || own.forfeits || weights[at] === 0n) {
      channelDays.push({ bit, estimateMicros, networkId: own?.networkId ?? null, shares: [] })
      continue
    }
    const { registrationId, networkId } = own
    const found = findShares(day, assignments.get(registrationId) ?? [], shareSets.get(registrationId) ?? [])
    if ('undecided' in found && isClosed) {
      channelDays.push({ bit, estimateMicros, networkId, shares: [] })
      continue
    }
    if ('undecided' in found)
      return { channelDays, undecided: { channelId, registrationId, day, memberIds: found.undecided } }
    const shares = [...found.permilles]
      // An account outside every manager's network is its own.
      .filter(([memberId]) => memberId !== networkId)
      .map(
        ([memberId, sharePermille]): MemberShare => ({
          memberId,
          sharePermille,
          feePermille: fees.get(memberId)?.findLast(({ fromDay }) => fromDay <= day)?.permille ?? 0,
        }),
      )
    channelDays.push({ bit, estimateMicros, networkId, shares })
  }
  return { channelDays, undecided: undefined }
}

async function selectPeople(
  db: Pick<Queryable, 'query'>,
  range: DayRange,
  channelIds: readonly string[],
): Promise<People> {
  const registrations = await selectRegistrations(db, range, channelIds)
  const ids = [...registrations.values()].flat().map(({ registrationId }) => registrationId)
  const assignments = await selectAssignments(db, ids)
  const shareSets = await selectShareSets(db, ids)
  const members = new Set<number>()
  for (const { memberId } of [...assignments.values()].flat()) members.add(memberId)
  for (const { permilles } of [...shareSets.values()].flat())
    for (const memberId of permilles.keys()) members.add(memberId)
  return {
    estimates: await selectEstimates(db, range, channelIds),
    registrations,
    assignments,
    shareSets,
    fees: await selectFees(db, [...members]),
  }
}

/** `days`: millionths of a dollar by day. A row each would be 600,000 for a network of 20,000 channels. */
const EstimateRow = z.object({ channelId: z.string(), days: z.record(Day, Integer) })

/** By channel and day. */
export async function selectEstimates(
  db: Pick<Queryable, 'query'>,
  { from, to }: DayRange,
  channelIds: readonly string[],
): Promise<People['estimates']> {
  const rows = await db.query(
    EstimateRow,
    sql`select channel_id as "channelId",
      json_object_agg(day, micros) as days
    from (
      select channel_id,
        day,
        sum(revenue_micros)::bigint as micros
      from country_daily
      where channel_id = any(${channelIds}::text[])
        and day between ${from} and ${to}
      group by channel_id, day
    ) estimates
    group by channel_id`,
  )
  return new Map(rows.map(({ channelId, days }) => [channelId, days]))
}

const RegistrationRow = z.object({
  registrationId: Id,
  channelId: z.string(),
  networkId: Id,
  from: Day,
  removedAt: z.nullable(Timestamp),
  forfeits: z.boolean(),
})

/**
 * Selects registrations that count on a day of the range, removed ones until their removal. The latest one of a channel
 * is first.
 */
async function selectRegistrations(
  db: Pick<Queryable, 'query'>,
  { from, to }: DayRange,
  channelIds: readonly string[],
): Promise<Map<string, Registration[]>> {
  const rows = await db.query(
    RegistrationRow,
    sql`select registration_id as "registrationId",
      channel_id as "channelId",
      network_id as "networkId",
      earns_from as "from",
      removed_at as "removedAt",
      forfeits
    from channels c
    where channel_id = any(${channelIds}::text[])
      and ${hasState('approved')}
      and earns_from <= ${to}
      and (removed_at is null or removed_at > ${from}::date)
    order by registration_id desc`,
  )
  const registrations = rows.map(({ removedAt, ...row }) => ({ ...row, until: toDay(removedAt) }))
  return Map.groupBy(registrations, ({ channelId }) => channelId)
}

const toDay = (time: string | null) => (time === null ? null : getPacificDay(new Date(time)))

const AssignmentRow = z.object({ registrationId: Id, memberId: Id, from: Day, until: z.nullable(Day) })

export async function selectAssignments(
  db: Pick<Queryable, 'query'>,
  registrationIds: readonly number[],
): Promise<Map<number, AssignedDays[]>> {
  const rows = await db.query(
    AssignmentRow,
    sql`select registration_id as "registrationId",
      account_id as "memberId",
      from_day as "from",
      until_day as until
    from assignments
    where registration_id = any(${registrationIds}::integer[])
    order by registration_id, account_id, from_day`,
  )
  return Map.groupBy(rows, ({ registrationId }) => registrationId)
}

const FeeRow = z.object({ memberId: Id, fromDay: Day, permille: Integer })

async function selectFees(
  db: Pick<Queryable, 'query'>,
  memberIds: readonly number[],
): Promise<Map<number, FeeDay[]>> {
  const rows = await db.query(
    FeeRow,
    sql`select account_id as "memberId",
      from_day as "fromDay",
      permille
    from fee_rates
    where account_id = any(${memberIds}::integer[])
    order by account_id, from_day`,
  )
  return Map.groupBy(rows, ({ memberId }) => memberId)
}
