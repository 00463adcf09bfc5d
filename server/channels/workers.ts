import type { Database } from '#server/db/database.ts'
import { type JobAttempt, type ManagedJobQueue, RetryLater } from '#server/jobs/queue.ts'
import type { Log } from '#server/log.ts'
import { selectPendingRequest, settleRequest } from './registration.ts'
import { deleteOrphanedRequest } from './requests.ts'
import { selectPendingVerification, settleVerification } from './verification.ts'
import { type YoutubeClient, YoutubeError } from '#server/youtube/types.ts'

interface WorkerDependencies {
  db: Database
  log: Log
  youtube: YoutubeClient
  jobs: ManagedJobQueue
}

const recoveryIntervalMs = 60_000
const maxRecoveredJobs = 1_000
const hourSeconds = 3_600

/** Does the work of channels in the background, and finds such as has been lost. @returns how to stop the search */
export async function startChannelWorkers(dependencies: WorkerDependencies): Promise<() => Promise<void>> {
  const { db, jobs, log } = dependencies
  await jobs.registerHandler(
    'verify-channel',
    (id, attempt) => runVerification(dependencies, id, attempt),
    (id) => isVerifying(db, id),
  )
  await jobs.registerHandler('find-channel', (id, attempt) => runLookUp(dependencies, id, attempt))
  const recover = () =>
    recoverLostJobs(db, jobs).catch((err: unknown) =>
      log.warn({ err }, 'recovery of lost channel jobs failed'),
    )
  await recover()
  const timer = setInterval(() => void recover(), recoveryIntervalMs)
  timer.unref()
  return async () => clearInterval(timer)
}

/** Work for what waits for some and has none, as after a crash in between. */
export async function recoverLostJobs(
  db: Database,
  jobs: Pick<ManagedJobQueue, 'enqueueMissing'>,
): Promise<void> {
  const orphans = await db.query<{ name: 'verify-channel' | 'find-channel'; id: number }>(
    `(
      select 'verify-channel' as name,
        registration_id as id
      from channels
      where verification_status = 'verifying'
        and removed_at is null
      limit $1
    )
    union all
    (
      select 'find-channel' as name,
        id
      from channel_requests
      where failure is null
      limit $1
    )`,
    [maxRecoveredJobs],
  )
  for (const name of ['verify-channel', 'find-channel'] as const) {
    await jobs.enqueueMissing(
      name,
      orphans.filter((one) => one.name === name).map(({ id }) => id),
    )
  }
}

async function runVerification(
  { db, youtube, jobs, log }: WorkerDependencies,
  id: number,
  attempt: JobAttempt,
): Promise<void> {
  const verification = await selectPendingVerification(db, id)
  if (!verification) return
  await runWithRetry(
    attempt,
    log,
    async () => {
      const channel = await youtube.getChannel(verification.channelId, attempt.signal)
      attempt.signal.throwIfAborted()
      const hasCode = channel?.descriptions.some((text) => containsCode(text, verification.code))
      await settleVerification(db, id, hasCode ? 'verified' : channel ? 'code_missing' : 'channel_gone', jobs)
    },
    (failure) => settleVerification(db, id, failure, jobs),
  )
}

async function runLookUp(
  { db, youtube, log }: WorkerDependencies,
  id: number,
  attempt: JobAttempt,
): Promise<void> {
  const request = await selectPendingRequest(db, id)
  if (!request) return deleteOrphanedRequest(db, id)
  await runWithRetry(
    attempt,
    log,
    async () => {
      const found = await youtube.findChannel(request.link, attempt.signal)
      attempt.signal.throwIfAborted()
      await settleRequest(db, id, found ? { found } : { failure: 'channel_unknown' })
    },
    (failure) => settleRequest(db, id, { failure }),
    // Nobody looks on, and five pauses reach into the platform's next day.
    6 * hourSeconds,
  )
}

/** Puts off what cannot be done now; when no other attempt is left, it is given up, so that nothing waits for ever. */
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
    // The process ends: the attempt did not fail, it was given back.
    if (attempt.signal.reason instanceof RetryLater) throw error
    const trouble = error instanceof YoutubeError ? error.failure : 'no_answer'
    if (!attempt.isLast) {
      if (!isExpectedError(error, attempt)) throw error
      throw new RetryLater(trouble === 'quota' ? quotaRetrySeconds : undefined, error)
    }
    if (!isExpectedError(error, attempt)) log.error({ err: error }, 'the last attempt has failed')
    await giveUp(trouble)
  }
}

const isExpectedError = (error: unknown, { signal }: JobAttempt) =>
  error instanceof YoutubeError || (signal.aborted && error === signal.reason)

/** Waits for whoever is changing it: what they ask for while an attempt still counts as running would be lost. */
async function isVerifying(db: Database, id: number): Promise<boolean> {
  const [channel] = await db.query<{ verifying: boolean }>(
    `select verification_status = 'verifying' and removed_at is null as verifying
    from channels
    where registration_id = $1
    for update`,
    [id],
  )
  return channel?.verifying ?? false
}

/** Korean and Chinese words stand beside a code without a space. */
const wordCharacter = '[\\p{Script=Latin}\\p{N}]'

/**
 * Whether a description shows a code: with its hyphen or without, in any case or width, and not as a part of something
 * longer.
 */
export function containsCode(description: string, code: string): boolean {
  const [first, second] = [code.slice(0, 4), code.slice(4)]
  const codePattern = new RegExp(
    `(?<!${wordCharacter})${first}[\\p{Pd}\\u2212]?${second}(?!${wordCharacter})`,
    'iu',
  )
  return codePattern.test(description.normalize('NFKC'))
}
