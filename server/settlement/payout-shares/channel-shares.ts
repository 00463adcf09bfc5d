import * as z from 'zod/mini'
import { maxBulkAssignments } from '#contract/channels/channels.ts'
import type { ParsedBody } from '#contract/platform/endpoint.ts'
import type { FieldCode } from '#contract/platform/errors.ts'
import { getMonthStart } from '#contract/reports/calendar.ts'
import {
  type PayoutShares,
  type ShareMember,
  type setPayoutShares,
  wholePermille,
} from '#contract/settlement/payout-shares.ts'
import type { Actor } from '#server/platform/auth/audit.ts'
import { type Account, isConfirmed, isMemberOf } from '#server/platform/auth/roles.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Day, Id, IdRow, queryOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { requireOpenDay, selectFirstOpenDay } from '#server/reports/figures/open-days.ts'
import { selectAssignments } from './channel-days.ts'
import { type AssignedDays, findShares, type ShareSet, selectShareSets, setShares } from './payout-shares.ts'

type Reader = Pick<Queryable, 'query'>

const ChannelRow = z.object({
  id: Id,
  channelId: z.string(),
  name: z.string(),
  thumbnail: z.nullable(z.string()),
  earnsFrom: z.nullable(Day),
})

/** @throws {Refusal} `not_found` */
export async function readShares(
  db: Reader,
  { networkId }: Account,
  channelId: string,
  now: Date,
): Promise<PayoutShares> {
  const [channel] = await db.query(
    ChannelRow,
    sql`select registration_id as id,
      channel_id as "channelId",
      name,
      thumbnail,
      earns_from as "earnsFrom"
    from channels
    where channel_id = ${channelId}
      and network_id = ${networkId}
      and removed_at is null`,
  )
  if (!channel) throw new Refusal('not_found')
  const { earnsFrom, ...identity } = channel
  const assignments = (await selectAssignments(db, [channel.id])).get(channel.id) ?? []
  const sets = (await selectShareSets(db, [channel.id])).get(channel.id) ?? []
  const today = getPacificDay(now)
  const firstDay = await selectFirstOpenDay(db)
  const firstOpenDay = await findFirstOpenDay(db, firstDay, today)
  const assigned = [
    ...new Set(assignments.flatMap(({ memberId, until }) => (until === null ? [memberId] : []))),
  ]
  const getMember = await selectMembers(db, [
    ...assigned,
    ...sets.flatMap(({ permilles }) => [...permilles.keys()]),
  ])
  return {
    ...identity,
    members: assigned.map(getMember),
    sets: sets
      .map(({ fromDay, permilles }) => ({
        fromDay,
        shares: [...permilles].map(([member, permille]) => ({ member: getMember(member), permille })),
      }))
      .reverse(),
    undecidedFrom: findUndecidedDay(
      earnsFrom !== null && earnsFrom > firstOpenDay ? earnsFrom : firstOpenDay,
      assignments,
      sets,
    ),
    firstDay,
    today,
  }
}

/** The first day from `start` on: only days on which something changes differ from the day before. */
function findUndecidedDay(
  start: string,
  assignments: readonly AssignedDays[],
  sets: readonly ShareSet[],
): string | null {
  const changes = [
    ...assignments.flatMap(({ from, until }) => (until === null ? [from] : [from, until])),
    ...sets.map(({ fromDay }) => fromDay),
  ]
  const days = [start, ...changes.filter((day) => day > start).sort()]
  return days.find((day) => 'undecided' in findShares(day, assignments, sets)) ?? null
}

const EarningDayRow = z.object({ id: Id, earnsFrom: z.nullable(Day) })

/** Null: nothing is undecided. */
async function selectUndecidedDays(
  tx: Queryable,
  ids: readonly number[],
  today: string,
): Promise<Map<number, string | null>> {
  const rows = await tx.query(
    EarningDayRow,
    sql`select registration_id as id,
      earns_from as "earnsFrom"
    from channels
    where registration_id = any(${ids}::integer[])`,
  )
  const firstDay = await findFirstOpenDay(tx, await selectFirstOpenDay(tx), today)
  const assignments = await selectAssignments(tx, ids)
  const sets = await selectShareSets(tx, ids)
  return new Map(
    rows.map(({ id, earnsFrom }) => {
      const start = earnsFrom !== null && earnsFrom > firstDay ? earnsFrom : firstDay
      return [id, findUndecidedDay(start, assignments.get(id) ?? [], sets.get(id) ?? [])]
    }),
  )
}

