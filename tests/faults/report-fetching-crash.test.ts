// @module-tag adapter
import { type ChildProcess, spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { selectTotals } from '#server/reports/commands/reported-totals.ts'
import { selectMonthTotals } from '#server/settlement/files/totals.ts'
import { channelIdFor, videoIdFor } from '#tests/support/facts.ts'
import { type ProcessDatabase, prepareProcessDatabase } from '#tests/support/process-database.ts'
import { propertyRuns } from '#tests/support/property-runs.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { contentOwnerId, createIssue, type Fetching, startFetching } from '#tests/support/report-fetching.ts'
import { findBrokenReportInvariants, findBrokenRollupInvariants } from '#tests/support/report-invariants.ts'

const script = fileURLToPath(new URL('../support/fetch-process.ts', import.meta.url))
const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))
const days = ['2026-02-26', '2026-02-27', '2026-02-28']
const types = ['content_owner_basic_a4', 'content_owner_estimated_revenue_a1']

let template: Awaited<ReturnType<typeof prepareProcessDatabase>>
let fetching: Fetching

const monthlyType = 'content_owner_shorts_ad_revenue_summary_a2'
const formatMonth = (dollars: string) =>
  `adjustment_type,video_id,channel_id,engaged_views,net_partner_revenue_post_revshare\nNone,${videoIdFor('first')},${channelIdFor('one')},5,${dollars}\n`

/** Adds two days, one of which is issued twice, and a month that is. */
function addReports(): void {
  const monthly = fetching.world.findJob(contentOwnerId, monthlyType)
  for (const dollars of ['1.25', '1.50'])
    if (monthly) fetching.world.addReport(monthly, '2026-01-01', { content: formatMonth(dollars) })
  for (const type of types)
    for (const [day, issue] of [...days.map((day) => [day, 1] as const), [days[1] ?? '', 2] as const]) {
      const job = fetching.world.findJob(contentOwnerId, type)
      if (job) fetching.world.addReport(job, day, { content: createIssue(type, day, issue) })
    }
}

beforeAll(async () => {
  template = await prepareProcessDatabase(async () => {})
})
afterAll(() => template.remove())

let database: ProcessDatabase

/** Creates an installation that is connected, with reports that it has not fetched yet. */
async function install(): Promise<void> {
  database = await template.copy()
  const db = await database.open()
  fetching = await startFetching(db)
  fetching.world.addReportType(monthlyType, { systemManaged: true })
  await fetching.connect()
  await fetching.fetch()
  await db.close()
  addReports()
}

async function uninstall(): Promise<void> {
  await fetching.close()
  await database.remove()
}

beforeEach(install)
afterEach(uninstall)

interface Run {
  child: ChildProcess
  ended: Promise<{ steps: string[]; signal: string | null }>
}

function startFetch(step: number): Run {
  const child = spawn(node, [script, String(step), fetching.now().toISOString()], {
    env: {
      ...process.env,
      DATABASE_URL: '',
      ...fetching.environment,
      SPOOL_DIR: fetching.spoolDir,
      ...database.environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  const ended = new Promise<{ steps: string[]; signal: string | null }>((resolve) => {
    child.on('close', (_code, signal) => resolve({ steps: text.trimEnd().split('\n'), signal }))
  })
  return { child, ended }
}

const views = (day: string, issue: number) =>
  createIssue(types[0] ?? '', day, issue)
    .split('\n')
    .slice(1, -1)
    .reduce((sum, line) => sum + Number(line.split(',')[5]), 0)

const expectedViews = Object.fromEntries(days.map((day, at) => [day, views(day, at === 1 ? 2 : 1)]))

/** Expects every report once, and no partial downloads, whatever was killed before. */
async function expectEverything(): Promise<void> {
  expect((await startFetch(-1).ended).signal).toBeNull()
  const db = await database.open()
  const totals = await selectTotals(db, 'day')
  expect(Object.fromEntries(Object.entries(totals).map(([day, total]) => [day, total.views]))).toEqual(
    expectedViews,
  )
  expect((await selectMonthTotals(db, { month: '2026-01-01' })).sources).toEqual({ shorts_ads: 1_500_000 })
  expect(await findBrokenReportInvariants(db)).toEqual([])
  expect(await findBrokenRollupInvariants(db)).toEqual([])
  expect(
    await queryRaw(db, `select state from fetched_reports where state not in ('imported', 'superseded')`),
  ).toEqual([])
  await db.close()
  const files = await readdir(fetching.spoolDir, { recursive: true })
  expect(files.filter((name) => name.endsWith('.part'))).toEqual([])
}

test('a fetch that is killed at any step is finished by the next one', async () => {
  const whole = await startFetch(-1).ended
  expect(whole.signal).toBeNull()
  const stepCount = whole.steps.length - 1
  expect(stepCount).toBeGreaterThan(40)
  await expectEverything()
  const kills = propertyRuns(9)
  for (let kill = 0; kill < kills; kill++) {
    await uninstall()
    await install()
    const step = Math.floor(((kill + 0.5) / kills) * stepCount)
    expect((await startFetch(step).ended).signal).toBe('SIGKILL')
    await expectEverything()
  }
}, 300_000)

test('a fetch that is killed in the middle of a download begins that download again', async () => {
  fetching.world.injectFault('GET /v1/media/*', { kind: 'stalled', afterBytes: 20 }, 1)
  const { child, ended } = startFetch(-1)
  await expect
    .poll(() => readdir(fetching.spoolDir, { recursive: true }))
    .toContainEqual(expect.stringMatching(/\.part$/))
  child.kill('SIGKILL')
  expect((await ended).signal).toBe('SIGKILL')
  await expectEverything()
})
