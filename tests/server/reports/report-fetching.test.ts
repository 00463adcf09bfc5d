// @module-tag extended

import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listDays } from '#contract/reports/calendar.ts'
import type { ReportingWorld } from '#server/demo/reporting/reporting-world.ts'
import { runOperatorCommand } from '#server/operator/run.ts'
import { createEncryption, loadSecretKey } from '#server/platform/auth/encryption.ts'
import { grantInstallationRole } from '#server/platform/auth/installation.ts'
import { readConfig } from '#server/platform/config.ts'
import { BusyError, type Database } from '#server/platform/db/database.ts'
import { type ReportedDay, selectReportedDays } from '#server/reports/completeness/completeness.ts'
import { selectFreshness } from '#server/reports/completeness/freshness.ts'
import { startAuthorization } from '#server/reports/fetching/authorize.ts'
import { selectConnections } from '#server/reports/fetching/connections.ts'
import { findExpectedReports } from '#server/reports/fetching/expected-reports.ts'
import { startReportFetching } from '#server/reports/fetching/worker.ts'
import { importFiles } from '#server/reports/ingest/import-files.ts'
import { refreshLists } from '#server/reports/lists/lists.ts'
import { createOwnDatabase, createTestDatabase } from '#tests/support/database.ts'
import { listJobStates, startJobs } from '#tests/support/jobs.ts'
import { createMailOwner } from '#tests/support/mails.ts'
import { runOperator, runOperatorWith } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { contentOwnerId, createIssue, type Fetching, startFetching } from '#tests/support/report-fetching.ts'
import { createReportFolder } from '#tests/support/report-files.ts'
import { deleteReports, findBrokenReportInvariants } from '#tests/support/report-invariants.ts'
import { clearAuditLog } from '#tests/support/traces.ts'

let db: Database
let fetching: Fetching
beforeAll(async () => {
  db = await createTestDatabase()
  await refreshLists(db)
})
afterAll(() => db.close())
beforeEach(async () => {
  await deleteReports(db)
  for (const table of [
    'youtube_connections',
    'reporting_jobs',
    'fetched_reports',
    'operator_alerts',
    'mails',
  ])
    await queryRaw(db, `delete from ${table}`)
  fetching = await startFetching(db)
})
afterEach(async () => {
  await fetching.close()
  expect(await findBrokenReportInvariants(db)).toEqual([])
})

/** Reads every figure that reports produce, by day and video. */
const readFigures = (from: Database) =>
  queryRaw(
    from,
    `select v.day::text, v.video_id, v.views::text, v.revenue_micros::text, m.title
    from video_daily v
    left join videos m on m.video_id = v.video_id and m.channel_id = v.channel_id
    where v.owner = 'main'
    order by 1, 2`,
  )

const readReportedDays = async () =>
  (
    await queryRaw<{ day: string }>(
      db,
      `select distinct day::text from report_current where report_type = 'revenue' order by 1`,
    )
  ).map(({ day }) => day)

const readStates = async () =>
  Object.fromEntries(
    (
      await queryRaw<{ state: string; count: number }>(
        db,
        'select state, count(*)::integer as count from fetched_reports group by state order by state',
      )
    ).map(({ state, count }) => [state, count]),
  )

const readOpenAlerts = async () =>
  (
    await queryRaw<{ kind: string }>(
      db,
      'select kind from operator_alerts where ended_at is null order by kind',
    )
  ).map(({ kind }) => kind)

/** Downloads the world's reports, as a person does, and imports them with the command's own code. */
async function importByHand(world: ReportingWorld, into: Database, now: Date): Promise<void> {
  const folder = await createReportFolder()
  const reports = []
  for (const report of world.reports.values()) {
    const job = world.jobs.get(report.jobId)
    if (!job || typeof report.content !== 'string') throw new Error('The report has no text.')
    const file = `${job.reportTypeId}-${report.id}.csv`
    await folder.write(file, report.content)
    reports.push({
      file,
      reportTypeId: job.reportTypeId,
      id: report.id,
      startTime: report.startTime,
      endTime: report.endTime,
      createTime: report.createTime,
    })
  }
  await folder.write('reports.json', JSON.stringify({ reports }))
  await importFiles(into, [folder.path], { owner: 'main', now })
  await folder.remove()
}

