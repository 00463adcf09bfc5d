// @module-tag adapter
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import type { JobName } from '#server/platform/jobs/queue.ts'
import { createAccount, createChannel, createSite } from '#tests/support/accounts.ts'
import { channelIdFor, insertFacts, videoIdFor } from '#tests/support/facts.ts'
import {
  buildFakeChannel,
  type FakeYoutubeServer,
  startFakeYoutube,
  youtubeChannelId,
} from '#tests/support/fake-youtube-server.ts'
import { listJobStates, startJobs } from '#tests/support/jobs.ts'
import { findValue, metricsToken, parseMetrics } from '#tests/support/metrics.ts'
import { postgresUrl } from '#tests/support/postgres-database.ts'
import { type ProcessDatabase, prepareProcessDatabase } from '#tests/support/process-database.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { contentOwnerId, createIssue, startFetching, testKey } from '#tests/support/report-fetching.ts'
import { findBrokenReportInvariants, findBrokenRollupInvariants } from '#tests/support/report-invariants.ts'
import { startServer } from '#tests/support/server-process.ts'

// A server that is stopped in the middle of a job ends in time and gives the job back, and the next server does it once.
// Verifications are in channel-worker-crash.test.ts, mail is in mail.test.ts.

const foundId = youtubeChannelId('found')
const hourMs = 3_600_000
/** A server that is stopped exits with an error after 8 seconds. */
const stopTimeoutMs = 8_000
const patient = { timeout: 30_000, interval: 200 }

let template: Awaited<ReturnType<typeof prepareProcessDatabase>>
let youtube: FakeYoutubeServer
beforeAll(async () => {
  youtube = await startFakeYoutube(buildFakeChannel('found'))
  template = await prepareProcessDatabase(prepare)
})
afterAll(async () => {
  await youtube.close()
  await template.remove()
})
afterEach(() => youtube.faults.byChannel.clear())

async function prepare(db: Database): Promise<void> {
  const boss = await createAccount(db, await createSite(db), 'boss@example.test')
  await createChannel(db, boss, channelIdFor('earning'))
  await insertFacts(
    db,
    ['2026-03-05', '2026-04-05'].map((day) => ({
      ...{ day, channelId: channelIdFor('earning'), videoId: videoIdFor('one'), country: 'KR' },
      ...{ views: 10, premiumViews: 0, revenueMicros: 1_000_000, premiumRevenueMicros: 0 },
    })),
  )
}

interface Installation {
  /** Of its server. */
  environment: Record<string, string>
  /** Whether the job is in its middle. */
  isHeld?(): boolean
}

interface Work {
  queue: JobName
  /** Makes the job take long. */
  install(db: Database): Promise<Installation>
  /** Lets the next server do it in its usual time. */
  release?(db: Database): Promise<unknown>
  /** What has to be so in the end: everything, once. */
  outcome(db: Database): Promise<unknown>
  expected: unknown
}

const count = async (db: Database, from: string) =>
  (await queryRaw<{ n: number }>(db, `select count(*)::integer as n from ${from}`))[0]?.n

const stagedTables = ['staged_video_period', 'staged_channel_period', 'staged_track_period']

/** Statements of a refresh take as long. */
const slowDown = (db: Database, seconds: number) =>
  execRaw(
    db,
    `create or replace function slow_down() returns trigger language plpgsql
      as $$ begin perform pg_sleep(${seconds}); return null; end $$;
    ${stagedTables.map((table) => `create or replace trigger slow after insert on ${table} execute function slow_down();`).join('\n')}`,
  )

const refresh = (seconds: number): Work => ({
  queue: 'refresh-lists',
  async install(db) {
    await slowDown(db, seconds)
    await queryRaw(db, 'update report_state set data_revision = data_revision + 1, lists_revision = -1')
    const jobs = await startJobs(db)
    await jobs.enqueueMissing('refresh-lists', [0])
    await jobs.close()
    return { environment: {} }
  },
  release: (db) => execRaw(db, 'drop function slow_down() cascade'),
  outcome: async (db) => [
    await queryRaw(db, 'select data_revision = lists_revision as fresh from report_state'),
    await findBrokenReportInvariants(db),
  ],
  expected: [[{ fresh: true }], []],
})

