// @module-tag extended
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { coverFormats, coverWidths, getCoverFileName } from '#contract/portal/covers.ts'
import { createWav } from '#server/demo/media/audio.ts'
import { demoRoutes } from '#server/demo/media/routes.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { createAacFrames, createMp3Frames, createMp4File, createOggFile } from '#tests/support/audio-files.ts'
import { runOperatorWith } from '#tests/support/operator.ts'
import { execRaw, queryRaw } from '#tests/support/raw-sql.ts'

let api: Api
let folder: string
let mediaDir: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hookline-media-'))
  mediaDir = join(folder, 'media')
  await mkdir(join(folder, 'sub'))
  api = await startApi(undefined, undefined, { mediaDir })
})
afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  await execRaw(api.db, 'delete from track_moods; delete from tracks')
  await rm(mediaDir, { recursive: true, force: true })
})

const isrc = 'KRA402000111'
const writeInput = (name: string, bytes: Uint8Array) => writeFile(join(folder, name), bytes)

/** Imports a track with a value in a column. */
async function importTrackWith(column: string, name: string, ...options: string[]) {
  await writeFile(join(folder, 'c.csv'), `isrc,track,artist,category,${column}\n${isrc},A,B,BGM,${name}\n`)
  return runOperatorWith(
    api.db,
    { MEDIA_DIR: mediaDir },
    'music',
    'import',
    join(folder, 'c.csv'),
    ...options,
  )
}

async function readStoredMedia(): Promise<{
  cover: string
  exclusive_logo: string
  audio: string
  exclusive: boolean
}> {
  const [row] = await queryRaw(api.db, 'select cover, exclusive_logo, audio, exclusive from tracks')
  return row as Awaited<ReturnType<typeof readStoredMedia>>
}

/** Creates a picture with two halves: the left one red, the right one blue. */
const createTwoColorImage = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#d00' } }).composite([
    {
      input: { create: { width: Math.ceil(width / 2), height, channels: 3, background: '#00d' } },
      left: Math.floor(width / 2),
      top: 0,
    },
  ])

const listMediaFiles = async (kind: string) => (await readdir(join(mediaDir, kind)).catch(() => [])).sort()

/** Reads the color of a point, given as shares of width and height. */
async function readColor(
  bytes: Uint8Array,
  x: number,
  y: number,
): Promise<'red' | 'blue' | 'white' | 'other'> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const offset = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
  const [red = 0, green = 0, blue = 0] = data.subarray(offset, offset + 3)
  if (red > 230 && green > 230 && blue > 230) return 'white'
  if (red > 150 && blue < 80) return 'red'
  return blue > 150 && red < 80 ? 'blue' : 'other'
}

