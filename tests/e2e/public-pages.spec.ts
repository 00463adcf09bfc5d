import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import { expect, signIn, siteUrl, submitLogin, test } from '#tests/support/e2e.ts'

// What the pages do that are to be read.

test('flags of open modals are taken out of the address of a page without islands', async ({ page }) => {
  await page.goto('/guides?menu=1&videoDetail=x&a=1')
  expect(new URL(page.url()).search).toBe('?a=1')
})

test('a section is scrolled to 120 px below the top, and has the focus', async ({ page }) => {
  await page.goto('/guides/pc-upload')
  await page.locator('a[data-scroll][href="#publish"]').click()
  const top = () =>
    page.evaluate(() => Math.round(document.getElementById('publish')?.getBoundingClientRect().top ?? 0))
  await expect.poll(top).toBe(120)
  expect(new URL(page.url()).hash).toBe('#publish')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('publish')
})

test.describe('for who prefers less motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('a section is there at once', async ({ page }) => {
    await page.goto('/guides/pc-upload')
    const top = await page.evaluate(() => {
      document.querySelector<HTMLElement>('a[data-scroll][href="#publish"]')?.click()
      return Math.round(document.getElementById('publish')?.getBoundingClientRect().top ?? 0)
    })
    expect(top).toBe(120)
  })
})

test.describe('the frame without islands', () => {
  test('has a menu on a narrow screen, closed by Escape, a click outside and a swipe', async ({ page }) => {
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

  test('shows the way in to a visitor, and the way out to who is signed in', async ({ page }) => {
    await page.goto('/guides')
    const side = page.locator('header').nth(1)
    await expect(side.getByRole('link', { name: '로그인' })).toBeVisible()
    await expect(side.getByRole('link', { name: '대시보드' })).toBeHidden()
    await signIn(page)
    await page.goto('/guides')
    await expect(side.getByRole('link', { name: '대시보드' })).toBeVisible()
    await side.getByRole('button', { name: '로그아웃' }).click()
    const question = page.locator('dialog#logout')
    await question.getByRole('button', { name: '취소' }).click()
    await expect(question).toBeHidden()
    await side.getByRole('button', { name: '로그아웃' }).click()
    const told = page.waitForResponse('**/member/logout')
    await question.getByRole('button', { name: '로그아웃' }).click()
    expect((await told).status()).toBe(200)
    await expect(side.getByRole('link', { name: '로그인' })).toBeVisible()
    await page.goto('/dashboard')
    await page.waitForURL('**/login?fromUrl=%2Fdashboard')
  })

  test('stays signed in when the server cannot be told', async ({ page }) => {
    await signIn(page)
    await page.goto('/en/guides')
    await page.route('**/member/logout', (route) => route.abort())
    await page.locator('header').nth(1).getByRole('button', { name: 'Sign out' }).click()
    await page.locator('dialog#logout [data-log-out]').click()
    await expect(page.locator('[data-snackbars] [data-type=error]')).toContainText('could not be reached')
    await expect(page.locator('html')).toHaveAttribute('data-token', '')
  })
})

test.describe('the week’s popular tracks', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('are those that the API ranks, and an ISRC is copied in one click', async ({ page }) => {
    const answered = page.waitForResponse('**/musics/popular?*')
    await page.goto('/en')
    const { musics } = await (await answered).json()
    const rows = page.locator('[data-popular] ol > li')
    await expect(rows).toHaveCount(5)
    await expect(rows.locator('[data-name]')).toHaveText(musics.map(({ name }: { name: string }) => name))
    await rows.nth(1).locator('button').click()
    await expect(page.locator('[data-snackbars]')).toContainText('ISRC copied.')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(musics[1].isrc)
  })

  test('may be missing: the page says so and can ask again', async ({ page }) => {
    await page.route('**/musics/popular?*', (route) => route.abort())
    await page.goto('/musics')
    const section = page.locator('[data-popular]')
    await expect(section.locator('.none')).toBeVisible()
    await page.unroute('**/musics/popular?*')
    await section.locator('[data-retry]').click()
    await expect(section.locator('ol > li')).toHaveCount(10)
    await expect(section.locator('.none')).toBeHidden()
  })
})

test.describe('where the browser keeps nothing', () => {
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('not allowed', 'SecurityError')
          },
        })
    }),
  )

  test('pages that are to be read are complete', async ({ page }) => {
    for (const path of ['/', '/en/musics', '/guides/pc-upload', '/nowhere']) {
      await page.goto(path)
      await expect(page).toHaveTitle(/ · 훅라인$/)
      await expect(page.locator('html')).toHaveAttribute('data-wide', '')
    }
    await page.goto('/')
    await expect(page.locator('[data-popular] [data-name]')).toHaveCount(5)
  })

  test('the login form is there and answers', async ({ page }) => {
    await page.goto('/login')
    await submitLogin(page, 'nobody@hookline.example', 'wrong-password')
    await expect(page.getByRole('alert').first()).toBeVisible()
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  for (const width of [390, 1440]) {
    test(`a guide can be read and left, at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/guides/pc-upload')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.getByRole('link', { name: '음악', exact: true }).click()
      await page.waitForURL('**/musics')
      await expect(page.locator('[data-popular]')).toBeHidden()
      await expect(page.getByRole('link', { name: '로그인' }).first()).toBeVisible()
    })
  }
})

test('an open page follows when another tab signs in', async ({ page, context }) => {
  await page.goto('/guides')
  const dashboard = page.locator('header').nth(1).getByRole('link', { name: '대시보드' })
  await expect(dashboard).toBeHidden()
  await signIn(await context.newPage())
  await expect(dashboard).toBeVisible()
})

test.describe('on plain HTTP, where the browser has no hash', () => {
  // A header that only counts over HTTPS is remarked upon by the browser.
  test.use({ expectedErrors: /Cross-Origin-Opener-Policy header has been ignored/ })

  test('a page that is to be read asks the API all the same', async ({ page }) => {
    await page.goto(`http://studio.test:${siteUrl().port}/guides?host=localhost`)
    expect(await page.evaluate(() => isSecureContext)).toBe(false)
    await expect(page).toHaveTitle(/ · 훅라인$/)
  })
})

