// @module-tag extended
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readMeta } from '#contract/portal/site.ts'
import { type HomePicture, readHome } from '#contract/portal/site-home.ts'
import { createSite } from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { runOperator, runOperatorWith } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { execAsOwner } from '#tests/support/traces.ts'

let api: Api
let folder: string
let mediaDir: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hookline-home-'))
  mediaDir = join(folder, 'media')
  api = await startApi(undefined, undefined, { mediaDir })
  await createSite(api.db)
  await createSite(api.db, 'other.test', true)
})
afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  await execAsOwner(api.db, 'truncate site_homes, site_images, audit_log')
  await rm(mediaDir, { recursive: true, force: true })
})

const writeInput = async (name: string, bytes: string | Uint8Array): Promise<string> => {
  await writeFile(join(folder, name), bytes)
  return join(folder, name)
}
const run = (...args: string[]) =>
  runOperatorWith(api.db, { MEDIA_DIR: mediaDir }, 'site', 'set', 'example.test', ...args)
const runFailing = async (...args: string[]): Promise<string> => {
  const error = await run(...args).catch((caught: Error) => caught)
  return error instanceof Error ? error.message.replaceAll(`${folder}/`, '') : 'it was accepted'
}
const setHome = async (yaml: string) => run('--home', await writeInput('home.yaml', yaml))
const refuseHome = async (yaml: string) => runFailing('--home', await writeInput('home.yaml', yaml))
const getHome = async (language = 'ko', domain = 'example.test') =>
  (await api.call(readHome, { domain: '', query: { domain }, language })).home
const listAudit = () =>
  queryRaw<{ action: string; detail: { before: object; after: object } }>(
    api.db,
    `select action, detail from audit_log where actor = 'operator' order by id`,
  )
const listMediaFiles = async () =>
  (await readdir(mediaDir, { recursive: true }).catch(() => []))
    .filter((name) => /\w\.\w+$/.test(name))
    .sort()

const fullHome = `
ko:
  headline:
    - 느린 하루를
    - 차곡차곡
  lead: 작은 채널을 위한 음악입니다.
  action: { label: 내 채널 등록하기, target: /join }
  picture: 창가의 고양이
  logo: 온음표
en:
  headline: |
    Slow days,
    kept
  lead: "Music for small channels: yours."
  action:
    label: Read the story
    target: https://story.example/start?a=1
facts:
  - ko: { value: 12년, label: 함께한 시간 }
    en: { value: 12 years, label: together }
  - tracks
`

