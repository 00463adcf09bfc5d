// @module-tag adapter
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createSession } from '#server/platform/auth/sessions.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createAccount, createChannel, createSite, findPerson } from '#tests/support/accounts.ts'
import { channelIdFor, insertFacts, videoIdFor } from '#tests/support/facts.ts'
import { startJobs } from '#tests/support/jobs.ts'
import { insertMonthFile } from '#tests/support/month-sums.ts'
import { runOperator } from '#tests/support/operator.ts'
import { postgresUrl } from '#tests/support/postgres-database.ts'
import { type ProcessDatabase, prepareProcessDatabase } from '#tests/support/process-database.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { contentOwnerId, createIssue, startFetching } from '#tests/support/report-fetching.ts'
import { findBrokenReportInvariants, findBrokenRollupInvariants } from '#tests/support/report-invariants.ts'

// Each kind of work that a server does by itself, with the process killed in the middle of it, and between its commit and
// the note that it is done: another process takes it up, and it is done once. Mail is in mail.test.ts.

const script = fileURLToPath(new URL('../support/background-process.ts', import.meta.url))
const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))
const now = new Date('2026-05-21T20:00:00Z')

let template: Awaited<ReturnType<typeof prepareProcessDatabase>>
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hookline-background-'))
  await writeFile(join(folder, 'rates.csv'), 'day,won\n2026-05-01,1390\n2026-05-02,1392.5\n')
  template = await prepareProcessDatabase(prepare)
})
afterAll(async () => {
  await template.remove()
  await rm(folder, { recursive: true })
})

/** One piece of each kind of work. */
async function prepare(db: Database): Promise<void> {
  const boss = await createAccount(db, await createSite(db), 'boss@example.test')
  const person = await findPerson(db, 'boss@example.test')
  await queryRaw(db, `update accounts set email_confirmed_at = now()`)
  await runOperator(db, 'account', 'grant-operator', 'boss@example.test', '--site', 'example.test')
  await createChannel(db, boss, channelIdFor('earning'))
  await queryRaw(
    db,
    `insert into channel_requests (network_id, account_id, link, category) values ($1, $2, $3, 'people')`,
    [boss, person, `https://www.youtube.com/channel/${channelIdFor('found')}`],
  )
  await createChannel(db, boss, channelIdFor('verified'), { verification: 'verifying', approval: 0 })
  const ended = await createChannel(db, boss, channelIdFor('ended'), { verification: 'pending', approval: 0 })
  await queryRaw(db, `update channels set expires_at = '2026-05-01' where registration_id = $1`, [ended])
  await createSession(db, person, new Date('2020-01-01'))
  await insertFacts(
    db,
    ['2026-03-05', '2026-04-05'].map((day) => ({
      ...{ day, channelId: channelIdFor('earning'), videoId: videoIdFor('one'), country: 'KR' },
      ...{ views: 10, premiumViews: 0, revenueMicros: 1_000_000, premiumRevenueMicros: 0 },
    })),
  )
  const amounts = { [channelIdFor('earning')]: '1' }
  await insertMonthFile(db, { month: '2026-03-01', source: 'ads', amounts })
  await queryRaw(db, 'update report_state set data_revision = data_revision + 1')
  const jobs = await startJobs(db)
  await jobs.enqueueMissing('refresh-lists', [0])
  await jobs.close()
  await queryRaw(db, 'delete from mails')
}

interface Run {
  killed: boolean
  text: string
}

