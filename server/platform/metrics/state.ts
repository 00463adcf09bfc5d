import type { Database } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/log.ts'
import { type Folders, measureDisks } from './disks.ts'
import type { StateSubject } from './meter.ts'
import { measure, type Snapshot } from './registry.ts'

/** Prometheus waits for 10 seconds by default. */
const defaultTimeoutMs = 3_000

export interface StateDependencies {
  db: Pick<Database, 'query'>
  log: Log
  now: () => Date
  folders: Folders
  subjects: readonly StateSubject[]
  timeoutMs?: number
}

/**
 * Measures shared state in one of the processes. Cached, single flight: any number of scrapes cause one measurement of
 * a subject in its time. If the database does not answer soon, the snapshot says so and contains nothing else.
 */
export function createStateSnapshots({
  db,
  log,
  now,
  folders,
  subjects,
  timeoutMs = defaultTimeoutMs,
}: StateDependencies): () => Promise<Snapshot> {
  const latest = new Map<StateSubject, { snapshot: Snapshot; at: number }>()
  let running: Promise<Snapshot | null> | undefined

  async function measureSubjects(): Promise<void> {
    for (const subject of subjects) {
      const at = performance.now()
      const age = at - (latest.get(subject)?.at ?? Number.NEGATIVE_INFINITY)
      if (age < subject.maxAgeMs) continue
      const snapshot = await measure((gauge) => subject.meter({ db, now: now(), gauge }))
      latest.set(subject, { snapshot, at })
    }
  }

  async function update(): Promise<Snapshot | null> {
    try {
      await measureSubjects()
      return Array.from(latest.values(), ({ snapshot }) => snapshot).flat()
    } catch (error) {
      log.warn({ err: error }, 'measuring the database failed')
      return null
    } finally {
      running = undefined
    }
  }

  return async () => {
    running ??= update()
    const database = await withTimeout(running, timeoutMs)
    const others = await measure(async (gauge) => {
      gauge({
        name: 'hookline_database_up',
        help: 'Whether the database has answered this scrape within 3 seconds.',
      }).set(database ? 1 : 0)
      await measureDisks(gauge, folders)
    })
    return [...others, ...(database ?? [])]
  }
}

async function withTimeout<Result>(work: Promise<Result>, timeoutMs: number): Promise<Result | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), timeoutMs)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
