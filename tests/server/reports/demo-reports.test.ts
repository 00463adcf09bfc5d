// @module-tag extended
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#contract/reports/calendar.ts'
import { connectReporting } from '#server/demo/reporting/reporting.ts'
import {
  createDemoReport,
  createDemoReportingWorld,
  type SeededDays,
  selectSeededDays,
} from '#server/demo/reporting/reporting-demo.ts'
import type { ReportContent } from '#server/demo/reporting/reporting-world.ts'
import { demoOwner, ensureDemoData } from '#server/demo/seed/seed.ts'
import { createEncryption } from '#server/platform/auth/encryption.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createLog } from '#server/platform/log.ts'
import { createOauthClient } from '#server/reports/fetching/api/oauth.ts'
import { selectConnections } from '#server/reports/fetching/connections.ts'
import { fetchReports } from '#server/reports/fetching/fetch.ts'
import { selectTotals } from '#server/reports/figures/totals.ts'
import { importFiles } from '#server/reports/ingest/import-files.ts'
import { testEncryption } from '#tests/support/api.ts'
import { createOwnDatabase } from '#tests/support/database.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { buildReportResource, createReportFolder, reportFileName } from '#tests/support/report-files.ts'
import { findBrokenReportInvariants } from '#tests/support/report-invariants.ts'

/** Seven months of which two have a clock change. */
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

/** Every column of the day's current facts, except for what differs between loads. */
const selectFacts = (day: string) =>
  Promise.all(
    ['activity', 'revenue'].map((type) =>
      queryRaw<{ fact: Record<string, unknown> }>(
        db,
        `select to_jsonb(f) - 'load_id' as fact
        from ${type}_facts f
        join report_current c on c.load_id = f.load_id and c.day = f.day
        where f.day = $1
        order by f.video_id, f.country`,
        [day],
      ),
    ),
  )

const selectVideos = () =>
  queryRaw(
    db,
    `select video_id, channel_id, channel_name, title, length_seconds, published_at, isrc
    from videos
    order by video_id`,
  )

const selectClaims = () =>
  queryRaw(
    db,
    `select to_jsonb(c) - 'load_id' as claim
    from claims c
    join report_current r on r.load_id = c.load_id
    order by claim_id`,
  )

async function joinText(content: ReportContent): Promise<string> {
  let text = ''
  for await (const part of typeof content === 'string' ? [content] : content()) text += part
  return text
}

interface DemoReport {
  resource: { file: string; reportTypeId: string }
  text: string
}

async function importReports(reports: readonly DemoReport[], now: Date) {
  const subfolder = await folder.createSubfolder()
  for (const { resource, text } of reports) await writeFile(join(subfolder, resource.file), text)
  const manifest = { reports: reports.map(({ resource }) => resource) }
  await writeFile(join(subfolder, 'reports.json'), JSON.stringify(manifest))
  return importFiles(db, [subfolder], { owner: demoOwner, now })
}

/** The clocks are changed on the first of these days. */
const comparedReports = [
  ['2026-11-01', 'activity', 'basic'],
  ['2026-11-01', 'revenue', 'estimated_revenue'],
  [lastDay, 'activity', 'basic'],
  [lastDay, 'revenue', 'estimated_revenue'],
  [lastDay, 'metadata', 'video_metadata'],
  [lastDay, 'claims', 'active_claims'],
] as const

test('reports of seeded days say exactly what the seed wrote', async () => {
  expect(seeded).toEqual({ from: '2026-04-18', to: lastDay })
  const read = async () => [
    await selectFacts(lastDay),
    await selectFacts('2026-11-01'),
    await selectVideos(),
    await selectClaims(),
  ]
  const before = await read()
  expect(before[0]?.flat().length).toBeGreaterThan(100)
  const now = new Date('2026-11-21T00:00:00Z')
  const reports = comparedReports.map(async ([day, kind, name]) => ({
    resource: buildReportResource(reportFileName(name, day), name, day, { createTime: now.toISOString() }),
    text: await joinText(createDemoReport(seeded, kind, day)),
  }))
  const { outcomes } = await importReports(await Promise.all(reports), now)
  expect(outcomes.map(({ result }) => result)).toEqual(comparedReports.map(() => 'loaded'))
  expect(await read()).toEqual(before)
  expect(await findBrokenReportInvariants(db)).toEqual([])
})

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
  // A server starts, and again.
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
