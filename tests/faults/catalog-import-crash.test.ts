// @module-tag adapter
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { runOperatorWith } from '#tests/support/operator.ts'
import { type ProcessDatabase, prepareProcessDatabase } from '#tests/support/process-database.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { findBrokenReportInvariants } from '#tests/support/report-invariants.ts'

const script = fileURLToPath(new URL('../support/catalog-import-process.ts', import.meta.url))
const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))

let folder: string
let template: Awaited<ReturnType<typeof prepareProcessDatabase>>
let newerFile: string

/** Writes tracks from one number to another, each with the issue in its name and its mood. */
async function writeCatalog(issue: string, from: number, to: number, mood: string): Promise<string> {
  const path = join(folder, `${issue}.csv`)
  const lines = Array.from({ length: to - from }, (_, at) => {
    const number = String(from + at).padStart(5, '0')
    return `KRA4020${number},${issue} ${number},Somebody,BGM,${mood}`
  })
  await writeFile(path, ['isrc,track,artist,category,moods', ...lines, ''].join('\n'))
  return path
}

async function importCatalog(db: Database, path: string, ...options: string[]): Promise<void> {
  const result = await runOperatorWith(
    db,
    { MEDIA_DIR: join(folder, 'media') },
    'music',
    'import',
    path,
    ...options,
  )
  expect(result).toMatchObject({ status: 0 })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hookline-catalog-'))
  const older = await writeCatalog('older', 0, 400, 'calm')
  newerFile = await writeCatalog('newer', 200, 600, 'dark')
  template = await prepareProcessDatabase((db) => importCatalog(db, older))
})
afterAll(async () => {
  await template.remove()
  await rm(folder, { recursive: true })
})

function importUntilKilled(
  database: ProcessDatabase,
  step: number,
): Promise<{ steps: string[]; signal: string | null }> {
  const child = spawn(node, [script, String(step), newerFile], {
    env: { ...process.env, DATABASE_URL: '', ...database.environment, MEDIA_DIR: join(folder, 'media') },
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

/** Determines which of the two catalogs is there, and fails unless it is complete. */
async function readIssue(db: Database): Promise<'older' | 'newer'> {
  const found = await queryRaw<{ issue: string; tracks: number; withdrawn: number; moods: string }>(
    db,
    `select split_part(m.name, ' ', 1) as issue,
      count(*) as tracks,
      count(m.withdrawn_at) as withdrawn,
      string_agg(distinct g.key, ' ') as moods
    from tracks m
    join track_moods t on t.track_id = m.id
    join moods g on g.id = t.mood_id
    group by 1
    order by 1`,
  )
  const older = { issue: 'older', moods: 'calm' }
  if (found.length === 1) {
    expect(found).toEqual([{ ...older, tracks: 400, withdrawn: 0 }])
    return 'older'
  }
  expect(found).toEqual([
    { issue: 'newer', tracks: 400, withdrawn: 0, moods: 'dark' },
    { ...older, tracks: 200, withdrawn: 200 },
  ])
  return 'newer'
}

/** Steps at which failures occur that are impossible elsewhere. */
const criticalSteps = [
  /^copy staged_tracks/,
  /^with input as/,
  /^with inserted/,
  /^insert into track_moods/,
  /^insert into audit_log/,
  /^before a commit/,
  /^after a commit/,
  /^insert into affected_channels/,
]

test('killed at any step the catalog is the older one or the newer one; run again it is the newer one', async () => {
  const whole = await template.copy()
  const { steps, signal } = await importUntilKilled(whole, -1)
  expect(signal).toBeNull()
  await whole.remove()
  const commit = steps.indexOf('after a commit')
  for (const pattern of criticalSteps) {
    const step = steps.findIndex((label) => pattern.test(label))
    expect([pattern, step]).not.toEqual([pattern, -1])
    const place = await template.copy()
    expect((await importUntilKilled(place, step)).signal).toBe('SIGKILL')
    const db = await place.open()
    expect([steps[step], await readIssue(db)]).toEqual([steps[step], step < commit ? 'older' : 'newer'])
    await importCatalog(db, newerFile, '--withdraw-missing')
    expect(await readIssue(db)).toBe('newer')
    expect(await findBrokenReportInvariants(db)).toEqual([])
    await db.close()
    await place.remove()
  }
}, 240_000)
