import { approval, type VerificationFailure } from '#contract/channels.ts'
import { type Caller, recordChange } from '#server/audit.ts'
import type { Database, Queries } from '#server/db/connect.ts'
import { Refusal, type Services } from '#server/http.ts'
import type { Jobs } from '#server/jobs.ts'
import { countAttempt } from '#server/limits.ts'
import { isCounted, lockOwn, lockRegistered, type Registered, recount } from './registered.ts'

/** Lets the search for the code begin; where it goes on already, it goes on. */
export async function beginVerification(
  { db, jobs, now }: Pick<Services, 'db' | 'jobs' | 'now'>,
  { account, by }: Caller,
  id: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const channel = await lockOwn(tx, account, id)
    if (channel.verification === 'verified' || channel.approval === approval.rejected)
      throw new Refusal('changed')
    if (channel.verification === 'verifying') return
    await countAttempt(tx, 'verification', String(id), now())
    await updateVerification(tx, id, 'verifying', null)
    await recordChange(tx, by, { action: 'verifyChannel', subject: { kind: 'channel', id } })
    await jobs.send(tx, 'verify-channel', id)
  })
  jobs.nudge('verify-channel')
}

/** What is looked for, and where; null when the channel is removed or nothing is looked for any more. */
export async function selectVerifying(
  db: Queries,
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
  jobs: Pick<Jobs, 'send' | 'nudge'>,
): Promise<void> {
  const counted = await db.transaction(async (tx) => {
    const channel = await lockRegistered(tx, id)
    if (channel?.verification !== 'verifying') return false
    await recordEnd(tx, channel, outcome)
    if (outcome !== 'verified') {
      await updateVerification(tx, id, 'pending', outcome)
      return false
    }
    await updateVerification(tx, id, 'verified', null)
    const counts = isCounted({ ...channel, verification: 'verified' })
    if (counts) await recount(tx, jobs, [channel.channelId])
    return counts
  })
  if (counted) jobs.nudge('refresh-lists')
}

const recordEnd = (tx: Queries, { id, networkId }: Registered, outcome: 'verified' | VerificationFailure) =>
  recordChange(
    tx,
    { kind: 'background', networkId },
    { action: 'verifyChannel', subject: { kind: 'channel', id }, detail: { outcome } },
  )

const updateVerification = (
  tx: Queries,
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
