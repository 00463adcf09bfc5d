import { readMe } from '#contract/people/session.ts'
import { listPopularMusics } from '#contract/portal/musics.ts'
import {
  expect,
  joinAccount,
  joinedPassword,
  managerEmail,
  openAccountMenu,
  playlistOrigin,
  readPendingLogouts,
  readToken,
  siteUrl,
  submitLogin,
  test,
} from '#tests/support/e2e.ts'

import { callRemote } from '#tests/support/remote-api.ts'

// These pages have no islands and run only the small client.

test('a link to a section scrolls below the header and moves the focus, smoothly or at once', async ({
  page,
}) => {
  const readTop = () =>
    page.evaluate(() => Math.round(document.getElementById('publish')?.getBoundingClientRect().top ?? 0))
  await page.goto('/guides/pc-upload')
  const link = page.locator('a[data-scroll][href="#publish"]')
  await link.click()
  await expect.poll(readTop).toBe(120)
  expect(new URL(page.url()).hash).toBe('#publish')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('publish')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/guides/pc-upload')
  const top = await link.evaluate((element: HTMLElement) => {
    element.click()
    return Math.round(document.getElementById('publish')?.getBoundingClientRect().top ?? 0)
  })
  expect(top).toBe(120)
})

test('the menu of a narrow screen closes by Escape, a click outside and a swipe', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/guides')
  const open = page.locator('[data-open=menu]')
  const menu = page.locator('dialog#menu')
  await open.click()
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(open).toBeFocused()
  await open.click()
  await page.mouse.click(350, 400)
  await expect(menu).toBeHidden()
  await open.click()
  await menu.evaluate((dialog) => {
    const finger = (clientX: number) => new Touch({ identifier: 1, target: dialog, clientX })
    dialog.dispatchEvent(new TouchEvent('touchstart', { touches: [finger(200)] }))
    dialog.dispatchEvent(new TouchEvent('touchend', { changedTouches: [finger(100)] }))
  })
  await expect(menu).toBeHidden()
})

test('visitors see the way in, accounts the way out, also without a connection', async ({ page }) => {
  await page.goto('/guides')
  const side = page.locator('header').nth(1)
  await expect(side.getByRole('link', { name: '로그인' })).toBeVisible()
  await expect(side.getByRole('link', { name: '대시보드' })).toBeHidden()
  await page.goto('/login')
  await submitLogin(page, await joinAccount(), joinedPassword)
  await page.waitForURL('**/dashboard')
  const token = await readToken(page)
  await page.goto('/guides')
  await expect(side.getByRole('link', { name: '대시보드' })).toBeVisible()
  const signOut = side.getByRole('button', { name: '로그아웃' })
  const question = page.locator('dialog#logout')
  await openAccountMenu(page)
  await signOut.click()
  await question.getByRole('button', { name: '취소' }).click()
  await expect(question).toBeHidden()
  await page.route('**/member/logout', (route) => route.abort())
  await signOut.click()
  await question.getByRole('button', { name: '로그아웃' }).click()
  await expect(side.getByRole('link', { name: '로그인' })).toBeVisible()
  expect(await readToken(page)).toBe('')
  await page.unroute('**/member/logout')
  await page.reload()
  await expect.poll(() => readPendingLogouts(page)).toBeNull()
  await expect(callRemote(siteUrl().origin, readMe, { token })).rejects.toThrow(/unauthenticated/)
  // Only the token that distinguishes this browser from others survives the session.
  const stored = await page.evaluate(() => Object.entries(localStorage).filter(([, value]) => value !== ''))
  expect(stored.map(([name]) => name).sort()).toEqual(['device:localhost', 'site:localhost'])
  await page.goto('/dashboard')
  await page.waitForURL('**/login?fromUrl=%2Fdashboard')
})

test.describe('the week’s popular tracks', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('are loaded where they were not served, also after a retry', async ({ page }) => {
    // A static host would return an unfilled page.
    await page.route('**/musics', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(
        /<ol ([^>]*)aria-busy="false"[^>]*>[\s\S]*?<\/ol>/,
        (_, start) => `<ol ${start}aria-busy="true"><li></li></ol>`,
      )
      await route.fulfill({ response, body })
    })
    await page.route('**/musics/popular?*', (route) => route.abort())
    await page.goto('/musics')
    const section = page.locator('[data-popular]')
    await expect(section.locator('.none')).toBeVisible()
    await page.unroute('**/musics/popular?*')
    await section.locator('[data-retry]').click()
    await expect(section.locator('ol > li')).toHaveCount(10)
    await expect(section.locator('.none')).toBeHidden()
    await expect(section.locator('[data-name]').first()).not.toHaveText('')
  })

  test('are those of the API, and their ISRCs are copied in one click', async ({ page }) => {
    await page.goto('/en')
    const { musics } = await callRemote(siteUrl().origin, listPopularMusics, { query: { size: '10' } })
    const rows = page.locator('[data-popular] ol > li')
    await expect(rows).toHaveCount(10)
    await expect(rows.locator('[data-name]')).toHaveText(musics.map(({ name }) => name))
    await rows.nth(1).locator('button[data-isrc]').click()
    await expect(page.locator('.snackbars')).toContainText('ISRC copied.')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(musics[1]?.isrc)
  })
})

