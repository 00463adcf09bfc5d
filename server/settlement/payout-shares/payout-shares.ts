import * as z from 'zod/mini'
import { type Actor, recordAuditEntry } from '#server/platform/auth/audit.ts'
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

/** Replaces the set of the same day. The registration must be locked. `action`: of the entry in the audit log. */
export async function setShares(
  tx: Queryable,
  registrationId: number,
  { fromDay, permilles }: ShareSet,
  actor: Actor,
  action = 'channel share',
): Promise<void> {
  const sets = (await selectShareSets(tx, [registrationId])).get(registrationId) ?? []
  const before = sets.findLast((set) => set.fromDay <= fromDay)
  if (before?.fromDay === fromDay && isSameShares(before.permilles, permilles)) return
  await tx.execute(
    sql`delete from payout_shares
    where registration_id = ${registrationId}
      and from_day = ${fromDay}`,
  )
  await tx.execute(
    sql`insert into payout_shares (registration_id, from_day, account_id, permille)
    select ${registrationId}::integer, ${fromDay}::date, s.account_id, s.permille
    from unnest(${[...permilles.keys()]}::integer[], ${[...permilles.values()]}::integer[]) as s (account_id, permille)`,
  )
  await recordAuditEntry(tx, actor, {
    action,
    subject: { kind: 'channel', id: registrationId },
    context: { from: fromDay },
    before: before ? describeShares(before) : null,
    after: describeShares({ fromDay, permilles }),
  })
}

export const isSameShares = (one: ShareSet['permilles'], other: ShareSet['permilles']) =>
  one.size === other.size && [...one].every(([member, permille]) => other.get(member) === permille)

/** "12: 60 %", by account. */
const describeShares = ({ permilles }: ShareSet) => ({
  shares: [...permilles].map(([member, permille]) => `${member}: ${permille / 10} %`),
})
