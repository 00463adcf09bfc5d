// @module-tag extended
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, countDays, getWeekday } from '#contract/reports/calendar.ts'
import { createDemoFacts } from '#server/demo/data/facts.ts'
import type { ReportKind } from '#server/demo/data/report-csv.ts'
import { connectReporting } from '#server/demo/reporting/reporting.ts'
import { createDemoReportingWorld } from '#server/demo/reporting/reporting-demo.ts'
import { createDemoReport, listDemoVideos, type SeededDays } from '#server/demo/seed/demo-reports.ts'
import { selectSeededDays } from '#server/demo/seed/report-seed.ts'
import { ensureDemoData } from '#server/demo/seed/seed.ts'
import { createEncryption } from '#server/platform/auth/encryption.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createLog } from '#server/platform/log.ts'
import { selectTotals } from '#server/reports/commands/reported-totals.ts'
import { createOauthClient } from '#server/reports/fetching/api/oauth.ts'
import { selectConnections } from '#server/reports/fetching/connections.ts'
import { fetchReports } from '#server/reports/fetching/fetch.ts'
import { testEncryption } from '#tests/support/api.ts'
import { createOwnDatabase } from '#tests/support/database.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { createReportFolder } from '#tests/support/report-files.ts'
import { findBrokenReportInvariants } from '#tests/support/report-invariants.ts'

/** Seven months, two of which have a clock change. */
const seededAt = new Date('2026-11-20T09:00:00Z')
const lastDay = '2026-11-18'

let db: Database
let seeded: SeededDays
let folder: Awaited<ReturnType<typeof createReportFolder>>

beforeAll(async () => {
  db = await createOwnDatabase()
  folder = await createReportFolder()
  await ensureDemoData(db, seededAt, testEncryption, () => {})
  seeded = (await selectSeededDays(db)) ?? { from: '', to: '' }
}, 120_000)
afterAll(async () => {
  await db.close()
  await folder.remove()
})

const selectVideos = () =>
  queryRaw(
    db,
    `select video_id, channel_id, channel_name, title, length_seconds, published_at, isrc
    from videos
    order by video_id`,
  )

const getSha256 = (text: Iterable<string>) =>
  createHash('sha256')
    .update([...text].join(''))
    .digest('hex')

test('reports of seeded days say exactly what the seed imported', async () => {
  expect(seeded).toEqual({ from: '2026-04-18', to: lastDay })
  const loads = await queryRaw<{ type: ReportKind; day: string; sha256: string; rows: number }>(
    db,
    `select report_type as type, day, sha256, row_count as rows
    from report_loads
    where state = 'current'
      and day = any($1)
    order by day, report_type`,
    [['2026-11-01', lastDay]],
  )
  expect(loads.map(({ type, day }) => `${day} ${type}`)).toEqual([
    '2026-11-01 activity',
    '2026-11-01 revenue',
    `${lastDay} activity`,
    `${lastDay} claims`,
    `${lastDay} metadata`,
    `${lastDay} revenue`,
  ])
  for (const { type, day, sha256, rows } of loads) {
    expect(rows).toBeGreaterThan(100)
    expect(sha256, `${type} of ${day}`).toBe(getSha256(createDemoReport(seeded, type, day)()))
  }
  expect(await findBrokenReportInvariants(db)).toEqual([])
})

test('the importer reads exactly the figures that the demo computes', async () => {
  for (const day of [seeded.from, lastDay]) {
    const dayIndex = countDays({ from: seeded.from, to: day }) - 1
    const facts = listDemoVideos(seeded, day).map((video) =>
      createDemoFacts(video, dayIndex, getWeekday(day)),
    )
    const activity = facts.flatMap((fact) =>
      fact.activity.map((one) => ({ ...one, engagedViews: one.views })),
    )
    expect(new Set(await selectActivity(day))).toEqual(new Set(activity))
    expect(new Set(await selectRevenue(day))).toEqual(new Set(facts.flatMap(({ revenue }) => revenue)))
  }
})

