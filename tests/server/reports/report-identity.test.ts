// @module-tag extended
// @module-tag adapter
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { importFiles } from '#server/reports/ingest/import-files.ts'
import { createAccount, createChannel, createSite } from '#tests/support/accounts.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { channelIdFor, videoIdFor } from '#tests/support/facts.ts'
import { runOperator } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import {
  activityRow,
  buildReportResource,
  claimRow,
  createReportFolder,
  formatActivity,
  formatClaims,
  formatRevenue,
  reportFileName,
  revenueRow,
} from '#tests/support/report-files.ts'
import { deleteReports, findBrokenReportInvariants } from '#tests/support/report-invariants.ts'
import { clearAuditLog } from '#tests/support/traces.ts'

let db: Database
let folder: Awaited<ReturnType<typeof createReportFolder>>

beforeAll(async () => {
  db = await createTestDatabase()
  folder = await createReportFolder()
  const manager = await createAccount(db, await createSite(db), 'boss@example.test')
  await createChannel(db, manager, channelIdFor('one'))
})
afterAll(async () => {
  await db.close()
  await folder.remove()
})
beforeEach(() => clearAuditLog(db))
afterEach(() => deleteReports(db))

const day = '2026-03-02'
const activityName = reportFileName('basic', day)
const complete = formatActivity([activityRow(day), activityRow(day, { country_code: 'US' })])
const truncated = formatActivity([activityRow(day)])

const importAs = async (owner: string, name: string, content: string) =>
  (await importFiles(db, [await folder.write(name, content)], { owner })).outcomes

/** Writes the report to a new folder, with the id 4711 in `reports.json`. */
async function writeReport(content: string): Promise<string> {
  const sub = await folder.createSubfolder()
  const here = sub.slice(folder.path.length + 1)
  const resource = buildReportResource(activityName, 'basic', day, { id: '4711' })
  await folder.write(`${here}/${activityName}`, content)
  await folder.write(`${here}/reports.json`, JSON.stringify({ reports: [resource] }))
  return sub
}

const selectViews = () => queryRaw(db, 'select coalesce(sum(views), 0)::bigint as views from video_daily')

describe('a report of one owner', () => {
  test('is refused as one of another, by its content', async () => {
    await importAs('jp', activityName, complete)
    expect(await importAs('us', activityName, complete)).toMatchObject([
      {
        result: 'refused',
        reason: `the content owner jp already has this report (${activityName}); importing it would count it twice`,
      },
    ])
    expect(await selectViews()).toEqual([{ views: 2_000 }])
    expect(await importAs('us', activityName, truncated)).toMatchObject([{ result: 'loaded' }])
  })

  test('is refused as one of another, by its figures in another order', async () => {
    const lines = [activityRow(day), activityRow(day, { country_code: 'US' })]
    await importAs('jp', activityName, formatActivity(lines))
    expect(await importAs('us', activityName, formatActivity(lines.reverse()))).toMatchObject([
      {
        result: 'refused',
        reason: `the content owner jp already has the same figures (${activityName}); importing them would count them twice`,
      },
    ])
    expect(await selectViews()).toEqual([{ views: 2_000 }])
  })

  test('is refused as one of another, by its id', async () => {
    await importFiles(db, [await writeReport(complete)], { owner: 'jp' })
    const { outcomes } = await importFiles(db, [await writeReport(truncated)], { owner: 'us' })
    expect(outcomes).toMatchObject([
      { result: 'refused', reason: expect.stringContaining('content owner jp') },
    ])
  })

  test('may be empty like another', async () => {
    const empty = formatActivity([])
    expect(await importAs('jp', activityName, empty)).toMatchObject([{ result: 'loaded' }])
    expect(await importAs('us', activityName, empty)).toMatchObject([{ result: 'loaded' }])
  })

  test('must be named once there are several owners', async () => {
    const path = await folder.write(activityName, complete)
    expect((await runOperator(db, 'import', path)).status).toBe(0)
    const other = await folder.write(
      reportFileName('basic', '2026-03-03'),
      formatActivity([activityRow('2026-03-03')]),
    )
    expect((await runOperator(db, 'import', other, '--owner', 'us')).status).toBe(0)
    await expect(runOperator(db, 'import', path)).rejects.toThrow(
      'There are reports of main, us: name the owner of these with --owner.',
    )
    expect((await runOperator(db, 'import', path, '--owner', 'main')).text).toContain('was already imported')
  })
})

