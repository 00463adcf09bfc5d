import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContext, Page } from '@playwright/test'
import { localePath } from '#lib/language.ts'
import { expect, fillLogin, signIn, test } from '#tests/support/e2e.ts'
import { startPlainHost } from '#tests/support/plain-host.ts'

const base = () => new URL(test.info().project.use.baseURL ?? '')
const playlist = () => `http://playlist.localhost:${base().port}`
const keepLanguage = (context: BrowserContext, value: string, url = base().origin) =>
  context.addCookies([{ name: 'language', value, url }])
const primaryOf = (page: Page) =>
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
    await keepLanguage(context, 'zh-CN')
    for (const path of ['/guides/pc-upload', '/en/guides/pc-upload', '/zh-TW/guides/pc-upload']) {
      await page.goto(`${path}?a=1#publish`)
      await page.waitForURL('**/zh-CN/guides/pc-upload?a=1#publish')
    }
    await keepLanguage(context, 'ko')
    await page.goto('/en/guides')
    await page.waitForURL((url) => url.pathname === '/guides')
  })

  test('a cookie of a language that there is not counts as none', async ({ page, context }) => {
    await keepLanguage(context, 'fr')
    await page.goto('/en/guides')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })

  test('is English on a playlist site where the path names none', async ({ page, context }) => {
    await page.goto(`${playlist()}/guides`)
    await page.waitForURL('**/en/guides')
    await page.goto(`${playlist()}/zh-TW/guides`)
    await expect(page).toHaveTitle(/Playlane/)
    expect(new URL(page.url()).pathname).toBe('/zh-TW/guides')
    await keepLanguage(context, 'ko', playlist())
    await page.goto(`${playlist()}/guides`)
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
    await page.goto(`${playlist()}/guides`)
    await expect(page).toHaveTitle(/Playlane/)
    expect(new URL(page.url()).pathname).toBe('/guides')
    await expect(page.locator('html')).toHaveAttribute('lang', 'ko')
  })
})

test('on a second visit the site has its look before anything is painted', async ({ page }) => {
  await page.goto(`${playlist()}/en/guides`)
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
  expect(await primaryOf(page)).toBe('#123456')
  await expect(page.locator('html')).toHaveAttribute('data-design', 'mcn-4')
  await page.goto('/guides?p=red;background:url(x)&d=9')
  expect(await primaryOf(page)).toBe('#5b5bd6')
})

test('an unknown site says so on a page without islands', async ({ page }) => {
  await page.goto('/en/guides?host=nowhere.example')
  await expect(page.locator('[data-snackbars] [data-type=error]')).toContainText('no site')
})

test.describe('on a host that knows no rules', () => {
  let host: Awaited<ReturnType<typeof startPlainHost>>

  test.beforeAll(async () => {
    host = await startPlainHost(base().origin)
  })
  test.afterAll(() => host.stop())

  test('a notice is found by its address', async ({ page }) => {
    await page.goto(`${host.origin}/en/login`)
    await fillLogin(page, 'manager@hookline.example')
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
    await expect(page.locator('html')).toHaveAttribute('data-signed-in', '')
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
    await fillLogin(page, 'nobody@hookline.example', 'wrong-password')
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
      await expect(page.getByRole('link', { name: '로그인' })).toBeVisible()
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

test('the page for unknown addresses speaks the language of its site', async ({ page }) => {
  await page.goto(`${playlist()}/en/guides`)
  await expect(page).toHaveTitle(/Playlane/)
  await page.goto(`${playlist()}/nowhere`)
  await expect(page.locator('h1 > span:visible')).toContainText('Page Not Found: /nowhere')
})

test.describe('on plain HTTP, where the browser has no hash', () => {
  // A header that only counts over HTTPS is remarked upon by the browser.
  test.use({ provoked: /Cross-Origin-Opener-Policy header has been ignored/ })

  test('a page that is to be read asks the API all the same', async ({ page }) => {
    await page.goto(`http://studio.test:${base().port}/guides?host=localhost`)
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
  test.use({ provoked: /dynamically imported module/ })

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

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`axe in ${colorScheme}`, () => {
    test.use({ colorScheme })

    for (const path of [
      '/',
      '/guides',
      '/guides/ios-mobile-upload',
      '/guides/auths/pc-auth',
      '/musics',
      '/nowhere',
    ]) {
      test(`finds nothing on ${path}`, async ({ page }) => {
        const locale = colorScheme === 'dark' ? 'zh-TW' : 'ko'
        await page.goto(localePath(path, locale))
        await expect(page).toHaveTitle(/ · /)
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
        ).toEqual([])
      })
    }
  })
}
