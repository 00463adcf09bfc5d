// @module-tag adapter
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importMonthFiles } from '#server/settlement/files/import.ts'
import { selectMonthTotals } from '#server/settlement/files/totals.ts'
import {
  formatAds,
  formatPaidFeatures,
  formatPaymentSummary,
  monthFileName,
  purchase,
} from '#tests/support/month-files.ts'
import { type ProcessDatabase, prepareProcessDatabase } from '#tests/support/process-database.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { createReportFolder } from '#tests/support/report-files.ts'

const script = fileURLToPath(new URL('../support/month-import-process.ts', import.meta.url))
const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))
const lines = 24_000

let folder: Awaited<ReturnType<typeof createReportFolder>>
let template: Awaited<ReturnType<typeof prepareProcessDatabase>>
let newerFiles: string[]

/** Writes files with amounts that are multiples of `factor`, and enough lines for several slices of COPY. */
async function writeSet(factor: number): Promise<string[]> {
  const set = await folder.createSubfolder()
  const write = (name: string, content: string) =>
    folder.write(`${set.slice(folder.path.length + 1)}/${name}`, content)
  const paid = purchase('one', { 'Earnings (USD)': (4.25 * factor).toFixed(2) })
  return Promise.all([
    write(
      monthFileName('video_summary'),
      formatAds(Array.from({ length: lines }, (_, n) => [`c${n % 40}`, `0.${factor}000000001`] as const)),
    ),
    write(monthFileName('Ecommerce_paid_features'), formatPaidFeatures([paid])),
    write(monthFileName('payment_summary'), formatPaymentSummary([['Total', String(factor)]])),
  ])
}

const totalsOf = (factor: number) => ({
  // 24,000 × 0.1000000001 dollars, rounded to a millionth
  ads: lines * factor * 100_000 + 2,
  paid_features: factor * 4_250_000,
})

beforeAll(async () => {
  folder = await createReportFolder()
  newerFiles = await writeSet(2)
  const older = await writeSet(1)
  template = await prepareProcessDatabase(async (db) => {
    await importMonthFiles(db, older, { owner: 'main' })
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

const tables = ['month_lines', 'month_sums', 'month_payments'] as const

/** Expects that all files of the set count, or none; after another run, that only the newer set is left. */
async function expectComplete(database: ProcessDatabase, step?: string): Promise<void> {
  const db = await database.open()
  const readSources = async () => (await selectMonthTotals(db, { month: '2026-03-01' })).sources
  const readPaid = () =>
    queryRaw(
      db,
      `select p.amount::integer as total from month_payments p join month_loads l on l.id = p.load_id
      where l.state = 'current'`,
    )
  try {
    const seen = await readSources()
    const factor = seen.paid_features === totalsOf(1).paid_features ? 1 : 2
    expect([seen, await readPaid()], step).toEqual([totalsOf(factor), [{ total: factor }]])
    await importMonthFiles(db, newerFiles, { owner: 'main' })
    expect([await readSources(), await readPaid()], step).toEqual([totalsOf(2), [{ total: 2 }]])
    for (const table of tables)
      expect(
        await queryRaw(
          db,
          `select distinct load_id from ${table} where load_id not in (select id from month_loads where state = 'current')`,
        ),
        `${step}: ${table}`,
      ).toEqual([])
    expect(await queryRaw(db, `select id from month_loads where state = 'loading'`)).toEqual([])
  } finally {
    await db.close()
  }
}

/** Steps at which failures occur that are impossible elsewhere. */
const criticalSteps = [
  /^insert into month_sums/,
  /^update month_loads l set state = 'replaced'/,
  /^after a commit/,
  /^delete from month_lines/,
]

test('killed at any step and run again, the totals are the same, and nothing was half seen in between', async () => {
  const whole = await template.copy()
  const { steps, signal } = await importUntilKilled(whole, -1)
  expect(signal).toBeNull()
  await expectComplete(whole)
  await whole.remove()
  const copies = steps.flatMap((step, at) => (step.startsWith('copy month_lines') ? [at] : []))
  expect(copies.length).toBeGreaterThan(1)
  const points = new Set(criticalSteps.map((pattern) => steps.findIndex((step) => pattern.test(step))))
  points.add(copies.at(-1) ?? -1)
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
  await expectComplete(database, step)
  await database.remove()
}
