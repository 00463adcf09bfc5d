import type { Database } from '#server/db/connect.ts'
import { openJobs } from '#server/job-bench.ts'
import type { JobName, OpenJobs } from '#server/jobs.ts'
import { createLog, type Log } from '#server/log.ts'

/** Jobs that run for a test, and what is asked of their tables. */
export async function startJobs(db: Database, log: Log = createLog('silent')) {
  const jobs = openJobs(db, log)
  await jobs.start()
  return jobs
}

/** Attempts that are put off begin now. */
export async function hurry(db: Database, jobs: OpenJobs, name: JobName): Promise<void> {
  await db.query(`update jobs.job set start_after = now() where state = 'retry'`)
  jobs.nudge(name)
}

/** How the jobs of a name stand. */
export const statesOf = async (db: Database, name: JobName) =>
  (
    await db.query<{ state: string }>(
      'select state::text from jobs.job where name = $1 order by created_on',
      [name],
    )
  ).map(({ state }) => state)
