import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { parseHTML } from 'linkedom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locale } from '#contract/platform/locale.ts'
import type { PopularMusic, PopularMusics } from '#contract/portal/musics.ts'
import type { App } from '#server/platform/http/response/context.ts'
import type { LoadPageContent } from '#server/portal/pages/page-content.ts'
import { serveSite } from '#server/portal/pages/static-site.ts'
import { createPageContent, createSiteMetadata } from '#tests/support/site-metadata.ts'

let folder: string
let app: App

const buildPage = (path: string) =>
  `<!doctype html><html lang="ko" data-title="제목"><head><title>제목</title><link rel="canonical" href="https://site.invalid${path}"></head></html>`

let namesByLocale: Partial<Record<Locale, string>> = {}
let siteName: string | undefined
let sharePicture: string | null = null
let popular: PopularMusics | null = null
const createTrack = (rank: number, previousRank: number | null, name = `Track ${rank}`): PopularMusic => ({
  id: rank,
  isrc: `KRMIM260000${rank}`,
  name,
  artist: `Artist ${rank}`,
  category: 'song',
  cover: null,
  hasTimeLimit: false,
  official: true,
  exclusive: false,
  exclusive_logo: null,
  shopping: false,
  lengthSeconds: null,
  audio: null,
  file: null,
  moodTags: [],
  favorite: false,
  rank,
  previousRank,
})
const loadContent: LoadPageContent = async (host, { locale }) =>
  host.endsWith('.example')
    ? createPageContent({
        site: createSiteMetadata({
          domain: host,
          name: siteName ?? namesByLocale[locale] ?? `<${host}>`,
          design_id: 'mcn-3',
          logo_meta: sharePicture,
          is_playist: true,
        }),
        popular,
      })
    : null

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hookline-site-'))
  for (const name of [
    '_astro',
    'login',
    'notices',
    'policed',
    'filled',
    'chart',
    'homes/mcn-3/en',
    '.git',
    'en',
    'pictured',
  ])
    await mkdir(join(folder, name), { recursive: true })
  await writeFile(join(folder, 'index.html'), buildPage('/'))
  await writeFile(join(folder, 'login', 'index.html'), buildPage('/login'))
  await writeFile(join(folder, 'notices', 'index.html'), buildPage('/notices'))
  await writeFile(
    join(folder, 'policed', 'index.html'),
    `<head><meta http-equiv="Content-Security-Policy" content="default-src 'self'; script-src 'sha256-YQ=='"></head>`,
  )
  await writeFile(
    join(folder, 'filled', 'index.html'),
    `<html lang="en" data-title="A &amp; B"><head><title>A &amp; B</title><meta property="og:site_name" content="">
    <link rel="alternate" hreflang="en" href="https://site.invalid/en/filled">
    <link rel="alternate" hreflang="x-default" href="https://site.invalid/filled"><link rel="icon" href="/favicon.svg">
    <script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"Article"}]}</script>
    <script type="application/json" id="site"></script></head><body><b data-site-name></b></body></html>`,
  )
  await writeFile(
    join(folder, 'chart', 'index.html'),
    `<html lang="en"><body><h1><template data-story="first">{artist} with “<i>{track}</i>”</template>
    <span data-without-story="first">Music in Shorts</span></h1>
    <p><template data-story="first-up">Up from {from}.</template><template data-story="first-same">Still first.</template
    ><template data-story="first-new">New and first.</template><template data-story="climber">{track}: +{places}.</template
    ><template data-story="newcomer">New at {rank}: {track}.</template></p>
    <template data-story="moves"><figure data-moves><b data-before>{from}</b><b data-before>{from}</b><svg></svg>
    <i data-now>{rank} {track}</i><i data-now>{rank} {track}</i></figure></template></body></html>`,
  )
  await writeFile(join(folder, 'homes', 'mcn-3', 'index.html'), buildPage('/of-mcn-3'))
  await writeFile(join(folder, 'homes', 'mcn-3', 'en', 'index.html'), buildPage('/of-mcn-3-en'))
  await writeFile(
    join(folder, 'pictured', 'index.html'),
    '<html lang="en"><head><meta property="og:image" content="https://studio.example/own.png"></head></html>',
  )
  await writeFile(join(folder, 'en', 'index.html'), buildPage('/en'))
  await writeFile(join(folder, '404.html'), buildPage('/404'))
  await writeFile(join(folder, '500.html'), buildPage('/500'))
  await writeFile(join(folder, '.git', 'config'), '[core]')
  await writeFile(join(folder, '_headers'), '/*')
  await writeFile(join(folder, 'robots.txt'), 'Sitemap: https://site.invalid/sitemap-index.xml')
  await writeFile(join(folder, 'version.json'), '{}')
  await writeFile(join(folder, 'world.svg'), '<svg/>')
  await writeFile(join(folder, '_astro', 'part.abc.js'), 'export {}')
  await writeFile(join(folder, '_astro', 'part.abc.js.br'), brotliCompressSync('export {}'))
  await writeFile(join(tmpdir(), 'hookline-outside.txt'), 'secret')
  app = new Hono()
  app.onError((_, c) => c.json({ success: false }, 500))
  await serveSite(app, folder, { behindProxy: true, loadContent })
  app.get('/fails', () => {
    throw new Error('no reason')
  })
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await rm(join(tmpdir(), 'hookline-outside.txt'))
})

