// @module-tag extended
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { createMp3Frames, createTone } from '#tests/support/audio-files.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { runFailingOperator } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { execAsOwner } from '#tests/support/traces.ts'

let db: Database
let folder: string
let trackFilesDir: string
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hookline-track-files-'))
  trackFilesDir = join(folder, 'stored')
  await mkdir(join(folder, 'in'))
  await execAsOwner(
    db,
    `delete from track_downloads; delete from track_files; delete from tracks; delete from audit_log;
    insert into tracks (isrc, name, artist, category, length_seconds) values
      ('KRA402000111', '비 갠 오후', '하루기타', 'BGM', 40),
      ('KRA402000112', '첫차', '이음', 'song', null);
    insert into tracks (isrc, name, artist, category, withdrawn_at) values ('KRA402000113', 'Z', 'Z', 'BGM', now())`,
  )
  return () => rm(folder, { recursive: true })
})

const write = (name: string, bytes: Uint8Array) => writeFile(join(folder, 'in', name), bytes)
const run = (...args: string[]) =>
  runFailingOperator(db, { TRACK_FILES_DIR: trackFilesDir }, 'music', ...args)
const supply = (...args: string[]) => run('supply', join(folder, 'in'), ...args)

const listStored = async () =>
  (await readdir(trackFilesDir).catch(() => [])).filter((name) => !name.startsWith('.')).sort()
const listCurrent = () =>
  queryRaw<Record<string, unknown>>(
    db,
    `select m.isrc, f.format, f.length_ms, f.sha256 || '.' || f.format as name
    from track_files f
    join tracks m on m.id = f.track_id
    where f.ended_at is null
    order by m.isrc`,
  )
const listAudit = () =>
  queryRaw<{ action: string; detail: { isrc: string; before: object | null; after: object | null } }>(
    db,
    'select action, detail from audit_log order by id',
  )

describe('a folder of files', () => {
  test('is supplied by the ISRCs in their names, and readable by nobody else', async () => {
    await write('KR-A40-20-00111 비 갠 오후.wav', createTone(40))
    await write('kra402000112.mp3', createMp3Frames(1532))
    await write('cover.jpg', Buffer.from('x'))
    await write('.DS_Store', Buffer.from('x'))
    const { status, text } = await supply()
    expect({ status, text }).toEqual({
      status: 0,
      text: '1 other file ignored\n2 files: 2 supplied, 0 replaced, 0 unchanged',
    })
    const current = await listCurrent()
    expect(current).toMatchObject([
      { isrc: 'KRA402000111', format: 'wav', length_ms: 40_000 },
      { isrc: 'KRA402000112', format: 'mp3', length_ms: 40_020 },
    ])
    expect(await listStored()).toEqual(current.map(({ name }) => name).sort())
    const modes = await Promise.all(
      [trackFilesDir, ...(await listStored()).map((name) => join(trackFilesDir, name))].map(
        async (path) => (await stat(path)).mode & 0o777,
      ),
    )
    expect(modes).toEqual([0o700, 0o600, 0o600])
    expect(await listAudit()).toMatchObject([
      {
        action: 'music supply',
        detail: { isrc: 'KRA402000111', before: null, after: { format: 'wav', seconds: 40 } },
      },
      { action: 'music supply', detail: { isrc: 'KRA402000112' } },
    ])
    expect((await supply()).text).toContain('2 files: 0 supplied, 0 replaced, 2 unchanged')
    expect(await listAudit()).toHaveLength(2)
  })

  test('is refused as a whole with the reason of each file', async () => {
    await write('KRA402000111.wav', createTone(30))
    await write('KRA402000112.mp3', createMp3Frames(1532).subarray(0, -7))
    await write('KRA402000112 b.wav', createTone(50))
    await write('KRA402000112 c.wav', createTone(50))
    await write('KRA402009999.wav', createTone(40))
    await write('first bus.wav', createTone(40))
    await write('KRA402000113.flac', Buffer.from('fLaC'))
    await write('KRA402000114.wav', Buffer.alloc(0))
    const { status, text } = await supply()
    expect(status).toBe(1)
    expect(text.split('\n').map((line) => line.trim())).toEqual([
      '7 files cannot be used, so nothing was changed:',
      'KRA402000111.wav: it plays for 0:30, but the catalog says 0:40: supply the whole track, or correct its length in the catalog',
      'KRA402000112 c.wav: KRA402000112 b.wav is of the same track: keep one',
      'KRA402000112.mp3: it breaks off after 39 s: copy it again',
      expect.stringMatching(/^KRA402000113\.flac: it is not audio .*save it as WAV, MP3 or M4A/),
      'KRA402000114.wav: there is no track KRA402000114 in the catalog',
      'KRA402009999.wav: there is no track KRA402009999 in the catalog',
      'first bus.wav: its name does not begin with an ISRC: rename it (KRA402000111.wav), or use --isrc',
    ])
    expect([await listStored(), await listCurrent(), await listAudit()]).toEqual([[], [], []])
  })

  test('is only checked with --check', async () => {
    await write('KRA402000111.wav', createTone(40))
    expect((await supply('--check')).text).toBe('1 file: ok; nothing was changed')
    expect([await listStored(), await listCurrent()]).toEqual([[], []])
  })
})

