import type { Database } from '#server/platform/db/database.ts'
import type { ManagedJobQueue } from '#server/platform/jobs/queue.ts'
import type { Log } from '#server/platform/log.ts'
import { refreshLists } from './lists.ts'
import { selectReportState } from './report-state.ts'
import { compareTracks } from './track-channels.ts'

interface ListWorkerDependencies {
  db: Database
  log: Log
  jobs: ManagedJobQueue
}

const recoveryIntervalMs = 60_000

export async function startListWorker({
  db,
  log,
  jobs,
}: ListWorkerDependencies): Promise<() => Promise<void>> {
  await jobs.registerHandler('refresh-lists', (_, { signal }) => refreshLists(db, signal))
  const recover = createListRecovery(db, jobs)
  const run = () => recover().catch((err: unknown) => log.warn({ err }, 'recovery of stale lists failed'))
  const compare = () =>
    compareTracks(db).catch((err: unknown) => log.warn({ err }, 'tracks are not compared'))
  await run()
  const timer = setInterval(() => void run().then(compare), recoveryIntervalMs)
  timer.unref()
  return async () => clearInterval(timer)
}

/**
 * Recovery sweep: the same staleness on two consecutive runs means that the refreshing process has died.
 * During an import the revision keeps changing, and the import refreshes the lists itself.
 */
export function createListRecovery(
  db: Database,
  jobs: Pick<ManagedJobQueue, 'enqueueMissing'>,
): () => Promise<void> {
  let lastStaleRevision: number | null = null
  return async () => {
    const { dataRevision, listsRevision } = await selectReportState(db)
    const staleRevision = listsRevision === dataRevision ? null : dataRevision
    if (staleRevision !== null && staleRevision === lastStaleRevision)
      await jobs.enqueueMissing('refresh-lists', [0])
    lastStaleRevision = staleRevision
  }
}
