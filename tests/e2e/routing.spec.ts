import type { BrowserContext, Page } from '@playwright/test'
import { expect, playlistOrigin, siteUrl, submitLogin, test } from '#tests/support/e2e.ts'
import { startStaticHost } from '#tests/support/static-host.ts'

// Which page, in which language and look, an address leads to.

const setLanguageCookie = (context: BrowserContext, value: string, url = siteUrl().origin) =>
  context.addCookies([{ name: 'language', value, url }])
const readPrimaryColor = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--primary').trim())

test.describe('the language of a page', () => {
  test('without a cookie is the one of the path', async ({ page }) => {
    for (const [path, language] of [
      ['/guides', 'ko'],
      ['/en/guides', 'en'],
      ['/zh-TW/guides/pc-upload', 'zh-TW'],
    ] as const) {
      await page.goto(path)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      expect(new URL(page.url()).pathname).toBe(path)
    }
  })

  test('is the chosen one, whatever the path says', async ({ page, context }) => {
    await setLanguageCookie(context, 'zh-CN')
    for (const path of ['/guides/pc-upload', '/en/guides/pc-upload', '/zh-TW/guides/pc-upload']) {
      await page.goto(`${path}?a=1#publish`)
      await page.waitForURL('**/zh-CN/guides/pc-upload?a=1#publish')
    }
    await setLanguageCookie(context, 'ko')
    await page.goto('/en/guides')
    await page.waitForURL((url) => url.pathname === '/guides')
  })

  test('a cookie of a language that there is not counts as none', async ({ page, context }) => {
    await setLanguageCookie(context, 'fr')
    await page.goto('/en/guides')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })

  test('is English on a playlist site where the path names none', async ({ page, context }) => {
    await page.goto(`${playlistOrigin()}/guides`)
    await page.waitForURL('**/en/guides')
    await page.goto(`${playlistOrigin()}/zh-TW/guides`)
    await expect(page).toHaveTitle(/Playlane/)
    expect(new URL(page.url()).pathname).toBe('/zh-TW/guides')
    await setLanguageCookie(context, 'ko', playlistOrigin())
    await page.goto(`${playlistOrigin()}/guides`)
    await expect(page).toHaveTitle(/Playlane/)
    expect(new URL(page.url()).pathname).toBe('/guides')
  })

  test('is kept by the menu for a year', async ({ page, context }) => {
    await page.goto('/guides?host=localhost')
    await page.locator('header [data-languages] summary').click()
    await page.locator('a[data-language="en"]:visible').click()
    await page.waitForURL('**/en/guides?host=localhost')
    const cookie = (await context.cookies()).find(({ name }) => name === 'language')
    expect(cookie).toMatchObject({ value: 'en', path: '/', sameSite: 'Lax' })
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
    expect(days).toBeGreaterThan(364)
    expect(days).toBeLessThanOrEqual(365)
  })
})