function run(database: ProcessDatabase, work: string, environment: object, patterns: RegExp[]): Promise<Run> {
  const sources = patterns.map(({ source }) => source)
  const time = 'TIME' in environment ? String(environment.TIME) : now.toISOString()
  const child = spawn(node, [script, work, time, ...sources], {
    env: { ...process.env, DATABASE_URL: '', ...environment, ...database.environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  return new Promise((resolve) => {
    child.on('close', (_code, signal) => resolve({ killed: signal === 'SIGKILL', text }))
  })
}

interface Work {
  /** Steps in the middle of it, and where it has just been committed. */
  middle: RegExp[]
  committed: RegExp[]
  /** Prepares more than all kinds have. @returns its environment */
  install?(db: Database): Promise<Record<string, string>>
  /** What has to be so in the end: everything, once. */
  outcome(db: Database, text: string): Promise<unknown>
  expected: unknown
}

const count = async (db: Database, from: string) =>
  (await queryRaw<{ n: number }>(db, `select count(*)::integer as n from ${from}`))[0]?.n

const countJobs = (db: Database, name: string) =>
  queryRaw(db, `select state::text, count(*)::integer as n from jobs.job where name = $1 group by 1`, [name])

const done = [{ state: 'completed', n: 1 }]

const works: Record<string, Work> = {
  'find-channel': {
    middle: [/^insert into channels/],
    committed: [/^insert into channels/, /^after a commit/],
    outcome: async (db) => [
      await count(db, `channels where channel_id = '${channelIdFor('found')}'`),
      await count(db, 'channel_requests'),
      await count(db, `audit_log where action = 'addChannel'`),
      await countJobs(db, 'find-channel'),
    ],
    expected: [1, 0, 1, done],
  },
  'verify-channel': {
    middle: [/^update channels/],
    committed: [/^insert into audit_log/, /^after a commit/],
    outcome: async (db) => [
      await queryRaw(db, 'select verification_status as status from channels where channel_id = $1', [
        channelIdFor('verified'),
      ]),
      await count(db, `audit_log where action like 'verif%'`),
      await countJobs(db, 'verify-channel'),
    ],
    expected: [[{ status: 'verified' }], 1, done],
  },
  'refresh-lists': {
    middle: [/staged_video_period/],
    committed: [/^update report_state/, /^after a commit/],
    outcome: async (db) => [
      await queryRaw(db, 'select data_revision = lists_revision as fresh from report_state'),
      await findBrokenReportInvariants(db),
      await countJobs(db, 'refresh-lists'),
    ],
    expected: [[{ fresh: true }], [], done],
  },
  'fetch-reports': {
    middle: [/^copy activity/],
    committed: [/^copy revenue/, /^after a commit/],
    async install(db) {
      const fetching = await startFetching(db)
      onTestFinished(() => fetching.close())
      await fetching.connect()
      await fetching.fetch()
      for (const type of ['content_owner_basic_a4', 'content_owner_estimated_revenue_a1']) {
        const job = fetching.world.findJob(contentOwnerId, type)
        if (job) fetching.world.addReport(job, '2026-02-27', { content: createIssue(type, '2026-02-27') })
      }
      fetching.passDays(1)
      return { ...fetching.environment, SPOOL_DIR: fetching.spoolDir, TIME: fetching.now().toISOString() }
    },
    outcome: async (db) => [
      await queryRaw(db, 'select state, count(*)::integer as n from fetched_reports group by 1'),
      await count(db, `report_loads where day = '2026-02-27' and state = 'current'`),
      await findBrokenRollupInvariants(db),
      await countJobs(db, 'fetch-reports'),
    ],
    expected: [[{ state: 'imported', n: 2 }], 2, [], done],
  },
  'end registrations': {
    middle: [/^insert into mails/],
    committed: [/^insert into mails/, /^after a commit/],
    outcome: async (db) => [
      await queryRaw(
        db,
        'select closed_reason as reason, removed_at is not null as closed from channels where channel_id = $1',
        [channelIdFor('ended')],
      ),
      await count(db, 'mails'),
      await count(db, `audit_log where action = 'closeChannel'`),
    ],
    expected: [[{ reason: 'expired', closed: true }], 1, 1],
  },
  'update rates': {
    middle: [/exchange_rates/, /^insert into audit_log/],
    committed: [/^insert into audit_log/, /^after a commit/],
    install: async () => ({ RATES_SOURCE: join(folder, 'rates.csv') }),
    outcome: async (db) => [
      await count(db, 'exchange_rates'),
      await count(db, `audit_log where action = 'rates update'`),
    ],
    expected: [2, 2],
  },
  'watch arrivals': {
    middle: [/insert into operator_alerts/, /^insert into mails/],
    committed: [/insert into operator_alerts/, /^after a commit/],
    outcome: async (db) => [
      await count(db, `operator_alerts where kind = 'months-late'`),
      await count(db, `mails where kind = 'operator-alert'`),
    ],
    expected: [1, 1],
  },
  'write traces': {
    middle: [/trace_outbox/, /^before a commit/],
    committed: [/trace_outbox/, /^after a commit/],
    outcome: async (db, text) => {
      const ids = await queryRaw<{ id: number }>(db, 'select id from audit_log')
      const lines = text.split('\n').filter((line) => line.includes('"audit entry"'))
      return [
        ids.filter(({ id }) => !lines.some((line) => line.includes(`"id":${id},`))),
        await count(db, 'trace_outbox'),
      ]
    },
    expected: [[], 0],
  },
  'delete what has expired': {
    middle: [/^delete from sign_in_codes/],
    committed: [/^delete from mails/],
    outcome: async (db) => count(db, 'sessions'),
    expected: 0,
  },
}

/** As if its process had been silent for long: other instances may be alive on a server. */
const endSilence = (db: Database) =>
  queryRaw(db, `update jobs.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`)

test.each(Object.keys(works))(
  'killed in the middle of “%s” or right after it, another process takes it up, and it is done once',
  async (name) => {
    const { middle, committed, install, outcome, expected } = works[name] as Work
    const database = await template.copy()
    onTestFinished(() => database.remove())
    const inspect = async <Result>(work: (db: Database) => Promise<Result>) => {
      const db = await database.open()
      const result = await work(db)
      await db.close()
      return result
    }
    const environment = install ? await inspect(install) : {}
    let text = ''
    for (const patterns of [middle, committed, []]) {
      const result = await run(database, name, environment, patterns)
      text += result.text
      expect(result.killed, `${patterns.join(', ')} in\n${result.text}`).toBe(patterns.length > 0)
      if (postgresUrl && patterns.length > 0) await inspect(endSilence)
    }
    expect(await inspect((db) => outcome(db, text))).toEqual(expected)
  },
  120_000,
)
