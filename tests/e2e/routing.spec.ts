import type { BrowserContext, Page } from '@playwright/test'
import { expect, playlistOrigin, siteUrl, test } from '#tests/support/e2e.ts'

// These tests cover the page, language and look for an address.

const setLanguageCookie = (context: BrowserContext, value: string, url = siteUrl().origin) =>
  context.addCookies([{ name: 'language', value, url }])
const readPrimaryColor = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--primary').trim())

/** The load of the replaced page may never finish. */
const redirected = { waitUntil: 'commit' } as const

/** Once there is content, the page has decided on its language: a later cookie does not redirect it. */
async function waitForRedirect(page: Page, url: string | ((url: URL) => boolean)): Promise<void> {
  await page.waitForURL(url, redirected)
  await page.locator('main').waitFor()
}

test('a page has the language of the cookie, else of the path, else of the site', { tag: '@main' }, async ({
  page,
  context,
}) => {
  for (const [path, language] of [
    ['/guides', 'ko'],
    ['/en/guides', 'en'],
    ['/zh-TW/guides/pc-upload', 'zh-TW'],
  ] as const) {
    await page.goto(path)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    expect(new URL(page.url()).pathname).toBe(path)
  }
  await setLanguageCookie(context, 'fr')
  await page.goto('/en/guides')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await setLanguageCookie(context, 'zh-CN')
  await page.goto('/en/guides/pc-upload?a=1#publish')
  await waitForRedirect(page, '**/zh-CN/guides/pc-upload?a=1#publish')
  await setLanguageCookie(context, 'ko')
  await page.goto('/en/guides')
  await waitForRedirect(page, (url) => url.pathname === '/guides')
  await page.goto(`${playlistOrigin()}/guides`)
  await waitForRedirect(page, '**/en/guides')
  await page.goto(`${playlistOrigin()}/zh-TW/guides`)
  await expect(page).toHaveTitle(/Playlane/)
  expect(new URL(page.url()).pathname).toBe('/zh-TW/guides')
  await setLanguageCookie(context, 'ko', playlistOrigin())
  await page.goto(`${playlistOrigin()}/guides`)
  await expect(page).toHaveTitle(/Playlane/)
  expect(new URL(page.url()).pathname).toBe('/guides')
})

test('the menu stores the language for a year', async ({ page, context }) => {
  await page.goto('/guides?host=localhost')
  await page.locator('header [data-menu=languages] summary').click()
  await page.locator('a[data-language="en"]:visible').click()
  await page.waitForURL('**/en/guides?host=localhost')
  const cookie = (await context.cookies()).find(({ name }) => name === 'language')
  expect(cookie).toMatchObject({ value: 'en', path: '/', sameSite: 'Lax' })
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
  expect(days).toBeGreaterThan(364)
  expect(days).toBeLessThanOrEqual(365)
})