const FilesRow = z.object({ firstMonth: z.nullable(Day) })

/** Without a closed month, the first one that can still be paid. */
async function findFirstOpenDay(db: Reader, firstDay: string | null, today: string): Promise<string> {
  if (firstDay !== null) return firstDay
  const { firstMonth } = await queryOne(
    db,
    FilesRow,
    sql`select min(month) as "firstMonth" from month_loads where state = 'current'`,
  )
  return firstMonth ?? getMonthStart(today, -1)
}

const MemberRow = z.object({ id: Id, nickname: z.nullable(z.string()) })

async function selectMembers(db: Reader, ids: readonly number[]): Promise<(id: number) => ShareMember> {
  const rows = await db.query(
    MemberRow,
    sql`select id,
      case when removed_at is null then nickname end as nickname
    from accounts
    where id = any(${ids}::integer[])`,
  )
  const members = new Map(rows.map((row) => [row.id, row]))
  return (id) => members.get(id) ?? { id, nickname: null }
}

const NamedMember = z.object({ id: Id, email: z.string(), networkId: Id })

/** Searches the registration's network. */
export const selectMembersByEmail = (db: Reader, registrationId: number, emails: readonly string[]) =>
  db.query(
    NamedMember,
    sql`select a.id, a.email, a.network_id as "networkId"
    from channels c
    join accounts a on a.network_id = c.network_id
      and 'member' = any(a.roles)
    where c.registration_id = ${registrationId}
      and a.email = any(${emails}::text[])
      and a.removed_at is null
      and ${isConfirmed}`,
  )

/** All or none. @throws {Refusal} `not_found`, naming what is missing; `month_closed`; `invalid` */
export const changeShares = (
  db: Database,
  { account: { networkId }, actor }: { account: Pick<Account, 'networkId'>; actor: Actor },
  { ids, fromDay, shares }: ParsedBody<typeof setPayoutShares>,
  now: Date,
  action = 'setPayoutShares',
): Promise<void> =>
  db.transaction(async (tx) => {
    const permilles = new Map(shares.map(({ member, permille }) => [member, permille]))
    const total = shares.reduce((sum, { permille }) => sum + permille, 0)
    if (total > wholePermille || permilles.size < shares.length)
      throw new Refusal('invalid', { fields: { shares: 'shares_total' } })
    if (ids.length * shares.length > maxBulkAssignments)
      throw new Refusal('invalid', { fields: { shares: 'assignments_many' } })
    await lockOwn(tx, networkId, { ids, members: [...permilles.keys()] })
    const today = getPacificDay(now)
    await requireOpenDay(tx, fromDay ?? today)
    const sorted = [...new Set(ids)].sort((a, b) => a - b)
    const undecided =
      fromDay === undefined ? await selectUndecidedDays(tx, sorted, today) : new Map<number, string | null>()
    const sets = sorted.map((id) => ({ id, fromDay: fromDay ?? undecided.get(id) ?? today, permilles }))
    await setShares(tx, sets, { action, getActor: () => actor })
  })

/** Lock order: registrations by id, then members by id, as everywhere. @throws {Refusal} `not_found` */
async function lockOwn(
  tx: Queryable,
  networkId: number,
  { ids, members }: { ids: readonly number[]; members: readonly number[] },
): Promise<void> {
  const channels = await tx.query(
    IdRow,
    sql`select registration_id as id
    from channels
    where registration_id = any(${ids}::bigint[])
      and network_id = ${networkId}
      and removed_at is null
    order by registration_id
    for no key update`,
  )
  const accounts = await tx.query(
    IdRow,
    sql`select a.id
    from accounts a
    where a.id = any(${members}::bigint[])
      and ${isMemberOf(networkId)}
    order by a.id
    for share`,
  )
  const fields = {
    ...nameMissing('ids', ids, channels, 'channel_missing'),
    ...nameMissing('members', members, accounts, 'member_missing'),
  }
  if (Object.keys(fields).length > 0) throw new Refusal('not_found', { fields })
}

function nameMissing(
  field: string,
  ids: readonly number[],
  found: readonly { id: number }[],
  code: FieldCode,
): Record<string, FieldCode> {
  const foundIds = new Set(found.map(({ id }) => id))
  return Object.fromEntries(ids.filter((id) => !foundIds.has(id)).map((id) => [`${field}.${id}`, code]))
}
