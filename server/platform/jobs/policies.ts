import type { JobName } from './queue.ts'

interface JobPolicy {
  /** pg-boss policies. `exclusive`: one queued or active job per key; `short`: one queued beside an active one. */
  policy: 'exclusive' | 'short'
  timeoutSeconds: number
  retryDelaysSeconds: readonly number[]
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
  // A server may take minutes to accept a message; ten attempts in about a day.
  'send-mail': {
    policy: 'exclusive',
    timeoutSeconds: 420,
    retryDelaysSeconds: [30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 28_800],
    concurrency: 2,
  },
  // Days of backfill may take hours. A fetch that fails is due again by itself.
  'fetch-reports': {
    policy: 'exclusive',
    timeoutSeconds: 6 * 3_600,
    retryDelaysSeconds: [60, 300, 900],
    concurrency: 1,
  },
}

/** Detects dead instances; an embedded database recovers on the next start instead. */
export const heartbeatSeconds = 10

/** Applies to jobs of dead instances; failed attempts use their policy's delay. */
export const defaultRetryDelaySeconds = 1

export function getQueueSettings(name: JobName, engine: 'pglite' | 'postgres') {
  const { policy, timeoutSeconds, retryDelaysSeconds } = jobPolicies[name]
  return {
    policy,
    retryLimit: retryDelaysSeconds.length,
    retryDelay: defaultRetryDelaySeconds,
    // Later than the process's own timeout.
    expireInSeconds: timeoutSeconds + 10,
    deleteAfterSeconds: 3_600,
    ...(engine === 'postgres' && { heartbeatSeconds }),
  }
}
