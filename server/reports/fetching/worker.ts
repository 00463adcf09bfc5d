import { BusyError } from '#server/platform/db/database.ts'
import { type JobAttempt, type ManagedJobQueue, RetryLater } from '#server/platform/jobs/queue.ts'
import { FetchError } from './api/fetch-error.ts'
import { findConnection, isFetchDue, selectConnections, selectDueConnections } from './connections.ts'
import { type FetchDependencies, fetchReports } from './fetch.ts'
import { syncOwnerAlerts } from './owner-alerts.ts'

const sweepIntervalMs = 60_000
const alertIntervalMs = 3_600_000

/** Fetches what is due, on one of all instances at a time: the job queue is the lease. */
export async function startReportFetching(
  dependencies: FetchDependencies & { jobs: ManagedJobQueue },
): Promise<() => Promise<void>> {
  const { db, log, jobs, now } = dependencies
  await jobs.registerHandler('fetch-reports', (id, attempt) => runJob(dependencies, id, attempt))
  const sweep = () =>
    enqueueDue(dependencies).catch((err: unknown) => log.warn({ err }, 'looking for due fetches failed'))
  const lookForDelays = async () => {
    try {
      for (const { owner } of await selectConnections(db)) await syncOwnerAlerts(db, owner, {}, now())
    } catch (err) {
      log.warn({ err }, 'looking for late reports failed')
    }
  }
  await sweep()
  void lookForDelays()
  const timers = [
    setInterval(() => void sweep(), sweepIntervalMs).unref(),
    setInterval(() => void lookForDelays(), alertIntervalMs).unref(),
  ]
  return async () => {
    for (const timer of timers) clearInterval(timer)
  }
}

async function enqueueDue({
  db,
  jobs,
  now,
}: Pick<FetchDependencies, 'db' | 'now'> & { jobs: ManagedJobQueue }): Promise<void> {
  const due = await selectDueConnections(db, now())
  await jobs.enqueueMissing(
    'fetch-reports',
    due.map(({ id }) => id),
  )
}

/** A failure of the fetch is recorded with the time of the next one; anything else is retried by the queue. */
async function runJob(dependencies: FetchDependencies, id: number, { signal }: JobAttempt): Promise<void> {
  const connection = await findConnection(dependencies.db, id)
  if (!connection?.hasConsent || !isFetchDue(connection, dependencies.now())) return
  try {
    await fetchReports(dependencies, connection, signal)
  } catch (error) {
    if (error instanceof BusyError) throw new RetryLater(60, error)
    if (!(error instanceof FetchError)) throw error
  }
}
