import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/connect.ts'
import { type Place, prepare } from '#tests/support/killable.ts'
import { operateIn } from '#tests/support/operator.ts'
import { selectFlaws } from '#tests/support/reports.ts'

const script = fileURLToPath(new URL('../support/killed-catalogue.ts', import.meta.url))
const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))

let folder: string
let base: Awaited<ReturnType<typeof prepare>>
let newer: string

/** Tracks from one number to another, each with the issue in its name and its mood. */
async function write(issue: string, from: number, to: number, mood: string): Promise<string> {
  const path = join(folder, `${issue}.csv`)
  const lines = Array.from({ length: to - from }, (_, at) => {
    const number = String(from + at).padStart(5, '0')
    return `KRA4020${number},${issue} ${number},Somebody,BGM,${mood}`
  })
  await writeFile(path, ['isrc,track,artist,category,moods', ...lines, ''].join('\n'))
  return path
}

async function importInto(db: Database, path: string, ...options: string[]): Promise<void> {
  const told = await operateIn(db, { MEDIA_DIR: join(folder, 'media') }, 'music', 'import', path, ...options)
  expect(told).toMatchObject({ status: 0 })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hookline-catalogue-'))
  const older = await write('older', 0, 400, 'calm')
  newer = await write('newer', 200, 600, 'dark')
  base = await prepare((db) => importInto(db, older))
})
afterAll(async () => {
  await base.remove()
  await rm(folder, { recursive: true })
})

function importAndKill(place: Place, step: number): Promise<{ steps: string[]; signal: string | null }> {
  const child = spawn(node, [script, String(step), newer], {
    env: { ...process.env, DATABASE_URL: '', ...place.environment, MEDIA_DIR: join(folder, 'media') },
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

/** Which of the two catalogues is there: whole, or this fails. */
async function catalogueIn(db: Database): Promise<'older' | 'newer'> {
  const found = await db.query<{ issue: string; tracks: number; withdrawn: number; moods: string }>(
    `select split_part(m.name, ' ', 1) as issue,
      count(*) as tracks,
      count(m.withdrawn_at) as withdrawn,
      string_agg(distinct g.key, ' ') as moods
    from musics m
    join music_moods t on t.music_id = m.id
    join mood_tags g on g.id = t.mood_tag_id
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

/** Steps at which something can go wrong that cannot elsewhere. */
const interesting = [
  /^copy catalogue_lines/,
  /^with wanted as materialized/,
  /^with added/,
  /^insert into music_moods/,
  /^insert into audit/,
  /^before a commit/,
  /^after a commit/,
  /^select build_video_list/,
]

test('killed at any step the catalogue is the older one or the newer one; run again it is the newer one', async () => {
  const whole = await base.copy()
  const { steps, signal } = await importAndKill(whole, -1)
  expect(signal).toBeNull()
  await whole.remove()
  const commit = steps.indexOf('after a commit')
  for (const pattern of interesting) {
    const step = steps.findIndex((label) => pattern.test(label))
    expect([pattern, step]).not.toEqual([pattern, -1])
    const place = await base.copy()
    expect((await importAndKill(place, step)).signal).toBe('SIGKILL')
    const db = await place.open()
    expect([steps[step], await catalogueIn(db)]).toEqual([steps[step], step < commit ? 'older' : 'newer'])
    await importInto(db, newer, '--withdraw-missing')
    expect(await catalogueIn(db)).toBe('newer')
    expect(await selectFlaws(db)).toEqual([])
    await db.close()
    await place.remove()
  }
}, 240_000)
