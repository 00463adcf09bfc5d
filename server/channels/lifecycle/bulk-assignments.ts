import * as z from 'zod/mini'
import type { FieldCode } from '#contract/platform/errors.ts'
import { lockRegistrations } from '#server/channels/registrations/registration-record.ts'
import { type Actor, type Caller, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { isMemberOf } from '#server/platform/auth/roles.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Id, IdRow } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/refusal.ts'

interface BulkAssignment {
  ids: readonly number[]
  members: readonly number[]
}

export type AssignmentChange = 'assign' | 'unassign'

/** All or nothing. @returns how many channels it changed. @throws {Refusal} `not_found`, naming what is missing */
export const changeAssignments = (
  db: Database,
  { account, actor }: Caller,
  change: AssignmentChange,
  { ids, members }: BulkAssignment,
  now: Date,
): Promise<number> =>
  db.transaction(async (tx) => {
    await lockAll(tx, account.networkId, { ids, members })
    const pairs = ids.flatMap((id) => members.map((member) => ({ id, member })))
    return writeAssignments(tx, change, pairs, { action: `${change}Channels`, getActor: () => actor }, now)
  })

export interface NamedAssignment {
  id: number
  email: string
}

type Missing = Extract<FieldCode, 'channel_missing' | 'member_missing'>

/**
 * Assigns channels of any networks for the operator, all or nothing. @returns how many channels it changed, or what is
 * missing for which of them; `checkOnly` changes none
 */
export const changeNamedAssignments = (
  db: Database,
  change: AssignmentChange,
  assignments: readonly NamedAssignment[],
  now: Date,
  { checkOnly = false } = {},
): Promise<{ changed: number; missing: ReadonlyMap<NamedAssignment, Missing> }> =>
  db.transaction(async (tx) => {
    const ids = assignments.map(({ id }) => id)
    const channels = await lockRegistrations(tx, sql`registration_id = any(${ids}::bigint[])`)
    const networkOf = new Map(channels.map(({ id, networkId }) => [id, networkId]))
    const emails = [...new Set(assignments.map(({ email }) => email))]
    const memberOf = new Map<string, number>()
    for (const networkId of new Set(networkOf.values()))
      for (const { id, email } of await lockMembers(tx, networkId, emails))
        memberOf.set(`${networkId} ${email}`, id)
    const missing = new Map<NamedAssignment, Missing>()
    const pairs: Pair[] = []
    for (const assignment of assignments) {
      const networkId = networkOf.get(assignment.id)
      const member = memberOf.get(`${networkId} ${assignment.email}`)
      if (member === undefined)
        missing.set(assignment, networkId === undefined ? 'channel_missing' : 'member_missing')
      else pairs.push({ id: assignment.id, member })
    }
    if (checkOnly || missing.size > 0) return { changed: 0, missing }
    const getActor = (id: number): Actor => {
      const networkId = networkOf.get(id)
      return networkId === undefined ? { kind: 'operator' } : { kind: 'operator', networkId }
    }
    const changed = await writeAssignments(tx, change, pairs, { action: `channel ${change}`, getActor }, now)
    return { changed, missing }
  })

const MemberRow = z.object({ id: Id, email: z.string() })

/** Prevents concurrent removal. */
const lockMembers = (tx: Queryable, networkId: number, emails: readonly string[]) =>
  tx.query(
    MemberRow,
    sql`select a.id,
      a.email
    from accounts a
    where a.email = any(${emails}::text[])
      and ${isMemberOf(networkId)}
    order by a.id
    for share`,
  )

interface Pair {
  id: number
  member: number
}

interface Recording {
  action: string
  getActor: (id: number) => Actor
}

/** Channels and members must be locked, and of the same network. @returns how many channels it changed */
async function writeAssignments(
  tx: Queryable,
  change: AssignmentChange,
  pairs: readonly Pair[],
  recording: Recording,
  now: Date,
): Promise<number> {
  const ids = pairs.map(({ id }) => id)
  const members = pairs.map(({ member }) => member)
  const selected = sql`unnest(${ids}::integer[], ${members}::integer[]) as p (registration_id, account_id)`
  const before = await selectAllAssignees(tx, ids)
  await tx.execute(
    change === 'assign'
      ? sql`insert into assignments (registration_id, account_id, assigned_at)
        select distinct p.registration_id, p.account_id, ${now}::timestamptz
        from ${selected}
        on conflict (registration_id, account_id) where unassigned_at is null do nothing`
      : sql`update assignments s
        set unassigned_at = ${now}
        from ${selected}
        where s.registration_id = p.registration_id
          and s.account_id = p.account_id
          and s.unassigned_at is null`,
  )
  return recordChanges(tx, recording, before)
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

const AssigneesRow = z.object({ id: Id, members: z.array(Id) })

const selectAllAssignees = (tx: Queryable, ids: readonly number[]) =>
  tx.query(
    AssigneesRow,
    sql`select c.registration_id as id,
      array(
        select s.account_id
        from assignments s
        where s.registration_id = c.registration_id
          and s.unassigned_at is null
        order by s.account_id
      ) as members
    from channels c
    where c.registration_id = any(${ids}::integer[])
    order by c.registration_id`,
  )

/** An entry for each channel whose members differ from `before`. */
async function recordChanges(
  tx: Queryable,
  { action, getActor }: Recording,
  before: readonly z.output<typeof AssigneesRow>[],
): Promise<number> {
  const ids = before.map(({ id }) => id)
  const after = new Map((await selectAllAssignees(tx, ids)).map(({ id, members }) => [id, members]))
  let changed = 0
  for (const { id, members } of before) {
    const now = after.get(id) ?? []
    if (now.join() === members.join()) continue
    changed += 1
    await recordAuditEntry(tx, getActor(id), {
      action,
      subject: { kind: 'channel', id },
      before: { members },
      after: { members: now },
    })
  }
  return changed
}
