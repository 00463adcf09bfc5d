import type { Page } from '@playwright/test'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import { dialog, expect, test } from '#tests/support/e2e.ts'
import { signInOperator } from '#tests/support/operators.ts'

// The two channels of the demonstration that wait for a review. Each test takes back what it decides.

const text = {
  missing: '보류하거나 거절하려면 사유를 먼저 골라 주세요.',
  told: '아직 멤버에게 알리지 않았습니다.',
  closed: '운영자와 감사자를 위한 화면입니다',
}

const rows = (page: Page) => page.locator('[data-review]')
const panel = (page: Page) => page.locator('[data-panel]')
const undoButton = (page: Page) => page.locator('[data-undo]')
const nameOf = (page: Page, at: number) => rows(page).nth(at).locator('button b').first()
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test.describe
  .serial('channel review', () => {
    test('an operator goes from what waits today to a decision, and takes it back', async ({ page }) => {
      await signInOperator(page)
      await page.goto('/desk')
      expect(await findAccessibilityViolations(page)).toEqual([])
      await page.locator('[data-waiting=reviews]').getByRole('link').click()
      await expect(page).toHaveURL(/\/desk\/review$/)
      await expect(rows(page)).toHaveCount(2)
      const name = await nameOf(page, 1).innerText()
      await nameOf(page, 1).click()
      await expect(panel(page).getByRole('heading', { name, level: 2 })).toBeVisible()
      await expect(panel(page).getByRole('listitem')).toHaveCount(8)
      expect(await findAccessibilityViolations(page)).toEqual([])
      await panel(page).locator('[data-decision=approved]').click()
      await expect(rows(page)).toHaveCount(1)
      await expect(page.getByRole('main')).toContainText(text.told)
      await undoButton(page).click()
      await expect(rows(page)).toHaveCount(2)
    })

    test('the keyboard does it all: moves, chooses a reason, holds, undoes and selects', async ({ page }) => {
      await signInOperator(page)
      await page.goto('/desk/review')
      await expect(rows(page)).toHaveCount(2)
      const [first, second] = [await nameOf(page, 0).innerText(), await nameOf(page, 1).innerText()]
      await expect(panel(page)).toContainText(first)
      await expect(panel(page).locator('[data-decision=held]')).toBeVisible()
      await page.keyboard.press('j')
      await expect(rows(page).nth(0).getByRole('button', { name: first }).first()).toBeFocused()
      await page.keyboard.press('h')
      await expect(page.getByText(text.missing).first()).toBeVisible()
      await page.keyboard.press('2')
      await expect(panel(page).locator('[data-reason=reused]')).toHaveAttribute('aria-pressed', 'true')
      await expect(panel(page).locator('textarea')).not.toHaveValue('')
      await page.keyboard.press('h')
      await expect(rows(page)).toHaveCount(1)
      await expect(panel(page)).toContainText(second)
      await page.keyboard.press('u')
      await expect(rows(page)).toHaveCount(2)
      await page.keyboard.press('x')
      await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1)
    })

    test('many get one decision, in English on a phone', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await signInOperator(page)
      await page.goto('/en/desk/review')
      await expect(rows(page)).toHaveCount(2)
      await expect(panel(page).locator('[data-decision=held]')).toBeVisible()
      expect(await findAccessibilityViolations(page)).toEqual([])
      expect(await overflow(page)).toBeLessThanOrEqual(0)
      await page.getByRole('checkbox', { name: 'Select all' }).check()
      await page
        .getByRole('region', { name: 'Selected channels' })
        .getByRole('button', { name: 'Reject' })
        .click()
      await dialog(page).locator('[data-reason=few-shorts]').click()
      await expect(dialog(page).locator('textarea')).not.toHaveValue('')
      expect(await findAccessibilityViolations(page, 'dialog')).toEqual([])
      await dialog(page).getByRole('button', { name: 'Reject', exact: true }).click()
      await expect(rows(page)).toHaveCount(0)
      await undoButton(page).click()
      await expect(rows(page)).toHaveCount(2)
    })

    test('an auditor sees the desk without buttons', async ({ page }) => {
      await signInOperator(page, { role: 'auditor' })
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto('/desk/review')
        await expect(panel(page).getByRole('listitem')).toHaveCount(8)
        await expect(page.locator('[data-decision], [data-review] input')).toHaveCount(0)
        await page.goto('/desk')
        await expect(page.locator('[data-waiting=reviews]')).toBeVisible()
        await expect(page.locator('[data-waiting] button')).toHaveCount(0)
        expect(await overflow(page)).toBeLessThanOrEqual(0)
        expect(await findAccessibilityViolations(page)).toEqual([])
      }
    })
  })

test.describe('a manager', () => {
  test.use({ as: 'manager', expectedErrors: /403/ })

  test('learns whom the desk is for', async ({ page }) => {
    await page.goto('/desk')
    await expect(page.getByRole('main')).toContainText(text.closed)
    await expect(page.locator('[data-waiting]')).toHaveCount(0)
  })
})
