import * as z from 'zod/mini'
import type { Queryable } from '#server/platform/db/database.ts'
import { Day, Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isOpenDay } from '#server/reports/figures/open-days.ts'

export type AssignmentChange = 'assign' | 'unassign'

export interface Pair {
  id: number
  member: number
  /** First day with it, or without it. */
  day?: string | undefined
}

export type DayProblem = 'day_future' | 'day_closed' | 'line_repeated'

interface AssignedDays {
  member: number
  from: string
  /** First day without it; null: it lasts. */
  until: string | null
}

interface RegistrationDays {
  earnsFrom: string | null
  assignments: AssignedDays[]
}

interface Today {
  today: string
  /** Null: no month is closed. */
  firstOpenDay: string | null
}

interface AssignmentPlan<Given> {
  /** New assignments, or days of existing ones. */
  changes: { id: number; member: number; from: string; until: string | null; before: AssignedDays | null }[]
  problems: Map<Given, DayProblem>
}

/**
 * Decides what pairs change. Without a day, the first assignment of a registration begins on its earning day, even in a
 * closed month; later ones begin, and all end, today. Naming a day again moves the beginning of an assignment, or the end of one
 * that has ended. No day that the registration earns in a closed month gets or loses anybody.
 */
export function planAssignments<Given extends Pair>(
  change: AssignmentChange,
  pairs: readonly Given[],
  registrations: ReadonlyMap<number, RegistrationDays>,
  { today, firstOpenDay }: Today,
): AssignmentPlan<Given> {
  const plan: AssignmentPlan<Given> = { changes: [], problems: new Map() }
  const seen = new Map<string, string | undefined>()
  for (const pair of pairs) {
    const { id, member, day } = pair
    const { earnsFrom, assignments } = registrations.get(id) ?? { earnsFrom: null, assignments: [] }
    const key = `${id} ${member}`
    if (seen.has(key)) {
      if (seen.get(key) !== day) plan.problems.set(pair, 'line_repeated')
      continue
    }
    seen.set(key, day)
    const own = assignments.filter((one) => one.member === member)
    const live = own.find(({ until }) => until === null)
    const add = (
      before: AssignedDays | null,
      from: string,
      until: string | null,
      changedDays: (string | null)[],
    ) => {
      const counting = changedDays.map((one) =>
        one !== null && earnsFrom !== null && one < earnsFrom ? earnsFrom : one,
      )
      const [first, second] = counting
      const isUnchanged = counting.length === 2 && first === second
      if (day !== undefined && day > today) plan.problems.set(pair, 'day_future')
      else if (day !== undefined && !isOpenDay(day, firstOpenDay)) plan.problems.set(pair, 'day_closed')
      else if (!isUnchanged && counting.some((one) => one !== null && !isOpenDay(one, firstOpenDay)))
        plan.problems.set(pair, 'day_closed')
      else plan.changes.push({ id, member, from, until, before })
    }
    if (change === 'assign') {
      if (live && (day === undefined || day === live.from)) continue
      if (live) add(live, day ?? live.from, null, [live.from, day ?? live.from])
      else add(null, day ?? (assignments.some(hasDays) ? today : (earnsFrom ?? today)), null, [])
      continue
    }
    const ended = live ?? (day === undefined ? undefined : own.toSorted(compareEnds).at(-1))
    if (!ended) continue
    const until = max(ended.from, day ?? today)
    if (until !== ended.until) add(ended, ended.from, until, ended.until === null ? [] : [ended.until, until])
  }
  return plan
}

const max = (one: string, other: string) => (one > other ? one : other)

const hasDays = ({ from, until }: AssignedDays) => until === null || until > from

const compareEnds = (one: AssignedDays, other: AssignedDays) =>
  (one.until ?? '') < (other.until ?? '') ? -1 : 1

const DaysRow = z.object({
  id: Id,
  earnsFrom: z.nullable(Day),
  member: z.nullable(Id),
  from: z.nullable(Day),
  until: z.nullable(Day),
})