describe('the texts of a home page', () => {
  test('are shown in the language asked for, else in the site’s, each with its language', async () => {
    expect((await setHome(fullHome)).lines).toEqual([expect.stringMatching(/^changed: example\.test/)])
    expect(await getHome('en')).toMatchObject({
      headline: ['Slow days,', 'kept'],
      headlineLocale: 'en',
      lead: 'Music for small channels: yours.',
      action: { label: 'Read the story', href: 'https://story.example/start?a=1', locale: 'en' },
      facts: [{ kind: 'text', value: '12 years', label: 'together', locale: 'en' }],
    })
    for (const language of ['ko', 'zh-TW', 'fr'])
      expect(await getHome(language)).toMatchObject({
        headline: ['느린 하루를', '차곡차곡'],
        headlineLocale: 'ko',
        leadLocale: 'ko',
        action: { label: '내 채널 등록하기', href: '/join', locale: 'ko' },
        facts: [{ kind: 'text', value: '12년', label: '함께한 시간', locale: 'ko' }],
      })
  })

  test('are those of one site only', async () => {
    await setHome(fullHome)
    expect(await getHome('ko', 'other.test')).toMatchObject({ headline: [], lead: null, action: null })
  })

  test('are replaced as a whole, and removed', async () => {
    await setHome(fullHome)
    await setHome('en: { lead: Another }')
    expect(await getHome('ko')).toMatchObject({
      headline: [],
      lead: 'Another',
      leadLocale: 'en',
      action: null,
    })
    await run('--home', 'none')
    expect(await getHome('en')).toMatchObject({ lead: null, leadLocale: null })
  })

  test('leave the values before and after in the audit log, once', async () => {
    await setHome('en: { lead: One }')
    await setHome('en: { lead: Two }')
    expect((await setHome('en: { lead: Two }')).text).toMatch(/^unchanged/)
    expect(await listAudit()).toEqual([
      { action: 'site set', detail: { before: { lead: {} }, after: { lead: { en: 'One' } } } },
      { action: 'site set', detail: { before: { lead: { en: 'One' } }, after: { lead: { en: 'Two' } } } },
    ])
  })

  test('no facts at all are possible', async () => {
    await setHome('facts: []')
    expect((await getHome()).facts).toEqual([])
  })

  test.each([
    ['ko: { headline: [가나다라마바사아자차카타] }', '12 wide characters'],
    ['en: { headline: [Twenty-two characters.] }', '22 Latin characters'],
    ['zh-CN: { headline: [六个汉字和十一, abc] }', 'a mix'],
    [`en: { lead: ${'x'.repeat(90)} }`, '90 characters'],
    [`ko: { lead: ${'가'.repeat(90).normalize('NFD')} }`, 'decomposed Hangul'],
  ])('%s is short enough: %s', async (yaml) => {
    expect((await setHome(yaml)).status).toBe(0)
  })

  test.each([
    ['ko: { headline: [가나다라마바사아자차카타파] }', 'line 1: ko.headline is too long in line 1'],
    ['\nen:\n  headline:\n    - Twenty-three characters', 'line 3: en.headline is too long in line 1'],
    ['ko: { headline: [1, 2, 3, 4] }', 'ko.headline.1 must be text: put it in quotes'],
    ['ko: { headline: [a, b, c, d] }', 'ko.headline has 4 lines: use at most 3'],
    ['ko: { headline: [a, ""] }', 'ko.headline is empty'],
    [`ko:\n  lead: ${'x'.repeat(91)}`, 'line 2: ko.lead has 91 characters: use at most 90'],
    ['ko: { lead: "a\\nb" }', 'ko.lead has a line break'],
    ['ko: { lead: 12 }', 'ko.lead must be text: put it in quotes'],
    ['ko: { title: x }', 'ko.title is not known here: use headline, lead, action, picture, logo'],
    ['fr: { lead: x }', 'fr is not known here: use ko, en, zh-CN, zh-TW, facts'],
    ['ko: text', 'ko must have names with values below it'],
    ['- ko', 'line 1: must have names with values below it'],
    ['ko: { action: { label: Go } }', 'ko.action.target is missing'],
    ...['//evil.example', '/\\evil.example', 'http://a.example', 'javascript:alert(1)', 'join', '/a b'].map(
      (target) => [
        `ko: { action: { label: Go, target: ${JSON.stringify(target)} } }`,
        'ko.action.target is no target: write a page of the site, such as /join, or a URL with https://',
      ],
    ),
    ['facts: [tracks, channels, countries, week_views]', 'facts are 4: use at most 3'],
    ['facts: [tracks, tracks]', 'facts name one twice'],
    ['facts: tracks', 'facts must be a list: begin each item with a dash'],
    ['facts:\n  - tracks\n  - likes', 'line 3: facts.2 must be one of tracks, week_views'],
    ['facts: [{}]', 'facts.1 has no language'],
    ['facts:\n  - ko:\n      value: 123456789\n      label: x', 'line 3: facts.1.ko.value must be text'],
    [
      'facts: [{ ko: { value: 한둘셋넷다여일여아, label: x } }]',
      'facts.1.ko.value has 9 characters: use at most 8',
    ],
    [
      `facts: [{ en: { value: "1", label: ${'x'.repeat(25)} } }]`,
      'facts.1.en.label has 25 characters: use at most 24',
    ],
    ['facts: [{ en: { value: "1" } }]', 'facts.1.en.label is missing'],
    ['ko: { lead: a: b }', 'not valid YAML'],
    [`a: &a [x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: [${'*b,'.repeat(60)}]`, 'line 1:'],
  ])('%j is refused with its line and what to do', async (yaml, message) => {
    const text = await refuseHome(yaml ?? '')
    expect(text).toContain(message)
    expect(text).toMatch(/^home\.yaml, line \d+: .+\.\nNothing was changed\.$/s)
    expect(await queryRaw(api.db, 'select site_id from site_homes')).toEqual([])
  })

  test('every problem of a file is named at once', async () => {
    const text = await refuseHome('ko: { lead: "" }\nen: { lead: "" }')
    expect(text.split('\n')).toHaveLength(3)
  })

  test('a file that is not there, too large or not UTF-8 is refused', async () => {
    expect(await runFailing('--home', join(folder, 'nothing.yaml'))).toContain('cannot be read')
    expect(await runFailing('--home', await writeInput('large.yaml', 'x'.repeat(200_000)))).toContain(
      'is larger',
    )
    expect(
      await runFailing('--home', await writeInput('utf16.yaml', Buffer.from([0xff, 0xfe, 0]))),
    ).toContain('UTF-8')
  })
})

