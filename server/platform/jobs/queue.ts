import type { Queryable } from '#server/platform/db/database.ts'

export const jobNames = [
  'verify-channel',
  'find-channel',
  'refresh-lists',
  'send-mail',
  'fetch-reports',
] as const
export type JobName = (typeof jobNames)[number]

export interface JobAttempt {
  signal: AbortSignal
  isLast: boolean
}

/** Retries after these seconds, by default after the policy's delay. */
export class RetryLater extends Error {
  readonly seconds: number | undefined

  constructor(seconds?: number, cause?: unknown) {
    super('Retry later.', { cause })
    this.seconds = seconds
  }
}

export type JobHandler = (id: number, attempt: JobAttempt) => Promise<void>

/** Shared by all instances; at most one job per name and id runs. */
export interface JobQueue {
  /** Transactional outbox. Idempotent while the job is queued or active. */
  enqueue(tx: Queryable, name: JobName, id: number): Promise<void>
  /** Call after the transaction has committed. */
  wake(name: JobName): void
  /**
   * Retries the job if the handler throws. Coalescing: `isRequestedAgain` says whether the job was requested while it
   * ran, when `enqueue` was a no-op.
   */
  registerHandler(
    name: JobName,
    handle: JobHandler,
    isRequestedAgain?: (id: number) => Promise<boolean>,
  ): Promise<void>
}

export interface ManagedJobQueue extends JobQueue {
  start(): Promise<void>
  enqueueMissing(name: JobName, ids: readonly number[]): Promise<void>
  /** Lets active jobs finish for a few seconds, then requeues the rest. */
  close(): Promise<void>
}
