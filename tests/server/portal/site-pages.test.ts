import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Hono } from 'hono'
import { parseHTML } from 'linkedom'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listSitePages, readSitePage } from '#contract/portal/site-pages.ts'
import type { App } from '#server/platform/http/response/context.ts'
import { createContentLoader } from '#server/portal/pages/page-content.ts'
import { serveSite } from '#server/portal/pages/static-site.ts'
import { createSite } from '#tests/support/accounts.ts'
import { type Api, startApi } from '#tests/support/api.ts'
import { runOperator } from '#tests/support/operator.ts'
import { queryRaw } from '#tests/support/raw-sql.ts'
import { execAsOwner } from '#tests/support/traces.ts'

let api: Api
let root: string
let built: string

const buildPage = (language: string, body: string) =>
  `<!doctype html><html lang="${language}" data-title="목록"><head><title>목록</title>
<link rel="canonical" href="https://site.invalid/guides">
<link rel="alternate" hreflang="ko" href="https://site.invalid/guides"><link rel="alternate" hreflang="en" href="https://site.invalid/en/guides">
<script type="application/ld+json">{"@context":"https://schema.org","@graph":[]}</script></head><body>${body}</body></html>`
const template =
  '<nav data-own-crumbs><a href="/guides">목록</a><span aria-current="page"></span></nav><h1 data-own-title></h1><p data-own-lead></p>' +
  '<time data-own-changed="{day} 수정"></time><div data-own-body></div><a data-language="en" href="/en/guides">English</a>'
const list =
  '<ul data-guide-list><li><a href="/guides/pc-upload"><svg></svg><strong>PC</strong><p>설명</p></a></li>' +
  '<li><a href="/guides/auths"><strong>인증</strong><p>설명</p></a></li></ul>' +
  '<p>먼저 <a href="/guides/auths">인증</a>하세요.</p>'

beforeAll(async () => {
  api = await startApi()
  await createSite(api.db)
  await createSite(api.db, 'other.test')
  root = await mkdtemp(join(tmpdir(), 'hookline-site-pages-'))
  built = join(root, 'dist')
  const files = {
    'own-page': buildPage('ko', template),
    'en/own-page': buildPage('en', template),
    guides: buildPage('ko', list),
    'en/guides': buildPage('en', ''),
    'guides/pc-upload': buildPage('ko', '<main>the product’s</main>'),
    'en/guides/pc-upload': buildPage('en', '<main>the product’s</main>'),
    'guides/auths': buildPage('ko', '<main>the product’s</main>'),
    'en/guides/auths': buildPage('en', '<main>the product’s</main>'),
  }
  for (const [path, html] of Object.entries(files)) {
    await mkdir(join(built, path), { recursive: true })
    await writeFile(join(built, path, 'index.html'), html)
  }
})
afterAll(async () => {
  await api.close()
  await rm(root, { recursive: true, force: true })
})
beforeEach(() => execAsOwner(api.db, 'truncate site_pages, hidden_pages, audit_log restart identity'))

let folders = 0

