import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/e2e.ts'

const readChosen = (page: Page) => page.locator('[data-figure=chosenDay]').textContent()
const readAmounts = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((all) =>
      all.map((one) => Number((one.textContent ?? '').replace('−', '-').replace(/[^\d.-]/g, ''))),
    )

test.describe('a manager in Korean', () => {
  test.use({ as: 'manager' })

  test('reads the latest day, why it changed, and each of the last 14 days by keys', async ({ page }) => {
    await page.goto('/dashboard')
    const bars = page.getByRole('slider', { name: /^최근 14일 그래프/ })
    await expect(bars).toBeVisible()
    await expect(page.locator('[data-figure=latestChange]')).toContainText('지난주')
    const [change] = await readAmounts(page, '[data-figure=latestChange] > b')
    expect(String(change)).toMatch(/^-?\d+/)
    const latest = await readChosen(page)
    await bars.focus()
    await page.keyboard.press('ArrowLeft')
    expect(await readChosen(page)).not.toBe(latest)
    await expect(bars).toHaveAttribute('aria-valuenow', '13')
    await page.keyboard.press('End')
    expect(await readChosen(page)).toBe(latest)
    // The channel's page begins with the same, of the channel alone.
    await page.goto('/report-channel')
    await page.locator('[data-channel] a').first().click()
    await expect(page.locator('[data-figure=latest]')).toBeVisible()
    await expect(page.locator('[data-reason=rest]')).toBeVisible()
  })
})

test.describe('a member in English on a phone', () => {
  test.use({ as: 'member', isMobile: true, hasTouch: true, viewport: { width: 360, height: 780 } })

  test('taps a bar, whose day and range stand above, and opens a video that made the difference', async ({
    page,
  }) => {
    await page.goto('/en/dashboard')
    const bars = page.getByRole('slider', { name: /^Chart of the last 14 days/ })
    await bars.scrollIntoViewIfNeeded()
    const latest = await readChosen(page)
    const box = await bars.boundingBox()
    if (!box) throw new Error('There are no bars.')
    await page.touchscreen.tap(box.x + 4, box.y + box.height / 2)
    await expect(bars).toHaveAttribute('aria-valuenow', '1')
    expect(await readChosen(page)).not.toBe(latest)
    const amounts = await readAmounts(page, '[data-reason] b')
    const shown = await page.locator('[data-figure=latestChange] > b').textContent()
    const change = Number((shown?.split(' ')[0] ?? '').replace('−', '-').replace(/[^\d.-]/g, ''))
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(change)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await page.locator('[data-reason] button, [data-reason] a').first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
  })
})
