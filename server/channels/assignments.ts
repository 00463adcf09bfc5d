import { type Caller, recordAuditEntry } from '#server/audit.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { Refusal } from '#server/http/route.ts'
import { lockOwnRegistration } from './registration-record.ts'

/** Gives a channel to members of the manager's network, beside those who have it. */
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
    const assigned = await insertAssignments(tx, id, members, now)
    if (assigned.length === 0) return
    await recordAuditEntry(tx, actor, {
      action: 'assignChannel',
      subject: { kind: 'channel', id },
      detail: { members: assigned },
    })
  })

/** Locks the members, so that nobody leaves meanwhile. @throws {Refusal} `not_found` when one is not of the network */
async function requireMembers(tx: Queryable, networkId: number, members: readonly number[]): Promise<void> {
  const found = await tx.query(
    `select id
    from accounts
    where id = any($1::bigint[])
      and network_id = $2
      and id <> $2
      and removed_at is null
    order by id
    for share`,
    [members, networkId],
  )
  if (found.length < members.length) throw new Refusal('not_found')
}

/** Whoever has it already keeps it as it is. @returns who has it now and had it not */
export async function insertAssignments(
  tx: Queryable,
  id: number,
  accounts: readonly number[],
  now: Date,
): Promise<number[]> {
  const assigned = await tx.query<{ accountId: number }>(
    `insert into assignments (registration_id, account_id, assigned_at)
    select distinct $1::integer, account_id, $3::timestamptz
    from unnest($2::integer[]) as account_id
    on conflict (registration_id, account_id) where unassigned_at is null do nothing
    returning account_id as "accountId"`,
    [id, accounts, now],
  )
  return assigned.map(({ accountId }) => accountId)
}

/** Takes a channel from a member; it and its revenue stay. */
export const unassignMember = (
  db: Database,
  { account, actor }: Caller,
  id: number,
  member: number,
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    await lockOwnRegistration(tx, account, id)
    const ended = await tx.query(
      `update assignments
      set unassigned_at = $3
      where registration_id = $1
        and account_id = $2::bigint
        and unassigned_at is null
      returning account_id`,
      [id, member, now],
    )
    if (ended.length === 0) throw new Refusal('not_found')
    await recordAuditEntry(tx, actor, {
      action: 'unassignChannel',
      subject: { kind: 'channel', id },
      detail: { members: [member] },
    })
  })