const getPath = (path: string, host = 'studio.example', headers: Record<string, string> = {}) =>
  app.request(`http://${host}${path}`, { headers })

test('a page is served at its path, under the address at which it was asked for', async () => {
  const reply = await getPath('/login')
  expect([reply.status, reply.headers.get('Cache-Control')]).toEqual([200, 'no-cache'])
  expect(await reply.text()).toContain('href="http://studio.example/login"')
})

test.each([
  ['/login.html?fromUrl=%2Fdashboard', '/login?fromUrl=%2Fdashboard'],
  ['/index.html', '/'],
  ['/login/index.html?a=1', '/login?a=1'],
  ['/login/?a=1', '/login?a=1'],
  ['/ko', '/'],
  ['/ko/login?a=1', '/login?a=1'],
  ['/500.html', '/500'],
])('%s moves to %s', async (path, target) => {
  const reply = await getPath(path)
  expect([reply.status, reply.headers.get('Location')]).toEqual([301, target])
})

test('the page of errors has an address', async () => {
  const reply = await getPath('/500')
  expect(reply.status).toBe(200)
  expect(await reply.text()).toContain('/500')
})

test.each(['/ko//evil.example', '/ko/%5Cevil.example', '/ko/%0d%0aSet-Cookie:a'])(
  '%s leads nowhere else',
  async (path) => {
    expect((await getPath(path)).status).toBe(404)
  },
)

test.each([
  '/404',
  '/nothing',
  '/404.html',
  '/_astro/nothing.js',
  '/_astro/',
  '/_headers',
  '/_astro/part.abc.js.br',
  '/.git/config',
  '/%2egit/config',
  '/%5fheaders',
  '/.git/',
])('%s is not found', async (path) => {
  const reply = await getPath(path)
  expect([reply.status, reply.headers.get('Cache-Control')]).toEqual([404, 'no-cache'])
  expect(await reply.text()).not.toContain('site.invalid')
})

test('a page names the site of its host, and of no other', async () => {
  const page = await (await getPath('/login')).text()
  expect(page).toContain('<title>제목 | &lt;studio.example&gt;</title>')
  expect(page).toContain('data-design="mcn-3"')
  expect(await (await getPath('/login', 'other.example')).text()).toContain('&lt;other.example&gt;')
  expect(await (await getPath('/login', 'nobody.invalid')).text()).toContain('<title>제목</title>')
  expect(await (await getPath('/login?host=other.example')).text()).toContain('&lt;other.example&gt;')
})

test('a site has the home of its design, a preview that of another', async () => {
  const read = async (path: string, host?: string) => (await getPath(path, host)).text()
  expect(await read('/')).toContain('/of-mcn-3"')
  expect(await read('/en')).toContain('/of-mcn-3-en"')
  expect(await read('/', 'nobody.invalid')).not.toContain('/of-mcn-3"')
  expect(await read('/?d=3', 'nobody.invalid')).toContain('/of-mcn-3"')
  expect(await read('/?d=2')).not.toContain('/of-mcn-3"')
  for (const path of [
    '/homes',
    '/homes/mcn-3',
    '/homes/mcn-3/',
    '/homes/mcn-3/en',
    '/%68omes/mcn-3',
    '/homes/mcn-3/index.html',
  ])
    expect((await getPath(path)).status, path).toBe(404)
})

test('the page of errors, which speaks each language, names the site in that of the address', async () => {
  namesByLocale = { ko: '스튜디오', 'zh-TW': 'Studio' }
  const [korean, chinese] = await Promise.all(
    ['/no/such/page', '/zh-TW/no/such/page'].map(async (path) => (await getPath(path)).text()),
  )
  namesByLocale = {}
  expect(korean).toContain('<title>제목 | 스튜디오</title>')
  expect(chinese).toContain('<title>제목 | Studio</title>')
})

