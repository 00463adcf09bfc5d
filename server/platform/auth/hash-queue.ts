import { Refusal } from '#server/platform/refusal.ts'
import type { PasswordHasher } from './passwords.ts'

/**
 * One at a time: a hash takes about 35 ms of a core, and with two the reads of others would wait twice as long in the
 * embedded database. The last of 32 waits for a second or two; a longer queue would serve no more people, only later.
 */
export const hashQueueLimits = { running: 1, waiting: 32 }

const retryAfterSeconds = 2

export interface HashQueue extends PasswordHasher {
  /**
   * Admission control: work that hashes and reads and writes around it takes a slot as a whole, so that its statements do
   * not stand in line before everybody's reads either. It hashes with what it is given, not with the queue again.
   */
  withSlot<Result>(work: (hasher: PasswordHasher) => Promise<Result>): Promise<Result>
}

/** Bounded queue with load shedding: hashing must not take the processor from everybody's reads. */
export function queueHashing(hasher: PasswordHasher): HashQueue {
  const waiting: (() => void)[] = []
  let running = 0

  /** @throws {Refusal} `unavailable` at once when the queue is full */
  async function enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running < hashQueueLimits.running) running += 1
    else if (waiting.length >= hashQueueLimits.waiting)
      throw new Refusal('unavailable', { retryAfterSeconds })
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The next one takes over the slot.
      if (next) next()
      else running -= 1
    }
  }

  return {
    hash: (password) => enqueue(() => hasher.hash(password)),
    verify: (password, passwordHash) => enqueue(() => hasher.verify(password, passwordHash)),
    needsRehash: hasher.needsRehash,
    withSlot: (work) => enqueue(() => work(hasher)),
  }
}
