import type { Database } from '#server/db/database.ts'
import type { Log } from '#server/log.ts'
import { type Folders, measureDisks } from './disks.ts'
import { measureFetching } from './fetching.ts'
import { measureJobs } from './jobs.ts'
import { measureMails } from './mails.ts'
import type { StateMeter } from './meter.ts'
import { measure, type Snapshot } from './registry.ts'
import { measureFreshness, measureLoads } from './reports.ts'

const secondMs = 1_000

/** Reports change rarely, and there may be many. */
const subjects: readonly { meter: StateMeter; maxAgeMs: number }[] = [
  { meter: measureLoads, maxAgeMs: 60 * secondMs },
  { meter: measureFreshness, maxAgeMs: 60 * secondMs },
  { meter: measureFetching, maxAgeMs: 60 * secondMs },
  { meter: measureJobs, maxAgeMs: 5 * secondMs },
  { meter: measureMails, maxAgeMs: 5 * secondMs },
]

/** Prometheus waits for 10 seconds by default. */
const defaultTimeoutMs = 3 * secondMs

export interface StateDependencies {
  db: Pick<Database, 'query'>
  log: Log
  now: () => Date
  folders: Folders
  timeoutMs?: number
}

/**
 * What all processes share, measured by one of them. Cached, single flight: any number of scrapes cause one measurement
 * of a subject in its time. If the database does not answer soon, the snapshot says so and has nothing else of it.
 */
export function createStateSnapshots({
  db,
  log,
  now,
  folders,
  timeoutMs = defaultTimeoutMs,
}: StateDependencies): () => Promise<Snapshot> {
  const latest = new Map<StateMeter, { snapshot: Snapshot; at: number }>()
  let running: Promise<Snapshot | null> | undefined

  async function measureSubjects(): Promise<void> {
    for (const { meter, maxAgeMs } of subjects) {
      const at = performance.now()
      const age = at - (latest.get(meter)?.at ?? Number.NEGATIVE_INFINITY)
      if (age < maxAgeMs) continue
      const snapshot = await measure((gauge) => meter({ db, now: now(), gauge }))
      latest.set(meter, { snapshot, at })
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