for (const width of [390, 1440]) {
  test(`nothing jumps when the tracks and the site's name come, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 1800 })
    await page.addInitScript(() => {
      Object.assign(window, { shifts: 0 })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          (window as unknown as { shifts: number }).shifts += (entry as unknown as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    for (const path of ['/', '/en/musics', '/guides/ios-mobile-upload']) {
      await page.goto(path)
      await expect(page).toHaveTitle(/ · 훅라인$/)
      if (!path.includes('guides'))
        await expect(page.locator('[data-popular] [data-name]').first()).toBeVisible()
      const shifts = await page.evaluate(() => (window as unknown as { shifts: number }).shifts)
      expect(shifts, path).toBeLessThan(0.02)
    }
  })
}

test('a new release is loaded on the next move, and not before', async ({ page }) => {
  await page.clock.install()
  await signIn(page)
  await page.route('**/version.json?t=*', (route) => route.fulfill({ json: { build: 'another' } }))
  await page.evaluate(() => Object.assign(window, { old: true }))
  await page.clock.runFor(6 * 60 * 1000)
  const isOld = () => page.evaluate(() => 'old' in window)
  expect(await isOld()).toBe(true)
  await page.locator('header').nth(1).getByRole('link', { name: '언어 설정' }).click()
  await page.waitForURL('**/language')
  await expect.poll(isOld).toBe(false)
})

test.describe('a page that misses a part of itself', () => {
  test.use({ expectedErrors: /dynamically imported module/ })

  test('loads itself anew, but not for ever', async ({ page }) => {
    await signIn(page)
    let asked = 0
    await page.route('**/_astro/LanguageView*.js', (route) => {
      asked += 1
      return route.abort()
    })
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    await page.goto('/language')
    await expect.poll(() => asked).toBeGreaterThanOrEqual(2)
    await page.waitForTimeout(1500)
    expect(loads).toBe(2)
    await expect(page.getByRole('alert').first()).toBeVisible()
  })
})

for (const path of [
  '/',
  '/zh-TW/guides',
  '/guides/ios-mobile-upload',
  '/zh-TW/guides/auths/pc-auth',
  '/musics',
  '/zh-TW/nowhere',
]) {
  test(`axe finds nothing on ${path}, in light and dark`, async ({ page }) => {
    await page.goto(path)
    await expect(page).toHaveTitle(/ · /)
    expect(await findAccessibilityViolations(page)).toEqual([])
  })
}