const findJob = (reportTypeId: string) => {
  const job = fetching.world.findJob(contentOwnerId, reportTypeId)
  if (!job) throw new Error(`There is no job of ${reportTypeId}.`)
  return job
}

const activityType = 'content_owner_basic_a4'
const revenueType = 'content_owner_estimated_revenue_a1'
const claimsType = 'content_owner_active_claims_a3'

/** Connects, and creates jobs with a first fetch. */
async function prepare(): Promise<void> {
  await fetching.connect()
  await fetching.fetch()
}

/** Adds both reports of a day. */
function addDay(day: string, issue = 1): void {
  for (const type of [activityType, revenueType])
    fetching.world.addReport(findJob(type), day, { content: createIssue(type, day, issue) })
}

const readConnection = async () =>
  (
    await queryRaw<{ problem: string | null; nextSeconds: number; hasToken: boolean }>(
      db,
      `select problem,
        extract(epoch from next_fetch_at - $1::timestamptz)::integer as "nextSeconds",
        refresh_token is not null as "hasToken"
      from youtube_connections`,
      [fetching.now().toISOString()],
    )
  )[0]

const expectFailure = (failure: string) => expect(fetching.fetch()).rejects.toMatchObject({ failure })

describe('from an empty installation', () => {
  test('the jobs are created, the backfill arrives, and a day each day, as if imported by hand', async () => {
    const { world } = fetching
    await fetching.connect()
    expect(await fetching.fetch()).toMatchObject({ imported: 0 })
    expect([...world.jobs.values()].filter(({ systemManaged }) => !systemManaged)).toMatchObject([
      { reportTypeId: 'content_owner_basic_a4' },
      { reportTypeId: 'content_owner_estimated_revenue_a1' },
    ])

    fetching.passDays(2)
    world.deliverReports()
    await fetching.fetch()
    expect((await readReportedDays()).length).toBeGreaterThanOrEqual(30)

    // The days include the clock change on 8 March.
    for (let day = 0; day < 8; day++) {
      fetching.passDays(1)
      world.deliverReports()
      expect(await fetching.fetch()).toMatchObject({ refused: 0, lost: 0 })
    }
    expect((await readReportedDays()).at(-1)).toBe('2026-03-09')

    // YouTube corrects a day.
    for (const type of ['content_owner_basic_a4', 'content_owner_estimated_revenue_a1'])
      world.addReport(findJob(type), '2026-03-05', { content: createIssue(type, '2026-03-05', 2) })
    expect(await fetching.fetch()).toMatchObject({ listed: 2, imported: 2 })

    // A new version of a report type appears, and takes over once it has data.
    world.addReportType('content_owner_basic_a5')
    fetching.passDays(1)
    world.deliverReports()
    await fetching.fetch()
    expect(findJob('content_owner_basic_a5').name).toBe('Hookline content_owner_basic_a5')
    fetching.passDays(2)
    world.deliverReports()
    await fetching.fetch()
    world.deprecateReportType('content_owner_basic_a4', fetching.now())

    // Nothing runs for nine days.
    fetching.passDays(9)
    world.deliverReports()
    expect(await fetching.fetch()).toMatchObject({ refused: 0, lost: 0 })
    const days = await readReportedDays()
    expect(days.at(-1)).toBe('2026-03-21')

    const byHand = await createOwnDatabase()
    await importByHand(world, byHand, fetching.now())
    const figures = await readFigures(db)
    expect(figures.length).toBe(2 * days.length)
    expect(figures).toEqual(await readFigures(byHand))
    await byHand.close()
    expect(await readStates()).not.toHaveProperty('listed')
    expect(await readOpenAlerts()).toEqual([])
  }, 180_000)
})

