import { approvalStatus, type VerificationFailure } from '#contract/channels.ts'
import { type Caller, recordAuditEntry } from '#server/audit.ts'
import { enforceRateLimit } from '#server/auth/rate-limits.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { isEarning } from '#server/figures/earning.ts'
import { recomputeFigures } from '#server/figures/rollups.ts'
import { Refusal, type Services } from '#server/http/route.ts'
import type { JobQueue } from '#server/jobs/queue.ts'
import { lockOwnRegistration, lockRegistration, type Registration } from './registration-record.ts'

/** Lets the search for the code begin; where it goes on already, it goes on. */
export async function startVerification(
  { db, jobs, now }: Pick<Services, 'db' | 'jobs' | 'now'>,
  { account, actor }: Caller,
  id: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const channel = await lockOwnRegistration(tx, account, id)
    if (channel.verification === 'verified' || channel.approval === approvalStatus.rejected)
      throw new Refusal('changed')
    if (channel.verification === 'verifying') return
    await enforceRateLimit(tx, 'verification', String(id), now())
    await updateVerification(tx, id, 'verifying', null)
    await recordAuditEntry(tx, actor, { action: 'verifyChannel', subject: { kind: 'channel', id } })
    await jobs.enqueue(tx, 'verify-channel', id)
  })
  jobs.wake('verify-channel')
}

/** What is looked for, and where; null when the channel is removed or nothing is looked for any more. */
export async function selectPendingVerification(
  db: Queryable,
  id: number,
): Promise<{ channelId: string; code: string } | null> {
  const [found] = await db.query<{ channelId: string; code: string }>(
    `select channel_id as "channelId",
      verification_code as code
    from channels
    where registration_id = $1
      and verification_status = 'verifying'
      and removed_at is null`,
    [id],
  )
  return found ?? null
}

/** Ends a verification that goes on; of another channel it does nothing. */
export async function settleVerification(
  db: Database,
  id: number,
  outcome: 'verified' | VerificationFailure,
  jobs: Pick<JobQueue, 'enqueue' | 'wake'>,
): Promise<void> {
  const becameEarning = await db.transaction(async (tx) => {
    const channel = await lockRegistration(tx, id)
    if (channel?.verification !== 'verifying') return false
    await auditVerification(tx, channel, outcome)
    if (outcome !== 'verified') {
      await updateVerification(tx, id, 'pending', outcome)
      return false
    }
    await updateVerification(tx, id, 'verified', null)
    const earns = isEarning({ ...channel, verification: 'verified' })
    if (earns) await recomputeFigures(tx, jobs, [channel.channelId])
    return earns
  })
  if (becameEarning) jobs.wake('refresh-lists')
}

const auditVerification = (
  tx: Queryable,
  { id, networkId }: Registration,
  outcome: 'verified' | VerificationFailure,
) =>
  recordAuditEntry(
    tx,
    { kind: 'background', networkId },
    { action: 'verifyChannel', subject: { kind: 'channel', id }, detail: { outcome } },
  )

const updateVerification = (
  tx: Queryable,
  id: number,
  status: 'pending' | 'verifying' | 'verified',
  failure: VerificationFailure | null,
) =>
  tx.query(
    `update channels
    set verification_status = $2,
      verification_failure = $3,
      verified_at = case when $2 = 'verified' then now() end
    where registration_id = $1`,
    [id, status, failure],
  )
