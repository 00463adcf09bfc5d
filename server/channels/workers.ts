import * as z from 'zod/mini'
import { type YoutubeClient, YoutubeError } from '#server/channels/youtube/types.ts'
import type { Database } from '#server/platform/db/database.ts'
import { Id } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type JobAttempt, type ManagedJobQueue, RetryLater } from '#server/platform/jobs/queue.ts'
import type { Log } from '#server/platform/log.ts'
import { sweepRegistrations } from './lifecycle/expiry.ts'
import { selectPendingRequest, settleRequest } from './lifecycle/registration.ts'
import { deleteOrphanedRequest } from './lifecycle/requests.ts'
import { updateStatistics } from './lifecycle/statistics.ts'
import { selectPendingVerification, settleVerification } from './lifecycle/verification.ts'

interface WorkerDependencies {
  db: Database
  log: Log
  youtube: YoutubeClient
  jobs: ManagedJobQueue
  now: () => Date
}

const sweepIntervalMs = 60_000
const maxRecoveredJobs = 1_000
const hourSeconds = 3_600

export async function startChannelWorkers(dependencies: WorkerDependencies): Promise<() => Promise<void>> {
  const { db, jobs, log, now } = dependencies
  await jobs.registerHandler(
    'verify-channel',
    (id, attempt) => runVerification(dependencies, id, attempt),
    (id) => isVerifying(db, id),
  )
  await jobs.registerHandler('find-channel', (id, attempt) => runLookUp(dependencies, id, attempt))
  const sweep = async () => {
    await recoverLostJobs(db, jobs).catch((err: unknown) =>
      log.warn({ err }, 'recovery of lost channel jobs failed'),
    )
    await sweepRegistrations({ db, log }, now()).catch((err: unknown) =>
      log.warn({ err }, 'expiry sweep failed'),
    )
  }
  await sweep()
  const timer = setInterval(() => void sweep(), sweepIntervalMs)
  timer.unref()
  return async () => clearInterval(timer)
}

const OrphanRow = z.object({ name: z.enum(['verify-channel', 'find-channel']), id: Id })

/** Recovery sweep for pending work without a job, such as after a crash. */
export async function recoverLostJobs(
  db: Database,
  jobs: Pick<ManagedJobQueue, 'enqueueMissing'>,
): Promise<void> {
  const orphans = await db.query(
    OrphanRow,
    sql`(
      select 'verify-channel' as name,
        registration_id as id
      from channels
      where verification_status = 'verifying'
        and removed_at is null
      limit ${maxRecoveredJobs}
    )
    union all
    (
      select 'find-channel' as name,
        id
      from channel_requests
      where failure is null
      limit ${maxRecoveredJobs}
    )`,
  )
  for (const name of ['verify-channel', 'find-channel'] as const) {
    await jobs.enqueueMissing(
      name,
      orphans.filter((one) => one.name === name).map(({ id }) => id),
    )
  }
}

async function runVerification(
  { db, youtube, jobs, log, now }: WorkerDependencies,
  id: number,
  attempt: JobAttempt,
): Promise<void> {
  const verification = await selectPendingVerification(db, id)
  if (!verification) return
  await runWithRetry(
    attempt,
    log,
    async () => {
      const { channelId, networkId } = verification
      const { signal } = attempt
      const channel = await youtube.getChannel(channelId, { networkId, purpose: 'verification', signal })
      attempt.signal.throwIfAborted()
      if (channel) await updateStatistics(db, id, channel)
      const hasCode = channel?.descriptions.some((text) => containsCode(text, verification.code))
      const outcome = hasCode ? 'verified' : channel ? 'code_missing' : 'channel_gone'
      await settleVerification(db, id, outcome, jobs, now())
    },
    (failure) => settleVerification(db, id, failure, jobs, now()),
  )
}

async function runLookUp(
  { db, youtube, log, now }: WorkerDependencies,
  id: number,
  attempt: JobAttempt,
): Promise<void> {
  const request = await selectPendingRequest(db, id)
  if (!request) return void (await deleteOrphanedRequest(db, id))
  await runWithRetry(
    attempt,
    log,
    async () => {
      const { networkId, link } = request
      const { signal } = attempt
      const found = await youtube.findChannel(link, { networkId, purpose: 'look-up', signal })
      attempt.signal.throwIfAborted()
      await settleRequest(db, id, found ? { found } : { failure: 'channel_unknown' }, now())
    },
    (failure) => settleRequest(db, id, { failure }, now()),
    // No user is waiting, and five such delays reach the next quota day.
    6 * hourSeconds,
  )
}

/** Retries temporary failures; gives up on the last attempt, so that nothing stays pending forever. */
async function runWithRetry(
  attempt: JobAttempt,
  log: Log,
  work: () => Promise<void>,
  giveUp: (failure: YoutubeError['failure']) => Promise<void>,
  quotaRetrySeconds?: number,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    // Shutdown: the attempt returns to the queue.
    if (attempt.signal.reason instanceof RetryLater) throw error
    const failure = error instanceof YoutubeError ? error.failure : 'no_answer'
    if (!attempt.isLast) {
      if (!isExpectedError(error, attempt)) throw error
      throw new RetryLater(failure === 'no_answer' ? undefined : quotaRetrySeconds, error)
    }
    if (!isExpectedError(error, attempt)) log.error({ err: error }, 'last job attempt failed')
    await giveUp(failure)
  }
}

const isExpectedError = (error: unknown, { signal }: JobAttempt) =>
  error instanceof YoutubeError || (signal.aborted && error === signal.reason)

const VerifyingRow = z.object({ isVerifying: z.boolean() })

/** Waits for a concurrent change: a job enqueued while an attempt still counts as running would be lost. */
async function isVerifying(db: Database, id: number): Promise<boolean> {
  const [channel] = await db.query(
    VerifyingRow,
    sql`select verification_status = 'verifying' and removed_at is null as "isVerifying"
    from channels
    where registration_id = ${id}
    for update`,
  )
  return channel?.isVerifying ?? false
}

/** Excludes Hangul and Han, which may adjoin a code without a space. */
const wordCharacter = '[\\p{Script=Latin}\\p{N}]'

/** Whole words only; the hyphen, case and character width do not matter. */
export function containsCode(description: string, code: string): boolean {
  const [first, second] = [code.slice(0, 4), code.slice(4)]
  const codePattern = new RegExp(
    `(?<!${wordCharacter})${first}[\\p{Pd}\\u2212]?${second}(?!${wordCharacter})`,
    'iu',
  )
  return codePattern.test(description.normalize('NFKC'))
}
