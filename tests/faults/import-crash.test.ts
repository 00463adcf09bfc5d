// @module-tag adapter
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { selectTotals } from '#server/reports/commands/reported-totals.ts'
import { importFiles } from '#server/reports/ingest/import-files.ts'
import { createAccount, createChannel, createSite } from '#tests/support/accounts.ts'
import { channelIdFor, videoIdFor } from '#tests/support/facts.ts'
import { type ProcessDatabase, prepareProcessDatabase } from '#tests/support/process-database.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import {
  activityRow,
  claimRow,
  createReportFolder,
  formatActivity,
  formatClaims,
  formatMetadata,
  formatRevenue,
  metadataRow,
  reportFileName,
  revenueRow,
} from '#tests/support/report-files.ts'
import { findBrokenReportInvariants, findBrokenRollupInvariants } from '#tests/support/report-invariants.ts'

const script = fileURLToPath(new URL('../support/import-process.ts', import.meta.url))
const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))
const day = '2026-03-02'
const rows = 16_000

let folder: Awaited<ReturnType<typeof createReportFolder>>
let template: Awaited<ReturnType<typeof prepareProcessDatabase>>
let newerFiles: string[]

/** Writes the four reports of a day, with figures that are multiples of `factor`. */
async function writeDay(issue: string, factor: number): Promise<string[]> {
  const at = (number: number) => ({ video_id: videoIdFor(`v${number % 300}`), views: factor, red_views: 0 })
  return Promise.all([
    folder.write(
      `${issue}-${reportFileName('basic', day)}`,
      formatActivity(Array.from({ length: rows }, (_, n) => activityRow(day, at(n)))),
    ),
    folder.write(
      `${issue}-${reportFileName('estimated_revenue', day)}`,
      formatRevenue([revenueRow(day, { estimated_partner_revenue: factor })]),
    ),
    folder.write(
      `${issue}-${reportFileName('video_metadata', day)}`,
      formatMetadata([metadataRow({ video_title: `title ${factor}` })]),
    ),
    folder.write(
      `${issue}-${reportFileName('active_claims', day)}`,
      formatClaims([claimRow({ claim_id: `claim ${factor}` })]),
    ),
  ])
}

beforeAll(async () => {
  folder = await createReportFolder()
  newerFiles = await writeDay('newer', 2)
  const older = await writeDay('older', 1)
  template = await prepareProcessDatabase(async (db) => {
    const manager = await createAccount(db, await createSite(db), 'boss@example.test')
    await createChannel(db, manager, channelIdFor('one'))
    await importFiles(db, older, { created: new Date('2026-04-01T00:00:00Z') })
  })
})
afterAll(async () => {
  await template.remove()
  await folder.remove()
})

/** Imports the newer files in a separate process that kills itself at a step. @returns the steps that it reached */
function importUntilKilled(
  database: ProcessDatabase,
  step: number,
): Promise<{ steps: string[]; signal: string | null }> {
  const child = spawn(node, [script, String(step), ...newerFiles], {
    env: { ...process.env, DATABASE_URL: '', ...database.environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  return new Promise((resolve) => {
    child.on('close', (_code, signal) => resolve({ steps: text.trimEnd().split('\n'), signal }))
  })
}

const olderTotals = { views: rows, revenue_micros: 1_000_000 }

/** Expects readers to see activity and revenue of one issue, the older or the newer one. */
async function expectComplete(database: ProcessDatabase): Promise<void> {
  const db = await database.open()
  try {
    const { [day]: totals } = await selectTotals(db, 'day')
    expect(
      [1, 2].map((factor) => [factor * olderTotals.views, factor * olderTotals.revenue_micros]),
    ).toContainEqual([totals?.views, totals?.revenue_micros])
    expect(await findBrokenRollupInvariants(db)).toEqual([])
    expect(await queryRaw(db, 'select views, revenue_micros from network_daily')).toEqual([
      { views: totals?.views, revenue_micros: totals?.revenue_micros },
    ])
    const [list] = await queryRaw<{ views: number }>(
      db,
      `select sum(views)::bigint as views from video_period where period = 'latest'`,
    )
    expect([olderTotals.views, 2 * olderTotals.views]).toContain(list?.views)
    expect(await queryRaw(db, 'select title from videos')).toHaveLength(1)
    expect(
      await queryRaw(db, `select c.claim_id from claims c join report_current r on r.load_id = c.load_id`),
    ).toHaveLength(1)
    await importFiles(db, newerFiles, { created: new Date('2026-05-01T00:00:00Z') })
    expect(await selectTotals(db, 'day')).toMatchObject({
      [day]: { views: 2 * olderTotals.views, revenue_micros: 2 * olderTotals.revenue_micros },
    })
    expect(await queryRaw(db, 'select title from videos')).toEqual([{ title: 'title 2' }])
    expect(await queryRaw(db, 'select claim_id as id from claims')).toEqual([{ id: 'claim 2' }])
    expect(
      await queryRaw(db, `select sum(views)::bigint as views from video_period where period = 'latest'`),
    ).toEqual([{ views: 2 * olderTotals.views }])
    expect(await findBrokenReportInvariants(db)).toEqual([])
  } finally {
    await db.close()
  }
}

/** Steps at which failures occur that are impossible elsewhere. */
const criticalSteps = [
  /^copy activity_facts/,
  /^before a commit/,
  /^after a commit/,
  /^delete from activity_facts/,
  /^insert into report_current/,
  /^insert into video_daily/,
  /^insert into videos/,
  /^update metadata_channels/,
  /^insert into affected_videos/,
  /^insert into staged_video_period/,
  /^update report_state set lists_revision/,
  /^with written as \(\s+insert into video_period/,
  /^delete from changed_days/,
]

test('killed at any step and run again, the totals are the same, and nothing was half seen in between', async () => {
  const whole = await template.copy()
  const { steps, signal } = await importUntilKilled(whole, -1)
  expect(signal).toBeNull()
  await expectComplete(whole)
  await whole.remove()
  const copies = steps.flatMap((step, at) => (step.startsWith('copy activity_facts') ? [at] : []))
  expect(copies.length).toBeGreaterThan(1)
  const points = new Set(criticalSteps.map((pattern) => steps.findIndex((step) => pattern.test(step))))
  points.add(copies.at(-1) ?? -1).add(steps.length - 1)
  expect(Math.min(...points)).toBeGreaterThanOrEqual(0)
  const left = [...points]
  const next = async (): Promise<void> => {
    const at = left.shift()
    if (at === undefined) return
    await expectSurvivesKill(at, steps[at])
    return next()
  }
  // Both run at the same time, each on its own installation.
  await Promise.all([next(), next()])
}, 300_000)

async function expectSurvivesKill(index: number, step: string | undefined): Promise<void> {
  const database = await template.copy()
  expect((await importUntilKilled(database, index)).signal, step).toBe('SIGKILL')
  await expectComplete(database)
  await database.remove()
}
