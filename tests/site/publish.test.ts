// @module-tag extended
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseOrigin, publishSite } from '#build/publish-site.ts'
import type { SiteContent } from '#build/site-content.ts'
import { locales } from '#contract/platform/locale.ts'
import { createPageContent, createSiteMetadata } from '#tests/support/site-metadata.ts'

const content = Object.fromEntries(
  locales.map((locale) => [
    locale,
    createPageContent({
      site: createSiteMetadata({ is_playist: true }),
      home: {
        headline: ['Own words'],
        headlineLocale: 'en',
        lead: null,
        leadLocale: null,
        action: null,
        facts: [],
        picture: null,
        logo: null,
        share: null,
      },
    }),
  ]),
) as SiteContent

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hookline-publish-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('a published site names its origin and no other, compressed or not', async () => {
  const [from, to] = [join(folder, 'some'), join(folder, 'out')]
  const files = [
    'guides/pc-upload/index.html',
    'en/index.html',
    'sitemap-0.xml',
    'sitemap-index.xml',
    'robots.txt',
  ]
  for (const file of [...files, '_share/en'])
    await cp(join('dist', file), join(from, file), { recursive: true })
  expect(await publishSite(from, 'https://studio.example', to, null)).toBe(files.length)
  for (const file of [...files, 'guides/pc-upload.html', 'en.html']) {
    const text = await readFile(join(to, file), 'utf8')
    expect(text).toContain('https://studio.example')
    expect(text).not.toContain('site.invalid')
  }
  expect(existsSync(join(to, '_share'))).toBe(false)
  const page = await readFile(join(to, 'guides/pc-upload.html'))
  expect(gunzipSync(await readFile(join(to, 'guides/pc-upload.html.gz'))).equals(page)).toBe(true)
})

test('a site that the API describes has its name and look in its files', async () => {
  const [from, to] = [join(folder, 'built'), join(folder, 'described')]
  for (const file of [
    'index.html',
    ...['en', 'zh-CN', 'zh-TW'].map((name) => `${name}/index.html`),
    'sitemap-0.xml',
  ])
    await cp(join('dist', file), join(from, file))
  await publishSite(from, 'https://studio.example', to, content)
  const home = await readFile(join(to, 'en.html'), 'utf8')
  expect(home).toMatch(/<title>[^<]+ \| Studio<\/title>/)
  expect(home).toContain('<meta property="og:site_name" content="Studio">')
  expect(home).toContain('>Own words</span>')
  expect(home).toContain('hreflang="x-default" href="https://studio.example/en"')
  expect(await readFile(join(to, 'sitemap-0.xml'), 'utf8')).toContain(
    'x-default" href="https://studio.example/en"',
  )
  expect(existsSync(join(to, 'homes'))).toBe(false)
})

test('a site of its own has its own share pictures, and only those of its pages', async () => {
  const from = join(folder, 'pictured')
  for (const part of ['share/en', '_share/en'])
    await cp(join('dist', part), join(from, part), { recursive: true })
  const publish = async (name: string, color: string) => {
    const to = join(folder, name)
    const entries = locales.map((locale) => {
      const site = { ...content[locale].site, name, color_primary: color }
      return [locale, { ...content[locale], site }]
    })
    await publishSite(from, 'https://studio.example', to, Object.fromEntries(entries))
    expect(existsSync(join(to, '_share'))).toBe(false)
    expect(existsSync(join(to, 'share/en/home-mcn-2.png'))).toBe(false)
    return readFile(join(to, 'share/en/login.png'))
  }
  const [one, other] = [await publish('One', '#0f7b6c'), await publish('Other', '#0f7b6c')]
  const built = await readFile('dist/share/en/login.png')
  expect(one.equals(other)).toBe(false)
  expect(one.equals(built)).toBe(false)
})

test('a folder that holds something is left alone', async () => {
  await writeFile(join(folder, 'mine.txt'), 'mine')
  await expect(publishSite('dist', 'https://studio.example', folder, null)).rejects.toThrow('not empty')
  expect(await readFile(join(folder, 'mine.txt'), 'utf8')).toBe('mine')
})

test.each([
  'studio.example',
  'ftp://studio.example',
  'https://studio.example/en',
  'https://a.example/?b',
  '',
  undefined,
])('%j is not an origin', (text) => {
  expect(parseOrigin(text)).toBeUndefined()
})

test('an origin may end in a slash and have a port', () => {
  expect(parseOrigin('https://studio.example/')).toBe('https://studio.example')
  expect(parseOrigin('http://localhost:8080')).toBe('http://localhost:8080')
})