test('what a site is called stays text, wherever a page names it', async () => {
  const name = `</title></script><script>alert("1")</script>'&`
  siteName = name
  const page = await (await getPath('/filled')).text()
  siteName = undefined
  // A quoted attribute may contain it as text.
  expect(page.replace(/content="[^"]*"/, '').match(/<script/g)).toHaveLength(2)
  const { document } = parseHTML(page)
  const parse = (selector: string) => JSON.parse(document.querySelector(selector)?.textContent ?? '')
  expect(parse('#site')).toMatchObject({ name })
  expect(parse('[type="application/ld+json"]')['@graph']).toMatchObject([
    { '@type': 'WebSite', name, url: 'http://studio.example/en' },
    { '@type': 'Article', publisher: { name } },
  ])
  expect(document.querySelector('b')?.textContent).toBe(name)
  expect(document.querySelector('meta')?.getAttribute('content')).toBe(name)
  expect(page).toContain('<title>A &amp; B | &lt;/title&gt;&lt;/script')
  expect(document.querySelector('[hreflang=x-default]')?.getAttribute('href')).toBe(
    'http://studio.example/en/filled',
  )
  expect(document.querySelector('[rel=icon]')?.getAttribute('href')).toMatch(/^data:image.svg.xml,[^<"]+$/)
})

test('the picture of a site is that of its pages without one', async () => {
  const readPictures = async (path: string) => {
    const { document } = parseHTML(await (await getPath(path)).text())
    const pictures = [...document.querySelectorAll('head meta[property="og:image"]')]
    return pictures.map((picture) => picture.getAttribute('content'))
  }
  expect(await readPictures('/login')).toEqual([])
  sharePicture = '/api/media/share.webp'
  expect(await readPictures('/login')).toEqual(['http://studio.example/api/media/share.webp'])
  expect(await readPictures('/pictured')).toEqual(['https://studio.example/own.png'])
  sharePicture = null
})

async function readChart(...musics: PopularMusic[]) {
  popular = { from: '2026-11-15', to: '2026-11-21', musics }
  const { document } = parseHTML(await (await getPath('/chart')).text())
  popular = null
  for (const template of document.querySelectorAll('template')) template.remove()
  const read = (selector: string) =>
    document.querySelector(selector)?.textContent.trim().replaceAll(/\s+/g, ' ')
  return { document, headline: read('h1'), text: read('p') }
}

test('a page reports on the chart of the week, if there is one', async () => {
  const climbing = await readChart(createTrack(1, 2, '<b>&{artist}'), createTrack(2, 9), createTrack(3, 4))
  expect(climbing.headline).toBe('Artist 1 with “<b>&{artist}”')
  expect(climbing.text).toBe('Up from 2.Track 2: +7.')
  expect((await readChart(createTrack(1, 1), createTrack(2, null))).text).toBe(
    'Still first.New at 2: Track 2.',
  )
  expect((await readChart(createTrack(1, null), createTrack(2, 2))).text).toBe('New and first.')
  // The first track's own story already tells about its climb.
  expect((await readChart(createTrack(1, 8), createTrack(2, 4))).text).toBe('Up from 8.')
  expect((await readChart()).headline).toBe('Music in Shorts')
  expect(await (await getPath('/chart')).text()).toContain('>Music in Shorts<')
})

test('a page draws how ranks moved', async () => {
  const { document } = await readChart(createTrack(1, 7), createTrack(2, 1), createTrack(3, 2))
  const list = (selector: string) => [...document.querySelectorAll(selector)].map((row) => row.textContent)
  expect(list('[data-before]')).toEqual(['1', '7'])
  expect(list('[data-now]')).toEqual(['1 Track 1', '2 Track 2'])
  expect([...document.querySelectorAll('path')].map((path) => path.getAttribute('d'))).toEqual([
    'M0 0.5C45 0.5 55 1.5 100 1.5',
    'M0 1.5C45 1.5 55 0.5 100 0.5',
  ])
  expect(document.querySelector('[data-first]')?.getAttribute('d')).toMatch(/ 0.5$/)
  const fewer = await readChart(createTrack(1, null), createTrack(2, 2))
  expect(fewer.document.querySelector('figure')).toBeNull()
})

test('a host that is none cannot write into the page', async () => {
  expect(await (await getPath('/login', 'a"onfocus=alert')).text()).not.toContain('a"onfocus')
})

test('what has its content in its name may be kept for ever, the build’s id never', async () => {
  const cached = async (path: string) => (await getPath(path)).headers.get('Cache-Control')
  expect(await cached('/_astro/part.abc.js')).toContain('immutable')
  expect(await cached('/version.json')).toBe('no-store')
})

test.each(['/../hookline-outside.txt', '/%2e%2e/hookline-outside.txt', '/..%2fhookline-outside.txt', '/%00'])(
  '%s leads nowhere',
  async (path) => {
    const reply = await app.request(new Request(`http://studio.example${path}`))
    expect(reply.status).toBe(404)
    expect(await reply.text()).not.toContain('secret')
  },
)

test('a page goes out small to who takes it so, and not again to who has it', async () => {
  const plain = await (await getPath('/login')).text()
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }
  for (const encoding of ['br', 'gzip'] as const) {
    const reply = await getPath('/login', 'studio.example', { 'Accept-Encoding': `${encoding};q=0.9, x` })
    expect(reply.headers.get('Content-Encoding')).toBe(encoding)
    expect(unpack[encoding](Buffer.from(await reply.arrayBuffer())).toString()).toBe(plain)
    const tag = reply.headers.get('ETag') ?? ''
    const again = await getPath('/login', 'studio.example', {
      'Accept-Encoding': encoding,
      'If-None-Match': tag,
    })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect(again.headers.get('Cache-Control')).toBe('no-cache')
    for (const held of [`W/${tag}`, `"x", ${tag}`, '*'])
      expect(
        (await getPath('/login', 'studio.example', { 'Accept-Encoding': encoding, 'If-None-Match': held }))
          .status,
      ).toBe(304)
    expect(again.headers.get('Vary')).toContain('Accept-Encoding')
    const elsewhere = await getPath('/login', 'other.example', {
      'Accept-Encoding': encoding,
      'If-None-Match': tag,
    })
    expect(elsewhere.status).toBe(200)
  }
  const refused = await getPath('/login', 'studio.example', { 'Accept-Encoding': 'br;q=0, gzip;q=0' })
  expect(refused.headers.get('Content-Encoding')).toBeNull()
  const stranger = await getPath('/login', 'nobody.invalid', { 'Accept-Encoding': 'br' })
  expect([stranger.status, stranger.headers.get('Content-Encoding')]).toEqual([200, null])
})

test.each([
  ['/', 'text/html; charset=utf-8'],
  ['/robots.txt', 'text/plain; charset=utf-8'],
  ['/world.svg', 'image/svg+xml; charset=utf-8'],
])('%s is sent as %s', async (path, type) => {
  expect((await getPath(path)).headers.get('Content-Type')).toBe(type)
})

test('a script goes out as it was compressed at build', async () => {
  const reply = await getPath('/_astro/part.abc.js', 'studio.example', { 'Accept-Encoding': 'gzip, br' })
  expect([reply.headers.get('Content-Encoding'), reply.headers.get('Content-Type')]).toEqual([
    'br',
    expect.stringContaining('javascript'),
  ])
})

test('addresses that have moved lead on, those below a shell are the shell', async () => {
  const moved = await getPath('/en/signin?fromUrl=%2Fen')
  expect([moved.status, moved.headers.get('Location')]).toEqual([301, '/en/login?fromUrl=%2Fen'])
  const notice = await getPath('/notices/12')
  expect([notice.status, await notice.text()]).toEqual([200, expect.stringContaining('/notices"')])
  expect((await getPath('/en/notices/12')).status).toBe(404)
  for (const id of ['abc', '0', '1/2', '12345678901'])
    expect((await getPath(`/notices/${id}`)).status, id).toBe(404)
})

test('every page says who may frame it, and over HTTPS that it stays there', async () => {
  for (const path of ['/', '/nothing', '/_astro/part.abc.js']) {
    const { headers } = await getPath(path)
    expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('Strict-Transport-Security')).toBeNull()
  }
  const { headers } = await getPath('/', 'studio.example', { 'X-Forwarded-Proto': 'https' })
  expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000; includeSubDomains')
})

test('the policy of a page is in its header, too, with who may frame it', async () => {
  for (const [path, tag] of [
    ['/policed', ''],
    ['/policed', (await getPath('/policed')).headers.get('ETag') ?? ''],
  ] as const) {
    const reply = await getPath(path, 'studio.example', tag ? { 'If-None-Match': tag } : {})
    expect([reply.status, reply.headers.get('Content-Security-Policy')]).toEqual([
      tag ? 304 : 200,
      "default-src 'self'; script-src 'sha256-YQ=='; frame-ancestors 'none'",
    ])
  }
})

test('what fails shows the page for that', async () => {
  const reply = await getPath('/fails')
  expect([reply.status, reply.headers.get('Content-Type')]).toEqual([500, 'text/html; charset=utf-8'])
  expect(await reply.text()).toContain('/500"')
})

test('files for search engines name the address at which they are asked for', async () => {
  const reply = await getPath('/robots.txt')
  expect(reply.headers.get('Content-Type')).toContain('text/plain')
  expect(await reply.text()).toBe('Sitemap: http://studio.example/sitemap-index.xml')
})
