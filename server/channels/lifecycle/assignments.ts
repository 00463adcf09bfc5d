import * as z from 'zod/mini'
import { lockOwnRegistration } from '#server/channels/registrations/registration-record.ts'
import { type AuditValues, type Caller, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { isMemberOf } from '#server/platform/auth/roles.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { getPacificDay } from '#server/platform/pacific-day.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockOpenDays } from '#server/reports/figures/open-days.ts'
import {
  type AssignmentChange,
  type DayProblem,
  type Pair,
  planAssignments,
  selectRegistrationDays,
  writeAssignmentDays,
} from './assignment-days.ts'

interface Dates {
  firstOpenDay: string | null
  now: Date
}

/** Registrations and members must be locked. @returns problems; if there are any, or with `checkOnly`, nothing is written */
export async function writeAssignments<Given extends Pair>(
  tx: Queryable,
  change: AssignmentChange,
  pairs: readonly Given[],
  { firstOpenDay, now }: Dates,
  { checkOnly = false } = {},
): Promise<{ changed: number; problems: Map<Given, DayProblem> }> {
  const registrations = await selectRegistrationDays(tx, [...new Set(pairs.map(({ id }) => id))])
  const today = getPacificDay(now)
  const { changes, problems } = planAssignments(change, pairs, registrations, { firstOpenDay, today })
  if (problems.size > 0 || checkOnly) return { changed: 0, problems }
  await writeAssignmentDays(tx, changes, now)
  return { changed: changes.length, problems }
}

/** @throws {Refusal} `month_closed` or `invalid`, naming the field of the day */
export function refuseDay(problems: ReadonlyMap<Pair, DayProblem>, field: 'from' | 'until'): void {
  for (const problem of problems.values())
    throw new Refusal(problem === 'day_closed' ? 'month_closed' : 'invalid', { fields: { [field]: problem } })
}

/** @throws {Refusal} `not_found`; `month_closed`; `invalid` */
export const assignMembers = (
  db: Database,
  { account, actor }: Caller,
  id: number,
  { members, from }: { members: readonly number[]; from?: string | undefined },
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    const firstOpenDay = await lockOpenDays(tx)
    await lockOwnRegistration(tx, account, id)
    await requireMembers(tx, account.networkId, [...new Set(members)])
    const before = await describeAssignees(tx, id, from)
    const pairs = members.map((member) => ({ id, member, day: from }))
    const { changed, problems } = await writeAssignments(tx, 'assign', pairs, { firstOpenDay, now })
    refuseDay(problems, 'from')
    if (changed === 0) return
    await recordAuditEntry(tx, actor, {
      action: 'assignChannel',
      subject: { kind: 'channel', id },
      context: from === undefined ? {} : { from },
      before,
      after: await describeAssignees(tx, id, from),
    })
  })

/** Locks the members against concurrent removal. @throws {Refusal} `not_found` */
async function requireMembers(tx: Queryable, networkId: number, members: readonly number[]): Promise<void> {
  const found = await tx.execute(
    sql`select a.id
    from accounts a
    where a.id = any(${members}::bigint[])
      and ${isMemberOf(networkId)}
    order by a.id
    for share`,
  )
  if (found < members.length) throw new Refusal('not_found')
}

const AssigneeRow = z.object({ accountId: Id })

export async function selectAssignees(tx: Queryable, id: number): Promise<number[]> {
  const assignees = await tx.query(
    AssigneeRow,
    sql`select account_id as "accountId"
    from assignments
    where registration_id = ${id}
      and unassigned_at is null
    order by account_id`,
  )
  return assignees.map(({ accountId }) => accountId)
}

/** With the days, if one was given. */
async function describeAssignees(tx: Queryable, id: number, day: string | undefined): Promise<AuditValues> {
  const members = await selectAssignees(tx, id)
  if (day === undefined) return { members }
  const { assignments = [] } = (await selectRegistrationDays(tx, [id])).get(id) ?? {}
  return { members, days: assignments.map(({ member, from, until }) => `${member}: ${from}–${until ?? ''}`) }
}

/** The registrant of a channel, who has it from now on, or from its earning day. */
export const insertAssignment = (tx: Queryable, id: number, member: number, now: Date): Promise<void> =>
  writeAssignmentDays(tx, [{ id, member, from: getPacificDay(now), until: null, before: null }], now)

/** @throws {Refusal} `not_found`; `month_closed`; `invalid` */
export const unassignMember = (
  db: Database,
  { account, actor }: Caller,
  id: number,
  { member, until }: { member: number; until?: string | undefined },
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    const firstOpenDay = await lockOpenDays(tx)
    await lockOwnRegistration(tx, account, id)
    const before = await describeAssignees(tx, id, until)
    const pairs = [{ id, member, day: until }]
    const { changed, problems } = await writeAssignments(tx, 'unassign', pairs, { firstOpenDay, now })
    refuseDay(problems, 'until')
    if (changed === 0) throw new Refusal('not_found')
    await recordAuditEntry(tx, actor, {
      action: 'unassignChannel',
      subject: { kind: 'channel', id },
      context: until === undefined ? {} : { until },
      before,
      after: await describeAssignees(tx, id, until),
    })
  })