describe('a cover', () => {
  test.each(['png', 'jpeg', 'webp', 'avif', 'gif'] as const)(
    'of %s is made in all sizes and formats',
    async (format) => {
      await writeInput('sub/cover.any', await createTwoColorImage(600, 400).toFormat(format).toBuffer())
      expect((await importTrackWith('cover', 'sub/cover.any')).status).toBe(0)
      const { cover } = await readStoredMedia()
      expect(cover).toMatch(/^media\/covers\/[0-9a-f]{32}$/)
      for (const width of coverWidths) {
        for (const made of coverFormats) {
          const reply = await api.send(getCoverFileName(cover, width, made))
          expect([reply.status, reply.headers.get('Content-Type')]).toEqual([
            200,
            `image/${made === 'jpg' ? 'jpeg' : made}`,
          ])
          const bytes = new Uint8Array(await reply.arrayBuffer())
          expect(reply.headers.get('Content-Length')).toBe(String(bytes.length))
          const seen = await sharp(bytes).metadata()
          expect([seen.width, seen.height, seen.exif, seen.icc, seen.xmp]).toEqual([
            width,
            width,
            undefined,
            undefined,
            undefined,
          ])
          // The middle square contains both halves.
          expect([await readColor(bytes, 0.1, 0.5), await readColor(bytes, 0.9, 0.5)]).toEqual([
            'red',
            'blue',
          ])
        }
      }
    },
  )

  test('is turned as its camera was held, without what the camera wrote', async () => {
    const turned = await createTwoColorImage(300, 200)
      .jpeg()
      .withMetadata({ orientation: 3 })
      .withExifMerge({ IFD0: { Copyright: 'somebody' } })
      .toBuffer()
    await writeInput('turned.jpg', turned)
    await importTrackWith('cover', 'turned.jpg')
    const bytes = await readFile(
      join(mediaDir, '..', getCoverFileName((await readStoredMedia()).cover, 384, 'jpg')),
    )
    expect([await readColor(bytes, 0.1, 0.5), await readColor(bytes, 0.9, 0.5)]).toEqual(['blue', 'red'])
    expect(bytes.includes('somebody')).toBe(false)
  })

  test('that is transparent is on white', async () => {
    await writeInput(
      'clear.png',
      await sharp({ create: { width: 96, height: 96, channels: 4, background: '#0000' } })
        .png()
        .toBuffer(),
    )
    await importTrackWith('cover', 'clear.png')
    expect(
      await readColor(
        await readFile(join(folder, getCoverFileName((await readStoredMedia()).cover, 96, 'jpg'))),
        0.5,
        0.5,
      ),
    ).toBe('white')
  })

  test('of the same content is made once, whatever its name; half files and leftovers are none', async () => {
    const bytes = await createTwoColorImage(200, 200).png().toBuffer()
    await writeInput('one.png', bytes)
    await writeInput('two.png', bytes)
    await importTrackWith('cover', 'one.png')
    const files = await listMediaFiles('covers')
    expect(files).toHaveLength(coverWidths.length * coverFormats.length)
    const times = async () =>
      Promise.all(files.map(async (file) => (await stat(join(mediaDir, 'covers', file))).mtimeMs))
    const before = await times()
    await writeFile(join(mediaDir, '.partial', 'left'), 'by a process that was killed')
    expect((await importTrackWith('cover', 'two.png')).text).toMatch(/1 unchanged/)
    expect([await listMediaFiles('covers'), await times(), await listMediaFiles('.partial')]).toEqual([
      files,
      before,
      [],
    ])
    await rm(join(mediaDir, 'covers', files[0] ?? ''))
    await importTrackWith('cover', 'two.png')
    expect(await listMediaFiles('covers')).toEqual(files)
  })

  test('is only looked at by --check, and where another line is bad', async () => {
    await writeInput('fine.png', await createTwoColorImage(200, 200).png().toBuffer())
    expect((await importTrackWith('cover', 'fine.png', '--check')).status).toBe(0)
    const lines = `isrc,track,artist,category,cover\n${isrc},A,B,BGM,fine.png\nnone,A,B,BGM,fine.png\n`
    await writeFile(join(folder, 'bad.csv'), lines)
    const { status } = await runOperatorWith(
      api.db,
      { MEDIA_DIR: mediaDir },
      'music',
      'import',
      join(folder, 'bad.csv'),
    )
    expect([status, await listMediaFiles('covers')]).toEqual([1, []])
  })

  test.each<[string, () => Promise<Uint8Array>, RegExp]>([
    [
      'a drawing',
      async () => Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
      /not a supported image/,
    ],
    ['a TIFF', () => createTwoColorImage(200, 200).tiff().toBuffer(), /not a supported image/],
    [
      'too small',
      () => createTwoColorImage(200, 95).png().toBuffer(),
      /200 × 95 pixels; it needs at least 96 × 96/,
    ],
    ['too large to show', () => createTwoColorImage(8100, 8100).png().toBuffer(), /more than 64 million/],
    [
      'too large a file',
      async () =>
        Buffer.concat([await createTwoColorImage(200, 200).png().toBuffer(), Buffer.alloc(11 << 20)]),
      /more than 10 MiB/,
    ],
    [
      'cut off',
      async () => (await createTwoColorImage(900, 900).jpeg({ quality: 100 }).toBuffer()).subarray(0, 3000),
      /the image is damaged/,
    ],
    ['a beginning only', async () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), /not a supported image/],
    ['a page', async () => Buffer.from('<html>'), /not a supported image/],
  ])('that is %s is refused, with its line', async (_, make, message) => {
    await writeInput('bad.jpg', await make())
    const { status, text } = await importTrackWith('cover', 'bad.jpg')
    expect(status).toBe(1)
    expect(text).toMatch(/line 2, cover: "bad.jpg"/)
    expect(text).toMatch(message)
    expect(await queryRaw(api.db, 'select from tracks')).toEqual([])
  })

  test('that many tracks share is told for each of their lines, and can be taken away', async () => {
    const lines = ['KRA402000111', 'KRA402000112'].map((one) => `${one},A,B,BGM,gone.png`)
    await writeFile(join(folder, 'many.csv'), ['isrc,track,artist,category,cover', ...lines].join('\n'))
    const { text } = await runOperatorWith(
      api.db,
      { MEDIA_DIR: mediaDir },
      'music',
      'import',
      join(folder, 'many.csv'),
    )
    expect(text).toMatch(/line 2, cover: .*line 3, cover: /s)
    await writeInput('fine.png', await createTwoColorImage(200, 200).png().toBuffer())
    await importTrackWith('cover', 'fine.png')
    await importTrackWith('cover', '')
    expect((await readStoredMedia()).cover).toBeNull()
  })
})

