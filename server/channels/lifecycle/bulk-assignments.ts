import * as z from 'zod/mini'
import { maxBulkAssignments } from '#contract/channels/channels.ts'
import type { FieldCode } from '#contract/platform/errors.ts'
import { lockRegistrations } from '#server/channels/registrations/registration-record.ts'
import {
  type Actor,
  type AuditValues,
  type Caller,
  recordEntriesOfNetworks,
} from '#server/platform/auth/audit.ts'
import { isMemberOf } from '#server/platform/auth/roles.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Id, IdRow } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockOpenDays } from '#server/reports/figures/open-days.ts'
import {
  type AssignmentChange,
  type DayProblem,
  type Pair,
  selectRegistrationDays,
} from './assignment-days.ts'
import { refuseDay, writeAssignments } from './assignments.ts'

interface BulkAssignment {
  ids: readonly number[]
  members: readonly number[]
  /** First day with the channels, or without them. */
  day?: string | undefined
}

const dayFields = { assign: 'from', unassign: 'until' } as const

/**
 * All or nothing. @returns how many channels it changed
 * @throws {Refusal} `not_found`, naming what is missing; `month_closed`; `invalid`
 */
export const changeAssignments = (
  db: Database,
  { account, actor }: Caller,
  change: AssignmentChange,
  { ids, members, day }: BulkAssignment,
  now: Date,
): Promise<number> =>
  db.transaction(async (tx) => {
    if (change === 'assign' && ids.length * members.length > maxBulkAssignments)
      throw new Refusal('invalid', { fields: { members: 'assignments_many' } })
    const firstOpenDay = await lockOpenDays(tx)
    await lockAll(tx, account.networkId, { ids, members })
    const pairs = [...new Set(ids)].flatMap((id) =>
      [...new Set(members)].map((member) => ({ id, member, day })),
    )
    const recording = {
      action: `${change}Channels`,
      getActor: () => actor,
      context: day === undefined ? {} : { [dayFields[change]]: day },
    }
    const { changed, problems } = await writePairs(tx, change, pairs, recording, { firstOpenDay, now })
    refuseDay(problems, dayFields[change])
    return changed
  })

export interface NamedAssignment {
  id: number
  email: string
  /** First day with the channel, or without it. */
  day?: string | undefined
}

export type AssignmentProblem = Extract<FieldCode, 'channel_missing' | 'member_missing'> | DayProblem

/**
 * Assigns channels of any networks for the operator, all or nothing. @returns how many channels it changed, or what is
 * wrong with which of them; `checkOnly` changes none
 */
export const changeNamedAssignments = (
  db: Database,
  change: AssignmentChange,
  assignments: readonly NamedAssignment[],
  now: Date,
  { checkOnly = false } = {},
): Promise<{ changed: number; problems: ReadonlyMap<NamedAssignment, AssignmentProblem> }> =>
  db.transaction(async (tx) => {
    const firstOpenDay = await lockOpenDays(tx)
    const ids = assignments.map(({ id }) => id)
    const channels = await lockRegistrations(tx, sql`registration_id = any(${ids}::bigint[])`)
    const networkOf = new Map(channels.map(({ id, networkId }) => [id, networkId]))
    const emails = [...new Set(assignments.map(({ email }) => email))]
    const memberOf = new Map<string, number>()
    for (const networkId of new Set(networkOf.values()))
      for (const { id, email } of await lockMembers(tx, networkId, emails))
        memberOf.set(`${networkId} ${email}`, id)
    const problems = new Map<NamedAssignment, AssignmentProblem>()
    const pairs: (Pair & { assignment: NamedAssignment })[] = []
    for (const assignment of assignments) {
      const { id, email, day } = assignment
      const networkId = networkOf.get(id)
      const member = memberOf.get(`${networkId} ${email}`)
      if (member === undefined)
        problems.set(assignment, networkId === undefined ? 'channel_missing' : 'member_missing')
      else pairs.push({ id, member, day, assignment })
    }
    const getActor = (id: number): Actor => {
      const networkId = networkOf.get(id)
      return networkId === undefined ? { kind: 'operator' } : { kind: 'operator', networkId }
    }
    const recording = { action: `channel ${change}`, getActor, context: {} }
    const options = { checkOnly: checkOnly || problems.size > 0 }
    const written = await writePairs(tx, change, pairs, recording, { firstOpenDay, now }, options)
    for (const [{ assignment }, problem] of written.problems) problems.set(assignment, problem)
    return { changed: written.changed, problems }
  })

