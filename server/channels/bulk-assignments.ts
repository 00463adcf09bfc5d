import * as z from 'zod/mini'
import type { FieldCode } from '#contract/errors.ts'
import { type Caller, recordAuditEntry } from '#server/audit.ts'
import { isMemberOf } from '#server/auth/roles.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { Id, IdRow } from '#server/db/rows.ts'
import { sql } from '#server/db/sql.ts'
import { Refusal } from '#server/http/refusal.ts'
import { lockRegistrations } from './registration-record.ts'

interface BulkAssignment {
  ids: readonly number[]
  members: readonly number[]
}

/** All or nothing. @returns how many channels it changed. @throws {Refusal} `not_found`, naming what is missing */
export const assignAll = (
  db: Database,
  caller: Caller,
  { ids, members }: BulkAssignment,
  now: Date,
): Promise<number> =>
  db.transaction(async (tx) => {
    await lockAll(tx, caller.account.networkId, { ids, members })
    const before = await selectAllAssignees(tx, ids)
    await tx.execute(
      sql`insert into assignments (registration_id, account_id, assigned_at)
      select distinct registration_id, account_id, ${now}::timestamptz
      from unnest(${ids}::integer[]) as registration_id
      cross join unnest(${members}::integer[]) as account_id
      on conflict (registration_id, account_id) where unassigned_at is null do nothing`,
    )
    return recordChanges(tx, caller, 'assignChannels', before)
  })

/** All or nothing. @returns how many channels it changed. @throws {Refusal} `not_found`, naming what is missing */
export const unassignAll = (
  db: Database,
  caller: Caller,
  { ids, members }: BulkAssignment,
  now: Date,
): Promise<number> =>
  db.transaction(async (tx) => {
    await lockAll(tx, caller.account.networkId, { ids, members })
    const before = await selectAllAssignees(tx, ids)
    await tx.execute(
      sql`update assignments
      set unassigned_at = ${now}
      where registration_id = any(${ids}::integer[])
        and account_id = any(${members}::integer[])
        and unassigned_at is null`,
    )
    return recordChanges(tx, caller, 'unassignChannels', before)
  })

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
  { actor }: Caller,
  action: string,
  before: readonly z.output<typeof AssigneesRow>[],
): Promise<number> {
  const ids = before.map(({ id }) => id)
  const after = new Map((await selectAllAssignees(tx, ids)).map(({ id, members }) => [id, members]))
  let changed = 0
  for (const { id, members } of before) {
    const now = after.get(id) ?? []
    if (now.join() === members.join()) continue
    changed += 1
    await recordAuditEntry(tx, actor, {
      action,
      subject: { kind: 'channel', id },
      before: { members },
      after: { members: now },
    })
  }
  return changed
}
