import { Refusal } from '#server/platform/refusal.ts'

const minuteMs = 60_000

/** Files are opened one after the other: 30 in ten minutes by default. */
const exportShare = 40
const exportWindowMs = 10 * minuteMs
/** Drafts of a month are computed from all of its files: 60 in ten minutes by default. */
const draftShare = 20

export interface ReadLimits {
  /** @throws {Refusal} `too_many` */
  enforce(accountId: number, kind: 'read' | 'export' | 'draft', now: Date): void
}

/** Fixed windows per account, in the memory of this process: reads are too many to count in the database. */
export function createReadLimits(readsPerMinute: number): ReadLimits {
  const counters = {
    read: createCounter(minuteMs, readsPerMinute, 'reads'),
    export: createCounter(exportWindowMs, Math.ceil(readsPerMinute / exportShare), 'exports'),
    draft: createCounter(exportWindowMs, Math.ceil(readsPerMinute / draftShare), 'drafts'),
  }
  return { enforce: (accountId, kind, now) => counters[kind](accountId, now.getTime()) }
}

function createCounter(windowMs: number, max: number, control: string) {
  let windowStart = 0
  let counts = new Map<number, number>()
  return (accountId: number, now: number): void => {
    const start = Math.floor(now / windowMs) * windowMs
    if (start !== windowStart) {
      windowStart = start
      counts = new Map()
    }
    const count = (counts.get(accountId) ?? 0) + 1
    counts.set(accountId, count)
    if (count > max)
      throw new Refusal('too_many', {
        retryAfterSeconds: Math.ceil((start + windowMs - now) / 1000),
        control,
      })
  }
}
