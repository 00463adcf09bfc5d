import type { Page } from '@playwright/test'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import { expect, signIn, submitLogin, test } from '#tests/support/e2e.ts'

test('a site has its own name, colours and language', async ({ page }) => {
  const base = new URL(test.info().project.use.baseURL ?? '')
  await page.goto(`http://playlist.localhost:${base.port}/login`)
  await page.waitForURL('**/en/login')
  await expect(page).toHaveTitle(/Playlane/)
  const primary = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--primary').trim(),
  )
  expect(primary).toBe('#0f7b6c')
  await submitLogin(page, 'manager@playlane.example')
  await page.waitForURL('**/en/dashboard')
  await expect(page.locator('[data-figure=profit]')).toContainText('$')
})

test('the address can preview another site, colours and design', async ({ page }) => {
  await page.goto('/login?host=mcn3.localhost&p=123456&d=2')
  await expect(page.locator('html')).toHaveAttribute('data-design', 'mcn-2')
  const primary = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--primary').trim(),
  )
  expect(primary).toBe('#123456')
  await expect(page).toHaveTitle(/심야상점/)
})

test('an unknown site says so', async ({ page }) => {
  await page.goto('/login?host=nowhere.example')
  await expect(page.getByText('이 주소에는 사이트가 없습니다. 주소를 확인해 주세요.')).toBeVisible()
})

for (const [design, width] of Object.entries({
  localhost: 1100,
  'mcn2.localhost': 1280,
  'mcn3.localhost': 1400,
  'mcn4.localhost': 1400,
})) {
  test(`the laptop layout of ${design} begins at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`/login?host=${design}`)
    await expect(page.locator('html')).toHaveAttribute('data-wide', '')
    await page.setViewportSize({ width: width - 1, height: 800 })
    await expect(page.locator('html')).not.toHaveAttribute('data-wide', '')
  })
}

test('below the laptop width a menu slides in and closes by Escape', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await signIn(page)
  const open = page.getByRole('button', { name: '메뉴' }).first()
  const menu = page.getByRole('dialog')
  await open.click()
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(open).toBeFocused()
})

/** A finger on the screen, moving to the left; its clock is the test's own, however busy the machine is. */
async function swipeLeft(page: Page, from: { x: number; y: number }, px: number, ms: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const startedAt = Date.now() / 1000
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: from.x - px * part, y: from.y }],
      timestamp: startedAt + (ms / 1000) * part,
    })
  await touch('touchStart', 0)
  for (const part of [0.2, 0.4, 0.6, 0.8, 1]) await touch('touchMove', part)
  await touch('touchEnd', 1)
}

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 800 } })

  for (const { name, share, ms, closes } of [
    { name: 'a slow swipe past a tenth of its width', share: 0.3, ms: 600, closes: true },
    { name: 'a quick swipe, however short', share: 0.08, ms: 60, closes: true },
    { name: 'a slow swipe of less than a tenth', share: 0.07, ms: 700, closes: false },
  ]) {
    test(`${name} ${closes ? 'closes' : 'does not close'} the menu`, async ({ page }) => {
      await signIn(page)
      await page.getByRole('button', { name: '메뉴' }).first().tap()
      const menu = page.getByRole('dialog')
      await expect(menu).toBeVisible()
      await page.waitForTimeout(500)
      const box = await menu.boundingBox()
      if (!box) throw new Error('the menu is nowhere')
      await swipeLeft(page, { x: box.x + box.width * 0.8, y: box.y + box.height / 2 }, box.width * share, ms)
      await page.waitForTimeout(500)
      expect(await menu.isVisible()).toBe(!closes)
    })
  }
})

test('below 640 px the table is cards with the same facts', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await signIn(page)
  await expect(page.locator('[data-video]').first()).toBeVisible()
  await expect(page.locator('table tr[data-video]')).toHaveCount(0)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
})

test('axe finds nothing on any screen, in light and dark', async ({ page }) => {
  for (const path of ['/', '/login', '/join', '/nowhere']) {
    await page.goto(path)
    await page.waitForTimeout(400)
    expect(await findAccessibilityViolations(page)).toEqual([])
  }
  await signIn(page)
  await page.waitForTimeout(800)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.goto('/language')
  await page.waitForTimeout(400)
  expect(await findAccessibilityViolations(page)).toEqual([])
})

test('a path that does not exist is a 404 that names it', async ({ page }) => {
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await expect(page.locator('body')).toContainText('/no/such/page')
})
