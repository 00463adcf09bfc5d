import type { Approval, Verification } from '#contract/channels.ts'
import type { Queries } from '#server/db/connect.ts'
import { Refusal } from '#server/http.ts'
import { recomputeChannels } from '#server/ingest/rollups.ts'
import type { Jobs } from '#server/jobs.ts'
import type { Account } from '#server/session.ts'

/** What decides which way a live registration can go. */
export interface Registered {
  id: number
  channelId: string
  networkId: number
  approval: Approval
  verification: Verification
  code: string
  heldAt: string | null
  reReviewedAt: string | null
}

/**
 * Locks a live registration until the transaction ends, so that of two who change one the second sees what the first
 * has left. It comes before whatever else the transaction locks.
 */
export async function lockRegistered(tx: Queries, id: number): Promise<Registered | null> {
  const [found] = await tx.query<Registered>(
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
export async function lockOwn(tx: Queries, account: Account, id: number): Promise<Registered> {
  const found = await lockRegistered(tx, id)
  if (!found || !(await isOwn(tx, account, found))) throw new Refusal('not_found')
  return found
}

const isOwn = async (db: Queries, account: Account, { id, networkId }: Registered): Promise<boolean> =>
  networkId === account.networkId && (account.permissionFlag === 1 || (await isAssigned(db, id, account.id)))

/** Asked when the registration is locked: who waited for the lock would otherwise see what was before. */
async function isAssigned(db: Queries, id: number, accountId: number): Promise<boolean> {
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

/** Whether the figures of a channel count. */
export const isCounted = ({ approval, verification }: Pick<Registered, 'approval' | 'verification'>) =>
  approval === 2 && verification === 'verified'

/** Counts the figures anew of channels after what decides about them has changed, and asks for new lists. */
export async function recount(
  tx: Queries,
  jobs: Pick<Jobs, 'send'> | null,
  channelIds: string[],
): Promise<void> {
  await recomputeChannels(tx, channelIds)
  await jobs?.send(tx, 'refresh-lists', 0)
}