const works: Record<string, Work> = {
  'find-channel': {
    queue: 'find-channel',
    async install(db) {
      const [boss] = await queryRaw<{ id: number; network: number }>(
        db,
        `select id, network_id as network from accounts where 'manager' = any(roles)`,
      )
      await queryRaw(
        db,
        `insert into channel_requests (network_id, account_id, link, category) values ($1, $2, $3, 'people')`,
        [boss?.network, boss?.id, `https://www.youtube.com/channel/${foundId}`],
      )
      youtube.calls.length = 0
      youtube.faults.byChannel.set(foundId, { kind: 'slow', ms: 60_000, times: 1 })
      return {
        environment: { YOUTUBE_API_URL: youtube.url, YOUTUBE_API_KEY: 'a-key' },
        isHeld: () => youtube.calls.length === 1,
      }
    },
    outcome: async (db) => [
      await count(db, `channels where channel_id = '${foundId}'`),
      await count(db, 'channel_requests'),
      await count(db, `audit_log where action = 'addChannel'`),
    ],
    expected: [1, 0, 1],
  },
  'refresh-lists': refresh(2),
  // The embedded database cannot leave a statement: such a server ends by its time limit.
  ...(postgresUrl && { 'refresh-lists in a long statement': refresh(12) }),
  'fetch-reports': {
    queue: 'fetch-reports',
    async install(db) {
      // The server’s clock is that of the machine.
      const fetching = await startFetching(db, { start: new Date(Date.now() - 3 * hourMs).toISOString() })
      onTestFinished(() => fetching.close())
      await fetching.connect()
      await fetching.fetch()
      for (const type of ['content_owner_basic_a4', 'content_owner_estimated_revenue_a1']) {
        const job = fetching.world.findJob(contentOwnerId, type)
        if (job) fetching.world.addReport(job, '2026-02-27', { content: createIssue(type, '2026-02-27') })
      }
      fetching.world.injectFault('GET /v1/media/*', { kind: 'stalled', afterBytes: 20 }, 1)
      return {
        environment: {
          ...fetching.environment,
          SPOOL_DIR: fetching.spoolDir,
          SECRET_KEY: testKey.toString('base64'),
        },
        isHeld: () => fetching.world.countRequests('GET /v1/media/*') === 1,
      }
    },
    outcome: async (db) => [
      await queryRaw(db, 'select state, count(*)::integer as n from fetched_reports group by 1'),
      await count(db, `report_loads where day = '2026-02-27' and state = 'current'`),
      await findBrokenRollupInvariants(db),
    ],
    expected: [[{ state: 'imported', n: 2 }], 2, []],
  },
}

async function readMetric(address: string, name: string, labels: Record<string, string>) {
  const headers = { Authorization: `Bearer ${metricsToken}`, Connection: 'close' }
  const response = await fetch(`${address}/api/metrics`, { headers })
  return findValue(parseMetrics(await response.text()), name, labels)
}

const start = (database: ProcessDatabase, environment: Record<string, string>) =>
  startServer({ LOG_LEVEL: 'info', METRICS_TOKEN: metricsToken, ...environment, ...database.environment })

test.each(Object.keys(works))(
  'a server that is stopped in the middle of %s gives it back, and the next one does it once',
  async (name) => {
    const { queue, install, release, outcome, expected } = works[name] as Work
    const database = await template.copy()
    onTestFinished(() => database.remove())
    const inspect = async <Result>(work: (db: Database) => Promise<Result>) => {
      const db = await database.open()
      const result = await work(db)
      await db.close()
      return result
    }
    const { environment, isHeld } = await inspect(install)
    const stopped = start(database, environment)
    const address = await stopped.address()
    await expect.poll(() => readMetric(address, 'hookline_jobs', { queue, state: 'active' }), patient).toBe(1)
    if (isHeld) await expect.poll(isHeld, patient).toBe(true)
    const stoppedAt = performance.now()
    stopped.kill('SIGTERM')
    const { status, text } = await stopped.ended
    const stopMs = performance.now() - stoppedAt
    expect(status, text).toBe(0)
    expect(stopMs).toBeLessThan(stopTimeoutMs)
    expect(text).not.toMatch(/"level":[56]0/)
    expect(await inspect((db) => listJobStates(db, queue))).toEqual(['retry'])
    if (release) await inspect(release)
    const next = start(database, environment)
    const nextAddress = await next.address()
    const labels = { queue, result: 'completed' }
    await expect.poll(() => readMetric(nextAddress, 'hookline_job_attempts_total', labels), patient).toBe(1)
    next.kill('SIGTERM')
    expect(await next.ended).toMatchObject({ status: 0 })
    expect(await inspect(outcome)).toEqual(expected)
    expect(await inspect((db) => listJobStates(db, queue))).toEqual(['completed'])
  },
  120_000,
)
