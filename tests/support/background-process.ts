import { setTimeout as sleep } from 'node:timers/promises'
import { sweepRegistrations } from '#server/channels/lifecycle/expiry.ts'
import { startChannelWorkers } from '#server/channels/workers.ts'
import { deleteExpiredRows } from '#server/people/credentials/expiry.ts'
import { createEncryption } from '#server/platform/auth/encryption.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/db/adapters/open.ts'
import { createJobQueue } from '#server/platform/jobs/pg-boss-queue.ts'
import type { ManagedJobQueue } from '#server/platform/jobs/queue.ts'
import { writeTraces } from '#server/platform/jobs/trace-log.ts'
import { createLog } from '#server/platform/log.ts'
import { createOauthClient } from '#server/reports/fetching/api/oauth.ts'
import { startReportFetching } from '#server/reports/fetching/worker.ts'
import { startListWorker } from '#server/reports/lists/list-worker.ts'
import { updateRates } from '#server/reports/rates/worker.ts'
import { syncArrivalAlerts } from '#server/settlement/files/arrival-watch.ts'
import { monthlyReports } from '#server/settlement/files/monthly-reports.ts'
import { buildYoutubeChannel, createInMemoryYoutube } from './channel-fixtures.ts'
import { channelIdFor } from './facts.ts'
import { killAtStep } from './kill-at-step.ts'
import { queryRaw } from './raw-sql.ts'
import { testKey } from './report-fetching.ts'

// Does background work of a server once, and kills its own process: `background-process.ts <work> <time> <patterns …>`.

const [work = '', time = '', ...patterns] = process.argv.slice(2)
const config = readConfig(process.env)
const database = await openDatabase(config)
const db = killAtStep(
  database,
  patterns.map((pattern) => new RegExp(pattern)),
)
const log = createLog('info', { write: (line: string) => void process.stdout.write(line) })
const now = () => new Date(time)

/** Starts workers of a queue, and waits until it is empty. */
async function runQueue(start: (jobs: ManagedJobQueue) => Promise<unknown>): Promise<void> {
  const jobs = createJobQueue(db, log)
  await jobs.start()
  await start(jobs)
  const waiting = `select 1 from jobs.job where state in ('created', 'retry', 'active') and name = $1`
  while ((await queryRaw(database, waiting, [work])).length > 0) await sleep(50)
  await jobs.close()
}

const { youtube } = createInMemoryYoutube(
  ...['found', 'verified'].map((name) =>
    buildYoutubeChannel(channelIdFor(name), { descriptions: ['ABCD-1234'] }),
  ),
)
const startChannels = (jobs: ManagedJobQueue) => startChannelWorkers({ db, log, youtube, jobs, now })
const { oauth } = config.reporting
const fetching = {
  ...{ db, log, now, settings: config.reporting, monthly: monthlyReports },
  encryption: createEncryption(async () => testKey),
}

const works: Record<string, () => Promise<unknown>> = {
  'find-channel': () => runQueue(startChannels),
  'verify-channel': () => runQueue(startChannels),
  'refresh-lists': () => runQueue((jobs) => startListWorker({ db, log, jobs })),
  'fetch-reports': () =>
    runQueue(
      async (jobs) => oauth && startReportFetching({ ...fetching, jobs, oauth: createOauthClient(oauth) }),
    ),
  'end registrations': () => sweepRegistrations({ db, log }, now()),
  'update rates': async () => config.ratesSource && updateRates({ db, log, now, source: config.ratesSource }),
  'watch arrivals': () => syncArrivalAlerts(db, now()),
  'write traces': () => writeTraces({ db, log, addressDetail: 'network' }),
  'delete what has expired': () => deleteExpiredRows(db, now()),
}

await works[work]?.()
await database.close()