describe('when the network or YouTube fails', () => {
  const media = 'GET /v1/media/*'
  const lists = /^GET \/v1\/jobs\/.*reports$/

  test.each([
    ['a download that is cut', media, { kind: 'cut', afterBytes: 40 }],
    ['a download without a length that is cut', media, { kind: 'cut', afterBytes: 40, chunked: true }],
    ['a connection that is dropped', media, { kind: 'dropped' }],
    ['half a gzip stream with the right length', media, { kind: 'truncated', afterBytes: 60 }],
    ['a gzip stream with a wrong byte', media, { kind: 'corrupted' }],
    ['a web page instead of the report', media, { kind: 'page' }],
    ['an empty answer', media, { kind: 'empty' }],
    ['a storm of 429', lists, { kind: 'status', status: 429 }],
    ['a storm of 503', lists, { kind: 'status', status: 503 }],
    ['a list that is no JSON', lists, { kind: 'page' }],
    ['a list of another form', lists, { kind: 'json' }],
    [
      'a redirect, which would take the token elsewhere',
      media,
      { kind: 'redirect', location: 'http://127.0.0.2:9/' },
    ],
    ['no token', 'POST /token', { kind: 'status', status: 503 }],
  ] as const)('%s is tried again, and leaves nothing behind', async (_, matcher, fault) => {
    await prepare()
    // The access token has expired by then.
    fetching.passDays(1)
    addDay('2026-02-27')
    addDay('2026-02-28')
    fetching.world.injectFault(matcher, fault, 1_000)
    await fetching.fetch().then(
      () => expect.fail('The fetch succeeded.'),
      (error: { failure: string }) =>
        expect(['unavailable', 'limited', 'incomplete']).toContain(error.failure),
    )
    expect(await readReportedDays()).toEqual([])
    expect(await readConnection()).toMatchObject({ problem: expect.any(String), hasToken: true })
    fetching.world.clearFaults()
    await fetching.fetch()
    expect(await readReportedDays()).toEqual(['2026-02-27', '2026-02-28'])
    expect(await readConnection()).toMatchObject({ problem: null })
    expect(await readStates()).toEqual({ imported: 4 })
  })

  test('faults that pass are not noticed', async () => {
    await prepare()
    addDay('2026-02-28')
    const { world } = fetching
    world.injectFault('GET /v1/reportTypes', { kind: 'status', status: 500 }, 2)
    world.injectFault('GET /v1/jobs', { kind: 'status', status: 429, retryAfter: 0 }, 2)
    world.injectFault(lists, { kind: 'dropped' }, 2)
    world.injectFault(media, { kind: 'cut', afterBytes: 30 }, 1)
    world.oauth.expireAccessTokens()
    expect(await fetching.fetch()).toMatchObject({ imported: 2 })
  })

  test('a damaged report holds back its day, and no other', async () => {
    await prepare()
    addDay('2026-02-27')
    addDay('2026-02-28')
    const [damaged] = [...fetching.world.reports.values()].filter(({ startTime }) =>
      startTime.toISOString().startsWith('2026-02-27'),
    )
    fetching.world.injectFault(
      ({ path }) => path.includes('/media/') && path.includes(damaged?.id ?? ''),
      { kind: 'corrupted' },
      1_000,
    )
    await expectFailure('incomplete')
    expect(await readReportedDays()).toEqual(['2026-02-28'])
    fetching.world.clearFaults()
    await fetching.fetch()
    expect(await readReportedDays()).toEqual(['2026-02-27', '2026-02-28'])
  })

  test('Retry-After puts the next fetch off', async () => {
    await prepare()
    fetching.world.injectFault('GET /v1/jobs', { kind: 'status', status: 429, retryAfter: 7_200 }, 1_000)
    await expectFailure('limited')
    expect(fetching.world.countRequests('GET /v1/jobs')).toBeLessThan(6)
    expect(await readConnection()).toMatchObject({ nextSeconds: 7_200 })
  })

  test('a report on another host is not downloaded: the token stays here', async () => {
    await prepare()
    addDay('2026-02-28')
    fetching.world.injectFault(
      lists,
      {
        kind: 'json',
        body: {
          reports: [
            {
              id: '1',
              jobId: 'j',
              startTime: '2026-02-28T08:00:00Z',
              endTime: '2026-03-01T08:00:00Z',
              createTime: '2026-03-01T12:00:00Z',
              downloadUrl: 'https://elsewhere.example/v1/media/1',
            },
          ],
        },
      },
      1,
    )
    await expectFailure('unavailable')
    expect((await readConnection())?.problem).toContain('elsewhere.example')
  })
})