test('over HTTPS the language is in a secure cookie, also after an older one', async ({ page, context }) => {
  const secureOrigin = 'https://localhost'
  await context.route(`${secureOrigin}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: siteUrl().origin + pathname + search }) })
  })
  await setLanguageCookie(context, 'en', secureOrigin)
  await page.goto(`${secureOrigin}/guides`)
  await waitForRedirect(page, '**/en/guides')
  await page.locator('header [data-menu=languages] summary').click()
  await page.locator('a[data-language="zh-TW"]:visible').click()
  await page.waitForURL('**/zh-TW/guides')
  const cookies = (await context.cookies()).map(({ name, value, secure }) => ({ name, value, secure }))
  expect(cookies).toContainEqual({ name: '__Host-language', value: 'zh-TW', secure: true })
  await page.goto(`${secureOrigin}/guides`)
  await waitForRedirect(page, '**/zh-TW/guides')
})

test.describe('a crawler', () => {
  test.use({ userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' })

  test('gets the page it requested', async ({ page }) => {
    await page.goto(`${playlistOrigin()}/guides`)
    await expect(page).toHaveTitle(/Playlane/)
    expect(new URL(page.url()).pathname).toBe('/guides')
    await expect(page.locator('html')).toHaveAttribute('lang', 'ko')
  })
})

test('the first visit has the site’s look before the first paint', async ({ page }) => {
  // Records what the first frame would paint, without an API.
  await page.route('**/api/**', (route) => route.abort())
  await page.addInitScript(() => {
    requestAnimationFrame(function look() {
      if (!document.querySelector('[data-site-name]')) {
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
  await page.goto(`${playlistOrigin()}/en/guides`)
  const found = await page.waitForFunction(
    () => (window as unknown as { first?: { primary: string; names: string[] } }).first,
  )
  const first = await found.evaluate((first) => first ?? { primary: '', names: [] })
  expect(first.primary).toBe('#0f7b6c')
  expect(first.names.length).toBeGreaterThan(0)
  for (const name of first.names) expect(name).toBe('Playlane')
  await expect(page).toHaveTitle(/ \| Playlane$/)
})

test('the address previews colors, design or another site, with and without islands', async ({ page }) => {
  await page.goto('/guides?p=123456&pd=abcdef&d=4')
  expect(await readPrimaryColor(page)).toBe('#123456')
  await expect(page.locator('html')).toHaveAttribute('data-design', 'mcn-4')
  // The tab remembers the preview, like the host.
  for (const path of ['/guides', '/login']) {
    await page.goto(path)
    expect(await readPrimaryColor(page)).toBe('#123456')
    await expect(page.locator('html')).toHaveAttribute('data-design', 'mcn-4')
  }
  await page.goto('/guides?p=red;background:url(x)&d=9')
  expect(await readPrimaryColor(page)).toBe('#5b5bd6')
  await page.goto('/login?host=mcn3.localhost&p=123456&d=2')
  await expect(page.locator('html')).toHaveAttribute('data-design', 'mcn-2')
  expect(await readPrimaryColor(page)).toBe('#123456')
  await expect(page).toHaveTitle(/심야상점/)
  await page.goto('/login?host=nowhere.example')
  await expect(page.getByText('이 주소에는 사이트가 없습니다. 주소를 확인해 주세요.')).toBeVisible()
  await page.goto('/en/guides?host=nowhere.example')
  await expect(page.locator('.snackbars [data-type=error]')).toContainText('no site')
  await page.goto('/login')
  await expect(page).toHaveTitle(/훅라인/)
})

test('an unknown address is a 404 that names it, in the language of path or site, never as markup', async ({
  page,
}) => {
  for (const [path, text] of [
    ['/no/such/page', '페이지를 찾을 수 없습니다: /no/such/page'],
    ['/zh-CN/a/b', '找不到页面：/zh-CN/a/b'],
    [`${playlistOrigin()}/nowhere`, 'Page Not Found: /nowhere'],
  ] as const) {
    const reply = await page.goto(path)
    expect(reply?.status()).toBe(404)
    await expect(page.locator('h1 > span:visible')).toHaveText(text)
  }
  await page.goto('/en/%3Cimg%20src=x%20onerror=alert(1)%3E')
  await expect(page.locator('h1 code:visible')).toContainText('%3Cimg')
  expect(await page.locator('h1 img').count()).toBe(0)
  await page.locator('main a:visible').first().click()
  await page.waitForURL((url) => url.pathname === '/en')
})

test('the page of unknown addresses has brand, sign-in and languages, which lead to the same address', async ({
  page,
}) => {
  await page.goto('/en/no/such/page')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Home' })).toContainText('Hookline')
  await expect(header.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/en/login')
  await header.locator('summary').click()
  await header.getByRole('link', { name: '繁體中文' }).click()
  await expect(page).toHaveURL('/zh-TW/no/such/page')
  await expect(page.locator('h1 > span:visible')).toContainText('找不到頁面')
})

test('a first visit to an unknown address of a playlist site never shows Korean', async ({ page }) => {
  await page.addInitScript(() => {
    const root = document.documentElement
    const note = () => {
      const korean = document.querySelector('h1 > [lang=ko]')
      if (korean?.checkVisibility({ visibilityProperty: true })) root.dataset.korean = ''
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  })
  await page.goto(`${playlistOrigin()}/nowhere`)
  await expect(page.locator('h1 > span:visible')).toHaveText('Page Not Found: /nowhere')
  await expect(page.locator('html')).not.toHaveAttribute('data-korean')
})

test('addresses with the prefix of Korean lead to those without, and the error page has an address', async ({
  page,
}) => {
  await page.goto('/ko/guides/pc-upload?a=1')
  await expect(page).toHaveURL('/guides/pc-upload?a=1')
  await page.goto('/500')
  await expect(page.locator('h1 > span:visible')).toHaveText('서버 오류가 발생했습니다')
})
