import { setTimeout as pause } from 'node:timers/promises'
import { BusyError, type Database } from './database.ts'

const retryDelayMs = 250

export async function withLockRetry<Result>(
  db: Database,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await db.withLock(name, work)
    } catch (error) {
      if (!(error instanceof BusyError)) throw error
      await pause(retryDelayMs)
    }
  }
}
