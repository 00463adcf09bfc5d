import * as z from 'zod/mini'
import { lockOwnRegistration } from '#server/channels/registrations/registration-record.ts'
import { type Caller, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { isMemberOf } from '#server/platform/auth/roles.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/refusal.ts'

export const assignMembers = (
  db: Database,
  { account, actor }: Caller,
  id: number,
  members: readonly number[],
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    await lockOwnRegistration(tx, account, id)
    await requireMembers(tx, account.networkId, [...new Set(members)])
    const before = await selectAssignees(tx, id)
    const assigned = await insertAssignments(tx, id, members, now)
    if (assigned.length === 0) return
    await recordAuditEntry(tx, actor, {
      action: 'assignChannel',
      subject: { kind: 'channel', id },
      before: { members: before },
      after: { members: await selectAssignees(tx, id) },
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

/** Idempotent. @returns the newly assigned accounts */
export async function insertAssignments(
  tx: Queryable,
  id: number,
  accounts: readonly number[],
  now: Date,
): Promise<number[]> {
  const assigned = await tx.query(
    AssigneeRow,
    sql`insert into assignments (registration_id, account_id, assigned_at)
    select distinct ${id}::integer, account_id, ${now}::timestamptz
    from unnest(${accounts}::integer[]) as account_id
    on conflict (registration_id, account_id) where unassigned_at is null do nothing
    returning account_id as "accountId"`,
  )
  return assigned.map(({ accountId }) => accountId)
}

export const unassignMember = (
  db: Database,
  { account, actor }: Caller,
  id: number,
  member: number,
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    await lockOwnRegistration(tx, account, id)
    const before = await selectAssignees(tx, id)
    const ended = await tx.execute(
      sql`update assignments
      set unassigned_at = ${now}
      where registration_id = ${id}
        and account_id = ${member}::bigint
        and unassigned_at is null`,
    )
    if (ended === 0) throw new Refusal('not_found')
    await recordAuditEntry(tx, actor, {
      action: 'unassignChannel',
      subject: { kind: 'channel', id },
      before: { members: before },
      after: { members: before.filter((assignee) => assignee !== member) },
    })
  })