describe('imports at the same time', () => {
  const days = ['2026-03-02', '2026-03-03', '2026-04-01']
  const writeFiles = async (country: string) => {
    const sub = await folder.createSubfolder()
    const here = sub.slice(folder.path.length + 1)
    for (const one of days) {
      const row = { country_code: country, video_id: videoIdFor(country) }
      await folder.write(`${here}/${reportFileName('basic', one)}`, formatActivity([activityRow(one, row)]))
      await folder.write(
        `${here}/${reportFileName('estimated_revenue', one)}`,
        formatRevenue([revenueRow(one, row)]),
      )
    }
    return sub
  }
  const importFolder = (owner: string, path: string, steps: string[] = []) =>
    importFiles(db, [path], {
      owner,
      created: new Date('2026-05-01T00:00:00Z'),
      progress: {
        start() {},
        advance() {},
        completeFile() {},
        startStep: (text) => steps.push(text),
        end() {},
      },
    })
  const selectFigures = () => queryRaw(db, 'select * from video_daily order by video_id, day')

  test('of two owners have the result of one after the other', async () => {
    const [us, jp] = [await writeFiles('US'), await writeFiles('JP')]
    for (const [owner, path] of [
      ['us', us],
      ['jp', jp],
    ] as const)
      await importFolder(owner, path)
    const serial = await selectFigures()
    expect(serial).toHaveLength(2 * days.length)
    await deleteReports(db)
    const summaries = await Promise.all([importFolder('us', us), importFolder('jp', jp)])
    for (const { outcomes } of summaries)
      expect(outcomes.map(({ result }) => result)).toEqual(Array(2 * days.length).fill('loaded'))
    expect(await selectFigures()).toEqual(serial)
    expect(await findBrokenReportInvariants(db)).toEqual([])
  })

  test('of one owner wait for each other, and say so', async () => {
    const path = await writeFiles('US')
    const steps: string[] = []
    const summaries = await Promise.all([importFolder('us', path, steps), importFolder('us', path, steps)])
    expect(summaries.map(({ outcomes }) => outcomes[0]?.result).sort()).toEqual(['loaded', 'unchanged'])
    expect(steps.filter((text) => text === 'Waiting for another import of us')).toHaveLength(1)
    expect(await findBrokenReportInvariants(db)).toEqual([])
  })

  test('of one folder under two owners count once', async () => {
    const path = await writeFiles('US')
    const summaries = await Promise.all([importFolder('us', path), importFolder('jp', path)])
    const results = summaries.flatMap(({ outcomes }) => outcomes.map(({ result }) => result))
    expect(results.filter((result) => result === 'loaded')).toHaveLength(2 * days.length)
    expect(results.filter((result) => result === 'refused')).toHaveLength(2 * days.length)
    expect(await selectFigures()).toHaveLength(days.length)
    expect(await findBrokenReportInvariants(db)).toEqual([])
  })
})

describe('an incomplete download', () => {
  test('is named when the whole report comes, and replaced on demand', async () => {
    await runOperator(db, 'import', await writeReport(truncated))
    const whole = await writeReport(complete)
    const refused = await runOperator(db, 'import', whole)
    expect(refused.status).toBe(1)
    expect(refused.text).toContain(
      `its report 4711 was imported from ${activityName}, with other content (rows: 1); if that file was incomplete, import this one with --replace`,
    )
    expect(await selectViews()).toEqual([{ views: 1_000 }])
    expect((await runOperator(db, 'import', whole, '--replace')).text).toContain('1 loaded')
    expect(await selectViews()).toEqual([{ views: 2_000 }])
    expect((await runOperator(db, 'import', whole, '--replace')).text).toContain('1 unchanged')
    expect(await findBrokenReportInvariants(db)).toEqual([])
  })
})

describe('a withdrawn report', () => {
  const importDay = async (of: string) => {
    await importAs('main', reportFileName('basic', of), formatActivity([activityRow(of)]))
    await importAs(
      'main',
      reportFileName('estimated_revenue', of),
      formatRevenue([revenueRow(of), revenueRow(of, { video_id: videoIdFor('paid') })]),
    )
    await importAs('main', reportFileName('active_claims', of), formatClaims([claimRow()]))
  }
  const readFigures = () =>
    Promise.all(
      [
        'video_daily',
        'channel_daily',
        'network_daily',
        'video_period',
        'channel_period',
        'track_period',
        'network_periods',
      ].map((table) => queryRaw(db, `select to_jsonb(t)::text as row from ${table} t order by 1`)),
    )

  test('leaves the figures that were there before it, as far as they are its own', async () => {
    await importDay('2026-03-01')
    const before = await readFigures()
    await importDay(day)
    expect(await readFigures()).not.toEqual(before)
    const withdraw = (type: string) => runOperator(db, 'report', 'withdraw', type, day)
    expect((await withdraw('revenue')).text).toBe(
      `${reportFileName('estimated_revenue', day)}: revenue of ${day} of main withdrawn, 2 rows`,
    )
    expect(await findBrokenReportInvariants(db)).toEqual([])
    await withdraw('activity')
    expect(await readFigures()).toEqual(before)
    expect(await findBrokenReportInvariants(db)).toEqual([])
    const selectRevision = () => queryRaw(db, 'select data_revision from report_state')
    const revision = await selectRevision()
    await expect(withdraw('activity')).rejects.toThrow(`There is no activity report of ${day} of main.`)
    expect(await selectRevision()).toEqual(revision)
    const actions = await queryRaw(
      db,
      `select detail from audit_log where action = 'report withdraw' order by id`,
    )
    expect(actions).toMatchObject([
      { detail: { type: 'revenue', owner: 'main', day, before: { rows: 2 }, after: null } },
      { detail: { type: 'activity', owner: 'main', day, before: { rows: 1 }, after: null } },
    ])
  })

  test('can be imported again', async () => {
    await importDay(day)
    const before = await readFigures()
    for (const type of ['claims', 'activity', 'revenue'])
      await runOperator(db, 'report', 'withdraw', type, day)
    expect(await readFigures()).toEqual([[], [], [], [], [], [], []])
    await importDay(day)
    expect(await readFigures()).toEqual(before)
  })

  test('is no longer listed', async () => {
    await importDay(day)
    const list = async (...options: string[]) => (await runOperator(db, 'report', 'list', ...options)).lines
    expect(await list()).toHaveLength(4)
    expect((await list('--from', day, '--owner', 'main'))[1]).toMatch(
      new RegExp(`^${day}  main   activity\\s+1  \\d{4}-\\S+ \\d\\d:\\d\\d  ${activityName}$`),
    )
    expect(await list('--to', '2026-03-01')).toEqual(['There are no reports.'])
    await runOperator(db, 'report', 'withdraw', 'claims', day)
    expect(await list()).toHaveLength(3)
  })
})
