import * as z from 'zod/mini'
import { ApprovalStatus, VerificationStatus } from '#contract/channels/channel-states.ts'
import { can } from '#contract/platform/roles.ts'
import type { Account } from '#server/platform/auth/roles.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Id, Timestamp } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { Refusal } from '#server/platform/refusal.ts'

const Registration = z.object({
  id: Id,
  channelId: z.string(),
  networkId: Id,
  name: z.string(),
  approval: ApprovalStatus,
  verification: VerificationStatus,
  code: z.string(),
  heldAt: z.nullable(Timestamp),
  reReviewedAt: z.nullable(Timestamp),
  expiresAt: z.nullable(Timestamp),
  remindedAt: z.nullable(Timestamp),
})
export type Registration = z.output<typeof Registration>

/** Locks the row until the transaction ends. Lock order: before all other rows. */
export async function lockRegistration(tx: Queryable, id: number): Promise<Registration | null> {
  const [registration] = await lockRegistrations(tx, sql`registration_id = ${id}::bigint`)
  return registration ?? null
}

/** Live ones, locked in the order of their ids to prevent deadlocks. */
export const lockRegistrations = (tx: Queryable, condition: Sql): Promise<Registration[]> =>
  tx.query(
    Registration,
    sql`select registration_id as id,
      channel_id as "channelId",
      network_id as "networkId",
      name,
      approval_status as approval,
      verification_status as verification,
      verification_code as code,
      held_at as "heldAt",
      re_reviewed_at as "reReviewedAt",
      expires_at as "expiresAt",
      reminded_at as "remindedAt"
    from channels
    where ${condition}
      and removed_at is null
    order by registration_id
    for update`,
  )

/** Locks the row until the transaction ends. @throws {Refusal} `not_found` */
export async function lockOwnRegistration(
  tx: Queryable,
  account: Account,
  id: number,
): Promise<Registration> {
  const found = await lockRegistration(tx, id)
  if (!found || !(await isOwnRegistration(tx, account, found))) throw new Refusal('not_found')
  return found
}

const isOwnRegistration = async (
  db: Queryable,
  account: Account,
  { id, networkId }: Registration,
): Promise<boolean> =>
  networkId === account.networkId && (can(account, 'channels.read') || (await isAssigned(db, id, account.id)))

/** Must run after locking: the locking statement's snapshot may predate a concurrent assignment. */
async function isAssigned(db: Queryable, id: number, accountId: number): Promise<boolean> {
  const found = await db.execute(
    sql`select account_id
    from assignments
    where registration_id = ${id}
      and account_id = ${accountId}
      and unassigned_at is null`,
  )
  return found > 0
}