test.describe('a crawler', () => {
  test.use({ userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' })

  test('reads what it asked for', async ({ page }) => {
    await page.goto(`${playlistOrigin()}/guides`)
    await expect(page).toHaveTitle(/Playlane/)
    expect(new URL(page.url()).pathname).toBe('/guides')
    await expect(page.locator('html')).toHaveAttribute('lang', 'ko')
  })
})

test('on a second visit the site has its look before anything is painted', async ({ page }) => {
  await page.goto(`${playlistOrigin()}/en/guides`)
  await expect(page).toHaveTitle(/Playlane/)
  // The API does not answer any more, and what is there at the first chance to paint is written down.
  await page.route('**/api/**', (route) => route.abort())
  await page.addInitScript(() => {
    requestAnimationFrame(function look() {
      if (!document.body) {
        requestAnimationFrame(look)
        return
      }
      const style = getComputedStyle(document.documentElement)
      Object.assign(window, {
        first: {
          primary: style.getPropertyValue('--primary').trim(),
          names: [...document.querySelectorAll('[data-site-name]')].map((place) => place.textContent),
        },
      })
    })
  })
  await page.reload()
  const first = await page.evaluate(
    () => (window as unknown as { first: { primary: string; names: string[] } }).first,
  )
  expect(first.primary).toBe('#0f7b6c')
  expect(first.names.length).toBeGreaterThan(0)
  for (const name of first.names) expect(name).toBe('Playlane')
  await expect(page).toHaveTitle(/ · Playlane$/)
})

test('colours and design of the address show on pages without islands, too', async ({ page }) => {
  await page.goto('/guides?p=123456&pd=abcdef&d=4')
  expect(await readPrimaryColor(page)).toBe('#123456')
  await expect(page.locator('html')).toHaveAttribute('data-design', 'mcn-4')
  await page.goto('/guides?p=red;background:url(x)&d=9')
  expect(await readPrimaryColor(page)).toBe('#5b5bd6')
})

test('an unknown site says so on a page without islands', async ({ page }) => {
  await page.goto('/en/guides?host=nowhere.example')
  await expect(page.locator('[data-snackbars] [data-type=error]')).toContainText('no site')
})

test.describe('on a host that knows no rules', () => {
  let host: Awaited<ReturnType<typeof startStaticHost>>

  test.beforeAll(async () => {
    host = await startStaticHost(siteUrl().origin)
  })
  test.afterAll(() => host.stop())

  test('a notice is found by its address', async ({ page }) => {
    await page.goto(`${host.origin}/en/login`)
    await submitLogin(page, 'manager@hookline.example')
    await page.waitForURL('**/en/dashboard')
    await page.goto(`${host.origin}/en/notices`)
    const link = page.locator('main a[href*="/notices/"]').first()
    const [title, address] = [await link.textContent(), (await link.getAttribute('href')) ?? '']
    await page.goto(host.origin + address)
    await expect(page.locator('main h1')).toHaveText(title ?? '')
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(address)
    await page.reload()
    await expect(page.locator('main h1')).toHaveText(title ?? '')
  })

  test('addresses of the table lead on, others are not found', async ({ page }) => {
    await page.goto(`${host.origin}/en/guide?a=1`)
    await page.waitForURL('**/en/guides?a=1')
    await page.goto(`${host.origin}/en/nowhere`)
    await expect(page.locator('h1 > span:visible')).toHaveText('Page Not Found: /en/nowhere')
  })
})

test.describe('the page for unknown addresses', () => {
  for (const [path, text] of [
    ['/nowhere', '페이지를 찾을 수 없습니다: /nowhere'],
    ['/en/nowhere', 'Page Not Found: /en/nowhere'],
    ['/zh-CN/a/b', '找不到页面：/zh-CN/a/b'],
    ['/zh-TW/a', '找不到頁面：/zh-TW/a'],
  ] as const) {
    test(`says ${text}`, async ({ page }) => {
      const reply = await page.goto(path)
      expect(reply?.status()).toBe(404)
      await expect(page.locator('h1 > span:visible')).toHaveText(text)
      await page.locator('main a:visible').first().click()
      await page.waitForURL((url) => ['/', '/en', '/zh-CN', '/zh-TW'].includes(url.pathname))
    })
  }

  test('an address is text there, never markup', async ({ page }) => {
    await page.goto('/en/%3Cimg%20src=x%20onerror=alert(1)%3E')
    await expect(page.locator('h1 code:visible')).toContainText('%3Cimg')
    expect(await page.locator('h1 img').count()).toBe(0)
  })
})

test('the page for unknown addresses speaks the language of its site', async ({ page }) => {
  await page.goto(`${playlistOrigin()}/en/guides`)
  await expect(page).toHaveTitle(/Playlane/)
  await page.goto(`${playlistOrigin()}/nowhere`)
  await expect(page.locator('h1 > span:visible')).toContainText('Page Not Found: /nowhere')
})