/** Registrations must be locked. */
export async function selectRegistrationDays(
  tx: Queryable,
  ids: readonly number[],
): Promise<Map<number, RegistrationDays>> {
  const rows = await tx.query(
    DaysRow,
    sql`select c.registration_id as id,
      c.earns_from as "earnsFrom",
      s.account_id as member,
      s.from_day as "from",
      s.until_day as until
    from channels c
    left join assignments s on s.registration_id = c.registration_id
    where c.registration_id = any(${ids}::integer[])
    order by s.from_day`,
  )
  const registrations = new Map<number, RegistrationDays>()
  for (const { id, earnsFrom, member, from, until } of rows) {
    const registration = registrations.get(id) ?? { earnsFrom, assignments: [] }
    registrations.set(id, registration)
    if (member !== null && from !== null) registration.assignments.push({ member, from, until })
  }
  return registrations
}

/** Registrations and members must be locked. */
export async function writeAssignmentDays(
  tx: Queryable,
  changes: AssignmentPlan<Pair>['changes'],
  now: Date,
): Promise<void> {
  const added = changes.filter(({ before }) => before === null)
  const changed = changes.filter(({ before }) => before !== null)
  if (added.length > 0)
    await tx.execute(
      sql`insert into assignments (registration_id, account_id, assigned_at, from_day)
      select p.registration_id, p.account_id, ${now}::timestamptz, p.from_day
      from unnest(
        ${added.map(({ id }) => id)}::integer[],
        ${added.map(({ member }) => member)}::integer[],
        ${added.map(({ from }) => from)}::date[]
      ) as p (registration_id, account_id, from_day)
      on conflict (registration_id, account_id) where unassigned_at is null do nothing`,
    )
  if (changed.length > 0)
    await tx.execute(
      sql`update assignments s
      set from_day = p.from_day,
        until_day = p.until_day,
        unassigned_at = case when p.until_day is not null then coalesce(s.unassigned_at, ${now}::timestamptz) end
      from unnest(
        ${changed.map(({ id }) => id)}::integer[],
        ${changed.map(({ member }) => member)}::integer[],
        ${changed.map(({ before }) => before?.from ?? null)}::date[],
        ${changed.map(({ before }) => before?.until ?? null)}::date[],
        ${changed.map(({ from }) => from)}::date[],
        ${changed.map(({ until }) => until)}::date[]
      ) as p (registration_id, account_id, before_from, before_until, from_day, until_day)
      where s.registration_id = p.registration_id
        and s.account_id = p.account_id
        and s.from_day = p.before_from
        and s.until_day is not distinct from p.before_until`,
    )
}

const MovedRow = z.object({ account: Id, from: Day })

/** Assignments that began on one day, and begin on another one now. */
export const MovedAssignments = z.object({ from: Day, to: Day, accounts: z.array(Id) })
export type MovedAssignments = z.output<typeof MovedAssignments>

/**
 * Lets the first assignment of a registration begin on its earning day, unless it was given a day after the earning day
 * so far.
 * @returns those of the day; null: they stay
 */
export async function moveFirstAssignment(
  tx: Queryable,
  id: number,
  before: string | null,
  day: string,
): Promise<MovedAssignments | null> {
  const moved = await tx.query(
    MovedRow,
    sql`with first as (
      select min(from_day) as from_day
      from assignments
      where registration_id = ${id}
        and (until_day is null or until_day > from_day)
    )
    update assignments s
    set from_day = ${day}
    from first
    where s.registration_id = ${id}
      and s.from_day = first.from_day
      and s.from_day > ${day}::date
      and (s.until_day is null or s.until_day > s.from_day)
      and (${before}::date is null or s.from_day <= ${before}::date)
    returning s.account_id as account, first.from_day as "from"`,
  )
  const [first] = moved
  return first ? { from: first.from, to: day, accounts: moved.map(({ account }) => account) } : null
}

/** The inverse. @returns whether all of them were as they had been left */
export async function restoreFirstAssignment(
  tx: Queryable,
  id: number,
  { from, to, accounts }: MovedAssignments,
): Promise<boolean> {
  const restored = await tx.execute(
    sql`update assignments
    set from_day = ${from}
    where registration_id = ${id}
      and account_id = any(${accounts}::integer[])
      and from_day = ${to}
      and (until_day is null or until_day > ${from}::date)`,
  )
  return restored === accounts.length
}