const MemberRow = z.object({ id: Id, email: z.string(), nickname: z.string() })

/** Prevents concurrent removal. */
export const lockMembers = (tx: Queryable, networkId: number, emails: readonly string[]) =>
  tx.query(
    MemberRow,
    sql`select a.id,
      a.email,
      a.nickname
    from accounts a
    where a.email = any(${emails}::text[])
      and ${isMemberOf(networkId)}
    order by a.id
    for share`,
  )

interface Recording {
  action: string
  getActor: (id: number) => Actor
  context: AuditValues
}

/** Channels and members must be locked, and of the same network. @returns how many channels it changed */
export async function writePairs<Given extends Pair>(
  tx: Queryable,
  change: AssignmentChange,
  pairs: readonly Given[],
  recording: Recording,
  dates: { firstOpenDay: string | null; now: Date },
  options: { checkOnly?: boolean } = {},
): Promise<{ changed: number; problems: Map<Given, DayProblem> }> {
  const ids = [...new Set(pairs.map(({ id }) => id))]
  const withDays = pairs.some(({ day }) => day !== undefined)
  const before = await selectAllAssignees(tx, ids)
  const { changed, problems } = await writeAssignments(tx, change, pairs, dates, options)
  return { changed: changed === 0 ? 0 : await recordChanges(tx, recording, before, withDays), problems }
}

/** Lock order: registrations by id, then members by id, as everywhere. @throws {Refusal} `not_found` */
async function lockAll(tx: Queryable, networkId: number, { ids, members }: BulkAssignment): Promise<void> {
  const channels = await lockRegistrations(
    tx,
    sql`registration_id = any(${ids}::bigint[]) and network_id = ${networkId}`,
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
  field: keyof BulkAssignment,
  ids: readonly number[],
  found: readonly { id: number }[],
  code: FieldCode,
): Record<string, FieldCode> {
  const foundIds = new Set(found.map(({ id }) => id))
  const missing = [...new Set(ids)].filter((id) => !foundIds.has(id))
  return Object.fromEntries(missing.map((id) => [`${field}.${id}`, code]))
}

interface Assignees {
  id: number
  members: number[]
  days: string[]
}

/** In the order of ids. */
async function selectAllAssignees(tx: Queryable, ids: readonly number[]): Promise<Assignees[]> {
  const registrations = await selectRegistrationDays(tx, ids)
  return [...registrations]
    .sort(([a], [b]) => a - b)
    .map(([id, { assignments }]) => {
      // They are in the order of days, which sorting by members keeps.
      const sorted = assignments.toSorted((a, b) => a.member - b.member)
      return {
        id,
        members: sorted.filter(({ until }) => until === null).map(({ member }) => member),
        days: sorted.map(({ member, from, until }) => `${member}: ${from}–${until ?? ''}`),
      }
    })
}

/** An entry for each channel whose members or days differ from `before`; with the days, if one was given. */
async function recordChanges(
  tx: Queryable,
  { action, getActor, context }: Recording,
  before: readonly Assignees[],
  withDays: boolean,
): Promise<number> {
  const ids = before.map(({ id }) => id)
  const after = new Map((await selectAllAssignees(tx, ids)).map((row) => [row.id, row]))
  const describe = ({ members, days }: Assignees) => ({
    members,
    ...(withDays && { days }),
  })
  const entries = before.flatMap((row) => {
    const now = after.get(row.id)
    if (!now || now.days.join() === row.days.join()) return []
    const subject = { kind: 'channel', id: row.id } as const
    const entry = { action, subject, context, before: describe(row), after: describe(now) }
    return [{ actor: getActor(row.id), entry }]
  })
  await recordEntriesOfNetworks(tx, entries)
  return entries.length
}
