import type { JobName } from './queue.ts'

interface JobPolicy {
  /** `exclusive`: one that waits or runs per key; `short`: one may wait while one runs. */
  policy: 'exclusive' | 'short'
  /** How long an attempt may take. */
  timeoutSeconds: number
  /** Seconds between one attempt and the next; there is one attempt more than there are pauses. */
  retryDelaysSeconds: readonly number[]
  /** How many at once in one process. */
  concurrency: number
}

export const jobPolicies: Readonly<Record<JobName, JobPolicy>> = {
  'verify-channel': {
    policy: 'exclusive',
    timeoutSeconds: 30,
    retryDelaysSeconds: [5, 20, 60],
    concurrency: 3,
  },
  'find-channel': {
    policy: 'exclusive',
    timeoutSeconds: 30,
    retryDelaysSeconds: [15, 60, 300, 1_800, 7_200],
    concurrency: 3,
  },
  'refresh-lists': {
    policy: 'short',
    timeoutSeconds: 3_600,
    retryDelaysSeconds: [10, 60, 300],
    concurrency: 1,
  },
}

export const jobNames = Object.keys(jobPolicies) as readonly JobName[]

/** A process that ends is noticed by its silence; of a database of its own the next start notices it. */
const heartbeatSeconds = 10

/** Of those whose process has ended; the others are put off by their pause. */
export const defaultRetryDelaySeconds = 1

/** As the queue's library wants them. */
export function getQueueSettings(name: JobName, engine: 'pglite' | 'postgres') {
  const { policy, timeoutSeconds, retryDelaysSeconds } = jobPolicies[name]
  return {
    policy,
    retryLimit: retryDelaysSeconds.length,
    retryDelay: defaultRetryDelaySeconds,
    // Later than the process itself ends an attempt.
    expireInSeconds: timeoutSeconds + 10,
    deleteAfterSeconds: 3_600,
    ...(engine === 'postgres' && { heartbeatSeconds }),
  }
}
