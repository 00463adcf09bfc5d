import { setTimeout as pause } from 'node:timers/promises'
import { BusyError, type Database } from './database.ts'

const retryDelayMs = 250

interface WaitOptions {
  signal?: AbortSignal | undefined
  /** Called once, if somebody else holds the lock. */
  onWait?(): void
}

/** Waits for the lock. @throws the signal's reason */
export async function withLockRetry<Result>(
  db: Database,
  name: string,
  work: () => Promise<Result>,
  { signal, onWait }: WaitOptions = {},
): Promise<Result> {
  let isWaiting = false
  for (;;) {
    try {
      return await db.withLock(name, work)
    } catch (error) {
      if (!(error instanceof BusyError)) throw error
      if (!isWaiting) onWait?.()
      isWaiting = true
      signal?.throwIfAborted()
      await pause(retryDelayMs)
    }
  }
}
