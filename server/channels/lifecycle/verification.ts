import * as z from 'zod/mini'
import { approvalStatus, type VerificationFailure } from '#contract/channels/channel-states.ts'
import { extendDeadline } from '#server/channels/registrations/deadline.ts'
import {
  lockOwnRegistration,
  lockRegistration,
  type Registration,
} from '#server/channels/registrations/registration-record.ts'
import { type Caller, recordAuditEntry } from '#server/platform/auth/audit.ts'
import { enforceRateLimit } from '#server/platform/auth/rate-limits.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Services } from '#server/platform/http/request/services.ts'
import type { JobQueue } from '#server/platform/jobs/queue.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { isEarning } from '#server/reports/figures/channel-states.ts'
import { recomputeFigures } from '#server/reports/lists/rollups.ts'
import { closeCompetitors, lockCompetitors } from './claims.ts'

/** Idempotent while the search runs. */
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
    await updateVerification(tx, id, 'verifying', null, now())
    await recordAuditEntry(tx, actor, {
      action: 'verifyChannel',
      subject: { kind: 'channel', id },
      before: { verification: channel.verification },
      after: { verification: 'verifying' },
    })
    await jobs.enqueue(tx, 'verify-channel', id)
  })
  jobs.wake('verify-channel')
}

const PendingVerification = z.object({ channelId: z.string(), networkId: Id, code: z.string() })

/** @returns null when the channel was removed or is not being verified */
export async function selectPendingVerification(
  db: Queryable,
  id: number,
): Promise<z.output<typeof PendingVerification> | null> {
  const [verification] = await db.query(
    PendingVerification,
    sql`select channel_id as "channelId",
      network_id as "networkId",
      verification_code as code
    from channels
    where registration_id = ${id}
      and verification_status = 'verifying'
      and removed_at is null`,
  )
  return verification ?? null
}

/** Success wins the claim: it closes all other live registrations of the channel. */
export async function settleVerification(
  db: Database,
  id: number,
  outcome: 'verified' | VerificationFailure,
  jobs: Pick<JobQueue, 'enqueue' | 'wake'>,
  now: Date,
): Promise<void> {
  if (outcome !== 'verified') return failVerification(db, id, outcome, now)
  const becameEarning = await db.transaction(async (tx) => {
    const registrations = await lockCompetitors(tx, id)
    const channel = registrations.find((registration) => registration.id === id)
    if (channel?.verification !== 'verifying') return false
    const competitors = registrations.filter((registration) => registration !== channel)
    const isClaimed = competitors.some(({ verification }) => verification === 'verified')
    await closeCompetitors(tx, isClaimed ? [channel] : competitors, now)
    if (isClaimed) return false
    await auditVerification(tx, channel, outcome)
    await updateVerification(tx, id, 'verified', null, now)
    const earns = isEarning({ ...channel, verification: 'verified' })
    if (earns) await recomputeFigures(tx, jobs, [channel.channelId])
    return earns
  })
  if (becameEarning) jobs.wake('refresh-lists')
}

const failVerification = (db: Database, id: number, failure: VerificationFailure, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const channel = await lockRegistration(tx, id)
    if (channel?.verification !== 'verifying') return
    await auditVerification(tx, channel, failure)
    await updateVerification(tx, id, 'pending', failure, now)
    if (!ownerFailures.has(failure)) await extendDeadline(tx, id, now)
  })

/** The others are YouTube's: the deadline leaves time for another attempt. */
const ownerFailures: ReadonlySet<VerificationFailure> = new Set(['code_missing', 'channel_gone'])

const auditVerification = (
  tx: Queryable,
  { id, networkId, verification }: Registration,
  outcome: 'verified' | VerificationFailure,
) =>
  recordAuditEntry(
    tx,
    { kind: 'background', networkId },
    {
      action: 'verifyChannel',
      subject: { kind: 'channel', id },
      before: { verification },
      after: { verification: outcome === 'verified' ? outcome : `pending: ${outcome}` },
    },
  )

const updateVerification = (
  tx: Queryable,
  id: number,
  status: 'pending' | 'verifying' | 'verified',
  failure: VerificationFailure | null,
  now: Date,
) =>
  tx.execute(
    sql`update channels
    set verification_status = ${status},
      verification_failure = ${failure},
      verified_at = ${status === 'verified' ? now : null}
    where registration_id = ${id}`,
  )