const createImage = (width: number, height: number, background = '#c63') =>
  sharp({ create: { width, height, channels: 4, background } })
const writeImage = async (
  name: string,
  width: number,
  height: number,
  format: 'png' | 'jpeg' | 'webp' | 'avif' = 'png',
) => writeInput(name, await createImage(width, height).toFormat(format).toBuffer())
/** Film grain over gray; the more contrast, the harder to compress. */
async function writeGrain(name: string, contrast: number): Promise<string> {
  const [width, height] = [1200, 800]
  let state = 7
  const pixels = Uint8Array.from({ length: width * height }, () => {
    state = (state * 48_271) % 2_147_483_647
    return state % contrast
  })
  return writeInput(
    name,
    await sharp(pixels, { raw: { width, height, channels: 1 } })
      .png()
      .toBuffer(),
  )
}
const writeSvg = (content: string, attributes = 'viewBox="0 0 240 80"') =>
  writeInput(
    'logo.svg',
    `<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`,
  )

async function fetchImage(path: string) {
  const reply = await api.send(path)
  expect(reply.status).toBe(200)
  const bytes = Buffer.from(await reply.arrayBuffer())
  return { type: reply.headers.get('Content-Type'), bytes, seen: await sharp(bytes).metadata() }
}

describe('the picture of a home page', () => {
  const getPicture = async () => (await getHome()).picture as HomePicture

  test('is served in several widths as AVIF and WebP, each small, with its focal point', async () => {
    const name = await writeImage('picture.jpg', 1300, 800, 'jpeg')
    await run('--picture', name, '--focus', '20,75')
    await setHome('ko: { picture: 창가의 고양이 }\nen: { picture: A cat }')
    const picture = await getPicture()
    expect(picture).toMatchObject({ width: 1200, height: 738, alt: '창가의 고양이', focus: { x: 20, y: 75 } })
    expect(((await getHome('en')).picture as HomePicture).alt).toBe('A cat')
    expect(picture.sources.map(({ format, width }) => `${format} ${width}`)).toEqual([
      ...['avif 480', 'avif 800', 'avif 1200', 'webp 480', 'webp 800', 'webp 1200'],
    ])
    for (const { path, width, format } of picture.sources) {
      const { type, bytes, seen } = await fetchImage(path)
      expect([type, seen.width]).toEqual([`image/${format}`, width])
      expect(bytes.length).toBeLessThanOrEqual(60_000)
    }
  })

  test('keeps its focus when it is set again, not when it is another one', async () => {
    const name = await writeImage('picture.png', 900, 600)
    await run('--picture', name, '--focus', '0,100')
    await run('--picture', name)
    expect((await getPicture()).focus).toEqual({ x: 0, y: 100 })
    await run('--picture', await writeImage('wide.png', 900, 500))
    expect((await getPicture()).focus).toEqual({ x: 50, y: 50 })
  })

  test('is none, or the one that the design draws', async () => {
    await run('--picture', await writeImage('picture.png', 900, 600))
    await run('--picture', 'none')
    expect((await getHome()).picture).toBe('none')
    await run('--picture', 'drawn')
    expect((await getHome()).picture).toBeNull()
    expect(await runFailing('--focus', '1,2')).toContain('no picture of its own to focus')
  })

  test('is served in the widths in which it is small enough', async () => {
    await run('--picture', await writeGrain('grain.png', 40))
    const { width, sources } = await getPicture()
    expect(width).toBe(800)
    for (const { path } of sources) expect((await fetchImage(path)).bytes.length).toBeLessThanOrEqual(60_000)
  })

  test('is refused if it is too narrow, too high, too detailed, or no picture', async () => {
    expect(await runFailing('--picture', await writeImage('a.png', 799, 400))).toContain(
      'it needs at least 800 × 200',
    )
    expect(await runFailing('--picture', await writeImage('a.png', 900, 640))).toBe(
      'a.png: it has 900 × 640 pixels: crop it to 3:2 or wider.\nNothing was changed.',
    )
    expect(await runFailing('--picture', await writeGrain('a.png', 256))).toContain('too much detail')
    expect(await runFailing('--picture', await writeSvg('<path d="M0 0h9v9z"/>'))).toContain(
      'not a supported image',
    )
    expect(await runFailing('--focus', '101,0')).toContain('Expected percent')
    expect(await listMediaFiles()).toEqual([])
  })
})