test('a front page is about the first track of the week', async ({ page }) => {
  await page.goto('/en?d=4')
  const name = await page.locator('[data-popular] [data-name]').first().textContent()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`“${name}”`)
})

test('with blocked storage the pages are complete and the login form answers', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('not allowed', 'SecurityError')
        },
      })
  })
  for (const path of ['/en/musics', '/guides/pc-upload', '/nowhere', '/']) {
    await page.goto(path)
    await expect(page).toHaveTitle(/ \| (?:훅라인|Hookline)$/)
    await expect(page.locator('html')).toHaveAttribute('data-wide', '')
  }
  await expect(page.locator('[data-popular] [data-name]')).toHaveCount(10)
  await page.goto('/login')
  await submitLogin(page, 'nobody@hookline.example', 'wrong-password')
  await expect(page.getByRole('alert').first()).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a guide can be read and left, narrow and wide', { tag: '@main' }, async ({ page }) => {
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/guides/pc-upload')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.getByRole('link', { name: '음악', exact: true }).first().click()
      await page.waitForURL('**/musics')
      await expect(page.locator('[data-popular] [data-name]')).toHaveCount(10)
      await expect(page.getByRole('link', { name: '로그인' }).first()).toBeVisible()
    }
  })

  test('a home calculates its example and names the week’s tracks', async ({ page }) => {
    await page.goto('/en')
    await expect(page.locator('[data-part=net]:visible')).toHaveText('₩94,300')
    await expect(page.locator('[data-popular] [data-name]').first()).toBeVisible()
    await page.goto(`${playlistOrigin()}/en`)
    await expect(page.locator('[data-part=net]:visible')).toHaveText('$67.41')
  })
})

test('the example follows its slider, by keyboard too', async ({ page }) => {
  await page.goto('/en')
  const slider = page.locator('[data-slider]')
  await slider.focus()
  await page.keyboard.press('End')
  await expect(page.locator('[data-views]')).toHaveText('2,000,000')
  // 104,217 × 1.34 + 1,895,783 × 0.21 = 537,765.21, rounded, less 15 %
  await expect(page.locator('[data-part=gross]:visible')).toHaveText('₩537,765')
  await expect(page.locator('[data-part=net]:visible')).toHaveText('₩457,100')
})

test('open pages follow when another tab signs in', async ({ page, context }) => {
  await page.goto('/guides')
  const dashboard = page.locator('header').nth(1).getByRole('link', { name: '대시보드' })
  await expect(dashboard).toBeHidden()
  const musics = await context.newPage()
  await musics.goto('/musics')
  await expect(musics.locator('[data-popular] [data-name]').first()).toBeVisible()
  const other = await context.newPage()
  await other.goto('/login')
  await submitLogin(other, managerEmail)
  await expect(dashboard).toBeVisible()
  await expect(musics.getByRole('heading', { level: 1, name: '음악', exact: true })).toBeVisible()
  await expect(musics.locator('h1')).toHaveCount(1)
})

test.describe('on plain HTTP, where the browser has no hash', () => {
  // The browser warns about a header that only applies over HTTPS.
  test.use({ expectedErrors: /Cross-Origin-Opener-Policy header has been ignored/ })

  test('a page that is to be read asks the API all the same', async ({ page }) => {
    await page.goto(`http://studio.test:${siteUrl().port}/guides?host=localhost`)
    expect(await page.evaluate(() => isSecureContext)).toBe(false)
    await expect(page).toHaveTitle(/ \| 훅라인$/)
  })
})

test.describe('after a new release', () => {
  test.use({ as: 'manager', expectedErrors: /dynamically imported module/ })

  test('the next navigation loads it; a screen that lacks a script reloads once, not for ever', async ({
    page,
  }) => {
    await page.clock.install()
    await page.goto('/dashboard')
    await expect(page.locator('[data-figure=profit]')).toBeVisible()
    await page.route('**/version.json?t=*', (route) => route.fulfill({ json: { build: 'another' } }))
    await page.evaluate(() => Object.assign(window, { isOldPage: true }))
    await page.clock.runFor(6 * 60 * 1000)
    const isOldPage = () => page.evaluate(() => 'isOldPage' in window)
    expect(await isOldPage()).toBe(true)
    await openAccountMenu(page)
    await page.locator('header').nth(1).getByRole('link', { name: '언어 설정' }).click()
    await page.waitForURL('**/language')
    await expect.poll(isOldPage).toBe(false)
    let [requests, loads] = [0, 0]
    await page.route('**/_astro/LanguageView*.js', (route) => {
      requests += 1
      return route.abort()
    })
    page.on('load', () => {
      loads += 1
    })
    // Not `goto`, which fails if the page reloads itself before it has loaded.
    await page.evaluate(() => location.assign('/language'))
    await expect.poll(() => requests).toBeGreaterThanOrEqual(2)
    await expect(page.getByRole('alert').first()).toBeVisible()
    await page.clock.runFor(5_000)
    expect(loads).toBe(2)
  })
})