describe('what is expected', () => {
  const expectReports = async () => {
    const [connection] = await selectConnections(db)
    if (!connection) throw new Error('No owner is connected.')
    const [freshness] = await selectFreshness(db)
    return findExpectedReports(db, connection, await selectReportedDays(db), freshness, fetching.now())
  }
  const describeDay = ({ day, activity, revenue }: ReportedDay) => `${day} ${activity} ${revenue}`

  test('is the day after the latest, and late is what was due before', async () => {
    await prepare()
    expect(await expectReports()).toMatchObject({ late: [], nextDay: '2026-02-28', failed: [] })
    addDay('2026-02-28')
    fetching.world.addReport(findJob(activityType), '2026-03-01', {
      content: createIssue(activityType, '2026-03-01'),
    })
    addDay('2026-03-02')
    await fetching.fetch()
    expect(await expectReports()).toMatchObject({ late: [], nextDay: '2026-03-03' })
    fetching.setTime('2026-03-05T12:00:00Z')
    const { late, nextDay } = await expectReports()
    expect([late.map(describeDay), nextDay]).toEqual([['2026-03-01 1 0'], '2026-03-03'])
    fetching.setTime('2026-03-08T12:00:00Z')
    const later = await expectReports()
    expect([later.late.map(describeDay), later.nextDay]).toEqual([
      ['2026-03-01 1 0', '2026-03-03 0 0', '2026-03-04 0 0'],
      '2026-03-05',
    ])
  })

  test('is no snapshot of the claims: YouTube skips weeks of them', async () => {
    await prepare()
    const days = listDays({ from: '2026-02-05', to: '2026-02-28' })
    for (const day of days) addDay(day)
    for (const day of ['2026-02-05', '2026-02-26'])
      fetching.world.addReport(findJob(claimsType), day, { content: createIssue(claimsType, day) })
    await fetching.fetch()
    expect(
      await queryRaw(db, 'select day::text from report_current where report_type = $1', ['claims']),
    ).toEqual([{ day: '2026-02-26' }])
    expect(await expectReports()).toMatchObject({ late: [], nextDay: '2026-03-01', failed: [] })
    expect(await readOpenAlerts()).toEqual([])
    expect((await runOperator(db, 'report', 'days')).lines[0]).toBe('main: every day is complete')
    const { text } = await runOperator(db, 'doctor', '--json')
    const findings = JSON.parse(text) as { subject: string; message: string }[]
    expect(
      findings.filter(({ subject, message }) => subject.startsWith('reports of') || /claims/.test(message)),
    ).toEqual([])
  })

  test('does not hide what failed, and the command prints both below the calendar', async () => {
    await prepare()
    addDay('2026-02-28')
    for (const type of [activityType, revenueType])
      fetching.world.addReport(findJob(type), '2026-03-01', { content: 'nonsense\n' })
    await fetching.fetch()
    expect((await expectReports()).failed).toMatchObject([
      { day: '2026-03-01', state: 'refused' },
      { day: '2026-03-01', state: 'refused' },
    ])
    const { lines } = await runOperator(db, 'report', 'days')
    const at = lines.indexOf('main is connected:')
    expect(lines[0]).toBe('main: every day is complete')
    expect(at).toBeGreaterThan(3)
    expect(lines[at + 1]).toMatch(/^ {2}(late {5}|and \d+ earlier ones)/)
    expect(lines.filter((line) => line.startsWith('  refused  2026-03-01: content_owner_'))).toHaveLength(2)
    expect(lines.at(-1)).toMatch(/^ {2}next {5}\d{4}-\d\d-\d\d, due on \d{4}-\d\d-\d\d$/)
    expect((await runOperator(db, 'report', 'days', '--owner', 'other')).text).toBe('There are no reports.')
  })
})

