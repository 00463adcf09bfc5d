// @module-tag extended
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { encodeText } from '#tests/support/encodings.ts'
import { runOperatorWith } from '#tests/support/operator.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'
import { clearAuditLog, execAsOwner } from '#tests/support/traces.ts'

let db: Database
let folder: string
beforeAll(async () => {
  db = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'hookline-catalog-'))
})
afterAll(async () => {
  await db.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => execAsOwner(db, 'delete from track_moods; delete from tracks; delete from audit_log'))

const runMusicOperator = (...args: string[]) =>
  runOperatorWith(db, { MEDIA_DIR: join(folder, 'media') }, ...args)

let fileCount = 0
/** @returns the path of a new file */
async function writeFileWith(content: string | Uint8Array): Promise<string> {
  const path = join(folder, `catalog-${++fileCount}.csv`)
  await writeFile(path, content)
  return path
}

const header = 'isrc,track,artist,category'
const importContent = async (text: string | Uint8Array, ...options: string[]) =>
  runMusicOperator('music', 'import', await writeFileWith(text), ...options)
const importLines = (head: string, ...lines: string[]) => importContent([head, ...lines, ''].join('\n'))

const listTracks = () =>
  queryRaw<Record<string, unknown>>(
    db,
    `select isrc, name, artist, category, aliases, shopping, exclusive, time_limit_seconds, length_seconds,
      withdrawn_at is not null as withdrawn,
      array(
        select g.key from track_moods t join moods g on g.id = t.mood_id where t.track_id = tracks.id order by g.key
      ) as moods
    from tracks
    order by isrc`,
  )

const listAuditRows = () =>
  queryRaw<{ action: string; subject: string | null; detail: object }>(
    db,
    `select action, subject, detail from audit_log order by id`,
  )

/** Imports a file that must be rejected without any effect. */
async function expectRejected(text: string | Uint8Array, ...messages: (string | RegExp)[]): Promise<void> {
  const before = await listTracks()
  const { status, text: output } = await importContent(text)
  expect(status).toBe(1)
  for (const message of messages) expect(output).toMatch(message)
  expect(output).toMatch(/invalid lines?, so nothing was changed/)
  expect(await listTracks()).toEqual(before)
  expect(await listAuditRows()).toEqual([])
}

describe('every command', () => {
  test.each(['music import', 'music list', 'music moods', 'music withdraw', 'music restore'])(
    '%s has help with an example and its exit statuses',
    async (name) => {
      const { status, text } = await runMusicOperator(...name.split(' '), '--help')
      expect(status).toBe(0)
      expect(text).toContain(`Usage: npm run operator -- ${name}`)
      expect(text).toMatch(/^Examples:$/m)
      expect(text).toMatch(/^Exit status: 0 /m)
    },
  )

  test.each([
    [['music', 'import'], /Missing required argument 'catalog.csv'/],
    [['music', 'import', 'a.csv', 'b.csv'], /Too many arguments/],
    [['music', 'moods', 'a.csv', 'b.csv'], /Too many arguments/],
    [['music', 'moods', 'a.csv', '--json'], /without a file/],
    [['music', 'list', 'all'], /Too many arguments/],
    [['music', 'withdraw'], /Missing required argument 'isrc'/],
    [['music', 'withdraw', 'KR-A40'], /"KR-A40" is not an ISRC/],
    [['music', 'restore', 'KRA402000111'], /There is no track KRA402000111/],
    [['music', 'import', '/not/there.csv'], /\/not\/there.csv cannot be read or written \(ENOENT\)/],
    [['music', 'import', '/'], /it is not a file|EISDIR/],
    [['music', 'moods', '/not/there.csv'], /ENOENT/],
  ])('%j is refused', async (words, message) => {
    await expect(runMusicOperator(...words)).rejects.toThrow(message)
  })
})

describe('a catalog', () => {
  const whole = `${header},aliases,moods,shopping,exclusive,time_limit,length`

  test('is taken in, whatever the order of its columns and however its names are written', async () => {
    const { status, lines } = await importContent(
      '\uFEFFArtist,TRACK,Time Limit,"length",isrc,Category,moods,aliases,Shopping,exclusive\r\n' +
        '하루기타,"비 갠 오후, 둘째",0:30,2:05,kr-a40-20-00111,bgm,Calm; warm;calm,After the Rain;雨後,YES,\r\n' +
        '\r\n' +
        ',,,,,,,,,\r\n' +
        '"The ""Band""",Song,,,ISRC US-S1Z-99-00001,Song,,,0,y\r\n',
    )
    expect(status).toBe(0)
    expect(lines).toEqual([expect.stringMatching(/: 2 tracks: 2 added, 0 changed, 0 unchanged$/)])
    expect(await listTracks()).toEqual([
      {
        isrc: 'KRA402000111',
        name: '비 갠 오후, 둘째',
        artist: '하루기타',
        category: 'BGM',
        aliases: 'After the Rain\n雨後',
        shopping: true,
        exclusive: false,
        time_limit_seconds: 30,
        length_seconds: 125,
        withdrawn: false,
        moods: ['calm', 'warm'],
      },
      expect.objectContaining({ isrc: 'USS1Z9900001', name: 'Song', artist: 'The "Band"', exclusive: true }),
    ])
    expect(await listAuditRows()).toEqual([
      {
        action: 'music import',
        subject: null,
        detail: {
          ...{ added: 2, changed: 0, withdrawn: 0, restored: 0 },
          before: { tracks: 0, withdrawn_tracks: 0 },
          after: { tracks: 2, withdrawn_tracks: 0 },
        },
      },
    ])
  })

  test.each([
    ['KRA402000111', 'KRA402000111'],
    ['KR-A40-20-00111', 'KRA402000111'],
    ['kr a40 20 00111', 'KRA402000111'],
    ['ISRC KR-A40-20-00111', 'KRA402000111'],
    ['isrc: KR-A40-20-00111', 'KRA402000111'],
    ['ISRCKRA402000111', 'KRA402000111'],
    ['QZ-ES5-22-00001', 'QZES52200001'],
    ['KR‐A40‑20–00111', 'KRA402000111'],
    ['ＫＲＡ４０２０００１１１', 'KRA402000111'],
    ['ISRC12600001', 'ISRC12600001'],
  ])('knows the ISRC %s', async (written, isrc) => {
    await importLines(header, `${written},A,B,BGM`)
    expect((await listTracks()).map((track) => track.isrc)).toEqual([isrc])
  })

  test.each([
    '',
    'KRA40200011',
    'KRA4020001111',
    '1RA402000111',
    'KR!402000111',
    'KRA40200011A',
    'TCADI1700001X',
    'ISRC',
  ])('does not take %j for an ISRC', (written) =>
    expectRejected(`${header}\n${written},A,B,BGM`, /line 2, isrc: .* is not an ISRC: two letters/),
  )

  test('reports every invalid line with the column and the remedy', () =>
    expectRejected(
      [
        whole,
        'KRA402000111,A,B,BGM,,,,,,',
        'KR-A40-20-00111,A,B,BGM,,,,,,',
        'KRA402000112,,B,Pop,,,,,,',
        'KRA402000113,A,B',
        'KRA402000114,A,B,BGM,,,,,,,,extra',
        'KRA402000115,"A,B,BGM,,,,,,',
        'KRA402000116,A"B,B,BGM,,,,,,',
        'KRA402000117,A,B,BGM,,clam;warm,maybe,,,',
        'KRA402000118,A,B,BGM,,,,,half a minute,0',
        `KRA402000119,${'x'.repeat(10_000)},B,BGM,,,,,,`,
        'KRA402000120,a\u0000b,B,BGM,,,,,1:75,',
        'KRA402000121,"two\nlines",B,BGM,,,,,,',
        'KRA402000122,dam\uFFFDged,B,BGM,,,,,,',
        'KRA402000123,A,B,BGM,,nothing-like-it,,,,',
        `KRA402000124,"${'x'.repeat(100_000)}",B,BGM,,,,,,`,
      ].join('\n'),
      'line 3, isrc: KRA402000111 is already in line 2',
      'line 4, track: it must not be empty',
      'line 4, category: "Pop" is not one of BGM, song, OST',
      'line 5: it has 3 values but the header has 10',
      'line 6: it has 12 values but the header has 10',
      /line 7: .*quotes/,
      /line 8: .*quotes/,
      'line 9, moods: there is no mood "clam"; did you mean calm?',
      'line 9, shopping: "maybe" must be yes or no',
      'line 10, time_limit: "half a minute" is not a duration',
      'line 10, length: "0" is not a duration',
      'line 11, track: it has 10000 characters, more than 200',
      'line 17: it has more than 16384 characters: is a quote opened and never closed?',
      /line 12, track: .* unprintable character: remove it/,
      'line 12, time_limit: "1:75" is not a duration',
      /line 13, track: .*line break/,
      /line 15, track: .*damaged/,
      /line 16, moods: there is no mood "nothing-like-it" \(see: music moods\)/,
    ))

  test.each([
    ['code page 949', (text: string) => encodeText(text, 'cp949')],
    ['UTF-16 with tabs', (text: string) => Buffer.from(`\uFEFF${text.replaceAll(',', '\t')}`, 'utf16le')],
  ])('may be in %s', async (_encoding, encode) => {
    const text = `${header}\nKRA402000111,밤하늘에 쏟아지는 별빛,조약돌,BGM\n`
    expect(await importContent(encode(text))).toMatchObject({ status: 0 })
    expect(JSON.stringify(await listTracks())).toContain('밤하늘에 쏟아지는 별빛')
  })

  test('may have a line break in an unknown column', async () => {
    const { status, text } = await importContent(`${header},note\nKRA402000111,A,B,BGM,"first\nsecond"\n`)
    expect(status).toBe(0)
    expect(text).toMatch(/unknown columns: note; known columns: isrc, track/)
    expect(await listTracks()).toHaveLength(1)
  })

  test.each<[string, string | Uint8Array, RegExp]>([
    ['nothing', '', /it is empty/],
    ['blanks', '\n \r\n\t\n', /it is empty/],
    ['only a header', `${header}\n`, /it contains no tracks/],
    ['no needed column', 'isrc,title\nKRA402000111,A', /it lacks the columns track, artist, category/],
    ['a column twice', `${header},Track\n`, /the column track appears twice/],
    ['only a header with semicolons', 'isrc;track;artist;category\n', /it contains no tracks/],
    ['another encoding', Buffer.from([0x69, 0x73, 0x72, 0x63, 0x0a, 0xb0, 0xa1]), /it is not UTF-8/],
    ['half a letter in UTF-16', Buffer.from(`\uFEFF${header}\ud83d`, 'utf16le'), /it is not UTF-8/],
    ['a packed file', Buffer.from([0x1f, 0x8b, 8, 0, 0xff]), /it is not UTF-8/],
  ])('that is %s is not a catalog', async (_, content, message) => {
    await expect(importContent(content)).rejects.toThrow(message)
    expect(await listTracks()).toEqual([])
  })

  test('that is bad in one line changes nothing of what is there', async () => {
    await importLines(header, 'KRA402000111,A,B,BGM')
    await clearAuditLog(db)
    await expectRejected(`${header}\nKRA402000111,Other,B,BGM\nnone,A,B,BGM`, 'line 3, isrc')
  })

  test('is only checked with --check', async () => {
    const { status, text } = await importContent(`${header}\nKRA402000111,A,B,BGM`, '--check')
    expect([status, text]).toEqual([0, expect.stringMatching(/1 track ok; nothing was changed/)])
    expect(await listTracks()).toEqual([])
    expect((await importContent(`${header}\nnone,A,B,BGM`, '--check')).status).toBe(1)
  })

  test('again changes what differs, says so, and leaves the rest', async () => {
    const first = 'KRA402000111,A,B,BGM,Alias,calm;warm,yes,yes,15,60'
    await importLines(whole, first, 'KRA402000112,C,D,song,,,,,,', 'KRA402000113,E,F,OST,,dark,,,,')
    const ids = await queryRaw(db, 'select id, isrc, created_at from tracks order by isrc')
    const again = await importLines(
      whole,
      first,
      'KRA402000112,New,D,song,,,,,,',
      'KRA402000114,G,H,OST,,,,,,',
    )
    expect(again.lines).toEqual([
      expect.stringMatching(/3 tracks: 1 added, 1 changed, 1 unchanged/),
      expect.stringMatching(/^1 track not in the file left as is/),
    ])
    expect((await listTracks()).map(({ name }) => name)).toEqual(['A', 'New', 'E', 'G'])
    expect(await queryRaw(db, 'select id, isrc, created_at from tracks order by isrc limit 3')).toEqual(ids)
    const same = await importLines(whole, first)
    expect(same.text).toMatch(/0 added, 0 changed, 1 unchanged/)
    const summaries = (await listAuditRows()).filter(({ subject }) => subject === null)
    expect(summaries).toHaveLength(2)
  })

  test('changes moods alone, too', async () => {
    await importLines(`${header},moods`, 'KRA402000111,A,B,BGM,calm;warm', 'KRA402000112,A,B,BGM,calm')
    const { text } = await importLines(
      `${header},moods`,
      'KRA402000111,A,B,BGM,warm;dark',
      'KRA402000112,A,B,BGM,calm',
    )
    expect(text).toMatch(/0 added, 1 changed, 1 unchanged/)
    expect((await listTracks()).map(({ moods }) => moods)).toEqual([['dark', 'warm'], ['calm']])
  })

  test('leaves what it has no column for, and empties what is empty in it', async () => {
    await importLines(whole, 'KRA402000111,A,B,BGM,Alias,calm,yes,yes,15,60')
    const [before] = await listTracks()
    await importLines(header, 'KRA402000111,A,B,BGM')
    expect(await listTracks()).toEqual([before])
    await importLines(whole, 'KRA402000111,A,B,BGM,,,,,,')
    expect(await listTracks()).toEqual([
      {
        ...before,
        aliases: '',
        moods: [],
        shopping: false,
        exclusive: false,
        time_limit_seconds: null,
        length_seconds: null,
      },
    ])
  })

  test('takes out what it does not have where that is wanted, and brings it back when it has it again', async () => {
    const [one, two] = ['KRA402000111,A,B,BGM', 'KRA402000112,A,B,BGM']
    await importLines(header, one, two)
    const gone = await importContent(`${header}\n${one}`, '--withdraw-missing')
    expect(gone.lines[1]).toBe('1 track not in the file withdrawn')
    expect((await listTracks()).map(({ withdrawn }) => withdrawn)).toEqual([false, true])
    const back = await importLines(header, one, two)
    expect(back.text).toMatch(/2 unchanged, 1 restored/)
    expect((await listTracks()).map(({ withdrawn }) => withdrawn)).toEqual([false, false])
  })

  test('does not bring back what the operator took out', async () => {
    await importLines(header, 'KRA402000111,A,B,BGM')
    expect((await runMusicOperator('music', 'withdraw', 'KR-A40-20-00111')).text).toBe(
      '1 track: 1 withdrawn, 0 unchanged',
    )
    expect((await importLines(header, 'KRA402000111,A,B,BGM')).lines[1]).toMatch(
      /^1 track in the file still withdrawn/,
    )
    expect((await runMusicOperator('music', 'list')).text).toBe('No track found.')
    expect((await runMusicOperator('music', 'list', '--withdrawn')).text).toMatch(
      /KR-A40-20-00111 {2}A +B +BGM .*\d{4}-\d\d-\d\d \d\d:\d\d$/m,
    )
    expect((await runMusicOperator('music', 'restore', 'KRA402000111', 'kr-a40-20-00111')).text).toMatch(
      /1 restored/,
    )
    expect((await listTracks()).map(({ withdrawn }) => withdrawn)).toEqual([false])
    expect(await listAuditRows()).toMatchObject([
      { action: 'music import' },
      {
        action: 'music withdraw',
        subject: 'music',
        detail: { isrc: 'KRA402000111', before: { withdrawn: false }, after: { withdrawn: true } },
      },
      { action: 'music restore' },
    ])
  })

  test('two at once wait for each other', async () => {
    const of = (name: string) =>
      importContent(
        [
          header,
          ...Array.from({ length: 300 }, (_, at) => `KRA4020${String(at).padStart(5, '0')},${name},B,BGM`),
        ].join('\n'),
      )
    const told = await Promise.all([of('first'), of('second')])
    expect(
      told.map(({ text }) => /300 tracks: (\d+) added, (\d+) changed/.exec(text)?.slice(1)).sort(),
    ).toEqual([
      ['0', '300'],
      ['300', '0'],
    ])
    expect(new Set((await listTracks()).map(({ name }) => name)).size).toBe(1)
  })
})

describe('moods', () => {
  test('are there in four languages before anything is imported', async () => {
    const { lines } = await runMusicOperator('music', 'moods')
    expect(lines).toHaveLength(16)
    expect(lines).toContain('calm  잔잔한 · Calm · 舒缓 · 舒緩  (0 tracks)')
  })

  test('are added and renamed by a file, and counted', async () => {
    const file = await writeFileWith(
      'key,ko,en,zh-CN,zh-TW\nlate-night,늦은 밤,Late night,深夜,深夜\ncalm,고요한,Calm,宁静,寧靜\n',
    )
    expect((await runMusicOperator('music', 'moods', file)).text).toBe(
      '2 moods: 1 added, 1 renamed, 0 unchanged',
    )
    expect((await runMusicOperator('music', 'moods', file)).text).toBe(
      '2 moods: 0 added, 0 renamed, 2 unchanged',
    )
    await importLines(`${header},moods`, 'KRA402000111,A,B,BGM,late-night')
    const told = JSON.parse((await runMusicOperator('music', 'moods', '--json')).text)
    expect(told).toContainEqual({
      key: 'late-night',
      name: { ko: '늦은 밤', en: 'Late night', 'zh-CN': '深夜', 'zh-TW': '深夜' },
      tracks: 1,
    })
    await execRaw(db, `delete from track_moods; delete from moods where key = 'late-night'`)
  })

  test('of a bad file are not changed', async () => {
    const file = await writeFileWith(
      `key,ko,en,zh-CN,zh-TW\nLate night,a,b,c,d\nnew,a,,c,d\nnew,a,b,c,${'長'.repeat(41)}\nother,a,b,c,d\n`,
    )
    const { status, text } = await runMusicOperator('music', 'moods', file)
    expect(status).toBe(1)
    expect(text).toMatch(/line 2, key: "late night" is not a key/)
    expect(text).toMatch(/line 3, en: it must not be empty/)
    expect(text).toMatch(/line 4, key: new is already in line 3/)
    expect(text).toMatch(/line 4, zh-TW: it has 41 characters, more than 40/)
    expect((await runMusicOperator('music', 'moods')).lines).toHaveLength(16)
  })
})

describe('music list', () => {
  test('tells the first fifty, finds by any name and by the ISRC, and all of them for programs', async () => {
    await importLines(
      `${header},aliases,moods,shopping,time_limit`,
      ...Array.from(
        { length: 60 },
        (_, at) => `KRA4020${String(at).padStart(5, '0')},곡 ${at},누군가,BGM,Tune ${at},calm,yes,15`,
      ),
    )
    const { lines } = await runMusicOperator('music', 'list')
    expect(lines).toHaveLength(52)
    expect(lines.at(-1)).toMatch(/^and 10 more/)
    expect(lines[1]).toMatch(/^KR-A40-20-00000 {2}곡 0 +누군가 +BGM +calm +15 s +shopping +–$/)
    const found = async (search: string) =>
      (await runMusicOperator('music', 'list', '--search', search)).lines.at(-1)
    expect(await found('tune 59')).toBe('1 track')
    expect(await found('KR-A40-20-00007')).toBe('1 track')
    expect(await found('100%')).toBe('No track found.')
    const all = JSON.parse((await runMusicOperator('music', 'list', '--json')).text)
    expect(all).toHaveLength(60)
    expect(all[0]).toMatchObject({
      isrc: 'KRA402000000',
      aliases: ['Tune 0'],
      moods: ['calm'],
      shopping: true,
    })
  })
})

describe('files that a line names', () => {
  test.each([
    ['../outside.jpg', /is outside the folder/],
    ['/etc/passwd', /is outside the folder/],
    ['C:\\covers\\a.jpg', /is outside the folder/],
    ['sub/../../outside.jpg', /is outside the folder/],
    ['..\\outside.jpg', /is outside the folder/],
    ['%2e%2e/outside.jpg', /there is no file "%2e%2e\/outside.jpg" in the folder of the catalog/],
    ['missing.jpg', /there is no file "missing.jpg"/],
    ['linked.jpg', /is a link out of the folder/],
    ['linked/outside.jpg', /is a link out of the folder/],
    ['sub', /is not a file|cannot be read/],
    ['sub/text.jpg', /"sub\/text.jpg": it is not a supported image/],
    ['sub/empty.jpg', /it is not a supported image/],
  ])('a cover %s is refused', async (name, message) => {
    await mkdir(join(folder, 'sub'), { recursive: true })
    await writeFile(join(folder, 'sub', 'text.jpg'), 'no picture')
    await writeFile(join(folder, 'sub', 'empty.jpg'), '')
    await symlink('/etc/passwd', join(folder, 'linked.jpg')).catch(() => {})
    await symlink('/etc', join(folder, 'linked')).catch(() => {})
    const written = name === 'linked/outside.jpg' ? 'linked/passwd' : name
    await expectRejected(`${header},cover\nKRA402000111,A,B,BGM,${written}`, /line 2, cover: /, message)
  })
})
