import type { Queryable } from '#server/db/database.ts'

export const jobNames = ['verify-channel', 'find-channel', 'refresh-lists'] as const
export type JobName = (typeof jobNames)[number]

export interface JobAttempt {
  /** Aborted on shutdown or timeout. */
  signal: AbortSignal
  /** Whether no retry follows. */
  isLast: boolean
}

/** A temporary failure: retry after these seconds, or after the policy's delay. */
export class RetryLater extends Error {
  readonly seconds: number | undefined

  constructor(seconds?: number, cause?: unknown) {
    super('Retry later.', { cause })
    this.seconds = seconds
  }
}

export type JobHandler = (id: number, attempt: JobAttempt) => Promise<void>

/** Background jobs, stored in the database and shared by all instances. At most one job per name and id runs. */
export interface JobQueue {
  /** Transactional outbox: enqueues a job as part of a transaction. Idempotent while the job is queued or active. */
  enqueue(tx: Queryable, name: JobName, id: number): Promise<void>
  /** Wakes the workers after the transaction has committed. */
  wake(name: JobName): void
  /**
   * Registers a handler; if it throws, the job is retried. After each job `isRequestedAgain` tells whether it was
   * requested while it ran, when `enqueue` was a no-op (coalescing).
   */
  registerHandler(
    name: JobName,
    handle: JobHandler,
    isRequestedAgain?: (id: number) => Promise<boolean>,
  ): Promise<void>
}

/** The queue as the process that runs it sees it. */
export interface ManagedJobQueue extends JobQueue {
  start(): Promise<void>
  /** Enqueues jobs that are not queued yet, for recovery after a crash. */
  enqueueMissing(name: JobName, ids: readonly number[]): Promise<void>
  /** Takes no more jobs, lets active ones finish for some seconds and requeues the rest. */
  close(): Promise<void>
}