describe('one file', () => {
  test('may have any name with --isrc', async () => {
    await write('master.wav', createTone(40))
    const path = join(folder, 'in', 'master.wav')
    expect((await run('supply', path, '--isrc', 'KR-A40-20-00111')).status).toBe(0)
    expect(await listCurrent()).toMatchObject([{ isrc: 'KRA402000111' }])
  })

  test.each([
    [['supply', 'a.wav', 'b.wav', '--isrc', 'KRA402000111'], '--isrc takes one file.'],
    [['supply', 'missing.wav'], 'cannot be read or written (ENOENT)'],
    [['supply', 'a.wav', '--isrc', 'x'], 'Expected an ISRC'],
    [['remove-file', 'KRA402009999'], 'There is no track KRA402009999'],
  ])('%j is refused', async (args, message) => {
    const { status, text } = await run(...args)
    expect([status, text]).toEqual([2, expect.stringContaining(message)])
  })

  test('an empty folder is no file', async () => {
    expect(await supply()).toMatchObject({ status: 2, text: 'There is no audio file.' })
  })
})

describe('a file is', () => {
  beforeEach(async () => {
    await write('KRA402000111.wav', createTone(40))
    await supply()
  })

  test('replaced, and the old one deleted', async () => {
    const [old] = await listStored()
    await write('KRA402000111.wav', createTone(41))
    expect((await supply()).text).toContain('1 file: 0 supplied, 1 replaced, 0 unchanged')
    const stored = await listStored()
    expect(stored).toHaveLength(1)
    expect(stored).not.toEqual([old])
    expect((await listAudit()).at(-1)).toMatchObject({
      detail: { before: { file: old?.slice(0, 64) }, after: { file: stored[0]?.slice(0, 64) } },
    })
  })

  test('kept while another track has the same content', async () => {
    await write('KRA402000112.wav', createTone(40))
    await supply()
    expect((await run('remove-file', 'KRA402000111')).text).toBe('1 track: 1 file removed, 0 without one')
    expect(await listStored()).toHaveLength(1)
    await run('remove-file', 'KRA402000111', 'KRA402000112')
    expect(await listStored()).toEqual([])
    expect((await listAudit()).at(-1)).toMatchObject({
      action: 'music remove-file',
      detail: { isrc: 'KRA402000112', after: null },
    })
  })

  test('written again where it is gone', async () => {
    const stored = await listStored()
    await rm(join(trackFilesDir, stored[0] ?? ''))
    const doctor = async () =>
      (await runFailingOperator(db, { TRACK_FILES_DIR: trackFilesDir }, 'doctor')).text
        .split('\n')
        .find((line) => line.includes('track files'))
    expect(await doctor()).toContain('1 of 1 missing')
    await supply()
    expect(await listStored()).toEqual(stored)
    expect(await doctor()).toMatch(/^ok .*1 file in/)
    await run('remove-file', 'KRA402000111')
    await writeFile(join(trackFilesDir, stored[0] ?? ''), 'x')
    expect(await doctor()).toContain('1 file in')
    expect(await doctor()).toContain('that no track uses')
  })

  test('listed, as are the tracks without one', async () => {
    expect((await run('files')).text).toMatch(
      /KR-A40-20-00111 +비 갠 오후 +하루기타 +wav +0\.3 MB +40 +[0-9a-f]{12} .* 0\n1 of 2 tracks without a file$/s,
    )
    expect((await run('files', '--missing')).text).toMatch(/KR-A40-20-00112 +첫차 +이음\n1 of 2/)
    expect(JSON.parse((await run('files', '--json')).text)).toMatchObject([
      { isrc: 'KRA402000111', bytes: 320_044, downloads: 0 },
    ])
  })
})
