import * as z from 'zod/mini'
import { type Actor, recordEntriesOfNetworks } from '#server/platform/auth/audit.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Id, Integer } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Applies from a day on, until the next set of the registration. */
export interface ShareSet {
  fromDay: string
  /** Tenths of a percent, by member. */
  permilles: ReadonlyMap<number, number>
}

/** Days of Pacific time. */
export interface AssignedDays {
  memberId: number
  from: string
  /** The first day without it; null: it lasts. */
  until: string | null
}

export type DayShares = { permilles: ReadonlyMap<number, number> } | { undecided: number[] }

/**
 * Decides who owns a registration's day. A member with a share also has days before the assignment, but none after its
 * end. Undecided is a day with a member who has no share, unless that member is alone.
 */
export function findShares(
  day: string,
  assignments: readonly AssignedDays[],
  shareSets: readonly ShareSet[],
): DayShares {
  const assigned = [
    ...new Set(
      assignments
        .filter(({ from, until }) => from <= day && (until === null || until > day))
        .map(({ memberId }) => memberId),
    ),
  ]
  const set = shareSets.findLast(({ fromDay }) => fromDay <= day)
  if (!set) {
    const [alone, ...others] = assigned
    if (others.length > 0) return { undecided: assigned }
    return { permilles: new Map(alone === undefined ? [] : [[alone, 1_000]]) }
  }
  if (assigned.some((member) => !set.permilles.has(member))) return { undecided: assigned }
  const hasLeft = (member: number) =>
    !assigned.includes(member) &&
    assignments.some(({ memberId, until }) => memberId === member && until !== null && until <= day)
  return { permilles: new Map([...set.permilles].filter(([member]) => !hasLeft(member))) }
}

const ShareRow = z.object({ registrationId: Id, fromDay: Day, memberId: Id, permille: Integer })

/** Groups by registration, in the order of days. */
export async function selectShareSets(
  db: Pick<Queryable, 'query'>,
  registrationIds: readonly number[],
): Promise<Map<number, ShareSet[]>> {
  const rows = await db.query(
    ShareRow,
    sql`select registration_id as "registrationId",
      from_day as "fromDay",
      account_id as "memberId",
      permille
    from payout_shares
    where registration_id = any(${registrationIds}::integer[])
    order by registration_id, from_day, account_id`,
  )
  const sets = new Map<number, { fromDay: string; permilles: Map<number, number> }[]>()
  for (const { registrationId, fromDay, memberId, permille } of rows) {
    const own = sets.get(registrationId) ?? []
    sets.set(registrationId, own)
    const last = own.at(-1)
    if (last?.fromDay === fromDay) last.permilles.set(memberId, permille)
    else own.push({ fromDay, permilles: new Map([[memberId, permille]]) })
  }
  return sets
}

/** A set of a registration. */
export interface OwnedShareSet extends ShareSet {
  id: number
}

interface Recording {
  action: string
  getActor: (id: number) => Actor
}

/**
 * Replaces the sets of the same days, in few statements for any number of registrations, which must be locked. Each day of one is
 * given once, in the order of days.
 */
export async function setShares(
  tx: Queryable,
  given: readonly OwnedShareSet[],
  { action, getActor }: Recording,
): Promise<void> {
  const sets = await selectShareSets(tx, [...new Set(given.map(({ id }) => id))])
  const changes: { after: OwnedShareSet; before: ShareSet | undefined }[] = []
  for (const after of given) {
    const own = sets.get(after.id) ?? []
    const before = own.findLast(({ fromDay }) => fromDay <= after.fromDay)
    if (before?.fromDay === after.fromDay && isSameShares(before.permilles, after.permilles)) continue
    changes.push({ after, before })
    const others = own.filter(({ fromDay }) => fromDay !== after.fromDay)
    sets.set(
      after.id,
      [...others, after].sort((a, b) => (a.fromDay < b.fromDay ? -1 : 1)),
    )
  }
  if (changes.length === 0) return
  await replaceShareSets(
    tx,
    changes.map(({ after }) => after),
  )
  await recordEntriesOfNetworks(
    tx,
    changes.map(({ after, before }) => ({
      actor: getActor(after.id),
      entry: {
        action,
        subject: { kind: 'channel', id: after.id },
        context: { from: after.fromDay },
        before: before ? describeShares(before) : null,
        after: describeShares(after),
      },
    })),
  )
}

async function replaceShareSets(tx: Queryable, sets: readonly OwnedShareSet[]): Promise<void> {
  await tx.execute(
    sql`delete from payout_shares s
    using unnest(
      ${sets.map(({ id }) => id)}::integer[],
      ${sets.map(({ fromDay }) => fromDay)}::date[]
    ) as c (registration_id, from_day)
    where s.registration_id = c.registration_id
      and s.from_day = c.from_day`,
  )
  const shares = sets.flatMap(({ id, fromDay, permilles }) =>
    [...permilles].map(([member, permille]) => ({ id, fromDay, member, permille })),
  )
  await tx.execute(
    sql`insert into payout_shares (registration_id, from_day, account_id, permille)
    select s.registration_id, s.from_day, s.account_id, s.permille
    from unnest(
      ${shares.map(({ id }) => id)}::integer[],
      ${shares.map(({ fromDay }) => fromDay)}::date[],
      ${shares.map(({ member }) => member)}::integer[],
      ${shares.map(({ permille }) => permille)}::integer[]
    ) as s (registration_id, from_day, account_id, permille)`,
  )
}

export const isSameShares = (one: ShareSet['permilles'], other: ShareSet['permilles']) =>
  one.size === other.size && [...one].every(([member, permille]) => other.get(member) === permille)

/** "12: 60 %", by account. */
const describeShares = ({ permilles }: ShareSet) => ({
  shares: [...permilles].map(([member, permille]) => `${member}: ${permille / 10} %`),
})