const selectActivity = (day: string) =>
  queryRaw(
    db,
    `select channel_id as "channelId", video_id as "videoId", country, views, premium_views as "premiumViews",
      engaged_views as "engagedViews", watch_ms as "watchMs", watched_share as "watchedShare"
    from activity_facts
    where day = $1`,
    [day],
  )

const selectRevenue = (day: string) =>
  queryRaw(
    db,
    `select channel_id as "channelId", video_id as "videoId", country, revenue_micros as "revenueMicros",
      premium_revenue_micros as "premiumRevenueMicros"
    from revenue_facts
    where day = $1`,
    [day],
  )

const readAll = async (now: string) => {
  const world = await createDemoReportingWorld(db, () => new Date(now))
  if (!world) throw new Error('There is no demo.')
  return [...world.jobs.values()].map((job) => ({
    job,
    reports: world.listReports(job.id).map(({ content, ...report }) => report),
  }))
}

test('a report of each kind appears per day after the seeded ones, and stays the same after a restart', async () => {
  const countDays = async (now: string) =>
    Object.fromEntries((await readAll(now)).map(({ job, reports }) => [job.reportTypeId, reports.length]))
  expect(await countDays('2026-11-21T11:00:00Z')).toMatchObject({ content_owner_basic_a4: 0 })
  const counts = await countDays('2026-11-26T13:00:00Z')
  expect(counts).toEqual({
    content_owner_basic_a4: 6,
    content_owner_estimated_revenue_a1: 6,
    content_owner_video_metadata_a4: 6,
    content_owner_active_claims_a3: 6,
    content_owner_asset_a3: 0,
    content_owner_ad_revenue_raw_a1: 0,
  })
  const [activity] = await readAll('2026-11-26T13:00:00Z')
  expect(await readAll('2026-11-26T13:00:00Z')).toEqual(await readAll('2026-11-26T13:00:00Z'))
  expect(activity?.reports).toEqual(
    (await readAll('2027-06-26T13:00:00Z'))[0]?.reports.slice(-(activity?.reports.length ?? 0)),
  )
})

test('the next days arrive by themselves, and continue the figures', async () => {
  const now = new Date('2026-11-28T13:00:00Z')
  const encryption = createEncryption(async () => Buffer.alloc(32, 7))
  const config = readConfig({ DATA_DIR: folder.path })
  const connect = () => connectReporting({ db, now: () => now, encryption, config })
  // A server starts, and then starts again.
  await (await connect()).close()
  const { settings, close } = await connect()
  const videosBefore = await selectVideos()
  const [connection] = await selectConnections(db)
  if (!connection || !settings.oauth) throw new Error('The demo is not connected.')
  const dependencies = {
    db,
    encryption,
    settings,
    now: () => now,
    oauth: createOauthClient(settings.oauth),
    log: createLog('silent'),
  }
  expect(await fetchReports(dependencies, connection)).toMatchObject({ imported: 32, refused: 0 })
  await close()
  const totals = Object.entries(await selectTotals(db, 'day'))
  expect(totals.at(-1)?.[0]).toBe(addDays(lastDay, 8))
  const sumViews = (days: typeof totals) => days.reduce((sum, [, { views }]) => sum + views, 0)
  const ratio = sumViews(totals.slice(-8)) / sumViews(totals.slice(-16, -8))
  expect(ratio).toBeGreaterThan(0.8)
  expect(ratio).toBeLessThan(1.25)
  const videos = await selectVideos()
  expect(videos.length).toBeGreaterThan(videosBefore.length)
  const published = await queryRaw(
    db,
    `select 1
    from videos
    where published_at between $1 and $2`,
    [`${addDays(lastDay, 1)}T00:00:00Z`, now.toISOString()],
  )
  expect(published).toHaveLength(videos.length - videosBefore.length)
  expect(await findBrokenReportInvariants(db)).toEqual([])
}, 120_000)

test('an installation without the demo has none of it', async () => {
  const empty = await createOwnDatabase()
  expect(await createDemoReportingWorld(empty, () => seededAt)).toBeUndefined()
  await empty.close()
})
