import type { Database } from '#server/platform/db/database.ts'
import { createJobQueue } from '#server/platform/jobs/pg-boss-queue.ts'
import type { JobName, ManagedJobQueue } from '#server/platform/jobs/queue.ts'
import { createLog, type Log } from '#server/platform/log.ts'
import { queryRaw } from './raw-sql.ts'

/** Runs jobs for a test, and queries their tables. */
export async function startJobs(db: Database, log: Log = createLog('silent')) {
  const jobs = createJobQueue(db, log)
  await jobs.start()
  return jobs
}

/** Starts postponed attempts now. */
export async function runRetriesNow(db: Database, jobs: ManagedJobQueue, name: JobName): Promise<void> {
  await queryRaw(db, `update jobs.job set start_after = now() where state = 'retry'`)
  jobs.wake(name)
}

/** Lists the states of the jobs with a name. */
export const listJobStates = async (db: Database, name: JobName) =>
  (
    await queryRaw<{ state: string }>(
      db,
      'select state::text from jobs.job where name = $1 order by created_on',
      [name],
    )
  ).map(({ state }) => state)
