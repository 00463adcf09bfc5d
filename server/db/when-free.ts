import { setTimeout as pause } from 'node:timers/promises'
import { BusyError, type Database } from './connect.ts'

const askAgainMs = 250

/** Does the work of a name exclusively, once nobody else is at it. */
export async function whenFree<Result>(
  db: Database,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await db.exclusive(name, work)
    } catch (error) {
      if (!(error instanceof BusyError)) throw error
      await pause(askAgainMs)
    }
  }
}