describe('what only a person can mend', () => {
  test('a consent that was revoked is told of once, and fetching goes on after another one', async () => {
    await prepare()
    fetching.world.oauth.revokeConsent()
    fetching.passDays(1)
    addDay('2026-02-28')
    await expectFailure('consent')
    expect(await readConnection()).toMatchObject({ hasToken: false })
    expect(await readOpenAlerts()).toEqual(['consent-ended'])
    await expectFailure('consent')
    expect(await queryRaw(db, 'select id from operator_alerts')).toHaveLength(1)
    await fetching.connect()
    await fetching.fetch()
    expect(await readOpenAlerts()).toEqual([])
    expect(await readReportedDays()).toEqual(['2026-02-28'])
  })

  test('a permission that is withdrawn lasts as an alert through an outage', async () => {
    await prepare()
    fetching.world.withdrawPermission(contentOwnerId)
    await expectFailure('permission')
    expect(await readOpenAlerts()).toEqual(['permission-denied'])
    fetching.world.injectFault('GET /v1/reportTypes', { kind: 'status', status: 503 }, 1_000)
    await expectFailure('unavailable')
    expect(await readOpenAlerts()).toEqual(['permission-denied'])
    fetching.world.clearFaults()
    fetching.world.restorePermission(contentOwnerId)
    await fetching.fetch()
    expect(await readOpenAlerts()).toEqual([])
  })

  test('a consent that ended does not end the one that was given meanwhile', async () => {
    await prepare()
    fetching.world.oauth.revokeConsent()
    fetching.world.injectFault('POST /token', { kind: 'slow', ms: 300 }, 1)
    const running = expectFailure('consent')
    await expect.poll(() => fetching.world.countRequests('POST /token')).toBe(3)
    fetching.passDays(1)
    await fetching.connect()
    await running
    expect(await readConnection()).toMatchObject({ hasToken: true })
    await fetching.fetch()
  })

  test('a quota that is used up needs no person', async () => {
    await prepare()
    const fault = { kind: 'status', status: 403, reason: 'quotaExceeded' } as const
    fetching.world.injectFault('GET /v1/jobs', fault, 1_000)
    await expectFailure('limited')
    expect(await readOpenAlerts()).toEqual([])
  })

  test('an error that nobody expected is recorded, and tried again later', async () => {
    await prepare()
    const failing = { ...db, transaction: () => Promise.reject(new Error('a bug')) }
    await expect(fetching.fetch({ db: failing })).rejects.toThrow('a bug')
    expect(await readConnection()).toMatchObject({
      problem: 'an unexpected error occurred; see the log',
      nextSeconds: 900,
    })
  })

  test('a client that Google rejects', async () => {
    await prepare()
    fetching.world.oauth.client = { id: 'another', secret: 'another' }
    await expectFailure('client')
    expect(await readOpenAlerts()).toEqual(['client-rejected'])
  })

  test('a consent for one of two scopes is none', async () => {
    fetching.world.oauth.tickedScopes = ['https://www.googleapis.com/auth/yt-analytics.readonly']
    await expect(fetching.connect()).rejects.toMatchObject({ failure: 'denied' })
    expect(await queryRaw(db, 'select id from youtube_connections')).toEqual([])
  })

  test('a report that is gone is lost for good, and told of until its day is there', async () => {
    await prepare()
    addDay('2026-02-28')
    fetching.world.listsExpired = true
    fetching.passDays(61)
    expect(await fetching.fetch()).toMatchObject({ lost: 2 })
    expect(await readOpenAlerts()).toEqual(['reports-late', 'reports-lost'])
  })

  test('reports that will be deleted soon', async () => {
    await prepare()
    addDay('2026-02-28')
    fetching.world.injectFault('GET /v1/media/*', { kind: 'status', status: 503 }, 1_000)
    await expectFailure('unavailable')
    expect(await readOpenAlerts()).toEqual([])
    fetching.passDays(51)
    await expectFailure('unavailable')
    expect(await readOpenAlerts()).toEqual(['reports-expire', 'reports-late'])
  })

  test('a report that cannot be imported, until YouTube issues it again', async () => {
    await prepare()
    addDay('2026-02-28')
    fetching.world.addReport(findJob(revenueType), '2026-02-28', {
      content: createIssue(revenueType, '2026-02-28', 2).replace('.250000', 'x'),
    })
    // The first issue counts in the meantime.
    expect(await fetching.fetch()).toMatchObject({ refused: 1 })
    expect(await readReportedDays()).toEqual(['2026-02-28'])
    expect(await readOpenAlerts()).toEqual(['reports-refused'])
    addDay('2026-02-28', 3)
    await fetching.fetch()
    expect(await readOpenAlerts()).toEqual([])
    expect(await readStates()).toMatchObject({ imported: 4, superseded: 1 })
  })

  test('a folder that cannot be written', async () => {
    await prepare()
    addDay('2026-02-28')
    await mkdir(fetching.spoolDir, { recursive: true })
    await writeFile(join(fetching.spoolDir, 'main'), 'a file where the folder should be')
    await expectFailure('storage')
    expect(await readOpenAlerts()).toEqual(['storage'])
  })
})

