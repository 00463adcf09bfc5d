import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importFiles } from '#server/ingest/import-files.ts'
import { selectTotals } from '#server/ingest/totals.ts'
import { channelNamed, videoNamed } from '#tests/support/facts.ts'
import { type Place, prepare } from '#tests/support/killable.ts'
import { makeAccount, makeChannel, makeSite } from '#tests/support/people.ts'
import {
  activityCsv,
  activityRow,
  claimRow,
  claimsCsv,
  metadataCsv,
  metadataRow,
  reportFolder,
  reportName,
  revenueCsv,
  revenueRow,
} from '#tests/support/report-files.ts'
import { rollupFlaws, selectFlaws } from '#tests/support/reports.ts'

const script = fileURLToPath(new URL('../support/killed-import.ts', import.meta.url))
const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))
const day = '2026-03-02'
const rows = 16_000

let folder: Awaited<ReturnType<typeof reportFolder>>
let base: Awaited<ReturnType<typeof prepare>>
let newer: string[]

/** The four reports of a day whose figures are multiples of `factor`. */
async function writeDay(issue: string, factor: number): Promise<string[]> {
  const at = (number: number) => ({ video_id: videoNamed(`v${number % 300}`), views: factor, red_views: 0 })
  return Promise.all([
    folder.write(
      `${issue}-${reportName('basic', day)}`,
      activityCsv(Array.from({ length: rows }, (_, n) => activityRow(day, at(n)))),
    ),
    folder.write(
      `${issue}-${reportName('estimated_revenue', day)}`,
      revenueCsv([revenueRow(day, { estimated_partner_revenue: factor })]),
    ),
    folder.write(
      `${issue}-${reportName('video_metadata', day)}`,
      metadataCsv([metadataRow({ video_title: `title ${factor}` })]),
    ),
    folder.write(
      `${issue}-${reportName('active_claims', day)}`,
      claimsCsv([claimRow({ claim_id: `claim ${factor}` })]),
    ),
  ])
}

beforeAll(async () => {
  folder = await reportFolder()
  newer = await writeDay('newer', 2)
  const older = await writeDay('older', 1)
  base = await prepare(async (db) => {
    const manager = await makeAccount(db, await makeSite(db), 'boss@example.test')
    await makeChannel(db, manager, channelNamed('one'))
    await importFiles(db, older, { created: new Date('2026-04-01T00:00:00Z') })
  })
})
afterAll(async () => {
  await base.remove()
  await folder.remove()
})

/** Imports the newer files in a process of its own that kills itself at a step. @returns the steps it came to */
function importAndKill(place: Place, step: number): Promise<{ steps: string[]; signal: string | null }> {
  const child = spawn(node, [script, String(step), ...newer], {
    env: { ...process.env, DATABASE_URL: '', ...place.environment },
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

const old = { views: rows, revenue_micros: 1_000_000 }

/** What readers see: each report whole, the older or the newer one. */
async function expectWhole(place: Place): Promise<void> {
  const db = await place.open()
  try {
    const { [day]: totals } = await selectTotals(db, 'day')
    expect([old.views, 2 * old.views]).toContain(totals?.views)
    expect([old.revenue_micros, 2 * old.revenue_micros]).toContain(totals?.revenue_micros)
    expect(await rollupFlaws(db)).toEqual([])
    expect(await db.query('select views, revenue_micros from network_daily')).toEqual([
      { views: totals?.views, revenue_micros: totals?.revenue_micros },
    ])
    const [list] = await db.query<{ views: number }>(
      `select sum(views)::bigint as views from video_period where period = 'latest'`,
    )
    expect([old.views, 2 * old.views]).toContain(list?.views)
    expect(await db.query('select title from videos')).toHaveLength(1)
    expect(
      await db.query(`select c.claim_id from claims c join report_current r on r.load_id = c.load_id`),
    ).toHaveLength(1)
    await importFiles(db, newer, { created: new Date('2026-05-01T00:00:00Z') })
    expect(await selectTotals(db, 'day')).toMatchObject({
      [day]: { views: 2 * old.views, revenue_micros: 2 * old.revenue_micros },
    })
    expect(await db.query('select title from videos')).toEqual([{ title: 'title 2' }])
    expect(await db.query('select claim_id as id from claims')).toEqual([{ id: 'claim 2' }])
    expect(
      await db.query(`select sum(views)::bigint as views from video_period where period = 'latest'`),
    ).toEqual([{ views: 2 * old.views }])
    expect(await selectFlaws(db)).toEqual([])
  } finally {
    await db.close()
  }
}

/** Steps at which something can go wrong that cannot elsewhere. */
const interesting = [
  /^copy activity_facts/,
  /^before a commit/,
  /^after a commit/,
  /^delete from activity_facts/,
  /^insert into report_current/,
  /^insert into video_daily/,
  /^insert into videos/,
  /^select build_video_list/,
  /^select build_channel_list/,
  /^select swap_list/,
]

test('killed at any step and run again, the totals are the same, and nothing was half seen in between', async () => {
  const whole = await base.copy()
  const { steps, signal } = await importAndKill(whole, -1)
  expect(signal).toBeNull()
  await expectWhole(whole)
  await whole.remove()
  const copies = steps.flatMap((step, at) => (step.startsWith('copy activity_facts') ? [at] : []))
  expect(copies.length).toBeGreaterThan(1)
  const points = new Set(interesting.map((pattern) => steps.findIndex((step) => pattern.test(step))))
  points.add(copies.at(-1) ?? -1).add(steps.length - 1)
  expect(Math.min(...points)).toBeGreaterThanOrEqual(0)
  const left = [...points]
  const next = async (): Promise<void> => {
    const at = left.shift()
    if (at === undefined) return
    await killAt(at, steps[at])
    return next()
  }
  // Each is an installation of its own.
  await Promise.all([next(), next()])
}, 300_000)

async function killAt(at: number, step: string | undefined): Promise<void> {
  const place = await base.copy()
  expect((await importAndKill(place, at)).signal, step).toBe('SIGKILL')
  await expectWhole(place)
  await place.remove()
}
