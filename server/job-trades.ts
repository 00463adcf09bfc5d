import type { JobName } from './jobs.ts'

interface Trade {
  /** `exclusive`: one that waits or runs per key; `short`: one may wait while one runs. */
  policy: 'exclusive' | 'short'
  /** How long an attempt may take. */
  seconds: number
  /** Seconds between one attempt and the next; there is one attempt more than there are pauses. */
  pauses: readonly number[]
  /** How many at once in one process. */
  together: number
}

export const trades: Readonly<Record<JobName, Trade>> = {
  'verify-channel': { policy: 'exclusive', seconds: 30, pauses: [5, 20, 60], together: 3 },
  'find-channel': { policy: 'exclusive', seconds: 30, pauses: [15, 60, 300, 1_800, 7_200], together: 3 },
  'refresh-lists': { policy: 'short', seconds: 3_600, pauses: [10, 60, 300], together: 1 },
}

export const jobNames = Object.keys(trades) as readonly JobName[]

/** A process that ends is noticed by its silence; of a database of its own the next start notices it. */
const heartbeatSeconds = 10

/** Of those whose process has ended; the others are put off by their pause. */
export const retryDelaySeconds = 1

/** As the queue's library wants them. */
export function settingsOf(name: JobName, engine: 'pglite' | 'postgres') {
  const { policy, seconds, pauses } = trades[name]
  return {
    policy,
    retryLimit: pauses.length,
    retryDelay: retryDelaySeconds,
    // Later than the process itself ends an attempt.
    expireInSeconds: seconds + 10,
    deleteAfterSeconds: 3_600,
    ...(engine === 'postgres' && { heartbeatSeconds }),
  }
}
