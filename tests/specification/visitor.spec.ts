import type { Page } from '@playwright/test'
import { expect, playlistOrigin, siteUrl, test } from '#tests/support/e2e.ts'
import { listTests, type SentencesOf } from './sentences.ts'

// In a browser, signed out.

interface Fixtures {
  readonly page: Page
}

const flags = [
  'menu',
  'delete',
  'logout',
  'videoDetail',
  'addChannel',
  'assign',
  'unassign',
  'addMember',
  'password',
]
const readPrimary = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--primary').trim())
const submit = (page: Page) => page.locator('main button[type=submit]').click()
const expectText = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible()
const snackbar = (page: Page) => page.locator('.snackbars li').first()

/** A redirect by script may interrupt the load. */
const open = (page: Page, path: string) => page.goto(path, { waitUntil: 'commit' }).catch(() => null)
const expectAddress = (page: Page, address: string) =>
  expect(page).toHaveURL(({ pathname, search }) => pathname + search === address)

async function fillJoin(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.locator(`input[name=${name}]`).fill(value)
}

async function setLanguage(page: Page): Promise<void> {
  await page.goto('/guides')
  await page.locator('header [data-menu=languages] summary').click()
  await page.locator('a[data-language="en"]:visible').click()
  await page.waitForURL('**/en/guides')
}

