import type { Page } from '@playwright/test'
import { readMe } from '#contract/people/session.ts'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import { dialog, expect, openAccountMenu, readToken, siteUrl, test } from '#tests/support/e2e.ts'
import { callRemote } from '#tests/support/remote-api.ts'

// Tests the frame around every screen, by design and width.

/** The parameter `d` of the address, with the width at which the frame changes. */
const breakpoints = { '1': 1100, '2': 1280, '3': 1400, '4': 1400 }
const designs = Object.keys(breakpoints)
const banner = (page: Page) => page.locator('[data-attention=open]')
const entry = (page: Page) => page.locator('[data-attention=collapsed]:visible')
const measureOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test.use({ as: 'manager' })

for (const [design, breakpoint] of Object.entries(breakpoints))
  test(`design ${design} has one frame from 320 to 2560 px, without sideways scrolling`, async ({ page }) => {
    await page.goto(`/payment-info?d=${design}`)
    await expect(page.locator('[data-field]').first()).toBeVisible()
    for (const width of [320, 360, 412, 820, 1099, 1100, 1280, 1400, 1440, 1920, 2560]) {
      await page.setViewportSize({ width, height: 800 })
      const isWide = width >= breakpoint
      await expect(page.locator('header nav:visible')).toHaveCount(isWide ? 1 : 0)
      // The bar at the bottom of a phone.
      await expect(page.locator('main ~ nav:visible')).toHaveCount(width < 640 ? 1 : 0)
      await expect(page.getByRole('button', { name: '메뉴', exact: true })).toBeVisible({ visible: !isWide })
      expect(await measureOverflow(page), `${width} px`).toBeLessThanOrEqual(0)
    }
    const main = page.locator('#main')
    const content = await main.evaluate((element) => {
      const { paddingInlineStart } = getComputedStyle(element)
      return element.clientWidth - 2 * Number.parseFloat(paddingInlineStart)
    })
    expect(content).toBe(2000)
    await page.setViewportSize({ width: 1440, height: 900 })
    await openAccountMenu(page)
    expect(await findAccessibilityViolations(page, 'header')).toEqual([])
  })

test('the top navigation is one row in every language', async ({ page }) => {
  for (const locale of ['', '/en', '/zh-CN', '/zh-TW']) {
    await page.setViewportSize({ width: 1400, height: 700 })
    await page.goto(`${locale}/payment-info?d=4`)
    await expect(page.locator('[data-badge=unread]:visible')).not.toHaveText('0')
    const nav = page.locator('header > nav')
    const tops = await nav
      .locator('a')
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top))
    expect(new Set(tops).size, locale).toBe(1)
    expect(await nav.evaluate((element) => element.scrollWidth - element.clientWidth), locale).toBe(0)
  }
})

test('the head of a table sticks right below the top navigation', async ({ page }) => {
  await page.goto('/en/report-video?d=4')
  await page.locator('[data-index]').nth(5).scrollIntoViewIfNeeded()
  for (const width of [1400, 1440]) {
    await page.setViewportSize({ width, height: 700 })
    await page.evaluate(() => scrollBy(0, 400))
    const [bar, head] = ['header:has(> nav)', 'table:has([data-index]) thead th'].map((selector) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => element.getBoundingClientRect()),
    )
    expect((await head)?.top, `${width} px`).toBe((await bar)?.bottom)
  }
})

test('an open dialog dims the room of the scroll bar, too', async ({ page }) => {
  await page.goto('/manage-channel')
  const readGrounds = () =>
    page.evaluate(() =>
      [document.documentElement, document.body].map((e) => getComputedStyle(e).backgroundColor),
    )
  const [ground] = await readGrounds()
  await page.getByRole('button', { name: '채널 등록' }).first().click()
  await expect(dialog(page)).toBeVisible()
  const [root, body] = await readGrounds()
  expect(body).toBe(ground)
  expect(root).not.toBe(ground)
})

test('the banner counts, collapses to an entry, and is back when the count grows', async ({ page }) => {
  let unverified = 3
  await page.goto('/guides')
  const { user } = await callRemote(siteUrl().origin, readMe, { token: await readToken(page) })
  await page.route('**/api/member/me', (route) => {
    const settings = { ...user.settings, channel_verify_needed: unverified > 0 }
    const json = { success: true, message: '', user: { ...user, unverified_channels: unverified, settings } }
    return route.fulfill({ json })
  })
  for (const path of ['/dashboard', '/guides']) {
    unverified = 3
    await page.goto(path)
    await expect(banner(page)).toContainText('채널 3개가 인증을 기다립니다.')
    await expect(entry(page)).toHaveCount(0)
    await banner(page).getByRole('button', { name: '알림 접기' }).click()
    await expect(banner(page)).toBeHidden()
    await expect(entry(page)).toHaveText('확인할 일3')
    await expect(entry(page)).toBeFocused()
    await page.reload()
    await expect(entry(page)).toHaveText('확인할 일3')
    await expect(banner(page)).toBeHidden()
    unverified = 1
    await page.reload()
    await expect(entry(page)).toHaveText('확인할 일1')
    unverified = 2
    await page.reload()
    await expect(banner(page)).toContainText('채널 2개가 인증을 기다립니다.')
    await banner(page).getByRole('button', { name: '알림 접기' }).click()
    await entry(page).click()
    await expect(banner(page)).toBeVisible()
    await page.reload()
    await expect(banner(page)).toBeVisible()
  }
})

test('guides have the same frame: badges, account and banner', async ({ page }) => {
  const read = async (path: string) => {
    await page.goto(path)
    await expect(page.locator('[data-user=email]:visible').first()).toHaveText('manager@hookline.example')
    await expect(page.locator('[data-badge=unread]:visible')).not.toHaveText('0')
    return page
      .locator('header:has(> nav), [data-attention=open]')
      .evaluateAll((parts) =>
        parts.map((part) => (part as HTMLElement).innerText.replace(/ · (KRW|USD)/, '')),
      )
  }
  const app = await read('/notices')
  expect(await read('/guides')).toEqual(app)
})

test('paper has the content only, on white', async ({ page }) => {
  await page.goto('/notices')
  await expect(page.locator('[data-notice]').first()).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const selector of ['nav', 'header:has(> nav)', '[data-attention]', 'main button'])
    for (const part of await page.locator(selector).all()) await expect(part, selector).toBeHidden()
  await expect(page.locator('main h1:visible')).toBeVisible()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  )
})

test('with forced colors the current entry, chips and counts keep a shape', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  for (const design of designs) {
    await page.goto(`/manage-channel?d=${design}`)
    await expect(page.locator('main [data-channel]').first()).toBeVisible()
    const readGround = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor)
    expect(await readGround('nav a[aria-current]')).not.toBe(await readGround('nav a:not([aria-current])'))
    for (const selector of ['main .chip', '[data-badge]:visible'])
      expect(
        await page
          .locator(selector)
          .first()
          .evaluate((element) => Number.parseFloat(getComputedStyle(element).borderTopWidth)),
        selector,
      ).toBeGreaterThan(0)
  }
})
