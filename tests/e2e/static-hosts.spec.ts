import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { publishSite } from '#build/publish-site.ts'
import { locales, localizePath } from '#contract/platform/locale.ts'
import { test as base, expect, siteUrl } from '#tests/support/e2e.ts'
import { type HostBehavior, startStaticHost } from '#tests/support/static-host.ts'

// The published site on hosts without rules: saved languages, deep links, and pages of items.

/** Publishing all pages takes a while, and all are alike: tests/site/hosts.test.ts requests each of them. */
const publishedPages = [
  '/',
  '/login',
  '/dashboard',
  '/notices',
  '/report-video',
  '/guides',
  '/guides/pc-upload',
]
const itemPages = ['/months', '/report-channel', '/statements']

async function publishPart(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hookline-host-'))
  const [from, to] = [join(folder, 'built'), join(folder, 'published')]
  const pages = locales.flatMap((locale) => publishedPages.map((path) => localizePath(path, locale)))
  const files = [...pages, ...itemPages].map((path) => join(path, 'index.html'))
  for (const file of [...files, '404.html', '_astro', 'static-actions.js', 'version.json', 'favicon.svg'])
    await cp(join('dist', file), join(from, file), { recursive: true })
  await publishSite(from, 'https://studio.example', to, null)
  return folder
}

const test = base.extend<{ host: string; behavior: HostBehavior }, { published: string }>({
  behavior: ['index', { option: true }],
  published: [
    async ({ browserName: _ }, use) => {
      const folder = await publishPart()
      await use(join(folder, 'published'))
      await rm(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
  host: async ({ behavior, published }, use) => {
    const host = await startStaticHost({ behavior, folder: published, api: siteUrl().origin })
    await use(host.origin)
    await host.stop()
  },
})

/** Opens an address; a redirect by script may interrupt the load. */
async function open(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'commit' }).catch((error: Error) => {
    if (!/interrupted|ERR_ABORTED/.test(error.message)) throw error
  })
}

const expectAddress = (page: Page, address: string) =>
  expect(page).toHaveURL(({ pathname, search, hash }) => pathname + search + hash === address)

/** Those that differ most run with `npm test`. */
const mainHosts: readonly HostBehavior[] = ['redirecting', 'exact']

const hosts: readonly (readonly [HostBehavior, string])[] = [
  ['index', 'serves a folder’s index with and without a slash'],
  ['redirecting', 'redirects to a slash'],
  ['clean', 'has clean addresses'],
  ['exact', 'knows exact files and 404.html only'],
]

for (const [behavior, name] of hosts)
  test.describe(`a host that ${name}`, () => {
    test.use({ behavior })

    test('keeps languages, deep links and unknown addresses', {
      tag: mainHosts.includes(behavior) ? '@main' : [],
    }, async ({ page, context, host }) => {
      for (const locale of locales) {
        const address = `${localizePath('/guides/pc-upload', locale)}?a=1#publish`
        await open(page, host + address)
        await expect(page.locator('html')).toHaveAttribute('lang', locale)
        await expectAddress(page, address)
        await expect(page.locator('h1:visible')).not.toBeEmpty()
      }
      for (const spelling of [
        '/en/guides/?menu=1&b=2',
        '/en/guides/index.html?b=2',
        '/en/guides?b=2&logout=1',
      ]) {
        await open(page, host + spelling)
        await expectAddress(page, '/en/guides?b=2')
      }
      await open(page, `${host}/dashboard?period=latest#videos`)
      await expectAddress(page, '/login?fromUrl=%2Fdashboard%3Fperiod%3Dlatest%23videos')
      await open(page, `${host}/notices/12?a=1`)
      await expectAddress(page, '/login?fromUrl=%2Fnotices%2F12%3Fa%3D1')
      const unknown = await page.goto(`${host}/en/no/such/page`)
      expect(unknown?.status()).toBe(404)
      await expect(page.locator('h1 > span:visible')).toHaveText('Page Not Found: /en/no/such/page')
      await context.addCookies([{ name: 'language', value: 'en', url: host }])
      await open(page, `${host}/`)
      await expectAddress(page, '/en')
      await expect(page.locator('html')).toHaveAttribute('lang', 'en')
      await page.locator('a[href="/en/login"]:visible').first().click()
      await expectAddress(page, '/en/login')
      await page.reload()
      await expectAddress(page, '/en/login')
      await open(page, `${host}/zh-CN/notices/12`)
      await expectAddress(page, '/en/login?fromUrl=%2Fen%2Fnotices%2F12')
    })

    test('opens the pages of items, and goes on from there', async ({ page, host, getSession }) => {
      const session = await getSession('manager')
      await page.addInitScript((entries) => {
        for (const { name, value } of entries) localStorage.setItem(name, value)
      }, session)
      await open(page, `${host}/en/notices`)
      const link = page.locator('main a[href*="/notices/"]').first()
      const [title, address] = [await link.textContent(), (await link.getAttribute('href')) ?? '']
      await open(page, host + address)
      await expect(page.locator('main h1:visible')).toHaveText(title ?? '')
      await expectAddress(page, address)
      await page.reload()
      await expect(page.locator('main h1:visible')).toHaveText(title ?? '')
      await page.locator('a[href^="/en/dashboard"]:visible').first().click()
      await expect(page.locator('main h1:visible')).toHaveText('Dashboard')
      await page.reload()
      await expect(page.locator('[data-video]').first()).toBeVisible()
      expect(await page.evaluate(() => location.pathname)).toBe('/en/dashboard')
      const video =
        (await page.locator('[data-video] a[href*="/report-video/"]').first().getAttribute('href')) ?? ''
      const { pathname } = new URL(video, host)
      await open(page, host + pathname)
      await expect(page.locator('main h1:visible')).not.toBeEmpty()
      await expectAddress(page, pathname)
      for (const path of ['/months/2026-08', '/report-channel/UCabcdefghijklmnopqrstuv', '/statements/12']) {
        await open(page, host + path)
        await expectAddress(page, path)
        await expect(page.locator('main h1:visible').first()).not.toBeEmpty()
      }
    })
  })