describe('the command', () => {
  beforeEach(() => clearAuditLog(db))

  const run = (...args: string[]) => runOperatorWith(db, fetching.environment, 'youtube', ...args)

  /** Follows the printed link, as a browser on this machine would. */
  const followLink = (link: string) => fetch(link).then((response) => response.text())

  const runConnect = (...args: string[]) => runConnectWith(followLink, ...args)

  async function runConnectWith(visit: (link: string) => Promise<string>, ...args: string[]) {
    const lines: string[] = []
    let page: Promise<string> | undefined
    const status = await runOperatorCommand(['youtube', 'connect', ...args], {
      openDatabase: async () => ({ ...db, close: async () => {} }),
      config: readConfig(fetching.environment),
      cwd: process.cwd(),
      signal: new AbortController().signal,
      progress: { start() {}, advance() {}, completeFile() {}, startStep() {}, end() {} },
      print(line) {
        lines.push(line)
        if (line.startsWith('http')) page = visit(line)
      },
    }).catch((error: Error) => error.message)
    return { status, text: lines.join('\n'), page: await page }
  }

  test('connects, shows, fetches and disconnects', async () => {
    expect((await run('status')).text).toBe('No content owner is connected. See: youtube connect --help')
    const connected = await runConnect('--owner', 'main', '--content-owner', contentOwnerId)
    expect(connected).toMatchObject({ status: 0, page: 'Connected. You can close this window.\n' })
    expect(connected.text).toContain(`main is connected (content owner ${contentOwnerId})`)
    expect(await run('fetch')).toMatchObject({ status: 0 })
    const jobs = await run('jobs')
    expect(jobs.text).toContain(activityType)
    expect((await run('status')).text).toContain(`main (content owner ${contentOwnerId}), consent of`)
    expect(await run('disconnect', '--owner', 'main')).toMatchObject({
      status: 0,
      text: 'main is disconnected.',
    })
    expect(fetching.world.countRequests('POST /revoke')).toBe(1)
    await expect(run('fetch')).rejects.toThrow('No content owner is connected')
    const entries = await queryRaw<{ action: string; detail: unknown }>(
      db,
      `select action, detail from audit_log where action like 'youtube%' order by id`,
    )
    expect(entries.map(({ action }) => action)).toEqual(['youtube connect', 'youtube disconnect'])
  })

  test('another page in the same browser cannot end the wait', async () => {
    const refusals: number[] = []
    const connected = await runConnectWith(
      async (link) => {
        const home = new URL(link).searchParams.get('redirect_uri') ?? ''
        for (const query of ['state=guess&error=access_denied', 'state=guess&code=theirs', 'state='])
          refusals.push((await fetch(`${home}?${query}`)).status)
        return followLink(link)
      },
      '--owner',
      'main',
      '--content-owner',
      contentOwnerId,
    )
    expect(refusals).toEqual([400, 400, 400])
    expect(connected).toMatchObject({ status: 0, page: 'Connected. You can close this window.\n' })
  })

  test('an answer in the name of another authorization server is none', async () => {
    const connected = await runConnectWith(
      async (link) => {
        const home = (await fetch(link, { redirect: 'manual' })).headers.get('Location') ?? ''
        return (await fetch(`${home}&iss=https://elsewhere.example`)).text()
      },
      '--owner',
      'main',
      '--content-owner',
      contentOwnerId,
    )
    expect(connected).toMatchObject({ status: expect.stringMatching(/^Not connected: /) })
    expect(fetching.world.countRequests('POST /token')).toBe(0)
    expect(await queryRaw(db, 'select 1 from youtube_connections')).toEqual([])
  })

  test('a content owner has one name', async () => {
    await fetching.connect()
    expect(await runConnect('--owner', contentOwnerId)).toMatchObject({
      status: `Not connected: the content owner ${contentOwnerId} is connected as main.`,
    })
  })

  test('a declined consent changes nothing, and the browser is told', async () => {
    fetching.world.oauth.consent = 'deny'
    expect(await runConnect('--owner', contentOwnerId)).toMatchObject({
      status: 'Not connected: the consent was declined.',
      page: 'Not connected: the consent was declined.\n',
    })
    expect(await queryRaw(db, 'select 1 from youtube_connections')).toEqual([])
  })

  test('the pasted address of another machine’s browser works once', async () => {
    const url = await startAuthorization(
      {
        ...fetching.dependencies,
        encryption: createEncryption(() => loadSecretKey(readConfig(fetching.environment))),
      },
      { owner: 'main', contentOwnerId },
      'http://127.0.0.1:4999/',
    )
    fetching.setTime(new Date().toISOString())
    const redirected = (await fetch(url, { redirect: 'manual' })).headers.get('Location') ?? ''
    await queryRaw(db, `update youtube_authorizations set expires_at = now() + interval '1 minute'`)
    expect((await run('connect', '--redirected', redirected)).text).toContain('main is connected')
    await expect(run('connect', '--redirected', redirected)).rejects.toThrow(
      'Not connected: this address does not belong to a pending consent, or has expired.',
    )
    await expect(run('connect', '--redirected', 'elsewhere')).rejects.toThrow('Expected the whole address')
    await expect(run('connect')).rejects.toThrow('Give either --owner, or --redirected')
  })

  test('without an OAuth client it says what to set', async () => {
    await expect(runOperatorWith(db, {}, 'youtube', 'connect', '--owner', 'main')).rejects.toThrow(
      'Set YOUTUBE_CLIENT_ID and YOUTUBE_CLIENT_SECRET first.',
    )
  })

  test('says what needs a person', async () => {
    await prepare()
    fetching.world.withdrawPermission(contentOwnerId)
    await expectFailure('permission')
    const { status, text } = await run('status')
    expect(status).toBe(1)
    expect(text).toContain('YouTube denies access to its reports')
    const findings = JSON.parse((await runOperatorWith(db, fetching.environment, 'doctor', '--json')).text)
    expect(findings).toContainEqual(
      expect.objectContaining({ subject: 'fetching reports of main', status: 'warning' }),
    )
  })
})

