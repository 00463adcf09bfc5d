import * as z from 'zod/mini'
import { Count } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { StateMeter } from '#server/platform/metrics/meter.ts'
import { createCounter } from '#server/platform/metrics/registry.ts'
import { type JobName, jobNames } from './queue.ts'

const attempts = createCounter({
  name: 'hookline_job_attempts_total',
  help: 'Attempts at jobs that have ended.',
  labels: ['queue', 'result'],
})

const results = ['completed', 'postponed', 'failed'] as const
// Starts each counter at 0, so that the first attempt is seen as a change.
for (const queue of jobNames) for (const result of results) attempts.inc({ queue, result }, 0)

export const countJobAttempt = (queue: JobName, result: (typeof results)[number]): void =>
  attempts.inc({ queue, result })

const states = ['created', 'retry', 'active', 'failed'] as const

const JobRow = z.object({
  queue: z.enum(jobNames),
  state: z.enum(states),
  jobs: Count,
  waitSeconds: z.nullable(z.number()),
})

/** Completed jobs stay in the table for an hour; of them, only the failed ones are of interest. */
export const measureJobs: StateMeter = async ({ db, gauge }) => {
  const jobs = gauge({
    name: 'hookline_jobs',
    help: 'Jobs by queue and state; failed ones of the last hour.',
    labels: ['queue', 'state'],
  })
  const oldest = gauge({
    name: 'hookline_job_oldest_waiting_seconds',
    help: 'Time since the oldest waiting job could have started.',
    labels: ['queue'],
  })
  const rows = await db.query(
    JobRow,
    sql`select name as queue,
      state::text as state,
      count(*) as jobs,
      extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now()))::float8
        as "waitSeconds"
    from jobs.job
    where name = any(${jobNames}::text[])
      and state in ('created', 'retry', 'active', 'failed')
    group by name, state`,
  )
  for (const queue of jobNames) {
    const own = rows.filter((row) => row.queue === queue)
    for (const state of states) jobs.set({ queue, state }, own.find((row) => row.state === state)?.jobs ?? 0)
    oldest.set({ queue }, Math.max(0, ...own.map(({ waitSeconds }) => waitSeconds ?? 0)))
  }
}