const tests: Record<SentencesOf<'visitor'>, (fixtures: Fixtures) => Promise<void>> = {
  '2 unmatched paths show a page for 404': async ({ page }) => {
    expect((await page.goto('/en/no/such/page'))?.status()).toBe(404)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  },
  '2 other errors have a page': async ({ page }) => {
    await page.goto('/500')
    await expect(page.locator('h1 > span:visible')).not.toBeEmpty()
  },
  '2 nine flags leave the address of every page': async ({ page }) => {
    const query = flags.map((flag, at) => `${flag}=${at}`).join('&')
    for (const path of ['/en', '/en/guides', '/en/musics', '/en/login', '/en/join', '/en/nowhere']) {
      await page.goto(`${path}?a=1&${query}&b=2#c`)
      expect(new URL(page.url()).search, path).toBe('?a=1&b=2')
      expect(new URL(page.url()).hash).toBe('#c')
    }
    await open(page, `/en/dashboard?${query}`)
    await expectAddress(page, '/en/login?fromUrl=%2Fen%2Fdashboard')
  },
  '2 without a token one gets to /login with fromUrl': async ({ page }) => {
    for (const path of [
      '/dashboard',
      '/config-account',
      '/language',
      '/manage-channel',
      '/manage-member',
      '/report-channel',
      '/report-video',
      '/payment-info',
      '/notices',
      '/musics/all',
    ]) {
      await open(page, `${path}?a=1`)
      await expectAddress(page, `/login?fromUrl=${encodeURIComponent(`${path}?a=1`)}`)
    }
  },
  '2 home, login, join and external sign-in are open': async ({ page }) => {
    for (const path of ['/', '/login', '/join', '/external/auth']) {
      await page.goto(path)
      await expect(page.locator('h1').first()).toBeVisible()
      expect(new URL(page.url()).pathname).toBe(path)
    }
  },
  '2 a loaded profile leads from join to the dashboard': async ({ page }) => {
    await page.goto('/en/join')
    const email = `letter-${Date.now()}@hookline.example`
    await fillJoin(page, {
      email,
      password: 'a longer secret',
      confirmation: 'a longer secret',
      nickname: 'New',
    })
    await submit(page)
    await page.getByRole('button', { name: 'Go to dashboard' }).click()
    await page.waitForURL('**/en/dashboard')
  },
  '2 the host is a parameter, else the hostname without www': async ({ page }) => {
    await page.goto('/en/login?host=playlist.localhost')
    await expect(page).toHaveTitle(/Playlane/)
    await page.goto(`${playlistOrigin().replace('//', '//www.')}/en/guides`)
    await expect(page).toHaveTitle(/Playlane/)
  },
  '2 p and pd override the colors': async ({ page }) => {
    await page.goto('/guides?p=123456&pd=abcdef')
    expect(await readPrimary(page)).toBe('#123456')
    expect(await page.evaluate(() => document.documentElement.style.getPropertyValue('--primary-dim'))).toBe(
      '#abcdef',
    )
  },
  '2 d sets the design': async ({ page }) => {
    await page.goto('/guides?d=3')
    await expect(page.locator('html')).toHaveAttribute('data-design', 'mcn-3')
  },
  '2 snackbars are at the top center': async ({ page }) => {
    await page.goto('/en/login?host=nowhere.example')
    await expect(snackbar(page)).toBeVisible()
    const box = await snackbar(page).boundingBox()
    expect(box?.y).toBeLessThan(40)
    expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - 720)).toBeLessThan(10)
  },
  '2 snackbars have three types with colors and icons': async ({ page }) => {
    await page.goto('/en/login?host=nowhere.example')
    await expect(snackbar(page)).toBeVisible()
    const looks = await snackbar(page).evaluate((item) =>
      ['info', 'success', 'error'].map((type) => {
        ;(item as HTMLElement).dataset.type = type
        return getComputedStyle(item.querySelector('svg') ?? item).stroke
      }),
    )
    expect(new Set(looks).size).toBe(3)
    await expect(snackbar(page).locator('svg').first()).toBeVisible()
  },
  '2 login: id and password': async ({ page }) => {
    await page.goto('/login')
    await expect(page.locator('main form input')).toHaveCount(2)
    for (const name of ['id', 'password']) await expect(page.locator(`input[name=${name}]`)).toBeVisible()
  },
  '2 join: email, password with confirmation, nickname': async ({ page }) => {
    await page.goto('/join')
    for (const name of ['email', 'password', 'confirmation', 'nickname'])
      await expect(page.locator(`input[name=${name}]`)).toBeVisible()
  },
  '2 join: a success page follows': async ({ page }) => {
    await page.goto('/en/join')
    const email = `letter-${Date.now()}-b@hookline.example`
    await fillJoin(page, {
      email,
      password: 'a longer secret',
      confirmation: 'a longer secret',
      nickname: 'New',
    })
    await submit(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Registration complete')
    await expectText(page, `Your account ${email} is ready.`)
  },
  '3 cookie `language`: a year, path /, lax': async ({ page }) => {
    await setLanguage(page)
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'language')
    expect(cookie).toMatchObject({ value: 'en', path: '/', sameSite: 'Lax' })
    // e2e/routing.spec.ts proves the name over HTTPS.
  },
  '4 a snackbar goes by itself': async ({ page }) => {
    await page.clock.install()
    await page.goto('/en/login?host=nowhere.example')
    await expect(snackbar(page)).toBeVisible()
    await page.clock.runFor(10_000)
    await expect(page.locator('.snackbars li')).toHaveCount(0)
  },
  '4 language: cookie, else English on playlist sites, else Korean': async ({ page }) => {
    await page.goto('/guides')
    await expect(page.locator('html')).toHaveAttribute('lang', 'ko')
    await open(page, `${playlistOrigin()}/guides`)
    await page.waitForURL('**/en/guides')
    await page.context().addCookies([{ name: 'language', value: 'zh-TW', url: playlistOrigin() }])
    await open(page, `${playlistOrigin()}/guides`)
    await page.waitForURL('**/zh-TW/guides')
  },
  '5 login requires id and password; the id is trimmed': async ({ page }) => {
    await page.goto('/en/login')
    await submit(page)
    await expectText(page, 'Please enter your ID and password.')
    const sent = page.waitForRequest('**/api/member/login')
    await fillJoin(page, { id: ' nobody@hookline.example ', password: 'secret' })
    await submit(page)
    expect((await sent).postDataJSON()).toMatchObject({ id: 'nobody@hookline.example', password: 'secret' })
  },
  '5 join: email': async ({ page }) => {
    await page.goto('/en/join')
    await submit(page)
    await expectText(page, 'Please enter your email address.')
    await fillJoin(page, { email: 'nobody' })
    await submit(page)
    await expectText(page, 'Please enter a valid email.')
  },
  '5 join: password and confirmation': async ({ page }) => {
    await page.goto('/en/join')
    await submit(page)
    await expectText(page, 'Please enter a password.')
    await fillJoin(page, { password: 'one secret', confirmation: 'another secret' })
    await submit(page)
    await expectText(page, 'The password and confirmation do not match.')
  },
  '8 Page Not Found with the path, for unknown routes': async ({ page }) => {
    await page.goto('/en/no/such/page')
    await expect(page.locator('h1 > span:visible')).toHaveText('Page Not Found: /en/no/such/page')
  },
  '8 Page Not Found with the path, for ids that cannot be one': async ({ page }) => {
    const calls: string[] = []
    page.on('request', (request) => calls.push(request.url()))
    for (const path of [
      '/en/notices/abc',
      '/en/report-video/zzz',
      '/en/report-channel/zzz',
      '/en/months/2026',
      '/en/statements/x',
    ]) {
      expect((await page.goto(path))?.status(), path).toBe(404)
      await expect(page.locator('h1 > span:visible')).toHaveText(`Page Not Found: ${path}`)
    }
    expect(calls.filter((url) => /api\/v2\/mcn\/(?!meta)/.test(url))).toEqual([])
  },
  '8 a refused site is an error snackbar': async ({ page }) => {
    await page.goto('/en/guides?host=nowhere.example')
    await expect(page.locator('.snackbars [data-type=error]')).toContainText('no site')
  },
  '9 language cookie of a year': async ({ page }) => {
    await setLanguage(page)
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'language')
    expect(Math.round(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400)).toBe(365)
    expect(siteUrl().protocol).toBe('http:')
  },
}

/** They open many pages; the rest of `npm test` has their main paths. */
const expensive: readonly SentencesOf<'visitor'>[] = [
  '2 without a token one gets to /login with fromUrl',
  '2 home, login, join and external sign-in are open',
  '2 a loaded profile leads from join to the dashboard',
  '2 the host is a parameter, else the hostname without www',
  '2 p and pd override the colors',
  '2 d sets the design',
  '3 cookie `language`: a year, path /, lax',
  '4 a snackbar goes by itself',
  '4 language: cookie, else English on playlist sites, else Korean',
]

for (const { title, body, tag } of listTests('visitor', tests, expensive))
  test(title, { tag }, ({ page }) => body({ page }))
