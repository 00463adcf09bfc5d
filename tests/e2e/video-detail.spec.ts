import type { Page } from '@playwright/test'
import { getProfit } from '#contract/reports/reports.ts'
import { readVideo } from '#contract/reports/video-detail.ts'
import { dialog, expect, parseDigits, readToken, test, toWon } from '#tests/support/e2e.ts'
import { callRemote } from '#tests/support/remote-api.ts'
import { swipe } from '#tests/support/swipe.ts'

test.use({ as: 'manager' })

const rows = (page: Page) => page.locator('[data-video]')
const figure = (page: Page, key: string) => dialog(page).locator(`[data-detail=${key}]`)

async function openFirstVideo(page: Page): Promise<string> {
  const row = rows(page).first()
  await row.getByRole('link').first().click()
  await expect(figure(page, 'views')).toBeVisible()
  return (await row.getAttribute('data-video')) ?? ''
}

test('a video opens with the figures of the API; Back closes it, and a reload does not reopen it', {
  tag: '@main',
}, async ({ page, baseURL }) => {
  await page.goto('/dashboard')
  const video = await openFirstVideo(page)
  const { totals, countries } = await callRemote(baseURL ?? '', readVideo, {
    token: await readToken(page),
    query: { video },
  })
  expect(parseDigits(await figure(page, 'views').textContent())).toBe(totals.views)
  expect(parseDigits(await figure(page, 'profit').textContent())).toBe(toWon(getProfit(totals)))
  await expect(dialog(page).locator('[data-country]')).toHaveCount(countries.length)
  await expect(dialog(page).locator('[data-country=ZZ]')).toContainText('알 수 없음')
  await expect(dialog(page).locator('[data-bubble=ZZ]')).toHaveCount(0)
  expect(page.url()).toContain(`videoDetail=${video}`)
  await page.goBack()
  await expect(dialog(page)).toHaveCount(0)
  await page.goForward()
  await expect(figure(page, 'views')).toBeVisible()
  await page.reload()
  await expect(rows(page).first()).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  expect(page.url()).not.toContain('videoDetail')
})

test('the keyboard alone opens, reads, sorts and closes; the focus stays inside, the page behind still', async ({
  page,
}) => {
  await page.goto('/dashboard')
  const title = rows(page).nth(1).getByRole('link').first()
  await title.focus()
  await page.keyboard.press('Enter')
  await expect(figure(page, 'views')).toBeVisible()
  const scroller = dialog(page).getByRole('region', { name: '영상 상세 내용' })
  const tabTo = async (reached: () => Promise<boolean>) => {
    for (let presses = 0; presses < 40 && !(await reached()); presses += 1) await page.keyboard.press('Tab')
    expect(await reached()).toBe(true)
  }
  const focused = (selector: string) => () =>
    page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)
  await tabTo(focused('dialog section[tabindex="0"]'))
  await page.keyboard.press('End')
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(400)
  await tabTo(focused('dialog [role=slider]'))
  await page.keyboard.press('Home')
  await expect(dialog(page).locator('[role=slider]').first()).toHaveAttribute('aria-valuetext', /11/)
  await tabTo(focused('dialog input[type=radio]'))
  await page.keyboard.press('ArrowRight')
  await expect(dialog(page).getByRole('radio', { name: '수익' })).toBeChecked()
  await tabTo(focused('dialog th button'))
  await page.keyboard.press('Enter')
  await expect(dialog(page).locator('th[aria-sort=ascending]')).toHaveCount(1)
  const isInside = () =>
    page.evaluate(() => document.activeElement?.closest('dialog') !== null || !document.hasFocus())
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('Tab')
    expect(await isInside()).toBe(true)
  }
  const pageTop = await page.evaluate(() => scrollY)
  await dialog(page).hover()
  await page.mouse.wheel(0, -6_000)
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBe(0)
  await page.mouse.wheel(0, 6_000)
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(300)
  expect(await page.evaluate(() => scrollY)).toBe(pageTop)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(title).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('details are a sheet that closes by a swipe on its head, not on its content', async ({ page }) => {
    await page.goto('/dashboard')
    await openFirstVideo(page)
    const box = await dialog(page).boundingBox()
    expect(box?.width).toBe(390)
    expect(box?.height).toBeGreaterThan(800)
    const swipeVertically = (from: number, to: number) =>
      swipe(page, { x: 200, y: from }, { x: 200, y: to }, 400)
    await swipeVertically(700, 200)
    const scroller = dialog(page).locator('section[tabindex="0"]')
    await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(100)
    await swipeVertically(400, 600)
    await expect(dialog(page)).toBeVisible()
    await swipeVertically(36, 500)
    await expect(dialog(page)).toHaveCount(0)
    expect(page.url()).not.toContain('videoDetail')
  })
})

test('print has the open video instead of the screen behind it, whole', async ({ page }) => {
  await page.goto('/dashboard')
  await openFirstVideo(page)
  await expect(dialog(page).locator('[data-country]').last()).toBeAttached()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('main h1').first()).toBeHidden()
  await expect(figure(page, 'thousandPrice')).toBeVisible()
  await expect(page.getByRole('button', { name: '닫기' })).toBeHidden()
  const isCutOff = await page
    .locator('[data-printable]')
    .evaluate((content) => content.scrollHeight > content.clientHeight + 1)
  expect(isCutOff).toBe(false)
})
