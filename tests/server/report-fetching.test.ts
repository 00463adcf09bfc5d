import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import type { ReportingWorld } from '#server/demo/reporting-world.ts'
import { importFiles } from '#server/ingest/import-files.ts'
import { createOwnDatabase, createTestDatabase } from '#tests/support/database.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { contentOwnerId, createIssue, type Fetching, startFetching } from '#tests/support/report-fetching.ts'
import { createReportFolder } from '#tests/support/report-files.ts'
import { deleteReports, findBrokenReportInvariants } from '#tests/support/report-invariants.ts'

let db: Database
let fetching: Fetching
beforeAll(async () => {
  db = await createTestDatabase()
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

/** Every figure that reports become, by day and video. */
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

/** Downloads what the world has, as a person does, and imports it with the command's own code. */
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

/** Jobs are there, and YouTube has delivered its backfill. */
async function fetchBackfill(): Promise<void> {
  await fetching.connect()
  await fetching.fetch()
  fetching.passDays(2)
  fetching.world.deliverReports()
  await fetching.fetch()
}

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

    // Over the change of clocks on 8 March.
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
  })
})
