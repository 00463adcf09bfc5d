import type { Page } from '@playwright/test'
import { readDeskReports } from '#contract/reports/desk/calendar.ts'
import { findAccessibilityViolations } from '#tests/support/accessibility.ts'
import { expect, test } from '#tests/support/e2e.ts'
import { signInOperator } from '#tests/support/operators.ts'

const measureOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** The demonstration has every report: the last two days of activity become late ones. */
async function emptyTwoDays(page: Page): Promise<void> {
  await page.route(`**/${readDeskReports.path}?*`, async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    const cells = body.owners[0].kinds[0].cells
    for (const at of [-7, -6]) cells.splice(at, 1, { state: 'late', rows: null, issues: 0 })
    await route.fulfill({ response, json: body })
  })
}

test('shows operators which reports are here, by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signInOperator(page)
  await page.goto('/desk/reports')
  const grid = page.getByRole('grid', { name: '콘텐츠 소유자와 종류, 날짜별 보고서' })
  await expect(grid.getByRole('rowheader', { name: '활동' })).toBeVisible()
  await expect(grid.getByRole('columnheader')).toHaveCount(37)
  await expect(page.getByText('비어 있는 칸')).toBeVisible()

  // One tab stop: the newest day of the first row.
  await expect(grid.locator('[tabindex="0"]')).toHaveCount(1)
  await grid.locator('[tabindex="0"]').focus()
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowDown']) await page.keyboard.press(key)
  const cell = grid.locator('[data-row="1"][data-column="31"]')
  await expect(cell).toBeFocused()
  await page.keyboard.press('Home')
  await expect(grid.locator('[data-row="1"][data-column="0"]')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?cell=demo(%2F|\/)revenue(%2F|\/)\d{4}-\d\d-\d\d$/)
  const heading = page.getByRole('heading', { name: /^demo, 수익, / })
  await expect(heading).toBeFocused()
  await expect(page.getByText('가져옴', { exact: true })).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/desk\/reports$/)
  await expect(grid.locator('[data-row="1"][data-column="0"]')).toBeFocused()

  // Yesterday is not due yet.
  await grid.locator('[data-row="0"][data-column="34"]').click()
  await page.getByRole('button', { name: '없음으로 인정…' }).click()
  await page.getByLabel('인정하는 이유').fill('시험')
  await page.getByRole('button', { name: '인정하기' }).click()
  await expect(page.getByText('시험', { exact: true })).toBeVisible()
  await expect(grid.locator('[data-row="0"][data-column="34"]')).toHaveAttribute('data-state', 'accepted')
  await page.getByRole('button', { name: '다시 기다리기' }).click()
  await expect(grid.locator('[data-row="0"][data-column="34"]')).toHaveAttribute('data-state', 'waiting')

  // Its effect is shown before anything changes.
  await grid.locator('[data-row="1"][data-column="30"]').click()
  await page.getByRole('button', { name: '철회…' }).click()
  const withdrawal = page.getByRole('dialog', { name: '보고서 철회' })
  await expect(withdrawal.getByText(/^예상 수익 US\$[\d,.]+가 사라집니다\.$/)).toBeVisible()
  expect(await findAccessibilityViolations(page, 'dialog')).toEqual([])
  await withdrawal.getByRole('button', { name: '취소' }).click()

  await page.getByRole('button', { name: '이전 날짜' }).click()
  await expect(page).toHaveURL(/[?&]to=/)
  await expect(page.getByRole('button', { name: '다음 날짜' })).toBeEnabled()
})

test('answers first how many are empty, and leads to them, on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await emptyTwoDays(page)
  await signInOperator(page, { role: 'auditor' })
  await page.goto('/en/desk/reports')
  await expect(page.getByText('demo, Activity')).toBeVisible()
  await expect(page.getByText(/^Overdue, /)).toBeVisible()
  // Ten days.
  await expect(page.getByRole('grid').getByRole('columnheader')).toHaveCount(11)
  await page.getByRole('button', { name: /^Open demo, Activity/ }).click()
  await expect(page.getByRole('heading', { name: /^demo, Activity/ })).toBeFocused()
  expect(await measureOverflow(page)).toBe(0)
  expect(await findAccessibilityViolations(page)).toEqual([])
})