describe('the server', () => {
  test('fetches what is due, and not before', async () => {
    await fetching.connect()
    const jobs = await startJobs(db)
    const stop = await startReportFetching({ ...fetching.dependencies, jobs })
    await expect.poll(() => listJobStates(db, 'fetch-reports')).toEqual(['completed'])
    expect(await readConnection()).toMatchObject({ problem: null, nextSeconds: expect.closeTo(3_600, -3) })
    const requests = fetching.world.requests.length
    await (await startReportFetching({ ...fetching.dependencies, jobs }))()
    expect(await listJobStates(db, 'fetch-reports')).toEqual(['completed'])
    expect(fetching.world.requests.length).toBe(requests)
    await stop()
    await jobs.close()
  })

  test('two at a time are one', async () => {
    await prepare()
    addDay('2026-02-28')
    fetching.world.injectFault('GET /v1/reportTypes', { kind: 'slow', ms: 200 }, 1)
    const results = await Promise.allSettled([fetching.fetch(), fetching.fetch()])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: expect.any(BusyError),
    })
    expect(await readReportedDays()).toEqual(['2026-02-28'])
  })

  test('mails every operator once', async () => {
    const { accountId } = await createMailOwner(db, 'fetching.example')
    await grantInstallationRole(db, accountId, 'operator')
    await prepare()
    fetching.world.withdrawPermission(contentOwnerId)
    await expectFailure('permission')
    await expectFailure('permission')
    const mails = await queryRaw<{ kind: string; data: object }>(db, 'select kind, data from mails')
    expect(mails).toEqual([{ kind: 'operator-alert', data: { alert: 'permission-denied', owner: 'main' } }])
  })

  test('keeps the last days, and the days that are still to be imported', async () => {
    await prepare()
    for (const day of ['2026-02-24', '2026-02-25', '2026-02-26', '2026-02-27']) addDay(day)
    const { settings } = fetching.dependencies
    await fetching.fetch({ settings: { ...settings, spool: { days: 2, bytes: 1_000_000 } } })
    const folder = join(fetching.spoolDir, 'main')
    expect((await readdir(folder)).sort()).toEqual(['2026-02-26', '2026-02-27'])
    // The kept files can be imported by hand.
    const { outcomes } = await importFiles(db, [join(folder, '2026-02-27')], { now: fetching.now() })
    expect(outcomes.map(({ result }) => result)).toEqual(['unchanged', 'unchanged'])
    fetching.passDays(1)
    addDay('2026-02-28')
    await fetching.fetch({ settings: { ...settings, spool: { days: 5, bytes: 1 } } })
    expect(await readdir(folder)).toEqual([])
  })

  test('leaves no secret in the database, the log or an error', async () => {
    await prepare()
    fetching.world.injectFault('GET /v1/jobs', { kind: 'status', status: 403 }, 1)
    await expectFailure('permission')
    fetching.world.oauth.revokeConsent()
    fetching.passDays(1)
    await expectFailure('consent')
    const secrets = [
      ...fetching.world.requests.map(({ headers }) => headers.authorization?.replace('Bearer ', '')),
      fetching.world.oauth.client.secret,
    ].filter((secret) => secret !== undefined)
    expect(secrets.length).toBeGreaterThan(5)
    const tables = await Promise.all(
      [
        'youtube_connections',
        'youtube_authorizations',
        'fetched_reports',
        'operator_alerts',
        'audit_log',
        'mails',
      ].map((table) => queryRaw(db, `select * from ${table}`)),
    )
    const traces = JSON.stringify([fetching.logLines, tables])
    for (const secret of [...secrets, '1//']) expect(traces).not.toContain(secret)
  })
})