/** @returns a new folder with these files */
async function writeFolder(files: Record<string, string | Uint8Array>): Promise<string> {
  const folder = join(root, `pages-${folders++}`)
  await mkdir(folder)
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

const writePage = (title: string, body = 'Text.', others = '') =>
  `---\ntitle: "${title}"\ndescription: "What it says"\n${others}---\n\n${body}\n`

const runPages = (...args: string[]) => runOperator(api.db, 'site', 'pages', 'example.test', ...args)
const setPages = async (files: Record<string, string>) => {
  const { status, text } = await runPages('--folder', await writeFolder(files))
  expect([status, text]).toEqual([0, expect.any(String)])
}

/** Serves without what an earlier test left in the caches. */
async function serve(): Promise<(path: string, host?: string) => Promise<Response>> {
  const app: App = new Hono()
  await serveSite(app, built, {
    behindProxy: false,
    loadContent: createContentLoader(api.db, 'https://api.test'),
  })
  return async (path, host = 'example.test') => app.request(`http://${host}${path}`)
}

const read = async (response: Response) => parseHTML(await response.text()).document

describe('a page that a site adds', () => {
  test('is served below /guides in the languages that it has', async () => {
    const body =
      '## Rule one\n\nBe **kind**, see [PC](/guides/pc-upload).\n\n> Note.\n\n| a | b |\n| - | - |\n| 1 | 2 |'
    await setPages({
      'ko/our-rules.mdx': writePage('우리 규칙', '내용입니다.', 'short: "규칙"\n'),
      'en/our-rules.mdx': writePage('Our rules', body, 'lead: "Five rules"\n'),
    })
    const get = await serve()
    const page = await read(await get('/en/guides/our-rules'))
    expect(page.title).toContain('Our rules')
    expect(page.querySelector('h1')?.textContent).toBe('Our rules')
    expect(page.querySelector('[data-own-lead]')?.textContent).toBe('Five rules')
    expect(page.querySelector('[data-own-body]')?.innerHTML).toBe(
      '<h2>Rule one</h2><p>Be <strong>kind</strong>, see <a href="/en/guides/pc-upload">PC</a>.</p>' +
        '<blockquote class="own-box"><p>Note.</p></blockquote>' +
        '<div class="own-table"><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table></div>',
    )
    expect(page.querySelector('link[rel="canonical"]')?.getAttribute('href')).toBe(
      'http://example.test/en/guides/our-rules',
    )
    expect([...page.querySelectorAll('link[hreflang]')].map((link) => link.getAttribute('href'))).toEqual([
      'http://example.test/guides/our-rules',
      'http://example.test/en/guides/our-rules',
    ])
    const graph = JSON.parse(page.querySelector('script[type="application/ld+json"]')?.textContent ?? '')[
      '@graph'
    ]
    expect(graph.find((node: { '@type': string }) => node['@type'] === 'Article')).toMatchObject({
      headline: 'Our rules',
      inLanguage: 'en',
      url: 'http://example.test/en/guides/our-rules',
    })
    expect((await get('/zh-TW/guides/our-rules')).headers.get('Location')).toBe('/zh-TW/guides')
    expect((await get('/en/guides/our-rules/')).headers.get('Location')).toBe('/en/guides/our-rules')
    const korean = await read(await get('/guides'))
    expect(
      [...korean.querySelectorAll('li a')].map((link) => `${link.getAttribute('href')} ${link.textContent}`),
    ).toEqual(['/guides/pc-upload PC설명', '/guides/auths 인증설명', '/guides/our-rules 규칙What it says'])
  })

  test('is no other site’s', async () => {
    await setPages({ 'ko/our-rules.mdx': writePage('우리 규칙') })
    const get = await serve()
    expect((await get('/guides/our-rules')).status).toBe(200)
    expect((await get('/guides/our-rules', 'other.test')).status).toBe(404)
    const query = { domain: 'other.test', slug: 'our-rules', locale: 'ko' } as const
    expect((await api.request(readSitePage, { domain: '', query })).body.code).toBe('not_found')
    expect(await api.call(listSitePages, { domain: '', query: { domain: 'other.test' } })).toMatchObject({
      hidden: [],
      pages: [],
    })
  })

  test('shows markup in its texts as text', async () => {
    const hostile = '<img src=x onerror=alert(1)>'
    await setPages({
      'ko/our-rules.mdx': writePage(
        hostile,
        '`<script>alert(1)</script>`',
        `lead: "${hostile}"\nshort: "</script>"\n`,
      ),
    })
    const get = await serve()
    for (const path of ['/guides/our-rules', '/guides']) {
      const page = await read(await get(path))
      expect(page.querySelectorAll('img, script:not([type="application/ld+json"])')).toHaveLength(0)
      expect(page.querySelectorAll('script')).toHaveLength(1)
    }
    const page = await read(await get('/guides/our-rules'))
    expect(page.querySelector('h1')?.textContent).toBe(hostile)
    expect(page.querySelector('title')?.textContent).toContain(hostile)
    expect((await read(await get('/guides'))).querySelector('li:last-child strong')?.textContent).toBe(
      '</script>',
    )
  })
})

test('a page of the product gives way in the languages that its replacement has', async () => {
  await setPages({ 'ko/pc-upload.md': writePage('우리 방식으로 올리기', '내용', 'short: "우리 PC"\n') })
  const get = await serve()
  expect((await read(await get('/guides/pc-upload'))).querySelector('h1')?.textContent).toBe(
    '우리 방식으로 올리기',
  )
  expect(await (await get('/en/guides/pc-upload')).text()).toContain('the product’s')
  expect(await (await get('/guides/pc-upload', 'other.test')).text()).toContain('the product’s')
  expect((await read(await get('/guides'))).querySelector('li strong')?.textContent).toBe('우리 PC')
})

test('a hidden page leads to the list, and nothing links to it', async () => {
  await setPages({ 'pages.yaml': 'hide: [auths]\n' })
  const get = await serve()
  const answer = await get('/en/guides/auths')
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/en/guides'])
  const list = await read(await get('/guides'))
  expect(list.querySelectorAll('a[href="/guides/auths"]')).toHaveLength(0)
  expect(list.querySelectorAll('li')).toHaveLength(1)
  expect(list.querySelector('body > p')?.textContent).toBe('먼저 인증하세요.')
  expect((await get('/guides/auths', 'other.test')).status).toBe(200)
})

test('the template is no page, filled or not', async () => {
  const get = await serve()
  expect((await get('/own-page')).status).toBe(404)
  expect((await get('/en/own-page')).status).toBe(404)
})

describe('site pages', () => {
  test('replaces the pages of an earlier folder, and records what changed', async () => {
    await setPages({ 'ko/our-rules.mdx': writePage('우리 규칙'), 'ko/faq.mdx': writePage('질문') })
    await queryRaw(api.db, `update site_pages set changed_at = '2026-01-02T00:00:00Z'`)
    await setPages({ 'ko/our-rules.mdx': writePage('우리 규칙'), 'ko/news.mdx': writePage('소식') })
    expect(
      await queryRaw(api.db, `select slug, changed_at < '2026-01-03' as kept from site_pages order by slug`),
    ).toEqual([
      { slug: 'news', kept: false },
      { slug: 'our-rules', kept: true },
    ])
    const [first, second] = await queryRaw<{ detail: { after: object } }>(
      api.db,
      `select detail from audit_log where action = 'site pages' order by id`,
    )
    expect(Object.keys(first?.detail.after ?? {})).toEqual(['page ko/faq', 'page ko/our-rules'])
    expect(Object.keys(second?.detail.after ?? {}).sort()).toEqual(['page ko/faq', 'page ko/news'])
    expect((await runPages('--none')).text).toContain('changed')
    expect(await queryRaw(api.db, 'select slug from site_pages')).toEqual([])
    expect((await runPages('--none')).text).toContain('unchanged')
  })

  test('--check changes nothing', async () => {
    const folder = await writeFolder({
      'ko/our-rules.mdx': writePage('우리 규칙'),
      'pages.yaml': 'hide: [auths]',
    })
    const { status, text } = await runPages('--folder', folder, '--check')
    expect([status, text]).toEqual([
      0,
      expect.stringContaining('/guides/our-rules  ko (not in en, zh-CN, zh-TW)  우리 규칙'),
    ])
    expect(
      await queryRaw(api.db, 'select slug from site_pages union all select slug from hidden_pages'),
    ).toEqual([])
  })

  test.each<[string, Record<string, string | Uint8Array>, string]>([
    ['no language', { 'our-rules.mdx': writePage('규칙') }, 'our-rules.mdx: it is not a page'],
    ['an unknown language', { 'fr/our-rules.mdx': writePage('规') }, 'name it <language>/<address>.mdx'],
    ['an address with capitals', { 'ko/Our Rules.mdx': writePage('규칙') }, 'its name becomes the address'],
    [
      'an address of its own below another',
      { 'ko/our/rules.mdx': writePage('규칙') },
      'its name becomes the address',
    ],
    ['an address that leads elsewhere', { 'ko/pc-auth.mdx': writePage('규칙') }, 'leads to another page'],
    ['no title', { 'ko/a.mdx': '---\ndescription: "x"\n---\nText' }, 'a.mdx, line 2: title is missing'],
    ['a long title', { 'ko/a.mdx': writePage('가'.repeat(61)) }, 'a.mdx, line 2: title is longer than 60'],
    [
      'an empty description',
      { 'ko/a.mdx': '---\ntitle: "x"\ndescription: " "\n---\nText' },
      'line 3: description must be',
    ],
    [
      'an unknown field',
      { 'ko/a.mdx': writePage('x', 'Text', 'color: red\n') },
      'line 4: color is not a known field',
    ],
    [
      'no end of the front matter',
      { 'ko/a.mdx': '---\ntitle: x\nText' },
      'line 1: the front matter has no end',
    ],
    ['no text', { 'ko/a.mdx': writePage('x', '') }, 'there is no text'],
    [
      'a component',
      { 'ko/a.mdx': writePage('x', 'Text\n\n<Note>\n\nhi\n\n</Note>') },
      'line 8: <Note> cannot be used',
    ],
    [
      'a script',
      { 'ko/a.mdx': writePage('x', 'Hi <script>alert(1)</script>') },
      'line 6: <script> cannot be used',
    ],
    [
      'an import',
      { 'ko/a.mdx': writePage('x', "import A from './a'\n\nText") },
      'line 6: imports and exports',
    ],
    ['an expression', { 'ko/a.mdx': writePage('x', 'Hi {name}') }, 'line 6: expressions in braces'],
    ['a picture', { 'ko/a.mdx': writePage('x', '![a](a.png)') }, 'line 6: pictures cannot be shown'],
    [
      'a link that runs',
      { 'ko/a.mdx': writePage('x', '[a](javascript:alert)') },
      'line 6: the link to javascript:alert',
    ],
    ['a link to nowhere', { 'ko/a.mdx': writePage('x', '[a](/guides/nothing)') }, 'leads nowhere'],
    [
      'a link to a hidden page',
      { 'ko/a.mdx': writePage('x', '[a](/guides/auths)'), 'pages.yaml': 'hide: [auths]' },
      'leads nowhere',
    ],
    [
      'a hidden page that is not there',
      { 'pages.yaml': 'hide:\n  - nothing' },
      'pages.yaml, line 2: there is no page nothing',
    ],
    [
      'a page that is hidden and replaced',
      { 'ko/auths.mdx': writePage('x'), 'pages.yaml': 'hide: [auths]' },
      'which this file replaces',
    ],
    ['settings that are not a list', { 'pages.yaml': 'hide: auths' }, 'it must have a list below hide'],
    ['damaged YAML', { 'pages.yaml': 'hide: [' }, 'it is not valid YAML'],
    ['bytes that are not UTF-8', { 'ko/a.mdx': new Uint8Array([0xff, 0xfe, 0x41]) }, 'a.mdx: is not UTF-8'],
    ['a huge file', { 'ko/a.mdx': 'x'.repeat(200_000) }, 'is larger than 100 kB'],
    ['a file of another kind', { 'ko/a.html': '<p>' }, 'it is not a page'],
    [
      'very much markup',
      { 'ko/a.mdx': writePage('x', '*a* '.repeat(6_000)) },
      'more markup than a page can have',
    ],
  ])('refuses %s', async (_, files, message) => {
    await setPages({ 'ko/before.mdx': writePage('전') })
    const refusal = runPages('--folder', await writeFolder(files))
    await expect(refusal).rejects.toThrow(message)
    await expect(refusal).rejects.toThrow('Nothing was changed.')
    expect(await queryRaw(api.db, 'select slug from site_pages')).toEqual([{ slug: 'before' }])
  })

  test('refuses a folder that is not there', async () => {
    await expect(runPages('--folder', join(root, 'nowhere'))).rejects.toThrow('does not exist')
  })
})
