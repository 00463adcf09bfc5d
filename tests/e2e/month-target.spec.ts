import type { Page } from '@playwright/test'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import { expect, playlistOrigin, pressEnter, snackbar, test } from '#tests/support/e2e.ts'

const measureOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test.describe('a member on a phone', () => {
  test.use({ as: 'member', viewport: { width: 360, height: 780 } })

  test('sets a target for the month by keyboard, sees how far it is, and removes it', {
    tag: '@main',
  }, async ({ page }) => {
    await page.goto('/dashboard')
    await pressEnter(page.getByRole('button', { name: '목표 정하기' }))
    const dialog = page.getByRole('dialog', { name: /목표$/ })
    await dialog.getByRole('textbox', { name: '목표 금액' }).fill('100,000,000')
    expect(await findAccessibilityViolations(page)).toEqual([])
    await dialog.getByRole('textbox').press('Enter')
    await expect(snackbar(page, '목표를 저장했습니다.')).toBeVisible()
    await page.reload()
    const card = page.locator('[data-target=short]')
    await expect(card).toContainText('목표 ₩100,000,000 중')
    await expect(card.getByRole('img')).toHaveAccessibleName(
      /목표 ₩100,000,000 중 ₩[\d,]+\(\d+%\) 달성, 예상 범위/,
    )
    expect(await measureOverflow(page)).toBe(0)
    expect(await findAccessibilityViolations(page)).toEqual([])
    await card.getByRole('button', { name: '변경' }).click()
    await dialog.getByRole('button', { name: '이 달 목표 지우기' }).click()
    await expect(page.getByRole('button', { name: '목표 정하기' })).toBeVisible()
  })
})

test.describe('a manager in dollars', () => {
  test.use({ as: 'playlistManager' })

  test('chooses what last month brought, for the months that follow', async ({ page }) => {
    await page.goto(`${playlistOrigin()}/en/dashboard`)
    await page.getByRole('button', { name: 'Set a target' }).click()
    const dialog = page.getByRole('dialog', { name: /^Target for / })
    await dialog.getByRole('button', { name: /^As much as in \w+ ?\$/ }).click()
    const amount = await dialog.getByRole('textbox', { name: 'Target' }).inputValue()
    expect(amount).toMatch(/^[\d,]+\.\d\d$/)
    await dialog.getByRole('checkbox', { name: /^Also for the months that follow/ }).check()
    expect(await findAccessibilityViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save target' }).click()
    await expect(snackbar(page, 'The target has been saved.')).toBeVisible()
    await page.reload()
    await expect(page.locator('[data-target]')).toContainText(`of $${amount}`)
    expect(await findAccessibilityViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Change' }).click()
    await dialog.getByRole('button', { name: 'Remove from this month on' }).click()
    await expect(page.getByRole('button', { name: 'Set a target' })).toBeVisible()
  })
})