describe('a logo', () => {
  const getLogo = async () => (await getHome()).logo

  test.each(['png', 'jpeg', 'webp', 'avif'] as const)(
    'of %s is recognized by its content',
    async (format) => {
      await run('--logo', await writeImage('logo.any', 400, 200, format))
      expect(await getLogo()).toMatchObject({ dark: null, alt: 'Example', width: 276, height: 138 })
      const { type, seen } = await fetchImage((await getLogo())?.light ?? '')
      expect([type, seen.width, seen.height]).toEqual(['image/webp', 276, 138])
    },
  )

  test('of SVG is drawn as pixels, with its transparency', async () => {
    await run('--logo', await writeSvg('<rect width="120" height="80" fill="#00f"/>'))
    const { seen, bytes } = await fetchImage((await getLogo())?.light ?? '')
    expect([seen.format, seen.width, seen.height, seen.hasAlpha]).toEqual(['webp', 414, 138, true])
    const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    const readPixel = (x: number) => [
      ...data.subarray((69 * info.width + x) * 4, (69 * info.width + x) * 4 + 4),
    ]
    expect([readPixel(100), readPixel(300)[3]]).toEqual([[0, 0, 255, 255], 0])
  })

  test('has an alternative text, and a dark version of the same proportions', async () => {
    const light = await writeImage('logo.png', 300, 100)
    expect(await runFailing('--logo-dark', light)).toContain('A dark logo needs a light one')
    await run('--logo', light, '--logo-dark', await writeSvg('<rect width="240" height="80" fill="#fff"/>'))
    await setHome('ko: { logo: 온음표 }')
    expect(await getLogo()).toMatchObject({
      alt: '온음표',
      dark: expect.stringMatching(/^media\/site-logos\//),
    })
    expect(await runFailing('--logo', await writeImage('square.png', 200, 200))).toContain(
      'the same proportions',
    )
    await run('--logo', 'none', '--logo-dark', 'none')
    expect(await getLogo()).toBeNull()
  })

  test.each([
    ['a script', '<script>alert(1)</script>'],
    ['a script', '<s:script xmlns:s="http://www.w3.org/2000/svg"/>'],
    ['an event handler', '<rect onload="alert(1)" width="9" height="9"/>'],
    ['a picture or page inside', '<foreignObject><body/></foreignObject>'],
    ['a picture or page inside', '<image href="/etc/passwd"/>'],
    ['a link to elsewhere', '<use href="http://evil.example/a.svg#b"/>'],
    ['a link to elsewhere', "<use xlink:href = 'file:///etc/passwd'/>"],
    ['a link to elsewhere', '<use href="data:image/svg+xml,x"/>'],
    ['a reference to another file', '<style>@import "http://evil.example/a.css";</style>'],
    ['a reference to another file', '<rect style="fill: url(http://evil.example/a)"/>'],
    ['text, which needs a font', '<text>Hookline</text>'],
    ['a filter', '<filter id="a"><feGaussianBlur stdDeviation="99999"/></filter>'],
    ['an animation', '<animate attributeName="x"/>'],
    ['a processing instruction', '<?xml-stylesheet href="a.css"?>'],
    ['more than 10,000 elements', '<path/>'.repeat(10_001)],
    ['more than 512 KiB', `<path d="${'M0 0'.repeat(140_000)}"/>`],
  ])('of SVG is refused with %s', async (message, content) => {
    expect(await runFailing('--logo', await writeSvg(content))).toContain(message)
    expect(await listMediaFiles()).toEqual([])
  })

  test('of SVG is refused with entities, compressed, too large, or as something else', async () => {
    const bomb = '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><svg>&b;</svg>'
    expect(await runFailing('--logo', await writeInput('bomb.svg', bomb))).toContain('entities')
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'
    expect(await runFailing('--logo', await writeInput('logo.svgz', gzipSync(svg)))).toContain('compressed')
    expect(await runFailing('--logo', await writeSvg('', 'viewBox="0 0 30000 3"'))).toContain('large')
    expect(await runFailing('--logo', await writeInput('page.svg', '<html></html>'))).toContain(
      'not an SVG file',
    )
    expect(await runFailing('--logo', await writeInput('cut.svg', '<svg><path'))).toContain('damaged')
    const uses = (level: number) => `<use href="#a${level}"/>`.repeat(10)
    const levels = Array.from({ length: 12 }, (_, at) => `<g id="a${at + 1}">${uses(at)}</g>`)
    const laughs = `<rect id="a0" width="9" height="9"/>${levels.join('')}${uses(12)}`
    expect(await runFailing('--logo', await writeSvg(laughs))).toContain('more than 30 copies')
  })

  test('of a document type as editors write it is accepted', async () => {
    const doctype =
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    const svg = `${doctype}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><rect width="90" height="30"/></svg>`
    expect((await run('--logo', await writeInput('editor.svg', svg))).status).toBe(0)
  })

  test('is refused if it is too small, too wide, damaged, a bomb, or larger than 10 MiB', async () => {
    expect(await runFailing('--logo', await writeImage('a.png', 39, 60))).toContain(
      'it needs at least 40 × 40',
    )
    expect(await runFailing('--logo', await writeImage('a.png', 900, 100))).toContain(
      '9.0 times as wide as high',
    )
    const png = await createImage(100, 100).png().toBuffer()
    expect(await runFailing('--logo', await writeInput('a.png', png.subarray(0, -30)))).toContain('damaged')
    expect(await runFailing('--logo', await writeImage('a.png', 12_000, 12_000))).toContain(
      'more than 64 million',
    )
    expect(await runFailing('--logo', await writeInput('a.png', Buffer.alloc(11 * 1024 * 1024)))).toContain(
      '10 MiB',
    )
    expect(await runFailing('--logo', await writeInput('a.png', ''))).toContain('not a supported image')
  })
})

describe('a favicon', () => {
  test.each([
    ['PNG', () => writeImage('icon.png', 64, 64)],
    ['SVG', () => writeSvg('<circle cx="8" cy="8" r="8"/>', 'viewBox="0 0 16 16"')],
  ])('of %s is served in three sizes, and is the site’s in the metadata', async (_, write) => {
    await run('--favicon', await write())
    const { metadata } = await api.call(readMeta, { domain: '', query: { domain: 'example.test' } })
    expect(metadata.logo_favicon).toMatch(/^\/api\/media\/favicons\/[0-9a-f]{32}-180\.png$/)
    const prefix = metadata.logo_favicon?.replace(/^\/api\/|180\.png$/g, '')
    for (const size of [32, 180, 512]) {
      const { type, seen } = await fetchImage(`${prefix}${size}.png`)
      expect([type, seen.width, seen.height]).toEqual(['image/png', size, size])
    }
    await run('--favicon', 'none')
    expect(
      (await api.call(readMeta, { domain: '', query: { domain: 'example.test' } })).metadata.logo_favicon,
    ).toBeNull()
  })

  test('is refused if it is small or not square', async () => {
    expect(await runFailing('--favicon', await writeImage('a.png', 63, 63))).toContain('at least 64 × 64')
    expect(await runFailing('--favicon', await writeImage('a.png', 100, 90))).toContain('make it square')
  })
})

describe('a share picture', () => {
  const getShare = async (language?: string) => (await getHome(language)).share

  test('is one for all languages, or one per language', async () => {
    const all = await writeImage('share.png', 1200, 630)
    const english = await writeInput('en.jpg', await createImage(2400, 1260, '#036').jpeg().toBuffer())
    await run('--share', all, '--share', `en=${english}`)
    const [korean, ofEnglish] = [await getShare('ko'), await getShare('en')]
    expect(korean).toMatchObject({ width: 1200, height: 630 })
    expect(korean?.path).not.toBe(ofEnglish?.path)
    expect((await getShare('zh-CN'))?.path).toBe(korean?.path)
    const { type, seen } = await fetchImage(ofEnglish?.path ?? '')
    expect([type, seen.width, seen.height]).toEqual(['image/jpeg', 1200, 630])
    const { metadata } = await api.call(readMeta, { domain: '', query: { domain: 'example.test' } })
    expect(metadata.logo_meta).toBe(`/api/${korean?.path}`)
    await run('--share', 'none')
    expect((await getShare('zh-CN'))?.path).toBe(ofEnglish?.path)
  })

  test('is refused in other proportions or smaller', async () => {
    expect(await runFailing('--share', await writeImage('a.png', 1200, 800))).toContain('make it 1200 × 630')
    expect(await runFailing('--share', await writeImage('a.png', 600, 315))).toContain('at least 1200 × 630')
  })
})

test('one file that is refused leaves everything as it was, also what is right', async () => {
  const logo = await writeImage('logo.png', 300, 100)
  const text = await runFailing(
    '--name',
    'New',
    '--logo',
    logo,
    '--favicon',
    await writeImage('icon.png', 10, 10),
  )
  expect(text).toContain('icon.png')
  expect(await getHome()).toMatchObject({ logo: null })
  expect(await listMediaFiles()).toEqual([])
  expect(await listAudit()).toEqual([])
  expect(await runOperator(api.db, 'site', 'list')).toMatchObject({
    text: expect.not.stringContaining('New'),
  })
})

test('an image that is set twice is stored once, and its change is in the audit log', async () => {
  const logo = await writeImage('logo.png', 300, 100)
  await run('--logo', logo)
  const files = await listMediaFiles()
  expect((await run('--logo', logo)).text).toMatch(/^unchanged/)
  expect(await listMediaFiles()).toEqual(files)
  expect(await listAudit()).toMatchObject([
    { detail: { before: { logo: null }, after: { logo: `media/${files[0]}` } } },
  ])
})

test('an unknown site is refused before any file is read', async () => {
  const error = await runOperator(api.db, 'site', 'set', 'nowhere.test', '--logo', 'nothing.png').catch(
    String,
  )
  expect(error).toContain('There is no site nowhere.test')
})

test('site show prints the home page, and what it lacks', async () => {
  await setHome(fullHome)
  await run(
    '--picture',
    await writeImage('picture.png', 900, 600),
    '--share',
    await writeImage('s.png', 1200, 630),
  )
  const { text } = await runOperator(api.db, 'site', 'show', 'example.test')
  expect(text).toContain('headline      ko: 느린 하루를 / 차곡차곡')
  expect(text).toContain('missing: zh-CN, zh-TW')
  expect(text).toContain('tracks: no value, left out')
  expect(text).toMatch(/widths 480, 800; focus 50,50/)
  expect(text).toMatch(/share {9}all languages: media\/share-pictures\//)
  const { home } = JSON.parse((await runOperator(api.db, 'site', 'show', 'example.test', '--json')).text)
  expect(home).toMatchObject({
    lead: { ko: '작은 채널을 위한 음악입니다.' },
    images: [{ kind: 'picture' }, {}],
  })
  expect((await runOperator(api.db, 'site', 'show', 'other.test')).text).toContain('drawn by the design')
})

test('site show prints the minimum payment', async () => {
  const show = async () => (await runOperator(api.db, 'site', 'show', 'example.test')).text
  expect(await show()).toContain('min. payment  10,000 KRW; less is carried over')
  await runOperator(api.db, 'site', 'set', 'example.test', '--payout-minimum', '25000')
  expect(await show()).toContain('min. payment  25,000 KRW; less is carried over')
  const { minimumPayment } = JSON.parse(
    (await runOperator(api.db, 'site', 'show', 'example.test', '--json')).text,
  )
  expect(minimumPayment).toEqual({ amount: 25_000_000, currency: 'KRW' })
})

test('doctor names pictures without alternative texts, and missing files', async () => {
  const findLines = async () => {
    const { lines } = await runOperatorWith(api.db, { MEDIA_DIR: mediaDir }, 'doctor')
    return lines
      .filter((line) => /home page|media files/.test(line))
      .map((line) => line.replace(mediaDir, 'media'))
  }
  expect(await findLines()).toEqual([
    'ok       home pages: every picture has its alternative texts',
    'ok       media files: no track or site has an imported image or preview',
  ])
  await run(
    '--picture',
    await writeImage('picture.png', 900, 600),
    '--favicon',
    await writeImage('i.png', 64, 64),
  )
  await setHome('ko: { picture: 창가의 고양이 }\nen: { picture: A cat }')
  expect(await findLines()).toEqual([
    'warning  home page of example.test: its picture has no alternative text in zh-CN, zh-TW',
    'ok       media files: 7 files in media',
  ])
  await rm(join(mediaDir, 'favicons'), { recursive: true })
  expect(await findLines()).toContain('warning  media files: 3 of 7 missing in media')
})