describe('an exclusive logo', () => {
  test('keeps its shape and what is transparent, and makes the track exclusive', async () => {
    const clear = { create: { width: 960, height: 160, channels: 4, background: '#00d8' } } as const
    await writeInput('logo.webp', await sharp(clear).webp({ lossless: true }).toBuffer())
    await importTrackWith('exclusive_logo', 'logo.webp')
    const { exclusive_logo: path, exclusive } = await readStoredMedia()
    expect([path, exclusive]).toEqual([expect.stringMatching(/^media\/logos\/[0-9a-f]{32}\.png$/), true])
    const reply = await api.send(path)
    expect(reply.headers.get('Content-Type')).toBe('image/png')
    const seen = await sharp(Buffer.from(await reply.arrayBuffer())).metadata()
    expect([seen.width, seen.height, seen.hasAlpha]).toEqual([240, 40, true])
  })

  test('of a track that is not exclusive is refused', async () => {
    await writeInput('logo.png', await createTwoColorImage(200, 100).png().toBuffer())
    expect((await importTrackWith('exclusive,exclusive_logo', 'no,logo.png')).text).toMatch(
      /line 2, exclusive_logo: only exclusive tracks/,
    )
    expect((await importTrackWith('exclusive,exclusive_logo', 'yes,logo.png')).status).toBe(0)
  })
})

describe('a preview', () => {
  test.each([
    ['mp3', createMp3Frames(4), 'audio/mpeg'],
    [
      'mp3',
      Buffer.concat([
        Buffer.from('ID3\x04\x00\x00\x00\x00\x02\x00', 'latin1'),
        Buffer.alloc(256),
        createMp3Frames(4),
      ]),
      'audio/mpeg',
    ],
    ['aac', createAacFrames(4), 'audio/aac'],
    ['m4a', createMp4File('soun', 'mdir'), 'audio/mp4'],
    ['ogg', createOggFile(), 'audio/ogg'],
  ])('of %s is kept as it is', async (ending, bytes, type) => {
    await writeInput('sound.any', bytes)
    expect(await importTrackWith('audio', 'sound.any')).toMatchObject({ status: 0 })
    const { audio } = await readStoredMedia()
    expect(audio).toMatch(new RegExp(`^media/audio/[0-9a-f]{32}\\.${ending}$`))
    const reply = await api.send(audio)
    expect(reply.headers.get('Content-Type')).toBe(type)
    expect(Buffer.from(await reply.arrayBuffer()).equals(bytes)).toBe(true)
  })

  test.each<[string, Uint8Array, RegExp]>([
    ['WAV', createWav('x'), /uncompressed audio is too large for a preview: save it as MP3 or M4A/],
    ['FLAC', Buffer.from('fLaC\0\0\0\x22'), /uncompressed audio is too large/],
    ['AIFF', Buffer.from('FORM\0\0\0\0AIFF'), /uncompressed audio is too large/],
    ['a video', createMp4File('vide', 'soun'), /not a supported audio file/],
    ['text', Buffer.from('no sound'), /not a supported audio file/],
    ['too large', Buffer.concat([createMp3Frames(2), Buffer.alloc(16 << 20)]), /more than 15 MiB/],
  ])('that is %s is refused', async (_, bytes, message) => {
    await writeInput('bad.mp3', bytes)
    const { status, text } = await importTrackWith('audio', 'bad.mp3')
    expect([status, text]).toEqual([1, expect.stringMatching(message)])
    expect(text).toMatch(/line 2, audio: "bad.mp3"/)
  })
})

