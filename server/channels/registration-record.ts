import type { ApprovalStatus, VerificationStatus } from '#contract/channels.ts'
import type { Account } from '#server/auth/sessions.ts'
import type { Queryable } from '#server/db/database.ts'
import { Refusal } from '#server/http/route.ts'

/** What decides which way a live registration can go. */
export interface Registration {
  id: number
  channelId: string
  networkId: number
  approval: ApprovalStatus
  verification: VerificationStatus
  code: string
  heldAt: string | null
  reReviewedAt: string | null
}

/**
 * Locks a live registration until the transaction ends, so that of two who change one the second sees what the first
 * has left. It comes before whatever else the transaction locks.
 */
export async function lockRegistration(tx: Queryable, id: number): Promise<Registration | null> {
  const [found] = await tx.query<Registration>(
    `select registration_id as id,
      channel_id as "channelId",
      network_id as "networkId",
      approval_status as approval,
      verification_status as verification,
      verification_code as code,
      held_at as "heldAt",
      re_reviewed_at as "reReviewedAt"
    from channels
    where registration_id = $1::bigint
      and removed_at is null
    for update`,
    [id],
  )
  return found ?? null
}

/** The same for a person. @throws {Refusal} `not_found` also for a channel that is somebody else's */
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
  networkId === account.networkId && (account.isManager || (await isAssigned(db, id, account.id)))

/** Asked when the registration is locked: who waited for the lock would otherwise see what was before. */
async function isAssigned(db: Queryable, id: number, accountId: number): Promise<boolean> {
  const found = await db.query(
    `select account_id
    from assignments
    where registration_id = $1
      and account_id = $2
      and unassigned_at is null`,
    [id, accountId],
  )
  return found.length > 0
}
