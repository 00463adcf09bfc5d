import { expect, test } from '#tests/support/e2e.ts'

const publicPages = ['/', '/en?d=4', '/en/musics', '/guides/ios-mobile-unlock', '/login']
/** Screens, each with a selector that shows that its data has arrived. */
const screens = {
  '/dashboard': '[data-video]',
  '/report-channel': '[data-channel]',
  '/report-video': '[data-index]',
  '/musics': '[data-usage]',
  '/musics/all': '[data-usage]',
  '/musics/tags': '[data-usage]',
  '/zh-TW/musics/tags': '[data-usage]',
  '/manage-channel': '[data-channel]',
  '/manage-member': '[data-member]',
  '/notices': '[data-notice]',
  '/payments': '[data-payout]',
  '/payment-info': '[data-field]',
  '/questions': 'main h1',
  '/shared-reports': 'main h1',
  '/statements': '[data-statement]',
  '/config-account': '[data-session]',
}

declare global {
  interface Window {
    layoutShift: number
  }
}

for (const width of [390, 1440]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } })

    test.beforeEach(({ page }) =>
      page.addInitScript(() => {
        window.layoutShift = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) window.layoutShift += Reflect.get(entry, 'value')
        }).observe({ type: 'layout-shift', buffered: true })
      }),
    )

    test('public pages neither shift nor overflow', async ({ page }) => {
      for (const path of publicPages) {
        await page.goto(path)
        await expect(page).toHaveTitle(/ \| (?:훅라인|Hookline)$/)
        await page.waitForLoadState('networkidle')
        const { shift, overflow } = await page.evaluate(() => ({
          shift: window.layoutShift,
          overflow: document.documentElement.scrollWidth - innerWidth,
        }))
        expect(shift, path).toBeLessThan(0.02)
        expect(overflow, path).toBeLessThanOrEqual(0)
      }
    })

    test.describe('signed in', () => {
      test.use({ as: 'manager' })

      test('screens neither shift nor overflow', async ({ page }) => {
        for (const [path, arrived] of Object.entries(screens)) {
          await page.goto(path)
          await expect(page.locator(arrived).first()).toBeVisible()
          // The network is never idle on a screen that listens for events.
          await page.evaluate(
            () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 })),
          )
          const { shift, overflow } = await page.evaluate(() => ({
            shift: window.layoutShift,
            overflow: document.documentElement.scrollWidth - innerWidth,
          }))
          expect(shift, path).toBeLessThan(0.02)
          expect(overflow, path).toBeLessThanOrEqual(0)
        }
        await page.goto('/report-channel')
        const channel = await page.locator('[data-channel]').first().getAttribute('data-channel')
        await page.goto(`/report-channel/${channel}`)
        await expect(page.locator('[data-country]').first()).toBeAttached()
        const shift = await page.evaluate(() => window.layoutShift)
        expect(shift, 'the page of a channel').toBeLessThan(0.02)
        // Chinese names of moods are long, but each stays on one line.
        await page.goto('/zh-TW/musics/tags')
        const moods = page.locator('a[href*="?mood="]').filter({ has: page.locator('small') })
        await expect(moods.first()).toBeVisible()
        for (const height of await moods.evaluateAll((all) => all.map((one) => one.clientHeight)))
          expect(height).toBeLessThan(45)
      })

      test('the page of a track does not shift, though its styles are late', async ({ page }) => {
        await page.route('**/*.css', async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 500))
          await route.continue()
        })
        // The second track has no preview.
        for (const path of ['/musics/1', '/musics/2', '/en/musics/2']) {
          await page.goto(path)
          await expect(page.locator('[data-figure="profit"]')).toBeVisible()
          await expect(page.locator('main [data-country]').first()).toBeAttached()
          expect(await page.evaluate(() => window.layoutShift), path).toBeLessThan(0.01)
        }
      })
    })
  })
}