describe('what is served', () => {
  const bytes = createMp3Frames(40)
  let path: string
  beforeEach(async () => {
    await writeInput('sound.mp3', bytes)
    await importTrackWith('audio', 'sound.mp3')
    path = (await readStoredMedia()).audio
  })
  const ask = (headers: Record<string, string> = {}, method = 'GET', asked = path) =>
    api.send(asked, { method, headers })

  test('is held for ever, tells no other type and runs nothing', async () => {
    const { headers } = await ask()
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"[0-9a-f]{32}\.mp3"$/),
    })
  })

  test('is not sent again to who has it', async () => {
    const tag = (await ask()).headers.get('ETag') ?? ''
    expect((await ask({ 'If-None-Match': tag })).status).toBe(304)
    expect((await ask({ 'If-None-Match': '"other"' })).status).toBe(200)
  })

  test('answers HEAD without a body', async () => {
    const reply = await ask({}, 'HEAD')
    expect([reply.status, reply.headers.get('Content-Length'), await reply.text()]).toEqual([
      200,
      String(bytes.length),
      '',
    ])
  })

  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    ['bytes=100-', 100, bytes.length - 1],
    ['bytes=-7', bytes.length - 7, bytes.length - 1],
    ['bytes=-9999999', 0, bytes.length - 1],
    ['bytes=5-9999999', 5, bytes.length - 1],
  ])('gives the part %s', async (range, from, to) => {
    const reply = await ask({ Range: range })
    expect([reply.status, reply.headers.get('Content-Range')]).toEqual([
      206,
      `bytes ${from}-${to}/${bytes.length}`,
    ])
    expect(reply.headers.get('Content-Length')).toBe(String(to - from + 1))
    expect(Buffer.from(await reply.arrayBuffer()).equals(bytes.subarray(from, to + 1))).toBe(true)
  })

  test.each([`bytes=${bytes.length}-`, 'bytes=9999999-99999999', 'bytes=-0'])(
    'has nothing of %s',
    async (range) => {
      const reply = await ask({ Range: range })
      expect([reply.status, reply.headers.get('Content-Range')]).toEqual([416, `bytes */${bytes.length}`])
    },
  )

  test.each(['bytes=0-1,5-6', 'bytes=9-5', 'bytes=-', 'lines=1-2', 'nonsense'])(
    'is sent whole for %s',
    async (range) => {
      expect((await ask({ Range: range })).status).toBe(200)
    },
  )

  test('is sent whole to who has a part of another', async () => {
    const tag = (await ask()).headers.get('ETag') ?? ''
    expect((await ask({ Range: 'bytes=0-1', 'If-Range': tag })).status).toBe(206)
    expect((await ask({ Range: 'bytes=0-1', 'If-Range': '"other"' })).status).toBe(200)
  })

  test.each([
    'media',
    'media/',
    'media/audio',
    'media/audio/',
    'media/audio/..',
    'media/audio/%2e%2e',
    'media/audio/..%2f..%2fc.csv',
    'media/audio/%2fetc%2fpasswd',
    'media/covers/passwd',
    'media/other/00000000000000000000000000000000.mp3',
    'media/constructor/00000000000000000000000000000000.mp3',
    'media/audio/00000000000000000000000000000000.mp3',
    'media/audio/00000000000000000000000000000000.mp3%00',
    'media/audio/0000000000000000000000000000000%30.mp3',
    'media/covers/00000000000000000000000000000000-97.jpg',
    'media/.partial/x',
  ])('is not %s', async (asked) => {
    expect((await ask({}, 'GET', asked)).status).toBe(404)
  })

  test('is missed by doctor when it is gone', async () => {
    const doctor = async () => (await runOperatorWith(api.db, { MEDIA_DIR: mediaDir }, 'doctor')).text
    expect(await doctor()).toMatch(/ok {7}media files: 1 file in/)
    await rm(join(folder, path))
    expect(await doctor()).toMatch(/warning {2}media files: 1 of 1 missing/)
  })
})

test('the demo generates the same preview each time, also for range requests', async () => {
  const demo = await startApi(api.db, undefined, { registerDemoRoutes: demoRoutes })
  const whole = Buffer.from(await (await demo.send('demo/audio/KRMIM2600001.wav')).arrayBuffer())
  expect(whole.equals(createWav('KRMIM2600001'))).toBe(true)
  expect(whole.equals(createWav('KRMIM2600002'))).toBe(false)
  const part = await demo.send('demo/audio/KRMIM2600001.wav', { headers: { Range: 'bytes=4-7' } })
  expect([part.status, part.headers.get('Content-Type')]).toEqual([206, 'audio/wav'])
  expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(4, 8))).toBe(true)
  expect((await demo.send('demo/audio/x.wav')).status).toBe(404)
  const cover = await demo.send('demo/covers/KRMIM2600001.svg')
  expect(cover.headers.get('Content-Type')).toBe('image/svg+xml; charset=utf-8')
  expect(cover.headers.get('Content-Security-Policy')).toBe("default-src 'none'; frame-ancestors 'none'")
})

test.each(['audio/KRMIM2600001.wav', 'covers/KRMIM2600001.svg', 'thumbnails/demo-000000.svg'])(
  'without the demo there is no %s',
  async (path) => {
    expect((await api.send(`demo/${path}`)).status).toBe(404)
  },
)
