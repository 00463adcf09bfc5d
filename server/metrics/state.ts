import type { Database } from '#server/db/database.ts'
import type { Log } from '#server/log.ts'
import { type Folders, measureDisks } from './disks.ts'
import { measureJobs } from './jobs.ts'
import { measureMails } from './mails.ts'
import type { StateMeter } from './meter.ts'
import { measure, type Snapshot } from './registry.ts'
import { measureFreshness, measureLoads } from './reports.ts'

const meters: readonly StateMeter[] = [measureLoads, measureFreshness, measureJobs, measureMails]

const maxAgeMs = 5_000
/** Prometheus waits for 10 seconds by default. */
const defaultTimeoutMs = 3_000

export interface StateDependencies {
  db: Pick<Database, 'query'>
  log: Log
  now: () => Date
  folders: Folders
  timeoutMs?: number
}

/**
 * What all processes share, measured by one of them. Cached, single flight: any number of scrapes cause one measurement
 * in five seconds. If the database does not answer in time, the snapshot says so and has nothing else of it.
 */
export function createStateSnapshots({
  db,
  log,
  now,
  folders,
  timeoutMs = defaultTimeoutMs,
}: StateDependencies): () => Promise<Snapshot> {
  let latest: { snapshot: Snapshot; at: number } | undefined
  let running: Promise<Snapshot | null> | undefined

  const measureDatabase = () =>
    measure(async (gauge) => {
      for (const meter of meters) await meter({ db, now: now(), gauge })
    })

  async function update(): Promise<Snapshot | null> {
    try {
      const snapshot = await measureDatabase()
      latest = { snapshot, at: performance.now() }
      return snapshot
    } catch (error) {
      log.warn({ err: error }, 'measuring the database failed')
      return null
    } finally {
      running = undefined
    }
  }

  async function readDatabase(): Promise<Snapshot | null> {
    if (latest && performance.now() - latest.at < maxAgeMs) return latest.snapshot
    running ??= update()
    return withTimeout(running, timeoutMs)
  }

  return async () => {
    const database = await readDatabase()
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
