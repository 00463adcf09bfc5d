import type { Queryable } from '#server/db/database.ts'

/** Work that goes on in the background. */
export type JobName = 'verify-channel' | 'find-channel' | 'refresh-lists'

export interface JobAttempt {
  /** Aborted when the process ends or the attempt takes too long. */
  signal: AbortSignal
  /** Whether no other attempt follows when this one fails. */
  isLast: boolean
}

/** It cannot be done now, which is no bug: another attempt after these seconds, or after those that are usual. */
export class RetryLater extends Error {
  readonly seconds: number | undefined

  constructor(seconds?: number, cause?: unknown) {
    super('Later.', { cause })
    this.seconds = seconds
  }
}

export type JobHandler = (id: number, attempt: JobAttempt) => Promise<void>

/**
 * Work in the background, kept in the database: it survives restarts, and of several instances one does it. One piece
 * of work at a time per name and key.
 */
export interface JobQueue {
  /** Asks for work as part of a transaction; the same work that already waits or runs is not asked for twice. */
  enqueue(tx: Queryable, name: JobName, id: number): Promise<void>
  /** To be called when the transaction is committed: the work begins now and not at the next look. */
  wake(name: JobName): void
  /**
   * Does work of a name, for as long as the jobs run. What it throws is tried again, a bounded number of times.
   * `isLeft` is asked when the work has ended: whether it was wanted again meanwhile, and not asked for as it ran.
   */
  registerHandler(name: JobName, handle: JobHandler, isLeft?: (id: number) => Promise<boolean>): Promise<void>
}

/** The jobs of a process, which it begins and ends. */
export interface ManagedJobQueue extends JobQueue {
  start(): Promise<void>
  /** Asks for what is not there, outside any transaction: after a crash between a change and its work. */
  enqueueMissing(name: JobName, ids: readonly number[]): Promise<void>
  /** Takes no more work, lets what runs end for some seconds and gives the rest back. */
  close(): Promise<void>
}
