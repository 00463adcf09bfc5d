import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseHTML } from 'linkedom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishSite } from '#build/publish-site.ts'
import type { SiteContent } from '#build/site-content.ts'
import { locales, localizePath } from '#contract/platform/locale.ts'
import type { OwnPage } from '#contract/portal/site-pages.ts'
import { fillHtml } from '#lib/page/fill/fill-html.ts'
import { createPageContent } from '#tests/support/site-metadata.ts'

const origin = 'https://studio.example'
const createPage = (locale: OwnPage['locale'], title: string): OwnPage => ({
  slug: 'our-rules',
  locale,
  title,
  short: title,
  description: 'Who may upload',
  changedOn: '2026-11-27',
  lead: null,
  blocks: [{ kind: 'paragraph', children: [{ kind: 'text', text: 'Be kind.' }] }],
})
const ownPages = [createPage('ko', '우리 규칙'), createPage('en', 'Our rules')]
const pages = { hidden: ['auths', 'auths/mobile-auth', 'auths/pc-auth'], pages: ownPages }
const content = createPageContent({ pages })

const readBuilt = (path: string) => readFile(join('dist', path, 'index.html'), 'utf8')
const fill = async (path: string, ownPage: OwnPage | null = null) =>
  parseHTML(fillHtml(await readBuilt(path), { ...content, ownPage }, origin)).document

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hookline-own-pages-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('the template of own pages shows a page, in every language', async () => {
  for (const locale of locales) {
    const path = localizePath('/own-page', locale)
    const page = await fill(path, { ...createPage(locale, 'Our rules'), lead: 'Lead' })
    expect(page.querySelector('h1')?.textContent).toBe('Our rules')
    expect(page.querySelector('[data-own-body]')?.innerHTML).toBe('<p>Be kind.</p>')
    expect(page.querySelector('[data-own-lead]')?.textContent).toBe('Lead')
    expect(page.querySelector('[data-own-crumbs] [aria-current]')?.textContent).toBe('Our rules')
    expect(page.querySelector('time')?.textContent).toMatch(/2026/)
    expect(page.querySelector('meta[name="robots"]')).toBeNull()
    expect(page.documentElement.outerHTML).not.toContain('own-page"')
  }
})

test('an own page names its languages only', async () => {
  const page = await fill('/own-page', createPage('ko', '우리 규칙'))
  expect(page.querySelector('a[data-language="en"]')?.getAttribute('href')).toBe('/en/guides/our-rules')
  expect(page.querySelector('a[data-language="zh-TW"]')?.getAttribute('href')).toBe('/zh-TW/guides')
  expect(
    [...page.querySelectorAll('meta[property="og:locale:alternate"]')].map((meta) =>
      meta.getAttribute('content'),
    ),
  ).toEqual(['en_US'])
})

test('the list of guides shows what a site adds, and nothing that it hides', async () => {
  const list = await fill('/guides')
  expect(list.querySelector('[data-guide-list] a[href="/guides/our-rules"] strong')?.textContent).toBe(
    '우리 규칙',
  )
  for (const slug of pages.hidden) expect(list.querySelectorAll(`a[href="/guides/${slug}"]`)).toHaveLength(0)
  const home = await fill('/')
  for (const slug of pages.hidden) expect(home.querySelectorAll(`a[href="/guides/${slug}"]`)).toHaveLength(0)
})

test('a published site has the pages of its own, and not those that it hides', async () => {
  const [from, to] = [join(folder, 'built'), join(folder, 'published')]
  const files = ['own-page', 'guides', 'guides/auths', 'guides/pc-upload'].flatMap((path) =>
    locales.map((locale) => `${localizePath(`/${path}`, locale).slice(1)}/index.html`),
  )
  for (const file of [...files, 'sitemap-0.xml', '_redirects']) await cp(join('dist', file), join(from, file))
  const byLanguage = Object.fromEntries(locales.map((locale) => [locale, content])) as SiteContent
  await publishSite(from, origin, to, byLanguage, undefined, ownPages)
  expect(await readFile(join(to, 'en/guides/our-rules.html'), 'utf8')).toContain('Our rules')
  for (const file of ['own-page/index.html', 'guides/auths/index.html', 'zh-TW/guides/our-rules/index.html'])
    expect([file, existsSync(join(to, file))]).toEqual([file, false])
  const redirects = await readFile(join(to, '_redirects'), 'utf8')
  expect(redirects).toContain('/zh-TW/guides/our-rules /zh-TW/guides 302\n')
  expect(redirects).toContain('/guides/auths /guides 302\n')
  const sitemap = await readFile(join(to, 'sitemap-0.xml'), 'utf8')
  expect(sitemap).toContain(`<url><loc>${origin}/guides/our-rules</loc><lastmod>2026-11-27</lastmod>`)
  expect(sitemap).toContain(`<loc>${origin}/en/guides/our-rules</loc>`)
  expect(sitemap).not.toContain('/guides/auths')
  expect(sitemap).not.toContain('/zh-TW/guides/our-rules')
})
